"""Nodes of a document as they may arrive: attributes may be missing or odd, the shape of a tree may not."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from narrowgate_common.richtext.refusal import refused

Node = dict[str, Any]
EMPTY: Node = {}

INLINE = frozenset(
    {"text", "hardBreak", "mention", "emoji", "date", "status", "inlineCard", "placeholder"}
    | {"mediaInline", "inlineExtension"}
)
LISTS = frozenset({"bulletList", "orderedList", "taskList"})

IDS = ("localId", "uniqueId", "macroId")
"""What names one node, or one macro of Confluence, and must not stand twice."""

_BEGINS_LINE = frozenset(
    {"paragraph", "heading", "codeBlock", "taskItem", "decisionItem", "caption", "tableRow"}
)
_SPOKEN = ("text", "title", "alt", "url")


def kind(node: Any) -> str:
    """Raises GatewayError (`ill_formed`)."""
    found = node.get("type") if type(node) is dict else None
    if type(found) is not str:
        raise refused("a node of the document has no type", reason="ill_formed")
    return found


def content(node: Node) -> list[Node]:
    """Raises GatewayError (`ill_formed`)."""
    found = node.get("content")
    if found is None:
        return []
    if type(found) is not list:
        raise refused("the content of a node is no list", reason="ill_formed")
    return found


def marks(node: Node) -> list[Node]:
    """Raises GatewayError (`ill_formed`)."""
    found = node.get("marks")
    if found is None:
        return []
    if type(found) is not list or not all(type(mark) is dict for mark in found):
        raise refused("the marks of a node are no list of marks", reason="ill_formed")
    return found


def attributes(node: Node) -> Node:
    found = node.get("attrs")
    return found if type(found) is dict else EMPTY


def words(node: Node, *names: str) -> str:
    """The first of these attributes that holds text, on one line."""
    attrs = attributes(node)
    for name in names:
        found = attrs.get(name)
        if isinstance(found, str) and (line := " ".join(found.split())):
            return line
    return ""


def whole(value: object, low: int, high: int) -> int | None:
    """The value if it is a whole number between the two; JSON knows no integers, so 3.0 is one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        return None
    return int(value) if value == int(value) else None


def changed(node: Node, **attrs: Any) -> Node:
    """The node with these attributes; None takes one away."""
    merged = {**attributes(node), **attrs}
    kept = {name: value for name, value in merged.items() if name not in attrs or value is not None}
    rest = {key: value for key, value in node.items() if key != "attrs"}
    return {**rest, "attrs": kept} if kept else rest


def with_marks(node: Node, wanted: list[Node]) -> Node:
    """The very same node where these are its marks."""
    if wanted == marks(node):
        return node
    rest = {key: value for key, value in node.items() if key != "marks"}
    return {**rest, "marks": wanted} if wanted else rest


def are_same(left: list[Node], right: list[Node]) -> bool:
    """Whether they are the very same objects."""
    return len(left) == len(right) and all(a is b for a, b in zip(left, right, strict=True))


def canonical(value: Any) -> str:
    """Sorted compact JSON without what a copy does not have: equal for what differs in ids only.

    Raises GatewayError (`too_deep`, `ill_formed`).
    """
    try:
        text = json.dumps(value)
        return json.dumps(json.loads(text, object_hook=_without_ids), sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise refused("the document is nested too deep", reason="too_deep") from None
    except (TypeError, ValueError):
        raise refused("the document holds what JSON cannot say", reason="ill_formed") from None


def ref(node: Node) -> str:
    return hashlib.sha256(canonical(node).encode()).hexdigest()[:8]


def head(node: Node) -> Node:
    return {key: value for key, value in node.items() if key != "content"}


def as_text(original: Any) -> str:
    """Every word below, in order, however odd the tree is."""
    out: list[str] = []
    waiting = [original]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            out.append(value)
        elif isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            out += _spoken(value, begun=not out)
            waiting.append(value.get("content"))
    return "".join(out).strip("\n")


def _spoken(node: Node, *, begun: bool) -> list[str]:
    name = node.get("type")
    if name == "hardBreak":
        return ["\n"]
    text = node.get("text")
    said = text if isinstance(text, str) else words(node, *_SPOKEN)
    begins_line = isinstance(name, str) and name in _BEGINS_LINE
    return ["\n", said] if begins_line and not begun else [said]


def _without_ids(found: Node) -> Node:
    """As `local_ids.copied` leaves it."""
    for name in IDS:
        found.pop(name, None)
    marks = found.get("marks")
    if isinstance(marks, list):
        found["marks"] = [mark for mark in marks if not is_once(mark)]
    return found


def is_once(mark: Any) -> bool:
    """A comment or a fragment marks one place."""
    return isinstance(mark, dict) and mark.get("type") in ("annotation", "fragment")

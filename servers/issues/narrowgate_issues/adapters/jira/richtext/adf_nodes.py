"""Nodes of an ADF document as they may arrive: any part of them may be missing, odd or of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Node = Mapping[str, Any]

EMPTY: Node = {}

_NODES = (dict, str)
"""What JSON makes of a node, and of text in a node's place."""


def kind(node: Node) -> str:
    found = node.get("type")
    return found if isinstance(found, str) else ""


def children(node: Node) -> list[Node]:
    """The content; bare strings in it count as text nodes, anything else that is no node is left out."""
    content = node.get("content")
    if isinstance(content, _NODES):
        content = [content]
    if not isinstance(content, list):
        return []
    return [
        {"type": "text", "text": child} if isinstance(child, str) else child
        for child in content
        if isinstance(child, _NODES)
    ]


def attribute(node: Node, name: str) -> Any:
    return attributes(node).get(name)


def attributes(node: Node) -> Mapping[str, Any]:
    found = node.get("attrs")
    return found if isinstance(found, dict) else EMPTY


def words(node: Node, *names: str) -> str:
    """The first of these attributes that holds text."""
    for name in names:
        found = attribute(node, name)
        if isinstance(found, str) and found.strip():
            return found
    return ""


def text(node: Node) -> str:
    found = node.get("text")
    return found if isinstance(found, str) else "" if found is None else str(found)[:100]


def whole(value: object, low: int, high: int) -> int | None:
    """The value if it is a whole number between the two; JSON knows no integers, so 3.0 is one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        return None
    return int(value) if value == int(value) else None


def marks(node: Node) -> Iterator[Node]:
    found = node.get("marks")
    if isinstance(found, list):
        yield from (mark for mark in found if isinstance(mark, dict))


def plain_text(node: Node) -> str:
    """All text below a node at any depth; breaks are line feeds, and paragraphs begin on a new line."""
    out: list[str] = []
    waiting = [node]
    while waiting:
        item = waiting.pop()
        if kind(item) in _BEGINS_LINE and out and not out[-1].endswith("\n"):
            out.append("\n")
        out.append("\n" if kind(item) == "hardBreak" else text(item) or words(item, "text"))
        waiting.extend(reversed(children(item)))
    return "".join(out)


_BEGINS_LINE = frozenset({"paragraph", "heading", "codeBlock", "taskItem", "decisionItem", "caption"})

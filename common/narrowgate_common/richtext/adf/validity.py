"""Whether a document is valid by the published schema. Each node is looked at once: its parent says what it may be.

The schema itself repeats content in alternatives, and a general validator tries every one of them at every level: a
valid document of 20 kB took it 25 seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrowgate_common.richtext.adf.nodes import Node
from narrowgate_common.richtext.adf.schema_attributes import MARKS, NODES, Attributes
from narrowgate_common.richtext.adf.schema_content import CHILDREN, NEEDS, Children, MarkSets

_KEYS = frozenset({"type", "attrs", "content", "marks", "text"})
_TOP: Children = {"doc": None}


def trouble(original: Any) -> str | None:
    """The first problem, in a few words; None for a valid document."""
    if not isinstance(original, dict) or original.get("type") != "doc":
        return "it is no document"
    if original.get("version") != 1:
        return "the document has no version 1"
    top = {key: value for key, value in original.items() if key != "version"}
    waiting: list[tuple[Any, str, Children]] = [(top, "", _TOP)]
    while waiting:
        node, parent, allowed = waiting.pop()
        found = _trouble(node, parent, allowed)
        if found is not None:
            return found
        children = node.get("content")
        if children:
            name = node["type"]
            within = CHILDREN[name]
            waiting.extend((child, name, within) for child in reversed(children))
    return None


def _trouble(node: Any, parent: str, allowed: Children) -> str | None:
    if type(node) is not dict:
        return f"something in a {parent} is no node"
    name = node.get("type")
    if not isinstance(name, str) or name not in allowed:
        return f"{str(name)[:40]} is not allowed in {parent}"
    if name == "text":
        return _of_text(node, allowed["text"])
    if not _KEYS.issuperset(node) and name != "mediaSingle":
        return f"{name} has a part that the schema does not know"
    return (
        _of_attributes(node, name)
        or _of_marks(node, name, allowed[name])
        or _of_content(node, name)
        or (("text" in node and f"{name} has text") or None)
    )


def _of_text(node: Node, marks: MarkSets) -> str | None:
    text = node.get("text")
    if not isinstance(text, str) or not text:
        return "a text is empty"
    if len(node) == 2:
        return None
    if not set(node) <= {"type", "text", "marks"}:
        return "a text has a part that the schema does not know"
    return _of_marks(node, "text", marks)


def _of_attributes(node: Node, name: str) -> str | None:
    forms = NODES[name]
    attrs = node.get("attrs")
    if "attrs" not in node:
        return f"{name} has no attributes" if "attrs" in NEEDS.get(name, ()) else None
    return _of_forms(attrs, forms, name)


def _of_forms(attrs: Any, forms: Sequence[Attributes], name: str) -> str | None:
    if not isinstance(attrs, dict) or not forms:
        return f"{name} has attributes that are none"
    first: str | None = None
    for form in forms:
        found = form.trouble(attrs)
        if found is None:
            return None
        first = first or found
    return f"{name} {first}"


def _of_marks(node: Node, name: str, allowed: MarkSets) -> str | None:
    if "marks" not in node:
        return None
    marks = node["marks"]
    if allowed is None or not isinstance(marks, list):
        return f"{name} has marks"
    kinds = set()
    for mark in marks:
        found = _of_mark(mark)
        if found is not None:
            return found
        kinds.add(mark["type"])
    if any(kinds <= each for each in allowed):
        return None
    return f"{name} has marks that are not allowed there: {', '.join(sorted(kinds))}"


def _of_mark(mark: Any) -> str | None:
    name = mark.get("type") if isinstance(mark, dict) else None
    if not isinstance(name, str) or name not in MARKS:
        return f"{str(name)[:40]} is no mark"
    if not set(mark) <= {"type", "attrs"}:
        return f"the mark {name} has a part that the schema does not know"
    forms = MARKS[name]
    if "attrs" not in mark:
        return f"the mark {name} has no attributes" if forms else None
    return _of_forms(mark["attrs"], forms, f"the mark {name}")


def _of_content(node: Node, name: str) -> str | None:
    needs = NEEDS.get(name, frozenset())
    if "content" not in node:
        return f"{name} has no content" if {"content", "some"} & needs else None
    children = node["content"]
    if name not in CHILDREN or not isinstance(children, list):
        return f"{name} has content"
    if "some" in needs and not children:
        return f"{name} is empty"
    if name == "layoutSection" and not 2 <= len(children) <= 3:
        return "layoutSection has not two or three columns"
    return _of_medium(children) if name == "mediaSingle" else None


def _of_medium(children: list[Any]) -> str | None:
    kinds = [child.get("type") if isinstance(child, dict) else None for child in children]
    return None if kinds in (["media"], ["media", "caption"]) else "mediaSingle holds no single medium"

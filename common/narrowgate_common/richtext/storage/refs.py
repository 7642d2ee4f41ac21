"""Refs and ids: a thing is known by its bytes without ids, so that a copy, which has none, is the same thing."""

from __future__ import annotations

import re
from hashlib import sha256

from narrowgate_common.richtext.storage.tree import Node, tree

NEW_TASK = "<ac:task-id>\ue000</ac:task-id>"
"""Stands for a number until the whole is known."""

IDS = ("ac:macro-id", "ac:local-id", "local-id", "data-local-id", "ac:localid")
_ATTRIBUTE = re.compile(r"""(?<!\s)\s++([^\s=<>"'/]++)\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+')""")
_TASK_ID = re.compile(r"<ac:task-id>\s*([0-9]{1,9})\s*</ac:task-id>")
_WRITTEN_TASK = re.compile(r"<ac:task-id\s*/>|<ac:task-id>[^<]*</ac:task-id>")


def ref(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def ref_of(node: Node) -> str:
    """Of an element with all that is in it."""
    return ref(without_ids(node))


def tag_without_ids(tag: str) -> str:
    if "id" not in tag:
        return tag
    return _ATTRIBUTE.sub(lambda match: "" if match[1] in IDS else match[0], tag)


def without_ids(node: Node) -> str:
    """The element's bytes without what must not stand twice."""
    edits: list[tuple[int, int, str]] = []
    for each in node.walk():
        if each.is_element:
            edits += _edits(each)
    out: list[str] = []
    at = node.start
    for start, end, text in sorted(edits):
        if start >= at:
            out += (node.source[at:start], text)
            at = end
    return "".join([*out, node.source[at : node.end]])


def _edits(node: Node) -> list[tuple[int, int, str]]:
    if node.name == "ac:inline-comment-marker":
        return [(node.start, node.inner, ""), (node.close, node.end, "")]
    if node.name == "ac:task-uuid":
        return [(node.start, node.end, "")]
    if node.name == "ac:task-id":
        return [(node.start, node.end, NEW_TASK)]
    if node.attrs.keys().isdisjoint(IDS):
        return []
    return [(node.start, node.inner, tag_without_ids(node.tag))]


def copied(raw: str) -> str:
    """A stretch of an original, to stand a second time."""
    return "".join(without_ids(node) if node.is_element else node.raw for node in tree(raw).children)


def numbered(original: str) -> str:
    """With a number for every task that has none yet."""
    if NEW_TASK not in original:
        return original
    last = max((int(each) for each in _TASK_ID.findall(original)), default=0)
    first, *others = original.split(NEW_TASK)
    return first + "".join(f"<ac:task-id>{last + at}</ac:task-id>{each}" for at, each in enumerate(others, 1))

"""The nodes of a block as they are, able to stand anywhere a block can."""

from __future__ import annotations

from narrowgate_common.richtext.adf.nodes import Node, are_same, content
from narrowgate_common.richtext.adf.places import Place, place
from narrowgate_common.richtext.blocks import Block


def kept(block: Block) -> list[Node]:
    """The very same nodes; what was no node of its own comes in one."""
    where = place(block)
    return _WRAPPED[where.role](where) if where.role in _WRAPPED else where.nodes


def paragraph(nodes: list[Node]) -> Node:
    return {"type": "paragraph", "content": nodes}


def _bare(where: Place) -> list[Node]:
    return [paragraph(where.nodes)]


def _caption(where: Place) -> list[Node]:
    return [paragraph(content(where.node or {}))]


def _picture(where: Place) -> list[Node]:
    return [{**(where.node or {}), "content": where.nodes}]


_WRAPPED = {"bare": _bare, "inline": _bare, "caption": _caption, "picture": _picture}


def captioned(caption: Node, words: list[Node]) -> Node:
    """The very same node where the words are its own."""
    before = content(caption)
    if are_same(words, before):
        return caption
    return {**caption, "content": words}

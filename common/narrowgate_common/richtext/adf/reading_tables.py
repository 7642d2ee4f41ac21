"""Tables: their rows, and cells with what spans there are."""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.richtext.adf.nodes import Node, attributes, content, kind, whole
from narrowgate_common.richtext.adf.places import Place
from narrowgate_common.richtext.adf.reading_inline import Hidden
from narrowgate_common.richtext.blocks import Block

Inside = Callable[[Node, int, Hidden], tuple[Block, ...]]

MOST_SPAN = 10_000
_CELLS = frozenset({"tableCell", "tableHeader"})
_LOOKS = ("layout", "width", "isNumberColumnEnabled", "displayMode")


def table(inside: Inside, node: Node, where: Place, depth: int, hidden: Hidden) -> Block | None:
    """None for one that is no table of cells."""
    rows = content(node)
    if not rows or not all(map(_is_row, rows)):
        return None
    attrs = attributes(node)
    if any(attrs.get(name) not in (None, False, "default") for name in _LOOKS):
        hidden.add("table layout or width")
    children = tuple(
        _row(inside, row, Place(rows, at, at + 1, row), depth + 1, hidden) for at, row in enumerate(rows)
    )
    return Block("table", children=children, origin=where)


def _is_row(node: Node) -> bool:
    return kind(node) == "tableRow" and all(kind(cell) in _CELLS for cell in content(node))


def _row(inside: Inside, node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    cells = content(node)
    children = tuple(
        _cell(inside, cell, Place(cells, at, at + 1, cell), depth + 1, hidden)
        for at, cell in enumerate(cells)
    )
    return Block("row", children=children, origin=where)


def _cell(inside: Inside, node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    found = attributes(node)
    if found.get("background"):
        hidden.add("cell colour")
    attrs = [("header", "true")] if kind(node) == "tableHeader" else []
    for name in ("colspan", "rowspan"):
        span = whole(found.get(name), 2, MOST_SPAN) if name in found else None
        if span is not None:
            attrs.append((name, str(span)))
    return Block("cell", "", tuple(attrs), (), "", inside(node, depth, hidden), where)

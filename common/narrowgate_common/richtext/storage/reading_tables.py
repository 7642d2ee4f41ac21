"""Tables with all they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.storage.bodies import inner_band
from narrowgate_common.richtext.storage.elements import CELLS, SECTIONS
from narrowgate_common.richtext.storage.origins import Band, Held
from narrowgate_common.richtext.storage.reading_blocks import flow, opaque
from narrowgate_common.richtext.storage.tree import Node


def table(node: Node, depth: int) -> Block | None:
    """A table without a row is kept as it is."""
    bands = tuple(_bands(node, depth + 1))
    rows = tuple(row for band in bands for row in band.children)
    if not rows:
        return opaque(node, "element", "table")
    held = Held(node.source, node.start, node.end, node, bands)
    return Block("table", children=rows, origin=held)


def _bands(node: Node, depth: int) -> Iterator[Band]:
    """Sections, and runs of rows that stand in none."""
    loose: list[Node] = []
    for each in node.elements():
        if each.name == "tr":
            loose.append(each)
            continue
        yield from _loose(loose, depth)
        loose = []
        if each.name in SECTIONS:
            rows = _rows([row for row in each.elements() if row.name == "tr"], depth)
            band = inner_band(each, rows)
            yield Band(each.start, band.inner, band.close, each.end, rows, band.before, band.after)
    yield from _loose(loose, depth)


def _loose(nodes: Sequence[Node], depth: int) -> Iterator[Band]:
    rows = _rows(nodes, depth)
    if rows:
        start, end = rows[0].origin.start, rows[-1].origin.end
        yield Band(start, start, end, end, rows)


def _rows(nodes: Sequence[Node], depth: int) -> tuple[Block, ...]:
    found = (_row(node, depth) for node in nodes)
    return tuple(row for row in found if row.children)


def _row(node: Node, depth: int) -> Block:
    cells = tuple(_cell(each, depth + 1) for each in node.elements() if each.name in CELLS)
    held = Held(node.source, node.start, node.end, node, (inner_band(node, cells),))
    return Block("row", children=cells, origin=held)


def _cell(node: Node, depth: int) -> Block:
    children = flow(node.children, depth + 1)
    held = Held(node.source, node.start, node.end, node, (inner_band(node, children),))
    return Block("cell", "", _cell_attrs(node), children=children, origin=held)


_HEADER: Attrs = (("header", "true"),)


def _cell_attrs(node: Node) -> Attrs:
    if not node.attrs:
        return _HEADER if node.name == "th" else ()
    header = _HEADER if node.name == "th" else ()
    spans = [(name, _span(node.attr(name))) for name in ("colspan", "rowspan")]
    return (*header, *(each for each in spans if each[1]))


def _span(text: str) -> str:
    """Nothing where nothing is merged."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 1
    return str(number) if number > 1 else ""

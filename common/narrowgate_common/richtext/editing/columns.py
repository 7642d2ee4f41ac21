"""Which column of an old table each wanted column is."""

from __future__ import annotations

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.editing.alignment import Side, align


def width(table: Block) -> int:
    return len(table.children[0].children) if table.children else 0


def is_grid(table: Block) -> bool:
    """Whether every row has as many cells as the first, none of them merged."""
    rows = [row.children for row in table.children]
    merged = any(cell.attr("colspan") or cell.attr("rowspan") for cells in rows for cell in cells)
    return bool(rows) and not merged and all(len(cells) == len(rows[0]) for cells in rows)


def same_columns(old: Block, new: Block) -> list[int | None]:
    """Of two grids. Columns of one number keep their places, unless all of them only changed places."""
    if width(old) == width(new) and _heads(old) == _heads(new):
        return list(range(width(new)))
    found = align(_columns(old), _columns(new))
    if width(old) == width(new) and None in found:
        return list(range(width(new)))
    return found


def _heads(table: Block) -> list[str]:
    return [render(cell.children) for cell in table.children[0].children]


def _columns(table: Block) -> list[Side]:
    texts = [[render(cell.children) for cell in row.children] for row in table.children]
    cells = table.children[0].children
    return [Side(cell, "\n".join(row[at] for row in texts)) for at, cell in enumerate(cells)]

"""The `colgroup` of a table whose columns were added, removed or moved."""

from __future__ import annotations

from collections import Counter

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.storage.edits import Edit


def width(table: Block) -> int:
    """Columns of the widest row."""
    return max((sum(_span(cell) for cell in row.children) for row in table.children), default=0)


def column_edits(old: Block, new: Block) -> list[Edit]:
    """A `col` for every column, where there were so many before: a width goes with the cells that it was of."""
    group = old.origin.node.child("colgroup")
    if group is None:
        return []
    columns = [node for node in group.elements() if node.name == "col"]
    before, after = width(old), width(new)
    if len(columns) != before or not after:
        return []
    places = _places(old, new, after)
    if places == list(range(before)):
        return []
    wanted = ["<col/>" if at is None else columns[at].raw for at in places]
    edits: list[Edit] = [
        (node.start, node.end, text) for node, text in zip(columns, wanted, strict=False) if node.raw != text
    ]
    edits += [(node.start, node.end, "") for node in columns[after:]]
    return [*edits, (columns[-1].end, columns[-1].end, "".join(wanted[before:]))] if after > before else edits


def _places(old: Block, new: Block, size: int) -> list[int | None]:
    """For every column the old one that most of its cells come from.

    Where as many columns are left, one without old cells is the one that was there.
    """
    found: list[int | None] = [None] * size
    used: set[int] = set()
    for at, votes in sorted(_votes(old, new).items(), key=lambda each: -each[1].total()):
        best = next((place for place, _ in votes.most_common() if place not in used), None)
        if at < size and best is not None:
            found[at] = best
            used.add(best)
    same = size == width(old)
    return [place if place is not None or not same or at in used else at for at, place in enumerate(found)]


def _votes(old: Block, new: Block) -> dict[int, Counter[int]]:
    """By the new column, how many of its cells each old column had."""
    places = {id(cell): at for row in old.children for at, cell in _cells(row)}
    votes: dict[int, Counter[int]] = {}
    for row in new.children:
        for at, cell in _cells(row):
            if id(cell) in places:
                votes.setdefault(at, Counter())[places[id(cell)]] += 1
    return votes


def _cells(row: Block) -> list[tuple[int, Block]]:
    found, at = [], 0
    for cell in row.children:
        found.append((at, cell))
        at += _span(cell)
    return found


def _span(cell: Block) -> int:
    return int(cell.attr("colspan") or 1)

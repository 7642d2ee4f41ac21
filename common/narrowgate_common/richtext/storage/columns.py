"""The `colgroup` of a table whose columns were added or removed."""

from __future__ import annotations

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.storage.edits import Edit
from narrowgate_common.richtext.storage.tree import Node


def width(table: Block) -> int:
    """Columns of the widest row."""
    return max((sum(_span(cell) for cell in row.children) for row in table.children), default=0)


def column_edits(old: Block, new: Block) -> list[Edit]:
    """As many `col` as there are columns, where there were so before. The last ones go: which went, nobody tells."""
    group = old.origin.node.child("colgroup")
    if group is None:
        return []
    columns = [node for node in group.elements() if node.name == "col"]
    before, after = width(old), width(new)
    if len(columns) != before or before == after:
        return []
    if after < before:
        return [(node.start, node.end, "") for node in columns[after:]]
    return [_more(columns[-1], after - before)]


def _more(last: Node, count: int) -> Edit:
    return last.end, last.end, "<col/>" * count


def _span(cell: Block) -> int:
    return int(cell.attr("colspan") or 1)

"""Tables as text in columns, for where there are none: wide characters count for two."""

from __future__ import annotations

import unicodedata

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.inline import visible

_WIDE = {"W", "F"}


def aligned(table: Block) -> str:
    """A line for each row, with a rule below the head."""
    rows = [[_words(cell) for cell in row.children] for row in table.children]
    columns = max(map(len, rows), default=0)
    full = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(map(_width, column)) for column in zip(*full, strict=True)]
    lines = [_line(row, widths) for row in full]
    if table.children and all(cell.attr("header") for cell in table.children[0].children):
        lines.insert(1, "-+-".join("-" * width for width in widths))
    return "\n".join(lines)


def _line(row: list[str], widths: list[int]) -> str:
    cells = (text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True))
    return " | ".join(cells).rstrip()


def _words(cell: Block) -> str:
    """What stands in a cell, on one line; where links lead is not lost."""
    linked = any(run.link or run.atom for each in cell.walk() for run in each.runs)
    plain = len(cell.children) <= 1 and not linked
    if plain and all(child.kind == "paragraph" for child in cell.children):
        return " ".join(visible(child.runs) for child in cell.children)
    return " ".join(render(cell.children).split())


def _width(text: str) -> int:
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in "\u200d\ufe0e\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1

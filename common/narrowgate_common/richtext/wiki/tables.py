"""Rows of wiki tables: `||header||`, `|cell|`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.inline import SPACES
from narrowgate_common.richtext.wiki.addresses import IS_IMAGE, target_of
from narrowgate_common.richtext.wiki.lines import Line
from narrowgate_common.richtext.wiki.macros import Piece, Words

_BARS = re.compile(
    r"""(?=[\\{\[!|])(?:
      \\.
    | \{\{(?:[^{}\n\\]|\\.)*\}\}
    | \{[^{}\n]*\}
    | \[(?P<link>(?:[^\[\]\n\\]|\\.)+)\]
    | !(?P<image>[^\s!|][^!|\n]*)\|[^!|\n]*!
    | (?P<bars>\|\|?)
    )""",
    re.VERBOSE,
)


@dataclass(slots=True)
class Cell:
    """From its bar to the next one."""

    start: int
    inside: int
    end: int
    pieces: list[Piece] = field(default_factory=list)

    @property
    def is_header(self) -> bool:
        return self.inside - self.start > 1


def ends(text: str, row: Line | Sequence[Piece]) -> bool:
    """Whether a row that ends here ends with a bar."""
    pieces = row.pieces if isinstance(row, Line) else row
    last = pieces[-1]
    return isinstance(last, Words) and text[last.start : last.end].rstrip(SPACES).endswith("|")


def cells(text: str, pieces: Sequence[Piece]) -> list[Cell]:
    """Bars inside links, images, macros and code are words. What follows the last bar is a cell if it is not blank."""
    found: list[Cell] = []
    for piece in pieces:
        at = piece.start
        if not isinstance(piece, Words):
            _append(found, piece)
            continue
        for start, end in _bars(text, piece):
            _append(found, Words(at, start))
            if found:
                found[-1].end = start
            found.append(Cell(start, end, end))
            at = end
        _append(found, Words(at, piece.end))
    if found and _is_blank(text, found[-1]):
        found.pop()
    return found


def _bars(text: str, piece: Words) -> Iterator[tuple[int, int]]:
    seen = piece.start
    while match := _BARS.search(text, seen, piece.end):
        seen = match.end()
        if match["bars"]:
            yield match.span()
        elif (match["link"] and target_of(match["link"]) is None) or (
            match["image"] and not IS_IMAGE.match(match["image"])
        ):
            seen = match.start() + 1


def _append(found: list[Cell], piece: Piece) -> None:
    if found and piece.end > piece.start:
        found[-1].pieces.append(piece)
        found[-1].end = piece.end


def _is_blank(text: str, cell: Cell) -> bool:
    return all(
        isinstance(each, Words) and not text[each.start : each.end].strip(SPACES) for each in cell.pieces
    )

"""Pieces line by line, and which kind of block a line begins. Line ends inside macros do not count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from narrowgate_common.richtext.inline import SPACES
from narrowgate_common.richtext.wiki.macros import Piece, Words

HEADING = re.compile(r"[ \t]*(h([1-6])\.[ \t]*)")
SHORT_QUOTE = re.compile(r"[ \t]*(bq\.[ \t]*)")
MARKER = re.compile(r"[ \t]*([*#\-]{1,20})[ \t]+")
"""Twenty levels; more signs than that are an ornament."""
_RULE = re.compile(r"[ \t]*-{4,5}[ \t\r]*\Z")
_BARS_ALONE = frozenset({"|", "||"})


class Line(NamedTuple):
    pieces: list[Piece]
    head: str
    """The characters before its first macro."""


def lines(text: str, pieces: Sequence[Piece]) -> Iterator[Line]:
    line: list[Piece] = []
    for piece in pieces:
        if not isinstance(piece, Words):
            line.append(piece)
            continue
        at = piece.start
        while True:
            end = text.find("\n", at, piece.end)
            if end < 0:
                break
            if end > at:
                line.append(Words(at, end))
            yield _line(text, line)
            line, at = [], end + 1
        if at < piece.end:
            line.append(Words(at, piece.end))
    if line:
        yield _line(text, line)


def _line(text: str, pieces: list[Piece]) -> Line:
    first = pieces[0] if pieces else None
    return Line(pieces, text[first.start : first.end] if isinstance(first, Words) else "")


def kind(line: Line, *, in_list: bool = False) -> str:
    """The kind of block that this line begins, empty for a blank line."""
    if line.head and line.head[0] not in _MAY_BEGIN:
        return "paragraph"
    head = line.head.strip(SPACES)
    if not head:
        return "paragraph" if len(line.pieces) > bool(line.head) else ""
    finder = _BY_FIRST.get(head[0])
    return finder(line, head, in_list) if finder else "paragraph"


def marker(line: Line, *, in_list: bool) -> re.Match[str] | None:
    """The signs that begin an item, with what follows them. Only in a list do dashes alone go deeper."""
    match = MARKER.match(line.head)
    if match is None:
        return None
    only_dashes = len(match[1]) > 1 and not match[1].strip("-")
    if only_dashes and not in_list:
        return None
    return match if line.head[match.end() :].strip(SPACES) or len(line.pieces) > 1 else None


def _heading(line: Line, _: str, __: bool) -> str:  # noqa: FBT001 - rows of one table
    return "heading" if HEADING.match(line.head) else "paragraph"


def _quote(line: Line, _: str, __: bool) -> str:  # noqa: FBT001
    return "quote" if SHORT_QUOTE.match(line.head) else "paragraph"


def _table(line: Line, head: str, _: bool) -> str:  # noqa: FBT001
    return "paragraph" if head in _BARS_ALONE and len(line.pieces) == 1 else "table"


def _signs(line: Line, _: str, in_list: bool) -> str:  # noqa: FBT001
    if len(line.pieces) == 1 and _RULE.match(line.head):
        return "rule"
    return "list" if marker(line, in_list=in_list) else "paragraph"


_BY_FIRST = {"h": _heading, "b": _quote, "|": _table, "*": _signs, "#": _signs, "-": _signs}
_MAY_BEGIN = frozenset({*SPACES, *_BY_FIRST})

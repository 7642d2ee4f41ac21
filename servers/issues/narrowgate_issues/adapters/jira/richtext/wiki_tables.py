"""Rows of wiki tables: `||header||`, `|cell|`."""

from __future__ import annotations

import re

from narrowgate_issues.adapters.jira.richtext.wiki_macros import Line

_BARS = re.compile(
    r"\\.|\{\{(?:[^{}\n\\]|\\.)*\}\}|\{[^{}\n]*\}|\[(?:[^\[\]\n\\]|\\.)+\]|![^\s!|][^!|\n]*\|[^!|\n]*!|(?P<bars>\|+)"
)

Cells = list[tuple[bool, Line]]


def ends(row: Line) -> bool:
    return isinstance(row[-1], str) and row[-1].rstrip().endswith("|")


def cells(row: Line) -> Cells:
    """Whether each cell is a header, and what it holds; bars inside links, images, macros and code are text."""
    found: Cells = []
    for piece in row:
        if isinstance(piece, str):
            _split(piece, found)
        elif found:
            found[-1][1].append(piece)
    if found and _is_blank(found[-1][1]):
        found.pop()
    return found


def _split(text: str, found: Cells) -> None:
    at = 0
    for match in _BARS.finditer(text):
        if match["bars"] is None:
            continue
        _append(found, text[at : match.start()])
        found.append((len(match["bars"]) > 1, []))
        at = match.end()
    _append(found, text[at:])


def _append(found: Cells, text: str) -> None:
    if text and found:
        found[-1][1].append(text)


def _is_blank(line: Line) -> bool:
    return all(isinstance(piece, str) and not piece.strip() for piece in line)

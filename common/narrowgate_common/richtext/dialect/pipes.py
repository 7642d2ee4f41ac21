"""Pipe tables: a head, a line of dashes, and rows, which may be shorter or longer than the head."""

from __future__ import annotations

import re

from markdown_it.rules_block.state_block import StateBlock

_DASHES = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*\Z")
_BULLETS = ("-", "- ", "-\t")
_PIPE = re.compile(r"(?<!\\)\|")


def table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - their signature
    """One token, its rows as lists of Markdown in `meta["rows"]`."""
    if start + 1 >= end or not _is_head(state, start):
        return False
    if silent:
        return True
    rows = [cells(_line(state, start))]
    line = start + 2
    while line < end and _continues(state, line, end):
        rows.append(cells(_line(state, line)))
        line += 1
    state.push("table", "", 0).meta = {"rows": rows}
    state.line = line
    return True


def cells(line: str) -> list[str]:
    """The row's cells; a pipe inside one has a backslash before it."""
    line = line.strip(" \t").removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    parts = _PIPE.split(line) if "\\" in line else line.split("|")
    return [cell.strip(" \t").replace("\\|", "|") for cell in parts]


def _is_head(state: StateBlock, start: int) -> bool:
    if state.sCount[start + 1] < state.blkIndent or state.isEmpty(start + 1):
        return False
    dashes = _line(state, start + 1)
    if dashes[0] not in "|:-" or dashes[:2] in _BULLETS or not _DASHES.match(dashes):
        return False
    head = _line(state, start)
    return "|" in head and len(cells(head)) == len(cells(dashes))


def _continues(state: StateBlock, line: int, end: int) -> bool:
    if state.isEmpty(line) or state.sCount[line] < state.blkIndent:
        return False
    first = _line(state, line)[0]
    return first == "|" or not any(
        rule(state, line, end, True) for rule in state.md.block.ruler.getRules("blockquote")
    )


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]

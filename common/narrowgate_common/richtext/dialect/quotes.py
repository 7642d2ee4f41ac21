"""Quotes: lines that begin with `>`, and the lazy ones that go on with a paragraph without it.

As markdown-it-py reads them, but what one quote has found to be lazy, the quotes inside skip at once: ninety quotes
before twenty thousand lazy lines would else look at each line ninety times.
"""

from __future__ import annotations

from typing import cast

from markdown_it.rules_block.state_block import StateBlock

_Saved = tuple[int, int, int, int, int]


def quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - their signature
    if not _has_marker(state, start):
        return False
    if silent:
        return True
    kind, state.parentType = state.parentType, "blockquote"
    saved: list[_Saved] = []
    after = _lines(state, start, end, saved)
    _tokenize(state, start, after)
    state.parentType = kind
    for line, begin, shift, indent, offset in saved:
        state.bMarks[line], state.tShift[line] = begin, shift
        state.sCount[line], state.bsCount[line] = indent, offset
    return True


def _tokenize(state: StateBlock, start: int, end: int) -> None:
    last, state.lineMax = state.lineMax, end
    indent, state.blkIndent = state.blkIndent, 0
    state.push("blockquote_open", "blockquote", 1)
    state.md.block.tokenize(state, start, end)
    state.push("blockquote_close", "blockquote", -1)
    state.lineMax, state.blkIndent = last, indent


def _lines(state: StateBlock, start: int, end: int, saved: list[_Saved]) -> int:
    """The line behind the quote; those within begin behind their marker until they are restored."""
    line, is_blank = start, False
    while line < end:
        if _has_marker(state, line) and (line == start or state.sCount[line] >= state.blkIndent):
            saved.append(_copy(state, line))
            is_blank = _enter(state, line)
            line += 1
        elif is_blank or state.isEmpty(line):
            break
        elif (after := _lazy(state, line, end, saved)) > line:
            line = after
        else:
            break
    return line


def _lazy(state: StateBlock, start: int, end: int, saved: list[_Saved]) -> int:
    """The line behind those that are lazy."""
    known = cast("dict[int, int]", state.env["lazy"])
    if state.sCount[start] < 0:
        return min(known[start], end)
    line = start
    while line < end and not state.isEmpty(line) and not _is_other(state, line, end):
        saved.append(_copy(state, line))
        state.sCount[line] = -1
        line += 1
    known[start] = line
    return line


def _is_other(state: StateBlock, line: int, end: int) -> bool:
    if _has_marker(state, line) and state.sCount[line] >= state.blkIndent:
        return True
    return any(rule(state, line, end, True) for rule in state.md.block.ruler.getRules("blockquote"))


def _has_marker(state: StateBlock, line: int) -> bool:
    at = state.bMarks[line] + state.tShift[line]
    return at < state.eMarks[line] and state.src[at] == ">"


def _copy(state: StateBlock, line: int) -> _Saved:
    return line, state.bMarks[line], state.tShift[line], state.sCount[line], state.bsCount[line]


def _enter(state: StateBlock, line: int) -> bool:
    """Behind the marker and one space, or one column of a tab; whether nothing follows."""
    at = state.bMarks[line] + state.tShift[line] + 1
    end, before = state.eMarks[line], state.bsCount[line]
    column = state.sCount[line] + 1
    following = state.src[at] if at < end else ""
    is_spaced = following in (" ", "\t") and following != ""
    takes_one = following == " " or (following == "\t" and (before + column) % 4 == 3)
    splits_tab = is_spaced and not takes_one
    first = column = column + takes_one
    state.bMarks[line] = at = at + takes_one
    while at < end and state.src[at] in " \t":
        column += 1 if state.src[at] == " " else 4 - (column + before + splits_tab) % 4
        at += 1
    state.bsCount[line] = state.sCount[line] + 1 + is_spaced
    state.sCount[line] = column - first
    state.tShift[line] = at - state.bMarks[line]
    return at >= end

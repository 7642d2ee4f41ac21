"""The block structure of Markdown: markdown-it-py's parser with the dialect's own rules.

Off: HTML, link definitions, underlined headings, indented code. On: tables whose rows may differ in length, and
containers between `:::name{key=value}` and `:::`. A closing line belongs to the innermost container that opened at
its column; one without an opening is text. Where a container ends is known only while it is read, so the loop over
blocks is ours; a container stays open for what stands in a list item in it, but not for what stands in a quote.
"""

from __future__ import annotations

import re
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock, RuleFuncBlockType
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import fence, list_block
from markdown_it.rules_block.state_block import StateBlock
from markdown_it.token import Token

from narrowgate_common.richtext.blocks import MAX_DEPTH, Attrs
from narrowgate_common.richtext.dialect.attributes import BRACES, parsed, unquoted
from narrowgate_common.richtext.dialect.pipes import table
from narrowgate_common.richtext.dialect.quotes import quote
from narrowgate_common.richtext.refusal import panel_hint, refused
from narrowgate_common.richtext.unseen import seen

MAX_CHARS = 16 * 1024 * 1024
"""What is longer is refused."""

BARE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]*")
NAME = rf'{BARE_NAME.pattern}|"(?:[^"\\\n]|\\[^\n])+"'
_OPENS = re.compile(rf":{{3,}}[ ]*(?=[A-Za-z\"])(?:(?P<name>{NAME})(?P<braces>{BRACES.pattern})?[ \t]*\Z)?")
_CLOSES = re.compile(r":{3,}[ \t]*\Z")
_RULE = re.compile(r"([-*_])[ \t]*+(?:\1[ \t]*+){2,}+\Z")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|\Z)")
_LINE_ENDS = re.compile(r"\r\n?")
_STARTS = frozenset("#>-+*_`~:0123456789")
"""With what a line begins that may end a paragraph; `|`, `:` or `-` in the line after it may, too."""


def structure(markdown: str) -> list[Token]:
    """Tokens of kind paragraph, heading, fence, hr, table, and opening and closing ones of containers.

    Raises GatewayError: `too_large`, `too_deep`, `unsupported_markup` (a container without an end, a broken head).
    """
    if len(markdown) > MAX_CHARS:
        raise refused(f"a text has at most {MAX_CHARS // 1024 // 1024} MiB", reason="too_large")
    text = seen(_LINE_ENDS.sub("\n", markdown) if "\r" in markdown else markdown)
    tokens: list[Token] = []
    _MARKDOWN.block.parse(text, _MARKDOWN, {"open": [], "lazy": {}}, tokens)
    return tokens


class _Blocks(ParserBlock):
    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - their names
        columns = _open(state)
        if state.parentType == "blockquote":
            state.env["open"] = []
        line = startLine
        while True:
            state.line = line = _first_filled(state, line, endLine)
            if line >= endLine or state.sCount[line] < state.blkIndent or _closes(state, line):
                break
            if state.level > MAX_DEPTH:
                raise refused(f"blocks are nested more than {MAX_DEPTH} deep", reason="too_deep")
            for rule in _BY_FIRST.get(_first(state, line), _OTHERS):
                if rule(state, line, endLine, False):
                    break
            line = state.line
        state.tight = False
        state.env["open"] = columns


def _open(state: StateBlock) -> list[int]:
    """The columns of the containers that may end here."""
    return cast("list[int]", state.env["open"])


def _first_filled(state: StateBlock, line: int, end: int) -> int:
    while line < end and state.isEmpty(line):
        line += 1
    return line


def _content(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _first(state: StateBlock, line: int) -> str:
    at = state.bMarks[line] + state.tShift[line]
    return state.src[at] if at < state.eMarks[line] else ""


def _closes(state: StateBlock, line: int) -> bool:
    columns = _open(state)
    if not columns or state.sCount[line] not in columns or _first(state, line) != ":":
        return False
    begin = state.bMarks[line]
    is_behind_marker = state.src[begin : begin + state.tShift[line]].strip(" \t") != ""
    return not is_behind_marker and _CLOSES.match(_content(state, line)) is not None


def _closing(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 - their signature
    """Ends a paragraph, a list or a quote; the loop itself sees to the rest."""
    return silent and _closes(state, start)


def _container(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - their signature
    if _first(state, start) != ":":
        return False
    head = _content(state, start)
    match = _OPENS.match(head)
    if match is None:
        return False
    if silent:
        return True
    opening = state.push("container_open", "", 1)
    opening.info, opening.meta = _head(match, head)
    kind, state.parentType = state.parentType, "container"
    _open(state).append(state.sCount[start])
    state.md.block.tokenize(state, start + 1, end)
    _open(state).pop()
    state.parentType = kind
    line = state.line
    if line >= end or state.sCount[line] != state.sCount[start] or not _CLOSES.match(_content(state, line)):
        raise refused(
            "a container has no closing ::: at the column of its opening",
            reason="unsupported_markup",
            details=[head],
        )
    state.push("container_close", "", -1)
    state.line = line + 1
    return True


def _called(head: str) -> str:
    """The name that an opening line begins with."""
    words = head.strip().lstrip(":").split(maxsplit=1)
    return words[0] if words else ""


def _head(match: re.Match[str], head: str) -> tuple[str, dict[str, Attrs]]:
    braces = match["braces"]
    attrs = parsed(braces[1:-1]) if braces else ()
    if not match["name"] or attrs is None:
        raise refused(
            f"a container begins with :::name{{key=value}}, each key once{panel_hint(_called(head))}",
            reason="unsupported_markup",
            details=[head],
        )
    return unquoted(match["name"]), {"attrs": attrs}


def _rule(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 - their signature
    if _first(state, start) not in ("-", "*", "_") or not _RULE.match(_content(state, start)):
        return False
    if not silent:
        state.push("hr", "", 0)
        state.line = start + 1
    return True


def _heading(state: StateBlock, start: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 - their signature
    match = _HEADING.match(_content(state, start)) if _first(state, start) == "#" else None
    if match is None:
        return False
    if not silent:
        words = _content(state, start)[match.end() :].rstrip(" \t")
        open_ended = words.rstrip("#")
        token = state.push("heading", "", 0)
        token.content = words if open_ended and open_ended[-1] not in " \t" else open_ended.rstrip(" \t")
        token.info = str(len(match[1]))
        state.line = start + 1
    return True


def _paragraph(state: StateBlock, start: int, _end: int, _silent: bool) -> bool:  # noqa: FBT001 - their signature
    kind, state.parentType = state.parentType, "paragraph"
    end, line = state.lineMax, start + 1
    while line < end and not state.isEmpty(line) and not _interrupts(state, line, end):
        line += 1
    state.parentType = kind
    state.push("paragraph", "", 0).content = state.getLines(start, line, state.blkIndent, False).strip(
        " \t\n"
    )
    state.line = line
    return True


def _interrupts(state: StateBlock, line: int, end: int) -> bool:
    if not 0 <= state.sCount[line] <= state.blkIndent + 3:
        return False
    if _first(state, line) not in _STARTS and (
        line + 1 >= end or _first(state, line + 1) not in ("|", ":", "-")
    ):
        return False
    return any(
        rule(state, line, end, True) for rule in (_closing, *_BY_FIRST.get(_first(state, line), _OTHERS)[:-1])
    )


def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark")
    markdown.block = blocks = _Blocks()
    ruler = blocks.ruler
    ruler.disable(["html_block", "reference", "lheading", "code"])
    ends: RuleOptionsType = {"alt": ["paragraph", "blockquote", "list"]}
    ruler.at("table", table, ends)
    ruler.at("blockquote", quote, ends)
    ruler.at("hr", _rule, ends)
    ruler.at("heading", _heading, ends)
    ruler.at("paragraph", _paragraph)
    ruler.before("table", "container", _container, ends)
    ruler.before("container", "closing", _closing, ends)
    return markdown


_OTHERS: tuple[RuleFuncBlockType, ...] = (table, _paragraph)
_BY_FIRST: dict[str, tuple[RuleFuncBlockType, ...]] = {
    ":": (_container, table, _paragraph),
    "#": (table, _heading, _paragraph),
    ">": (table, quote, _paragraph),
    "_": (table, _rule, _paragraph),
    "+": (table, list_block, _paragraph),
    **dict.fromkeys("-*", (table, _rule, list_block, _paragraph)),
    **dict.fromkeys("`~", (table, fence, _paragraph)),
    **dict.fromkeys("0123456789", (table, list_block, _paragraph)),
}
"""The rules that can apply to a line, by its first character; what else may end a block asks the parser's own."""

_MARKDOWN = _parser()

"""Wiki markup to blocks, the way Jira's renderer finds them: by line, macros first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from narrowgate_issues.adapters.jira.richtext import shown, tidy, wiki_lists, wiki_macros, wiki_tables
from narrowgate_issues.adapters.jira.richtext.capacity import MAX_LIST_DEPTH, reduced
from narrowgate_issues.adapters.jira.richtext.found import Found
from narrowgate_issues.adapters.jira.richtext.tree import Block, Cell, Note, Rule, Run, Table
from narrowgate_issues.adapters.jira.richtext.wiki_inline import read_inline
from narrowgate_issues.adapters.jira.richtext.wiki_macros import Container, Line, Piece, Verbatim

_HEADING = re.compile(r"[ \t]*h([1-6])\.")
_QUOTE = re.compile(r"[ \t]*bq\.")
_RULE = re.compile(r"[ \t]*-{4,5}[ \t]*\Z")
_TABLE = re.compile(r"[ \t]*\|")
_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.\-]{1,48}\Z")
_ALERTS = frozenset({"info", "note", "tip", "warning"})
_PLAIN_CODE = frozenset({"language", "title"})


def read(document: object) -> Found:
    reader = _Reader()
    text = tidy.clean(document) if isinstance(document, str) else ""
    blocks = reader.blocks(wiki_macros.cut(text))
    return Found(tuple(blocks), frozenset(reader.hidden))


class _Reader:
    """`hidden` gathers names of what the blocks do not show."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()

    def blocks(self, pieces: list[Piece]) -> list[Block]:
        rows = list(wiki_macros.lines(pieces))
        out: list[Block] = []
        at = 0
        while at < len(rows):
            kind = _kind(rows[at])
            at, made = _MAKERS[kind](self, rows, at) if kind else (at + 1, [])
            out += made
        return out

    def heading(self, rows: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        head = str(rows[at][0])
        match = _HEADING.match(head)
        level = int(match[1]) if match else 1
        text = head[match.end() :] if match else head
        made = tidy.heading(level, read_inline(text, self.hidden))
        return at + 1, made + self.flow(rows[at][1:])

    def short_quote(self, rows: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        return at + 1, tidy.quotation(self.flow([_QUOTE.sub("", str(rows[at][0]), count=1), *rows[at][1:]]))

    def rule(self, _: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        return at + 1, [Rule()]

    def paragraph(self, rows: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        pieces: Line = [*rows[at]]
        at += 1
        while at < len(rows) and _kind(rows[at]) == "paragraph":
            pieces += ["\n", *rows[at]]
            at += 1
        return at, self.flow(pieces)

    def listing(self, rows: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        """An item goes on until a blank line, the next marker or another block; macros belong to it."""
        entries: list[tuple[str, Line]] = []
        while at < len(rows) and _kind(rows[at], in_list=True) in ("list", "paragraph"):
            marker, rest = wiki_lists.marker(rows[at], in_list=True)
            if marker:
                entries.append((marker, rest))
            else:
                entries[-1][1].extend(["\n", *rows[at]])
            at += 1
        if any(len(marker) > MAX_LIST_DEPTH for marker, _ in entries):
            self.hidden.add("deep nesting")
        return at, wiki_lists.nested([(marker, self.flow(pieces)) for marker, pieces in entries])

    def table(self, rows: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        """A row that does not end in a bar goes on in the next line."""
        self.hidden.add("table")
        made: list[tuple[Cell, ...]] = []
        while at < len(rows) and _kind(rows[at]) == "table":
            pieces: Line = [*rows[at]]
            at += 1
            while at < len(rows) and not wiki_tables.ends(pieces) and _kind(rows[at]) not in ("", "table"):
                pieces += ["\n", *rows[at]]
                at += 1
            made.append(
                tuple(
                    Cell(tuple(self.blocks(inside)), header) for header, inside in wiki_tables.cells(pieces)
                )
            )
        filled = tuple(row for row in made if row)
        return at, [Table(filled)] if filled else []

    def flow(self, pieces: Line) -> list[Block]:
        """Text as paragraphs, macros as blocks between them."""
        out: list[Block] = []
        text: list[str] = []
        for piece in pieces:
            if isinstance(piece, str):
                text.append(piece)
                continue
            out += tidy.paragraph(read_inline("".join(text), self.hidden))
            text = []
            out += self._code(piece) if isinstance(piece, Verbatim) else self._container(piece)
        return out + tidy.paragraph(read_inline("".join(text), self.hidden))

    def _code(self, macro: Verbatim) -> list[Block]:
        plain, named = wiki_macros.parameters(macro.parameters)
        language = (named.get("language") or plain) if macro.name == "code" else ""
        if language and not _LANGUAGE.match(language):
            self.hidden.add("code language")
            language = reduced(language)
        if set(named) - _PLAIN_CODE or (plain and macro.name != "code"):
            self.hidden.add("code options")
        title = named.get("title", "")
        if title:
            self.hidden.add("code title")
        return tidy.paragraph([Run(title)]) + tidy.code(macro.body, language)

    def _container(self, macro: Container) -> list[Block]:
        blocks = self.blocks(macro.pieces)
        if macro.name == "quote":
            return tidy.quotation(blocks)
        plain, named = wiki_macros.parameters(macro.parameters)
        title = named.get("title") or plain
        self.hidden.add("expand" if macro.name == "expand" else "panel")
        if macro.name in _ALERTS:
            return [Note(macro.name.upper(), tidy.tidy([Run(title)]), tuple(blocks))]
        return [Note("", tidy.tidy([shown.token(macro.name, title)]), tuple(blocks))]


def _kind(line: Line, *, in_list: bool = False) -> str:
    """The kind of block that this line begins, empty for a blank line."""
    if all(isinstance(piece, str) and not piece.strip() for piece in line):
        return ""
    head = line[0]
    if not isinstance(head, str):
        return "paragraph"
    if len(line) == 1 and _RULE.match(head):
        return "rule"
    for kind, pattern in _STARTS.items():
        if pattern.match(head):
            return kind
    return "list" if wiki_lists.marker(line, in_list=in_list)[0] else "paragraph"


_STARTS = {"heading": _HEADING, "quote": _QUOTE, "table": _TABLE}
_MAKERS: dict[str, Callable[[_Reader, Sequence[Line], int], tuple[int, list[Block]]]] = {
    "heading": _Reader.heading,
    "quote": _Reader.short_quote,
    "rule": _Reader.rule,
    "table": _Reader.table,
    "list": _Reader.listing,
    "paragraph": _Reader.paragraph,
}

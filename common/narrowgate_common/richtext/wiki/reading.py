"""Wiki markup to blocks, the way Jira's renderer finds them: by line, macros first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrowgate_common.richtext.blocks import MAX_DEPTH, Attrs, Block, Kind
from narrowgate_common.richtext.format import Document
from narrowgate_common.richtext.inline import SPACES
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import heads, lists, macros, tables
from narrowgate_common.richtext.wiki.lines import HEADING, SHORT_QUOTE, Line, kind, lines, marker
from narrowgate_common.richtext.wiki.macros import VERBATIM, Macro, Piece, Words
from narrowgate_common.richtext.wiki.origins import Place
from narrowgate_common.richtext.wiki.reading_inline import is_visible, read_inline

TASKS = {"[ ] ": " ", "[x] ": "x"}
"""A task, as this library writes it: Jira shows the brackets."""


def read(original: str) -> Document[str]:
    reader = Reader(original)
    blocks = tuple(reader.blocks(macros.cut(original)))
    if _depth(blocks) > MAX_DEPTH:
        raise refused("the text nests too deeply to be edited", reason="too_deep")
    return Document(original, blocks, tuple(sorted(reader.hidden)))


class Reader:
    """`hidden` gathers names of what the blocks do not show."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.hidden: set[str] = set()

    def blocks(self, pieces: Sequence[Piece], form: str = "") -> list[Block]:
        rows = list(lines(self.text, pieces))
        out: list[Block] = []
        at = 0
        while at < len(rows):
            found = kind(rows[at])
            at, made = _MAKERS[found](self, rows, at, form) if found else (at + 1, [])
            out += made
        return lists.grouped(out)

    def heading(self, rows: Sequence[Line], at: int, form: str) -> tuple[int, list[Block]]:
        line = rows[at]
        match = HEADING.match(line.head)
        first = line.pieces[0]
        if match is None:
            return at + 1, self.flow(line.pieces, form)
        start, inside = first.start + match.start(1), first.start + match.end()
        made = self._words("heading", start, inside, first.end, "heading", (("level", match[2]),))
        return at + 1, made + self.flow(line.pieces[1:], form)

    def short_quote(self, rows: Sequence[Line], at: int, _: str) -> tuple[int, list[Block]]:
        line = rows[at]
        match = SHORT_QUOTE.match(line.head)
        start, inside = _after(line, match.start(1) if match else 0, match.end() if match else 0)
        children = tuple(self.flow([*_rest(line, inside)], "bq"))
        if not children:
            return at + 1, []
        end = children[-1].origin.end
        place = Place(self.text, start, end, inside, end, "bq")
        return at + 1, [Block("quote", children=children, origin=place)]

    def rule(self, rows: Sequence[Line], at: int, _: str) -> tuple[int, list[Block]]:
        start, end = _trimmed(self.text, rows[at].pieces[0].start, rows[at].pieces[0].end)
        return at + 1, [Block("rule", origin=Place(self.text, start, end, start, end))]

    def paragraph(self, rows: Sequence[Line], at: int, form: str) -> tuple[int, list[Block]]:
        pieces = [*rows[at].pieces]
        at += 1
        while at < len(rows) and kind(rows[at]) == "paragraph":
            pieces += rows[at].pieces
            at += 1
        return at, self.flow(pieces, form)

    def listing(self, rows: Sequence[Line], at: int, form: str) -> tuple[int, list[Block]]:
        """An item goes on until a blank line, the next marker or another block; macros belong to it."""
        entries: list[tuple[str, int, int, list[Piece]]] = []
        while at < len(rows) and kind(rows[at], in_list=True) in ("list", "paragraph"):
            match = marker(rows[at], in_list=True)
            if match is None:
                entries[-1][3].extend(rows[at].pieces)
            else:
                start, inside = _after(rows[at], match.start(1), match.end())
                entries.append((match[1], start, inside, [*_rest(rows[at], inside)]))
            at += 1
        return at, lists.nested(self.text, [self._entry(*each, form=form) for each in entries])

    def _entry(self, signs: str, start: int, inside: int, pieces: list[Piece], form: str) -> lists.Entry:
        done = TASKS.get(self.text[inside : inside + 4]) if isinstance(pieces[0], Words) else None
        attrs: Attrs = ()
        if done is not None and not signs.endswith("#") and pieces[0].end >= inside + 4:
            inside, attrs = inside + 4, (("done", done),)
            pieces[0] = Words(inside, pieces[0].end)
        end = _trimmed(self.text, inside, pieces[-1].end)[1]
        name = "task" if attrs else "number" if signs.endswith("#") else "item"
        return lists.Entry(
            signs, start, inside, max(end, inside), attrs, self.flow(pieces, f"{form} {name}".strip())
        )

    def table(self, rows: Sequence[Line], at: int, _: str) -> tuple[int, list[Block]]:
        """A row that does not end in a bar goes on in the next line."""
        made: list[Block] = []
        while at < len(rows) and kind(rows[at]) == "table":
            pieces = [*rows[at].pieces]
            at += 1
            while (
                at < len(rows) and not tables.ends(self.text, pieces) and kind(rows[at]) not in ("", "table")
            ):
                pieces += rows[at].pieces
                at += 1
            made.append(self._row(pieces))
        start, end = made[0].origin.start, made[-1].origin.end
        return at, [Block("table", children=tuple(made), origin=Place(self.text, start, end, start, end))]

    def _row(self, pieces: Sequence[Piece]) -> Block:
        found = tables.cells(self.text, pieces)
        start, until = found[0].start, found[-1].end
        end = max(_trimmed(self.text, until, pieces[-1].end)[1], until)
        children = tuple(self._cell(each) for each in found)
        return Block("row", children=children, origin=Place(self.text, start, end, start, until))

    def _cell(self, cell: tables.Cell) -> Block:
        children = tuple(self.blocks(cell.pieces, "cell"))
        attrs: Attrs = (("header", "true"),) if cell.is_header else ()
        place = Place(self.text, cell.start, cell.end, cell.inside, cell.end)
        return Block("cell", attrs=attrs, children=children, origin=place)

    def flow(self, pieces: Sequence[Piece], form: str) -> list[Block]:
        """Words as paragraphs, macros as blocks between them."""
        out: list[Block] = []
        first: Piece | None = None
        end = 0
        for piece in pieces:
            if isinstance(piece, Words):
                first, end = first or piece, piece.end
                continue
            if first:
                out += self._words("paragraph", first.start, first.start, end, form, ())
                first = None
            out += self._macro(piece)
        return out + (self._words("paragraph", first.start, first.start, end, form, ()) if first else [])

    def _words(self, name: Kind, start: int, inside: int, end: int, form: str, attrs: Attrs) -> list[Block]:
        """A paragraph or heading, or nothing where nothing is to be seen: then it is part of a gap."""
        inside, end = _trimmed(self.text, inside, end)
        if inside >= end:
            return []
        runs, signs = read_inline(self.text, inside, end, self.hidden)
        if not is_visible(runs):
            return []
        first = start if name == "heading" else inside
        place = Place(self.text, first, end, inside, end, form, "", signs)
        return [Block(name, "", attrs, runs, "", (), place)]

    def _macro(self, macro: Macro) -> list[Block]:
        if macro.name in VERBATIM:
            return [heads.code(self.text, macro)]
        children = tuple(self.blocks(macro.pieces))
        if macro.name == "quote" and not children:
            return []
        return [heads.container(self.text, macro, children)]


def _after(line: Line, start: int, inside: int) -> tuple[int, int]:
    at = line.pieces[0].start
    return at + start, at + inside


def _rest(line: Line, inside: int) -> list[Piece]:
    """The pieces of a line behind its marker."""
    first = line.pieces[0]
    return [*([Words(inside, first.end)] if first.end > inside else []), *line.pieces[1:]]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    if start < end and text[start] not in SPACES and text[end - 1] not in SPACES:
        return start, end
    stretch = text[start:end]
    words = stretch.lstrip(SPACES)
    start += len(stretch) - len(words)
    return start, start + len(words.rstrip(SPACES))


def _depth(blocks: Sequence[Block]) -> int:
    depth = 0
    level = blocks
    while level:
        depth += 1
        level = [child for block in level for child in block.children]
    return depth


_MAKERS: dict[str, Callable[[Reader, Sequence[Line], int, str], tuple[int, list[Block]]]] = {
    "heading": Reader.heading,
    "quote": Reader.short_quote,
    "rule": Reader.rule,
    "table": Reader.table,
    "list": Reader.listing,
    "paragraph": Reader.paragraph,
}

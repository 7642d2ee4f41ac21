"""Blocks as Mattermost's Markdown, a blank line apart. What it lacks stands in the nearest form, with a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from unicodedata import combining, east_asian_width

from narrowgate_chat.adapters.mattermost.inlines import lines, one_line
from narrowgate_chat.adapters.mattermost.pings import PING, Allowed, guarded
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.fences import head
from narrowgate_common.richtext.inline import Content, Run, visible

_TICKS = re.compile(r"`{3,}")
_LANGUAGE = re.compile(r"[A-Za-z0-9_.+#-]+")
HIDDEN = "names that nobody asked to ping stand as code, and in addresses behind %40"
ALERT = "an alert stands as a quote"
BOX = "a container stands as its content"
OPAQUE = "what only a page can hold stands as its name"
TABLE = "a table stands as aligned text"
IMAGE = "an image stands as a link"


@dataclass(slots=True)
class Native:
    """One text as it is written; `notes` fill up while it is."""

    allowed: Allowed = field(default_factory=Allowed)
    notes: dict[str, None] = field(default_factory=dict)

    def text(self, blocks: Iterable[Block]) -> str:
        return "\n\n".join("\n".join(each) for block in blocks if (each := self._lines(block, top=True)))

    def _lines(self, block: Block, *, top: bool = False) -> list[str]:
        if block.kind == "table":
            return self._table(block, top=top)
        made: dict[str, Callable[[Block], list[str]]] = {
            "paragraph": lambda each: lines(self._runs(each.runs)),
            "heading": lambda each: [f"{'#' * each.level} {self._heading(each)}".rstrip()],
            "code": self._code,
            "opaque": self._opaque,
            "rule": lambda _: ["***"],
            "quote": lambda each: _quoted(self._children(each.children)),
            "alert": self._alert,
            "list": self._list,
        }
        return made.get(block.kind, self._box)(block)

    def _children(self, blocks: Sequence[Block]) -> list[str]:
        out: list[str] = []
        before = ""
        for block in blocks:
            made = self._lines(block)
            if out and made and not (before == "paragraph" and block.kind == "list"):
                out.append("")
            out += made
            before = block.kind
        return out

    def _runs(self, runs: Content) -> Content:
        safe, hidden = guarded([self._plain(run) for run in runs], self.allowed)
        if hidden:
            self.notes[HIDDEN] = None
        return safe

    def _plain(self, run: Run) -> Run:
        """Atoms that only pages have, as their words; nothing that a text calls a mention pings."""
        atom = run.atom
        if atom is None or atom.kind == "break":
            return run
        words = f"@{atom.label}" if atom.kind == PING and not atom.label.startswith("@") else atom.label
        if atom.kind == "image":
            self.notes[IMAGE] = None
            words = f"{words} ({atom.attr('to')})" if words else atom.attr("to")
        return Run(words or atom.attr("to") or atom.kind, run.marks, run.link)

    def _heading(self, block: Block) -> str:
        text = one_line(self._runs(block.runs))
        return f"{text[:-1]}\\#" if text.endswith("#") else text

    def _code(self, block: Block) -> list[str]:
        language = block.attr("language")
        known = _LANGUAGE.fullmatch(language) is not None
        title = " ".join(filter(None, ["" if known else language, block.attr("title")]))
        return [*self._title(title), *_fenced(block.text, language if known else "")]

    def _title(self, words: str) -> list[str]:
        return [f"**{one_line(self._runs((Run(words),)))}**", ""] if words else []

    def _opaque(self, block: Block) -> list[str]:
        self.notes[OPAQUE] = None
        return _fenced(head(block), "")

    def _alert(self, block: Block) -> list[str]:
        self.notes[ALERT] = None
        first = self._title(block.attr("title") or block.name.capitalize())
        rest = self._children(block.children)
        return _quoted([*first, *rest] if rest else first[:1])

    def _box(self, block: Block) -> list[str]:
        self.notes[BOX] = None
        return [*self._title(block.attr("title")), *self._children(block.children)]

    def _list(self, block: Block) -> list[str]:
        start = int(block.attr("start") or 1)
        out: list[str] = []
        for number, item in enumerate(block.children, start):
            marker = f"{min(number, 999_999_999)}." if block.is_numbered else "-"
            out += self._item(item, marker)
        return out

    def _item(self, item: Block, marker: str) -> list[str]:
        inner = self._children(item.children)
        box = f"[{item.attr('done')}] " if item.is_task else ""
        if inner and item.children[0].kind == "list":
            inner = ["", *inner]
        first = f"{marker} {box}{inner[0] if inner else ''}".rstrip()
        indent = " " * (len(marker) + 1)
        return [first, *[indent + line if line else "" for line in inner[1:]]]

    def _table(self, block: Block, *, top: bool) -> list[str]:
        rows = [[self._cell(cell) for cell in row.children] for row in block.children]
        if not top or not _is_plain(block, rows):
            self.notes[TABLE] = None
            return _fenced("\n".join(_aligned([[visible(cell) for cell in row] for row in rows])), "")
        written = [[one_line(cell).replace("|", "\\|") for cell in row] for row in rows]
        has_head = bool(block.children[0].children[0].attrs)
        first = written.pop(0) if has_head else [""] * len(written[0])
        return [_row(first), _row(["---"] * len(first)), *map(_row, written)]

    def _cell(self, cell: Block) -> Content:
        """All of its words, whatever blocks they stand in."""
        out: list[Run] = []
        for each in cell.walk():
            words = each.runs or ((Run(each.text.replace("\n", " ")),) if each.text else ())
            if words and out:
                out.append(Run(" "))
            out += words
        return self._runs(tuple(Run(" ") if run.is_break else run for run in out))


def _is_plain(block: Block, rows: Sequence[Sequence[Content]]) -> bool:
    """Whether pipes hold it. Ticks of one row could end code of another where a name must stay code."""
    widths = {len(row) for row in rows}
    ticks = any("`" in run.text for row in rows for cell in row for run in cell)
    spans = any(name != "header" for row in block.children for cell in row.children for name, _ in cell.attrs)
    return len(widths) == 1 and widths != {0} and not ticks and not spans


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    width = max(map(len, rows), default=0)
    widths = [max((_width(row[at]) for row in rows if at < len(row)), default=0) for at in range(width)]
    return ["  ".join(_padded(cell, widths[at]) for at, cell in enumerate(row)).rstrip() for row in rows]


def _padded(text: str, width: int) -> str:
    flat = text.replace("\n", " ")
    return flat + " " * (width - _width(flat))


def _width(text: str) -> int:
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def _quoted(inner: Iterable[str]) -> list[str]:
    return [f"> {line}" if line else ">" for line in inner] or [">"]


def _fenced(text: str, language: str) -> list[str]:
    longest = max((len(found[0]) for found in _TICKS.finditer(text)), default=2)
    fence = "`" * (longest + 1)
    return [f"{fence}{language}", *(text.split("\n") if text else []), fence]

"""The dialect as the vendor's rich text: nothing in it is escaped, so nothing is lost or can be read as a ping.

https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from narrowgate_chat.adapters.slack.tables import aligned
from narrowgate_chat.adapters.slack.writing_inline import Inline, Words
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.rendering import render_block
from narrowgate_common.richtext.inline import Content, Run

Json = dict[str, Any]

_DEEPEST_LIST = 8
_STRONG: frozenset[Any] = frozenset({"strong"})
_BOXES = {"x": "☑ ", " ": "☐ "}

_HEADINGS = "headings are shown as bold lines"
_TABLES = "tables are shown as aligned text"
_TASKS = "task boxes are shown as signs"
_LANGUAGES = "code blocks keep no language"
_FLATTENED = "what stands inside list items or quotes and is no text stands after them"


@dataclass
class Page:
    """The vendor's blocks of one message, as they are built."""

    words: Words
    notes: dict[str, None] = field(default_factory=dict)
    blocks: list[Json] = field(default_factory=list)
    _elements: list[Json] = field(default_factory=list)
    _section: Inline = field(default_factory=list)

    def note(self, said: str) -> None:
        self.notes[said] = None

    def written(self, blocks: Iterable[Block]) -> list[Json]:
        for block in blocks:
            self._block(block)
        self._end_rich_text()
        return self.blocks

    def _block(self, block: Block) -> None:
        if block.kind == "rule":
            self._end_rich_text()
            self.blocks.append({"type": "divider"})
        elif block.kind == "list":
            self._list(block, 0, quoted=False)
        elif block.kind in ("quote", "alert"):
            self._quote(block)
        elif block.kind == "container":
            self._container(block)
        elif block.kind in ("paragraph", "heading"):
            self._paragraph(self.line(block))
        else:
            self._code(self.code(block), quoted=False)

    def line(self, block: Block) -> Inline:
        if block.kind != "heading":
            return self.words.elements(block.runs)
        self.note(_HEADINGS)
        return self.words.elements(_bold(block.runs))

    def code(self, block: Block) -> str:
        """The text of whatever is shown in a fixed width."""
        if block.kind == "table":
            self.note(_TABLES)
            return aligned(block)
        if block.kind == "code":
            if block.attrs:
                self.note(_LANGUAGES)
            return block.text
        return render_block(block)

    def _paragraph(self, elements: Inline) -> None:
        if self._section and elements:
            self._section.append({"type": "text", "text": "\n\n"})
        self._section += elements

    def _container(self, block: Block) -> None:
        title = block.attr("title")
        if title:
            self._paragraph(self.words.elements((Run(title, _STRONG),)))
        for child in block.children:
            self._block(child)

    def _add(self, element: Json) -> None:
        self._end_section()
        self._elements.append(element)

    def _code(self, text: str, *, quoted: bool) -> None:
        border = {"border": 1} if quoted else {}
        said = {"type": "text", "text": text or " "}
        self._add({"type": "rich_text_preformatted", "elements": [said], **border})

    def _quote(self, block: Block) -> None:
        lines: Inline = []
        for child in _flat(_titled(block)):
            if child.kind in ("paragraph", "heading"):
                lines += [*([{"type": "text", "text": "\n\n"}] if lines else []), *self.line(child)]
                continue
            self._quoted(lines)
            lines = []
            if child.kind == "list":
                self._list(child, 0, quoted=True)
            elif child.kind != "rule":
                self._code(self.code(child), quoted=True)
            else:
                self._quoted(self.words.elements((Run("———"),)))
        self._quoted(lines)

    def _quoted(self, lines: Inline) -> None:
        if lines:
            self._add({"type": "rich_text_quote", "elements": lines})

    def _list(self, block: Block, depth: int, *, quoted: bool) -> None:
        """Items of one depth in a row are one element; what is no text of an item stands between two."""
        start = int(block.attr("start") or 1)
        for place, item in enumerate(block.children):
            self._item(item, _Look(block.is_numbered, depth, start + place - 1, quoted))

    def _item(self, item: Block, look: _Look) -> None:
        texts, rest = _leading(item)
        lines: Inline = [{"type": "text", "text": self._box(item)}] if item.is_task else []
        for number, each in enumerate(texts):
            lines += [*([{"type": "text", "text": "\n\n"}] if number else []), *self.line(each)]
        self._add_item(lines or [{"type": "text", "text": " "}], look)
        for child in rest:
            self._inside(child, look)

    def _inside(self, child: Block, look: _Look) -> None:
        if child.kind == "list":
            self._list(child, min(look.depth + 1, _DEEPEST_LIST), quoted=look.quoted)
            return
        self.note(_FLATTENED)
        if child.kind in ("quote", "alert"):
            self._quote(child)
        elif child.kind in ("paragraph", "heading"):
            self._add_item(
                self.line(child), replace(look, depth=min(look.depth + 1, _DEEPEST_LIST), numbered=False)
            )
        elif child.kind == "container":
            for each in child.children:
                self._inside(each, look)
        else:
            self._code(self.code(child), quoted=look.quoted)

    def _box(self, item: Block) -> str:
        self.note(_TASKS)
        return _BOXES.get(item.attr("done"), "☐ ")

    def _add_item(self, elements: Inline, look: _Look) -> None:
        self._end_section()
        item = {"type": "rich_text_section", "elements": elements}
        last = self._elements[-1] if self._elements else {}
        if last and look.goes_on(last):
            last["elements"].append(item)
        else:
            self._elements.append({**look.element(), "elements": [item]})

    def _end_section(self) -> None:
        if self._section:
            self._elements.append({"type": "rich_text_section", "elements": self._section})
            self._section = []

    def _end_rich_text(self) -> None:
        self._end_section()
        if self._elements:
            self.blocks.append({"type": "rich_text", "elements": self._elements})
            self._elements = []


@dataclass(frozen=True, slots=True)
class _Look:
    """How an item is drawn; `offset` is how many numbers stand before it."""

    numbered: bool
    depth: int
    offset: int
    quoted: bool

    def element(self) -> Json:
        found: Json = {"type": "rich_text_list", "style": "ordered" if self.numbered else "bullet"}
        found["indent"] = self.depth
        if self.numbered and self.offset:
            found["offset"] = self.offset
        return found | ({"border": 1} if self.quoted else {})

    def goes_on(self, last: Json) -> bool:
        """Whether the item is the next one of that list."""
        same = {name: last.get(name) for name in ("type", "style", "indent", "border")}
        mine = self.element()
        if same != {name: mine.get(name) for name in same}:
            return False
        return not self.numbered or last.get("offset", 0) + len(last["elements"]) == self.offset


def _bold(runs: Content) -> Content:
    return tuple(
        run if run.is_break or "code" in run.marks else replace(run, marks=run.marks | _STRONG)
        for run in runs
    )


def _titled(block: Block) -> Iterator[Block]:
    if block.kind == "alert":
        title = block.attr("title") or block.name.capitalize()
        yield Block("paragraph", runs=(Run(title, _STRONG),))
    yield from block.children


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """A quote inside a quote is one quote."""
    for block in blocks:
        if block.kind in ("quote", "alert"):
            yield from _flat(_titled(block))
        elif block.kind == "container":
            yield from _flat(block.children)
        else:
            yield block


def _leading(item: Block) -> tuple[Sequence[Block], Sequence[Block]]:
    """An item's paragraphs before anything else, and what follows."""
    count = 0
    while count < len(item.children) and item.children[count].kind in ("paragraph", "heading"):
        count += 1
    return item.children[:count], item.children[count:]

"""A document between the formats: a tree of blocks. Readers build it with origins, the Markdown parser without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, Literal

from narrowgate_common.richtext.inline import Content, Pairs, normal, seen_attrs
from narrowgate_common.richtext.unseen import seen
from narrowgate_common.richtext.values import value

Kind = Literal[
    "paragraph", "heading", "code", "opaque", "rule", "quote", "alert",
    "list", "item", "table", "row", "cell", "container",
]  # fmt: skip

Attrs = Pairs

MAX_DEPTH = 100
"""Levels of blocks within blocks; what is deeper is refused."""


@value
class Block:
    """One visible block.

    | kind | name | attrs | holds |
    |---|---|---|---|
    | paragraph | | | runs |
    | heading | | level 1..6 | runs |
    | code | | language, title and others | text, without the line end after its last line |
    | opaque | macro, extension, media... | name, ref and others | nothing that is shown |
    | rule | | | |
    | quote | | | children |
    | alert | INFO, NOTE, TIP, WARNING, ERROR, SUCCESS, CUSTOM | title | children |
    | list | | start, when it is numbered | items |
    | item | | done: "x" or " ", when it is a task | children |
    | table | | | rows |
    | row | | | cells |
    | cell | | header "true", colspan, rowspan | children |
    | container | panel, expand, layout, section, cell... | title, ref and others | children |
    """

    kind: Kind
    name: str = ""
    attrs: Attrs = ()
    runs: Content = ()
    text: str = ""
    children: tuple[Block, ...] = ()
    origin: Any = field(default=None, compare=False, repr=False)

    def attr(self, name: str) -> str:
        for each, text in self.attrs:
            if each == name:
                return text
        return ""

    @property
    def level(self) -> int:
        return int(self.attr("level") or 1)

    @property
    def is_task(self) -> bool:
        return bool(self.attrs) and any(name == "done" for name, _ in self.attrs)

    @property
    def is_numbered(self) -> bool:
        return bool(self.attrs) and any(name == "start" for name, _ in self.attrs)

    def walk(self) -> Iterator[Block]:
        """Itself and everything below, in order."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            yield block
            waiting.extend(reversed(block.children))


def shape(block: Block) -> Block:
    """The same block as a reader sees it: content in normal form, no origins. Equal shapes render alike."""
    return Block(
        block.kind,
        block.name,
        seen_attrs(block.attrs),
        normal(block.runs),
        seen(block.text),
        tuple(shape(each) for each in block.children),
    )

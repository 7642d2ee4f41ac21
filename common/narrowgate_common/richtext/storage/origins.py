"""Where blocks and runs stand in their original: what the reader leaves for whoever patches."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.storage.entities import Cutter
from narrowgate_common.richtext.storage.tree import Node
from narrowgate_common.richtext.values import thing, value

Stack = tuple[Node, ...]
"""The inline elements around a run, the outermost first."""

SpotKind = Literal["text", "section", "title", "atom", "void"]


class Spot:
    """Of a run: its bytes and the elements around them.

    text: characters with references; section: CDATA; title: a link's own words, which stand in no text; atom: an
    element that is read as one; void: what nobody sees.
    """

    __slots__ = ("_cutter", "end", "index", "kind", "node", "source", "stack", "start")

    def __init__(self, kind: SpotKind, node: Node, stack: Stack, index: int) -> None:
        self.kind: SpotKind = kind
        self.node = node
        self.stack = stack
        self.index = index
        self.source = node.source
        self.start = node.start
        self.end = node.end
        self._cutter: Cutter | None = None

    @property
    def raw(self) -> str:
        return self.source[self.start : self.end]

    def cut(self, start: int, end: int) -> str:
        """The raw text of some of its decoded characters."""
        if self._cutter is None:
            self._cutter = Cutter(self.raw)
        return self._cutter.cut(start, end)


@value
class Band:
    """A stretch that holds children: a list among adjacent ones, a section of a table, the body of anything else.

    What goes between `inner` and `close` is put into `before` and `after` when the band has yet to be made.
    """

    start: int
    inner: int
    close: int
    end: int
    children: tuple[Block, ...] = ()
    before: str = ""
    after: str = ""
    node: Node | None = None
    """The element around it, where the block has several."""


@thing
class Held:
    """Of a block: its bytes, its element, and the bands with its children.

    `bare` is text that no element of its own holds. `inner` and `close` enclose the runs of a paragraph.
    """

    source: str
    start: int
    end: int
    node: Node
    bands: tuple[Band, ...] = ()
    bare: bool = False
    inner: int = 0
    close: int = 0
    twin: tuple[int, int] | None = field(default=None)
    """A second copy of the body, shown by those who do not know the first."""

    @property
    def raw(self) -> str:
        return self.source[self.start : self.end]

"""What an original's format has to know so that it can be read, written and edited. One value of it per format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import Run

Original = TypeVar("Original")
"""The whole: text for storage and wiki markup, a document node for ADF."""
Piece = TypeVar("Piece")
"""A part of it, ready to stand among others: text, or a list of nodes."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something an edit must not lose in silence: an element or node with its attributes, a mark that Markdown hides.

    `shown` is how a loss is told, in a few plain words ("macro drawio", "image width=300", "comment marker").
    `unique` is for what must not stand twice: a macro's id, a comment marker. A loss that is `grave` needs leave: what
    the reader of the Markdown did not see, or what holds more than is seen. A mention, a link or a status that was
    taken out of a sentence is told and no more, and so is an id that the vendor gives anew.
    """

    kind: str
    value: str
    shown: str = field(compare=False)
    unique: bool = field(default=False, compare=False)
    grave: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Document(Generic[Original]):
    """An original as blocks whose origins lead back into it.

    `hidden` names what Markdown does not show and an edit keeps ("colour", "underline"), for whoever reads.
    """

    original: Original
    blocks: tuple[Block, ...]
    hidden: tuple[str, ...] = ()
    origin: Any = None


@dataclass(frozen=True, slots=True)
class Splice:
    """A stretch of a changed paragraph: `run` is what is wanted there.

    Kept characters are `source.text[start:end]`, an old run's, in whatever marks and link are wanted now; a kept atom
    has its `source` too, and where it differs from it, it is that atom with another label or attribute. New characters
    have no source; `beside` holds the old runs they replace, or else those that stand next to them: what all of these
    hide (a colour, a comment marker) belongs to the new characters as well. A splice without text or atom is white
    space of the source that nobody sees and that stays.
    """

    run: Run
    source: Run | None = None
    start: int = 0
    end: int = 0
    beside: tuple[Run, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is an old run as it was."""
        return self.source is not None and (self.start, self.end) == (0, len(self.source.text))


@dataclass(frozen=True, slots=True)
class Copied:
    """An origin whose thing stands elsewhere too: it is written without ids."""

    origin: Any


@dataclass(frozen=True, slots=True)
class Worn:
    """Origin of new characters that stood in this old run, or replace it: what it hides belongs to them as well."""

    run: Run


@dataclass(frozen=True, slots=True)
class Part(Generic[Piece]):
    """A child of an edited block in its new place: what it is, what it was made from, and its piece."""

    block: Block
    source: Block | None
    piece: Piece
    copied: bool = False
    """The source stands elsewhere too."""


class Format(Protocol[Original, Piece]):
    """`notes` collects warnings: what a format can hold only in another form."""

    name: str

    def read(self, original: Original) -> Document[Original]:
        """Raises GatewayError (`ill_formed`) for what cannot be edited; `as_text` shows that."""
        ...

    def as_text(self, original: Original) -> str:
        """The words of an ill-formed original."""
        ...

    def fit(self, block: Block, inside: tuple[Block, ...], notes: list[str]) -> Block:
        """A wanted block as this format can hold it below these ancestors, its children included.

        Blocks and runs within it that have an origin are things of the original and stay as they are.
        Raises GatewayError (`unsupported_markup`, `bad_link`) where it cannot.
        """
        ...

    def fresh(self, block: Block) -> Piece:
        """A fitted block, written anew.

        A block or an atom within it that has an origin is written as `keep`, or for `Copied` as `copy`, would; words
        with one (`Worn`) have what their old run hides.
        """
        ...

    def keep(self, block: Block) -> Piece:
        """Its own bytes or nodes, without what stands around it."""
        ...

    def copy(self, block: Block) -> Piece:
        """The same without ids, which must not stand twice."""
        ...

    def leaf(self, old: Block, new: Block, splices: Sequence[Splice]) -> Piece:
        """A paragraph or heading with these contents, or a code block with its new text; its head patched in place."""
        ...

    def container(self, old: Block, new: Block, parts: Sequence[Part[Piece]]) -> Piece:
        """Any other block: its head patched in place, its children replaced by the parts, the gaps between kept."""
        ...

    def root(self, document: Document[Original], parts: Sequence[Part[Piece]]) -> Original:
        """The whole, with what stands between kept blocks."""
        ...

    def new(self, pieces: Sequence[tuple[Block, Piece]]) -> Original:
        """An original from fresh pieces alone."""
        ...

    def inventory(self, original: Original) -> Counter[Feature]:
        """Everything that could be lost."""
        ...

    def covers(self, run: Run) -> tuple[Feature, ...]:
        """What lies on an old run and is not shown: a colour, a comment marker. Each is one of `inventory`, too.

        `shown` names the kind of mark alone ("colour"), for it is told with the words that it lies on.
        """
        ...

    def trouble(self, original: Original) -> str | None:
        """What makes it ill-formed or invalid by the format's own rules, in a few words; None when it is sound."""
        ...

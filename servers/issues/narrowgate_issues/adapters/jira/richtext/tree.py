"""A document between the formats: blocks of runs.

The readers build it, the Markdown renderer shows it, the Markdown parser builds it again, the writers turn it
into a format. It holds what Markdown can show; what a format holds beyond that, its reader names as a loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mark = Literal["strong", "em", "strike", "code"]
Marks = frozenset[Mark]

PLAIN: Marks = frozenset()


@dataclass(frozen=True, slots=True)
class Run:
    """Characters that share their marks and the address they link to."""

    text: str
    marks: Marks = PLAIN
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """A line break inside a paragraph."""


Inline = Run | Break
Content = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    content: Content


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    content: Content


@dataclass(frozen=True, slots=True)
class Code:
    """`language` is a plain word or empty; `text` has no line end after its last line."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""


@dataclass(frozen=True, slots=True)
class Quote:
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A panel or an expand: `alert` is its kind where Markdown has alerts of such a kind, else empty."""

    alert: str
    title: Content
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list; `done` is None where it is not a task."""

    blocks: tuple[Block, ...]
    done: bool | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `start` is its first number, None for bullets."""

    items: tuple[Item, ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    blocks: tuple[Block, ...]
    header: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    rows: tuple[tuple[Cell, ...], ...]


Block = Paragraph | Heading | Code | Rule | Quote | Note | Listing | Table

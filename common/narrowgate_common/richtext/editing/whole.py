"""A whole text in place of an old one: what it leaves alone at its ends is found before anything is parsed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.editing.alignment import Side
from narrowgate_common.richtext.editing.plan import Plan, planned, side
from narrowgate_common.richtext.format import Document
from narrowgate_common.richtext.unseen import seen

GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a document that an edit looks at: old blocks `start` to `end`, and what is wanted in their place."""

    start: int
    end: int
    plans: tuple[Plan, ...]


def unified(markdown: str) -> str:
    """Line ends of one kind, and nothing unseen."""
    return seen(markdown).replace("\r\n", "\n").replace("\r", "\n")


def tidy(markdown: str) -> str:
    """The same without empty lines around the text."""
    return unified(markdown).strip("\n")


def span(document: Document[Any], texts: Sequence[str], markdown: str) -> Span:
    """`texts` are the old blocks' Markdown, `markdown` is tidied."""
    start, head = _same_start(texts, markdown)
    end, tail = _same_end(texts, markdown, start, head)
    middle = parse(markdown[head:tail])
    if end < len(texts) and not _ends_with(middle, texts[end - 1]):
        end, middle = len(texts), parse(markdown[head:])
    old = [Side(document.blocks[at], texts[at]) for at in range(start, end)]
    return Span(start, end, planned(old, list(map(side, middle))))


def _same_start(texts: Sequence[str], markdown: str) -> tuple[int, int]:
    """How many blocks the text begins with, but for the last of them: what follows could belong to that one."""
    places = [0]
    for text in texts:
        begin = places[-1]
        if not markdown.startswith(text + GAP, begin):
            break
        places.append(begin + len(text) + len(GAP))
    count = max(0, len(places) - 2)
    return count, places[count]


def _same_end(texts: Sequence[str], markdown: str, start: int, head: int) -> tuple[int, int]:
    """The old blocks before this position, and the text before that one, are looked at."""
    at, tail = len(texts), len(markdown)
    places = [(at, tail)]
    while at > start:
        text = texts[at - 1]
        begin = tail - len(text)
        if begin < head + len(GAP) or not markdown.startswith(GAP + text, begin - len(GAP)):
            break
        at, tail = at - 1, begin - len(GAP)
        places.append((at, tail))
    return places[-2] if len(places) > 1 else places[0]


def _ends_with(middle: Sequence[Block], text: str) -> bool:
    """Whether the last block is the old one that stood there: then nothing that begins before goes on behind it."""
    return bool(middle) and side(middle[-1]).key == text

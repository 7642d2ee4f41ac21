"""What of a page answers a search: the blocks that hold its words, and the headings above them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from narrowgate_docs.adapters.confluence.visible import Block, blocks
from narrowgate_docs.port import Passage

PASSAGE_CHARS = 300
_BEFORE = 120
"""Characters before the first match."""
_MOST = 2
_LONGEST = 2_000_000
"""Characters of a body that are looked through."""
_MOST_WORDS = 20
_WORD = re.compile(r"\w+")
_NEAR = re.compile(r"\s")
_NEAR_CHARS = 40


def passages(source: str, searched: str) -> tuple[Passage, ...]:
    """The best places for the searched words, or the beginning of the page where none of them stands."""
    words = list(dict.fromkeys(_WORD.findall(searched.casefold())))[:_MOST_WORDS]
    first: Block | None = None
    best: list[tuple[tuple[int, bool, int], Block]] = []
    for place, block in enumerate(blocks(source[:_LONGEST])):
        first = first or block
        folded = block.text.casefold()
        score = len([word for word in words if word in folded])
        if score:
            best.append(((-score, block.level > 0, place), block))
            best.sort(key=lambda each: each[0])
            del best[_MOST:]
    if best:
        in_order = sorted(best, key=lambda each: each[0][2])
        return tuple(_passage(block, words) for _, block in in_order)
    return () if first is None else (_passage(first, ()),)


def occurrences(source: str, words: str, *, around: int = 40) -> tuple[str, ...]:
    """Each place where these words stand within one block, with what stands around it. Code of macros is no place."""
    return tuple(
        place for block in blocks(source) if not block.code for place in _places(block.text, words, around)
    )


def _places(text: str, words: str, around: int) -> list[str]:
    places, at = list[str](), text.find(words) if words else -1
    while at >= 0:
        places.append(text[max(at - around, 0) : at + len(words) + around])
        at = text.find(words, at + len(words))
    return places


def _passage(block: Block, words: Sequence[str]) -> Passage:
    text = " ".join(block.text.split()) if block.code else block.text
    folded = text.casefold()
    found = [at for word in words if (at := folded.find(word)) >= 0]
    start = _word_start(text, max(min(found, default=0) - _BEFORE, 0))
    end = start + PASSAGE_CHARS
    before, after = "… " if start else "", " …" if end < len(text) else ""
    return Passage(f"{before}{text[start:end].strip()}{after}", block.headings)


def _word_start(text: str, at: int) -> int:
    """Not in the middle of a word, where there are words."""
    if at == 0:
        return 0
    found = _NEAR.search(text, at, at + _NEAR_CHARS)
    return found.end() if found else at

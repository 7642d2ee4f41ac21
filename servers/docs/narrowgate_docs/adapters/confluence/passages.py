"""What of a page answers a search: the blocks that hold its words, and the headings above them.

A plain look through the storage format, many times quicker than reading it, since a search returns many pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from narrowgate_docs.port import Passage

_PASSAGE_CHARS = 300
_AROUND = 120
"""Characters before the first match."""
_MOST = 2
_LONGEST = 2_000_000
"""Characters of a body that are looked through."""

_PIECE = re.compile(
    r"<!\[CDATA\[(?P<code>.*?)\]\]>|<!--.*?-->|<ac:parameter\b[^>]*?(?:/>|>.*?</ac:parameter>)|<(?P<tag>/?[A-Za-z][\w:.-]*)[^>]*>",
    re.DOTALL,
)
_BLOCKS = frozenset({
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "td", "th", "tr", "pre", "blockquote", "br", "hr", "div",
    "ac:task-body", "ac:rich-text-body", "ac:plain-text-body", "ac:layout-cell", "ac:structured-macro", "table", "ul",
    "ol",
})  # fmt: skip
_HEADING = re.compile(r"h[1-6]")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    headings: tuple[str, ...]


def passages(source: str, searched: str | None) -> tuple[Passage, ...]:
    """The best places for the searched words, or the beginning of the page where none of them stands."""
    blocks = [block for block in _blocks(source[:_LONGEST]) if block.text]
    words = sorted({word.casefold() for word in _WORD.findall(searched or "")})
    scored = [(score, -place, block) for place, block in enumerate(blocks) if (score := _score(block, words))]
    best = sorted(scored, key=lambda each: each[:2], reverse=True)[:_MOST]
    if best:
        return tuple(_passage(block, words) for _, _, block in sorted(best, key=lambda each: -each[1]))
    return tuple(_passage(block, ()) for block in blocks[:1])


def plain_text(source: str) -> list[str]:
    """The visible text block by block, headings included."""
    return [block.text for block in _blocks(source, headings_too=True) if block.text]


def _score(block: _Block, words: Sequence[str]) -> int:
    text = block.text.casefold()
    return sum(1 for word in words if word in text)


def _passage(block: _Block, words: Sequence[str]) -> Passage:
    text = block.text
    folded = text.casefold()
    found = [at for word in words if (at := folded.find(word)) >= 0]
    start = max(min(found, default=0) - _AROUND, 0)
    if start:
        start = text.find(" ", start) + 1 or start
    piece = text[start : start + _PASSAGE_CHARS]
    before, after = "… " if start else "", " …" if start + _PASSAGE_CHARS < len(text) else ""
    return Passage(f"{before}{piece}{after}", block.headings)


def _blocks(source: str, *, headings_too: bool = False) -> Iterator[_Block]:
    """Blocks of text in order; a heading is part of what stands above those after it."""
    above: list[tuple[int, str]] = []
    parts: list[str] = []
    for text, tag in _pieces(source):
        parts.append(text)
        name = tag.removeprefix("/")
        if name not in _BLOCKS:
            continue
        words = " ".join(unescape("".join(parts)).split())
        parts = []
        if tag.startswith("/") and _HEADING.fullmatch(name):
            level = int(name[1])
            above = [each for each in above if each[0] < level]
            if words:
                above.append((level, words))
            if headings_too:
                yield _Block(words, ())
        else:
            yield _Block(words, tuple(heading for _, heading in above))
    yield _Block(" ".join(unescape("".join(parts)).split()), tuple(heading for _, heading in above))


def _pieces(source: str) -> Iterator[tuple[str, str]]:
    """Text, and the tag after it; code is text as it stands."""
    at = 0
    for found in _PIECE.finditer(source):
        yield source[at : found.start()], found["tag"] or ""
        if found["code"] is not None:
            yield found["code"].replace("&", "&amp;"), ""
        at = found.end()
    yield source[at:], ""

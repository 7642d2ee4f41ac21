"""Backslashes and entities for characters that would mean something where they stand: found by reading them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.wiki.assembling import Bit
from narrowgate_common.richtext.wiki.lines import HEADING, MARKER, SHORT_QUOTE
from narrowgate_common.richtext.wiki.pairing import paired
from narrowgate_common.richtext.wiki.tokens import ENTITY, ESCAPABLE, SMILEY, Token, tokens
from narrowgate_common.richtext.wiki.units import Kind

_ROUNDS = 6
_RULE = re.compile(r"[ \t]*-{4}")
_BAR = re.compile(r"[ \t]*\|")
_BOX = re.compile(r"[ \t]*\[[ x]\] ")
_ALWAYS = frozenset("*_+^~{}[]|!\\")


def escaped(bits: Sequence[Bit], *, kept: bool, everything: bool, bars: bool) -> str:
    """The markup of these bits. `kept`: kept characters may be escaped too; `bars`: bars mean something here."""
    draft = _Draft(bits, Kind.KEPT if kept else Kind.NEW)
    draft.marked |= set(_cautious(bits, bars=bars))
    if everything:
        draft.marked |= {
            (number, at)
            for number, bit in enumerate(bits)
            if bit.kind >= draft.least
            for at, char in enumerate(bit.text)
            if char in _ALWAYS
        }
    for _ in range(_ROUNDS):
        text = draft.text()
        if not draft.mark(_meaningful(text, draft)):
            return text
    return draft.text()


@dataclass(slots=True)
class _Draft:
    """Bits, and the characters of them that are not to mean anything, as (number of the bit, place in it)."""

    bits: Sequence[Bit]
    least: Kind
    marked: set[tuple[int, int]] = field(default_factory=set)
    starts: list[int] = field(default_factory=list)
    origins: list[tuple[int, int]] = field(default_factory=list)
    syntax: set[int] = field(default_factory=set)
    done: frozenset[tuple[int, int]] = frozenset()

    def text(self) -> str:
        by_bit: dict[int, list[int]] = {}
        for number, at in self.marked:
            by_bit.setdefault(number, []).append(at)
        self.starts, self.origins, self.syntax = [], [], set()
        self.done = frozenset(self.marked)
        out: list[str] = []
        length = 0
        for number, bit in enumerate(self.bits):
            if bit.kind < Kind.KEPT:
                self.syntax.add(length)
            for at, piece in _pieces(bit.text, sorted(by_bit.get(number, ())), out):
                self.starts.append(length)
                self.origins.append((number, at))
                out.append(piece)
                length += len(piece)
        return "".join(out)

    def mark(self, found: Iterator[tuple[int, int]]) -> bool:
        """For each stretch that means something, the first character that may be escaped."""
        before = len(self.marked)
        for start, end in found:
            for at in dict.fromkeys((start, end - 1, *range(start, min(end, start + 40)))):
                place = self._place(at)
                if place is not None and place not in self.marked:
                    self.marked.add(place)
                    break
        return len(self.marked) > before

    def _place(self, at: int) -> tuple[int, int] | None:
        index = bisect_right(self.starts, at) - 1
        if index < 0:
            return None
        number, first = self.origins[index]
        place = (number, first + at - self.starts[index])
        bit = self.bits[number]
        if bit.kind < self.least or place[1] >= len(bit.text) or (number, first) in self.done:
            return None
        return place


def _pieces(text: str, marked: Sequence[int], before: Sequence[str]) -> Iterator[tuple[int, str]]:
    done = 0
    for at in marked:
        if at > done:
            yield done, text[done:at]
        previous = text[at - 1] if at else before[-1][-1:] if before else ""
        yield at, _escape(text[at], previous)
        done = at + 1
    if done < len(text) or not marked:
        yield done, text[done:]


def _escape(char: str, previous: str) -> str:
    """No backslash behind a backslash: Jira reads two of them as a line break."""
    return f"\\{char}" if char in ESCAPABLE and previous != "\\" else f"&#{ord(char)};"


def _meaningful(text: str, draft: _Draft) -> Iterator[tuple[int, int]]:
    """Stretches of the text that are markup without being meant to be."""
    yield from _in(text, 0, len(text), draft)
    at = 0
    for line in text.split("\n"):
        yield from _line_start(line, at)
        at += len(line) + 1


def _in(
    text: str, start: int, end: int, draft: _Draft, *, in_link: bool = False
) -> Iterator[tuple[int, int]]:
    found = tokens(text, start, end, in_link=in_link)
    pairs = paired(text, found, start, end)
    for index, token in enumerate(found):
        if index in pairs.opens or index in pairs.closes:
            if token.start not in draft.syntax:
                yield token.start, token.end
        elif token.kind in ("link", "mono") and token.start in draft.syntax:
            inside = _inside(token)
            yield from _in(text, *inside, draft, in_link=token.kind == "link")
        elif token.kind not in _HARMLESS and token.start not in draft.syntax:
            yield token.start, token.end


def _inside(token: Token) -> tuple[int, int]:
    """Jira may read marks in `{{..}}`, too."""
    if token.kind == "mono":
        return token.start + 2, token.end - 2
    bar = token.value.find("|")
    return token.start + 1, token.start + 1 + max(bar, 0)


_HARMLESS = frozenset({"newline", "url", "phrase"})


def _line_start(line: str, at: int) -> Iterator[tuple[int, int]]:
    """What would begin a heading, an item, a row or a task."""
    for pattern in (HEADING, SHORT_QUOTE):
        if match := pattern.match(line):
            dot = line.index(".", 0, match.end())
            yield at + dot, at + dot + 1
    for pattern in (MARKER, _RULE, _BAR, _BOX):
        if match := pattern.match(line):
            first = at + len(match[0]) - len(match[0].lstrip(" \t"))
            yield first, first + 1
    if line.strip("*#- \t\r") == "" and line.strip():
        yield at, at + 1


def _cautious(bits: Sequence[Bit], *, bars: bool) -> Iterator[tuple[int, int]]:
    """New characters that some renderer might take for markup although this reader does not."""
    for number, bit in enumerate(bits):
        if bit.kind != Kind.NEW:
            continue
        for match in SMILEY.finditer(bit.text):
            yield number, match.start()
        for match in ENTITY.finditer(bit.text):
            yield number, match.start()
        risky = {"{", "}"} if "code" in bit.within else {"{"} if "}" in bit.text else set()
        if "link" in bit.within:
            risky |= {"[", "]", "|"}
        elif "]" in bit.text:
            risky.add("[")
        risky |= {"|"} if bars else set()
        yield from ((number, at) for at, char in enumerate(bit.text) if char in risky)

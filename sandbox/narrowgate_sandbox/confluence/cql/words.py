"""A query's words. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_SYMBOL = re.compile(r"!=|!~|<=|>=|[=~<>(),]")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'', re.DOTALL)
# A bare word: no colon, hash, quote, tilde or other sign that the language keeps for itself.
_BARE = re.compile(r"[\w.\-/]+")
_SPACE = re.compile(r"\s+")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class CqlError(Exception):
    """What the vendor says of a query that it cannot read."""


@dataclass(frozen=True, slots=True)
class Word:
    kind: Literal["symbol", "bare", "quoted", "end"]
    text: str

    def says(self, *words: str) -> bool:
        return self.kind in ("bare", "symbol") and self.text.lower() in words


def words_of(query: str) -> list[Word]:
    """Ends with a word of the kind `end`; raises CqlError."""
    words, at = [], 0
    while at < len(query):
        space = _SPACE.match(query, at)
        if space:
            at = space.end()
            continue
        word, at = _word(query, at)
        words.append(word)
    return [*words, Word("end", "")]


def _word(query: str, at: int) -> tuple[Word, int]:
    symbol = _SYMBOL.match(query, at)
    if symbol:
        return Word("symbol", symbol.group()), symbol.end()
    quoted = _QUOTED.match(query, at)
    if quoted:
        said = quoted.group(1) if quoted.group(1) is not None else quoted.group(2)
        return Word("quoted", _ESCAPED.sub(r"\1", said)), quoted.end()
    bare = _BARE.match(query, at)
    if bare:
        return Word("bare", bare.group()), bare.end()
    raise CqlError(f"Could not parse cql : {query}")

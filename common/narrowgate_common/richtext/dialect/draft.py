"""A line of output before its escapes are known: they depend on what stands beside each character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

SYNTAX, OPAQUE, ATOM, WRAPPED, LITERAL, IN_MARK, IN_LINK = range(7)
"""What a character of a draft is: a delimiter; part of a code span or address; of an atom; an address
that may need angle brackets; text, also in brackets."""


@dataclass(slots=True)
class Draft:
    text: str
    kinds: bytes
    ends: frozenset[int] = field(default=frozenset())
    """Where atoms end."""

    def is_literal(self, index: int) -> bool:
        return 0 <= index < len(self.text) and self.kinds[index] >= LITERAL

    def is_in_brackets(self, index: int) -> bool:
        return self.kinds[index] in (IN_MARK, IN_LINK)

    def at(self, index: int) -> str:
        """A space beyond either end."""
        return self.text[index] if 0 <= index < len(self.text) else " "


def draft(parts: Sequence[tuple[str, int]]) -> Draft:
    """From stretches of one kind each."""
    ends: list[int] = []
    at = 0
    for text, kind in parts:
        at += len(text)
        if kind == ATOM:
            ends.append(at)
    return Draft(
        "".join(text for text, _ in parts),
        b"".join(bytes((kind,)) * len(text) for text, kind in parts),
        frozenset(ends),
    )


def escaped(draft: Draft, escapes: set[int]) -> str:
    out: list[str] = []
    at = 0
    for index in sorted(escapes):
        out += [draft.text[at:index], "\\"]
        at = index
    return "".join([*out, draft.text[at:]])

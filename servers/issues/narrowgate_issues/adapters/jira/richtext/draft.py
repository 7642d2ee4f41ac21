"""A stretch of output before its escapes are known: they depend on what stands beside each character."""

from __future__ import annotations

from dataclasses import dataclass, field

SYNTAX, OPAQUE, LITERAL, LITERAL_IN_LINK = range(4)
"""What a character of a draft is: a delimiter of ours, part of a code span or address, text, text inside a link."""


@dataclass(slots=True)
class Draft:
    """Its characters, and for each what it is; `encoded` are positions that a numeric entity has to stand for."""

    text: str
    kinds: bytearray
    encoded: set[int] = field(default_factory=set)

    def is_literal(self, index: int) -> bool:
        return 0 <= index < len(self.text) and self.kinds[index] >= LITERAL

    def at(self, index: int) -> str:
        """The character as a parser sees it, an entity as its last one; a line feed beyond either end."""
        if not 0 <= index < len(self.text):
            return "\n"
        return ";" if index in self.encoded else self.text[index]


def escaped(draft: Draft, escapes: set[int]) -> str:
    out: list[str] = []
    at = 0
    for index in sorted(escapes | draft.encoded):
        out.append(draft.text[at:index])
        char = draft.text[index]
        out.append(f"&#{ord(char)};" if index in draft.encoded else f"\\{char}")
        at = index + 1
    return "".join([*out, draft.text[at:]])

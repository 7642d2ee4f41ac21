"""A line of output before its escapes are known: they depend on what stands beside each character."""

from __future__ import annotations

from collections.abc import Sequence

SYNTAX, OPAQUE, ATOM, WRAPPED, LITERAL, IN_MARK, IN_LINK = range(7)
"""What a character of a draft is: a delimiter; part of a code span or address; of an atom; an address
that may need angle brackets; text, also in brackets."""

Part = tuple[str, int]


class Draft:
    """Of stretches of one kind each. `words` are the literal ones."""

    __slots__ = ("_kinds", "parts", "text", "words")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.text = "".join([text for text, _ in parts])
        self.words = "".join([text for text, kind in parts if kind >= LITERAL])
        self._kinds: bytes | None = None

    @property
    def kinds(self) -> bytes:
        """Of each character."""
        if self._kinds is None:
            self._kinds = b"".join([bytes((kind,)) * len(text) for text, kind in self.parts])
        return self._kinds

    def ends_atom(self, index: int) -> bool:
        """Whether an atom stands right before this character."""
        return index > 0 and self.kinds[index - 1] == ATOM

    def is_literal(self, index: int) -> bool:
        return 0 <= index < len(self.text) and self.kinds[index] >= LITERAL

    def is_in_brackets(self, index: int) -> bool:
        return self.kinds[index] in (IN_MARK, IN_LINK)

    def at(self, index: int) -> str:
        """A space beyond either end."""
        return self.text[index] if 0 <= index < len(self.text) else " "


def escaped(draft: Draft, escapes: set[int]) -> str:
    if not escapes:
        return draft.text
    out: list[str] = []
    at = 0
    for index in sorted(escapes):
        out += [draft.text[at:index], "\\"]
        at = index
    return "".join([*out, draft.text[at:]])

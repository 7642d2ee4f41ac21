"""Which signs of a line are a pair: as Jira does it, the first that can open and the next that can close."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.wiki.origins import Wrap
from narrowgate_common.richtext.wiki.tokens import SIGNS, Token

_COLOURS_WITHIN = 8
"""More colours around a word than this are not told apart."""


@dataclass(slots=True)
class Pairs:
    """By the index of its token: what a sign opens, and which one a sign closes."""

    opens: dict[int, Wrap] = field(default_factory=dict)
    closes: dict[int, int] = field(default_factory=dict)

    def add(self, opener: int, closer: int, wrap: Wrap) -> None:
        self.opens[opener] = wrap
        self.closes[closer] = opener


def paired(text: str, found: Sequence[Token], start: int, end: int) -> Pairs:
    pairs = Pairs()
    kinds = {token.kind for token in found}
    if "phrase" in kinds or "forced" in kinds:
        _Phrases(text, found, start, end).pair(pairs)
    if "macro" in kinds:
        _colours(text, found, pairs)
    return pairs


@dataclass(slots=True)
class _Phrases:
    text: str
    found: Sequence[Token]
    start: int
    end: int

    def pair(self, pairs: Pairs) -> None:
        waiting: dict[str, int] = {}
        for index, token in enumerate(self.found):
            if token.kind in ("newline", "break"):
                waiting.clear()
            elif token.kind in ("phrase", "forced"):
                self._sign(index, waiting, pairs)

    def _sign(self, index: int, waiting: dict[str, int], pairs: Pairs) -> None:
        sign = self.found[index].value
        opener = waiting.get(sign)
        if opener is None:
            if self._opens(index):
                waiting[sign] = index
        elif self._closes(index):
            del waiting[sign]
            pairs.add(opener, index, self._wrap(opener, index))

    def _wrap(self, opener: int, closer: int) -> Wrap:
        left, right = self.found[opener], self.found[closer]
        return Wrap(SIGNS[left.value], self.text[left.start : left.end], self.text[right.start : right.end])

    def _opens(self, index: int) -> bool:
        token = self.found[index]
        if token.kind == "forced":
            return True
        after = self._after(index)
        return not self._before(index).isalnum() and not after.isspace() and after != token.value[0]

    def _closes(self, index: int) -> bool:
        token = self.found[index]
        if token.kind == "forced":
            return True
        before = self._before(index)
        return not before.isspace() and before != token.value[0] and not self._after(index).isalnum()

    def _before(self, index: int) -> str:
        """The character before a sign; whatever is neither a character nor a sign counts as punctuation."""
        at = self.found[index].start
        if at == self.start:
            return "\n"
        if index and self.found[index - 1].end == at:
            return _stands_for(self.text, self.found[index - 1], -1)
        return self.text[at - 1]

    def _after(self, index: int) -> str:
        at = self.found[index].end
        if at == self.end:
            return "\n"
        if index + 1 < len(self.found) and self.found[index + 1].start == at:
            return _stands_for(self.text, self.found[index + 1], 0)
        return self.text[at]


def _stands_for(text: str, token: Token, side: int) -> str:
    if token.kind in ("newline", "break"):
        return "\n"
    if token.kind == "phrase":
        return token.value[0]
    return text[token.start] if token.kind == "url" and side == 0 else "."


def _colours(text: str, found: Sequence[Token], pairs: Pairs) -> None:
    """`{color:red}` opens, `{color}` closes; what has no partner within its paragraph stands alone."""
    waiting: list[int] = []
    for index, token in enumerate(found):
        if token.kind != "macro" or token.value != "color":
            continue
        raw = text[token.start : token.end]
        if ":" in raw:
            waiting.append(index)
        elif waiting:
            opener = waiting.pop()
            if len(waiting) < _COLOURS_WITHIN:
                opening = text[found[opener].start : found[opener].end]
                pairs.add(opener, index, Wrap(f"colour {opening[7:-1]}", opening, raw))

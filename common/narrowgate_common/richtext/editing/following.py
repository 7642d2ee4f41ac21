"""Which of the words that went each word that came is: those that stand in the same order, then those in company."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass

from narrowgate_common.richtext.editing.myers import matches
from narrowgate_common.richtext.editing.words import Key, Word

SHORT = 3
"""Characters up to which a word that moved without a neighbour is rather another one that is spelled alike."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A word of letters: `leaf` counts the paragraphs, `at` the words in it.

    `apart` is one with nothing beside it that is alike: the only word of a paragraph, or of a colour.
    """

    leaf: int
    at: int
    word: Word
    apart: bool = False

    @property
    def place(self) -> tuple[int, int]:
        return self.leaf, self.at


def followed(gone: Sequence[Spot], come: Sequence[Spot]) -> dict[int, int]:
    """By the index of what came, that of what went. Each is used once."""
    return _Following(gone, come).all()


class _Following:
    def __init__(self, gone: Sequence[Spot], come: Sequence[Spot]) -> None:
        self._gone, self._come = gone, come
        old, new = [spot.word.key for spot in gone], [spot.word.key for spot in come]
        self._found = {right: left for left, right in matches(old, new)}
        self._free = set(range(len(gone))) - set(self._found.values())
        self._alone: dict[Key, deque[int]] = defaultdict(deque)
        self._pairs: dict[tuple[Key, Key], deque[int]] = defaultdict(deque)
        for at in sorted(self._free):
            self._alone[old[at]].append(at)
            if at + 1 in self._free and gone[at + 1].leaf == gone[at].leaf:
                self._pairs[old[at], old[at + 1]].append(at)

    def all(self) -> dict[int, int]:
        for index in range(len(self._come)):
            if index not in self._found and (at := self._best(index)) is not None:
                self._found[index] = at
                self._free.discard(at)
        return {index: at for index, at in self._found.items() if self._is_itself(index, at)}

    def _best(self, index: int) -> int | None:
        """The word behind the one that the word before was; one with the same successor; any."""
        key = self._come[index].word.key
        before = self._found.get(index - 1, -2) + 1
        if before in self._free and self._gone[before].word.key == key:
            return before
        if index + 1 < len(self._come):
            pairs = self._pairs.get((key, self._come[index + 1].word.key))
            if pairs and (at := self._next_free(pairs)) is not None:
                return at
        alone = self._alone.get(key)
        return self._next_free(alone) if alone else None

    def _next_free(self, places: deque[int]) -> int | None:
        while places:
            if (at := places.popleft()) in self._free:
                return at
        return None

    def _is_itself(self, index: int, at: int) -> bool:
        if len(str(self._come[index].word.key)) > SHORT or self._gone[at].apart:
            return True
        return any(self._are_neighbours(index, at, step) for step in (-1, 1))

    def _are_neighbours(self, index: int, at: int, step: int) -> bool:
        if self._found.get(index + step) != at + step or at + step < 0:
            return False
        both = ((self._gone[at], self._gone[at + step]), (self._come[index], self._come[index + step]))
        return all(left.leaf == right.leaf for left, right in both)

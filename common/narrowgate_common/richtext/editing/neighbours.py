"""Which old runs new words stand for: those of the words that they replace, or else those beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from narrowgate_common.richtext.editing.words import Word
from narrowgate_common.richtext.inline import Run

Gap = tuple[int, int]
"""Old positions between which something new stands."""

_MOST = 50
"""Runs that are looked at of those that a whole stretch replaces."""


class Neighbours:
    """Of the new words of one paragraph that are none of the old ones."""

    def __init__(
        self, old: Sequence[Word], new: Sequence[Word], source: Mapping[int, int], gaps: Sequence[Gap]
    ) -> None:
        self._old, self._new, self._gaps = old, new, gaps
        self._used = set(source.values())
        self._words: dict[int, Word] = {}
        self._pairs: dict[int, tuple[Run, ...]] = {}
        self._shared: dict[Gap, tuple[Run, ...]] = {}
        stretches: dict[Gap, list[int]] = defaultdict(list)
        for index, gap in enumerate(gaps):
            if index not in source:
                stretches[gap].append(index)
        for gap, news in stretches.items():
            self._pair(gap, news)

    def rewritten(self, index: int) -> Word | None:
        """The one old word that a new one stands for, where it looks like it."""
        return self._words.get(index)

    def of(self, index: int) -> tuple[Run, ...]:
        return self._pairs.get(index) or self._shared[self._gaps[index]]

    def _pair(self, gap: Gap, news: Sequence[int]) -> None:
        """One to one where as many words went as came and each looks like the other; else all of them together."""
        gone = [
            self._old[at]
            for at in range(gap[0] + 1, gap[1])
            if at not in self._used and _is_word(self._old[at])
        ]
        self._shared[gap] = tuple(_some(self._beside(gap, gone)))
        came = [at for at in news if _is_word(self._new[at])]
        if len(came) != len(gone):
            return
        pairs = list(zip(came, gone, strict=True))
        if not all(_are_alike(self._new[at], word) for at, word in pairs):
            return
        self._words.update(pairs)
        for at, word in pairs:
            self._pairs[at] = tuple(each.run for each in word.stretches)
        ours = [self._pairs[at] for at in came]
        between = {at: place for place, at in enumerate(came)}
        for at in news:
            place = between.get(at - 1)
            if at not in self._pairs and place is not None and at + 1 in between:
                self._pairs[at] = (ours[place][-1], ours[place + 1][0])

    def _beside(self, gap: Gap, gone: Sequence[Word]) -> list[Run]:
        """At an edge, the whole paragraph."""
        before, after = gap
        if gone:
            return [each.run for word in gone for each in word.stretches]
        if before < 0 or after >= len(self._old):
            return [each.run for word in self._old for each in (*word.stretches, *word.after)]
        return [self._old[before].last.run, self._old[after].first.run]


def _is_word(word: Word) -> bool:
    return not word.is_space and not word.is_atom


def _are_alike(new: Word, old: Word) -> bool:
    """Whether one may well be the other, rewritten."""
    left, right = str(new.key), str(old.key)
    return left[0] == right[0] or left[-1] == right[-1]


def _some(runs: list[Run]) -> list[Run]:
    """Each once; of very many, evenly taken ones."""
    once = list({id(run): run for run in runs}.values())
    return once if len(once) <= _MOST else once[:: len(once) // _MOST + 1]

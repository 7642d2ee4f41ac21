"""A word that was written otherwise, and of which only a part was coloured: every part keeps what lay on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from narrowgate_common.richtext.editing.words import Word
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import Run


def rewritten(new: Word, old: Word) -> Iterator[Splice]:
    """New characters, each beside the run of the old one that it is or replaces."""
    beside = _beside(str(new.key), old)
    at = 0
    for stretch in new.stretches:
        if not stretch.seen:
            continue
        own = beside[at : at + len(stretch)]
        first = stretch.start
        for runs, group in groupby(own, key=id):
            size = len(list(group))
            text = stretch.run.text[first : first + size]
            found = next(each for each in own if id(each) == runs)
            yield Splice(Run(text, stretch.marks, stretch.link), beside=found)
            first += size
        at += len(stretch)


def _beside(key: str, old: Word) -> list[tuple[Run, ...]]:
    """For every character of the new word: what both begin and end with is what it was."""
    alone: dict[int, tuple[Run, ...]] = {id(each.run): (each.run,) for each in old.stretches}
    held = [alone[id(each.run)] for each in old.stretches if each.seen for _ in range(len(each))]
    before = str(old.key)
    head = _common(key, before)
    tail = min(_common(key[::-1], before[::-1]), len(key) - head, len(held) - head)
    middle = _together(held[head : len(held) - tail] or held[max(head - 1, 0) : head + 1])
    return [*held[:head], *[middle] * (len(key) - head - tail), *held[len(held) - tail :]]


def _together(held: Sequence[tuple[Run, ...]]) -> tuple[Run, ...]:
    return tuple({id(run): run for runs in held for run in runs}.values())


def _common(left: str, right: str) -> int:
    count = 0
    for ours, theirs in zip(left, right, strict=False):
        if ours != theirs:
            break
        count += 1
    return count

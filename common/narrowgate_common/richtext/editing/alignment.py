"""Which old block each wanted block is: unchanged in its place, moved, or the one that it was before it was changed."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from narrowgate_common.richtext.blocks import Block, Kind
from narrowgate_common.richtext.editing.myers import matches
from narrowgate_common.richtext.inline import Run

_WORD = re.compile(r"\w+")
_ALIKE_HERE, _ALIKE_ELSEWHERE = 0.4, 0.5
"""Share of common words from which a block counts as a changed one: between the same neighbours, and anywhere."""

_COMPARED = 2_000
"""Pairs of blocks whose words are compared; beyond, only neighbours are."""

_FAMILY: dict[Kind, str] = {"paragraph": "text", "heading": "text"}
"""Kinds that one block may change between and stay itself."""


_HEADED = frozenset({"item", "row", "cell"})
"""What holds the same words may have another head: the first row of a table, or a ticked task."""


@dataclass(frozen=True)
class Side:
    """One of the blocks to be aligned; `key` is its Markdown, equal keys being equal blocks."""

    block: Block
    key: str

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(_WORD.findall(_said(self.block) if self.block.kind in _HEADED else self.key))

    @property
    def family(self) -> str:
        block = self.block
        return f"{_FAMILY.get(block.kind, block.kind)} {block.name if block.kind == 'container' else ''}"

    def likeness(self, other: Side) -> float:
        """From 0 to 1: the share of words both have."""
        total = self.words.total() + other.words.total()
        return 2 * (self.words & other.words).total() / total if total else 1.0


def _said(block: Block) -> str:
    leaves = [each for each in block.walk() if each.runs or each.text]
    return "\n".join(f"{each.text}{''.join(map(_spoken, each.runs))}" for each in leaves)


def _spoken(run: Run) -> str:
    return f" {run.atom.label} " if run.atom is not None else run.text


def align(old: Sequence[Side], new: Sequence[Side]) -> list[int | None]:
    """For every new block the position of the old one it is, or None."""
    found: list[int | None] = [None] * len(new)
    free = dict.fromkeys(range(len(old)))

    def take(left: int, right: int) -> None:
        found[right] = left
        free.pop(left, None)

    for left, right in matches([side.key for side in old], [side.key for side in new]):
        take(left, right)
    for left, right in _moved(old, new, free, found):
        take(left, right)
    for olds, news in _gaps(found, len(old)):
        here = [at for at in olds if at in free]
        for left, right in _changed(old, new, here, news, _ALIKE_HERE, lone=True):
            take(left, right)
    rest = [at for at, left in enumerate(found) if left is None]
    for left, right in _changed(old, new, list(free), rest, _ALIKE_ELSEWHERE, lone=False):
        take(left, right)
    return found


def _moved(
    old: Sequence[Side], new: Sequence[Side], free: dict[int, None], found: Sequence[int | None]
) -> Iterator[tuple[int, int]]:
    places: dict[str, deque[int]] = defaultdict(deque)
    for at in free:
        places[old[at].key].append(at)
    for right, left in enumerate(found):
        if left is None and places[new[right].key]:
            yield places[new[right].key].popleft(), right


def _gaps(found: Sequence[int | None], olds: int) -> Iterator[tuple[range, list[int]]]:
    """Old and new positions between two blocks that kept their place."""
    news: list[int] = []
    low = 0
    for right, left in enumerate([*found, olds]):
        if left is None:
            news.append(right)
        elif left >= low:
            if news:
                yield range(low, left), news
            news, low = [], left + 1


def _changed(
    old: Sequence[Side], new: Sequence[Side], olds: list[int], news: list[int], least: float, *, lone: bool
) -> Iterator[tuple[int, int]]:
    """Pairs of one family, the likest first; `lone`: the only ones of their family are a pair however unlike."""
    by_family: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for at in olds:
        if old[at].block.kind != "opaque":
            by_family[old[at].family][0].append(at)
    for at in news:
        by_family[new[at].family][1].append(at)
    for lefts, rights in by_family.values():
        if lone and len(lefts) == len(rights) == 1:
            yield lefts[0], rights[0]
        else:
            yield from _likest(old, new, lefts, rights, least)


def _likest(
    old: Sequence[Side], new: Sequence[Side], lefts: list[int], rights: list[int], least: float
) -> Iterator[tuple[int, int]]:
    near = len(lefts) * len(rights) > _COMPARED
    pairs = zip(lefts, rights, strict=False) if near else ((i, j) for i in lefts for j in rights)
    scored = ((old[i].likeness(new[j]), -abs(i - j), i, j) for i, j in pairs)
    used: set[tuple[str, int]] = set()
    for _, _, i, j in sorted((each for each in scored if each[0] >= least), reverse=True):
        if ("old", i) not in used and ("new", j) not in used:
            used |= {("old", i), ("new", j)}
            yield i, j

"""Where the words of changed and new paragraphs stood before, in another one: what lay on them there goes with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.editing.following import Spot, followed
from narrowgate_common.richtext.editing.leaves import Pair, changed_pairs, old_leaves
from narrowgate_common.richtext.editing.myers import matches
from narrowgate_common.richtext.editing.plan import Plan
from narrowgate_common.richtext.editing.splicing import Moved, meaningful, splices, words_in
from narrowgate_common.richtext.editing.trimming import Window, trimmed
from narrowgate_common.richtext.editing.words import Key, Word
from narrowgate_common.richtext.format import Feature, Worn
from narrowgate_common.richtext.inline import Content, Run

Covers = Callable[[Run], tuple[Feature, ...]]
"""What lies on an old run."""

_NOTHING: Moved = {}


def remembered(covers: Covers) -> Covers:
    """The same, asked once of every run."""
    known: dict[int, tuple[Run, tuple[Feature, ...]]] = {}

    def asked(run: Run) -> tuple[Feature, ...]:
        found = known.get(id(run))
        if found is None:
            found = known[id(run)] = (run, covers(run))
        return found[1]

    return asked


@dataclass(frozen=True, slots=True)
class Movement:
    """Of one edit: by the identity of a wanted paragraph its words, and which of them stood elsewhere."""

    found: dict[int, tuple[list[Key], dict[int, Word]]] = field(default_factory=dict)

    def of(self, old: Block, wanted: Block, content: Content) -> Moved:
        """`content` is what the format makes of the wanted paragraph."""
        if id(wanted) not in self.found:
            return _NOTHING
        keys, words = self.found[id(wanted)]
        now = [word.key for word in words_in(trimmed(old.runs, content).new).words]
        if now == keys:
            return words
        return {right: words[left] for left, right in matches(keys, now) if left in words}

    def worn(self, block: Block) -> Block:
        """A block that is to be written anew, with what its words bring along."""
        if not self.found:
            return block
        if id(block) in self.found:
            return replace(block, runs=tuple(_worn(block.runs, self.found[id(block)][1])))
        children = tuple(map(self.worn, block.children))
        same = all(new is old for new, old in zip(children, block.children, strict=True))
        return block if same else replace(block, children=children)


def movement(covers: Covers, old: Sequence[Block], plans: Sequence[Plan]) -> Movement:
    """Where nothing lies on any old word of the changed part, nothing is looked for."""
    leaves = list(old_leaves(old, plans))
    if not any(covers(run) for leaf in leaves for run in leaf.runs):
        return Movement()
    pairs = list(changed_pairs(plans))
    before, after = _compared(covers, leaves, pairs)
    _leave_out_what_stays(leaves, pairs, before, after)
    gone, come = before.spots(), after.spots()
    moved = {come[right].place: gone[left] for right, left in followed(gone, come).items()}
    found = {}
    for number, (_, new) in enumerate(pairs):
        if words := _with_points(number, before, after, moved):
            found[id(new)] = ([word.key for word in after.words[number]], words)
    return Movement(found)


def _compared(covers: Covers, leaves: Sequence[Block], pairs: Sequence[Pair]) -> tuple[_Side, _Side]:
    """Of a paragraph that only changed, the part that did."""
    before = {id(leaf): Window(leaf.runs) for leaf in leaves}
    after = []
    for was, new in pairs:
        both = trimmed(was.runs if was is not None else (), new.runs)
        after.append(words_in(both.new).words)
        if was is not None:
            before[id(was)] = both.old
    return _Side([words_in(before[id(leaf)]).words for leaf in leaves], covers), _Side(after)


@dataclass(slots=True)
class _Side:
    """The words of all its paragraphs, and which of them stayed in theirs."""

    words: list[list[Word]]
    covers: Covers = lambda _: ()
    kept: set[tuple[int, int]] = field(default_factory=set)

    def spots(self) -> list[Spot]:
        return [
            Spot(leaf, at, word, self._is_apart(words, at))
            for leaf, words in enumerate(self.words)
            for at, word in enumerate(words)
            if word.is_letters and (leaf, at) not in self.kept
        ]

    def _is_apart(self, words: Sequence[Word], at: int) -> bool:
        """Whether nothing stands beside it that the same lies on."""
        own = self.covers(words[at].first.run)
        others = [_beside(words, at, step) for step in (-1, 1)]
        return not any(other and self.covers(other.first.run) == own for other in others)


def _beside(words: Sequence[Word], at: int, step: int) -> Word | None:
    at += step
    while 0 <= at < len(words) and not words[at].is_letters:
        at += step
    return words[at] if 0 <= at < len(words) else None


def _leave_out_what_stays(
    leaves: Sequence[Block], pairs: Sequence[Pair], before: _Side, after: _Side
) -> None:
    places = {id(leaf): at for at, leaf in enumerate(leaves)}
    for number, (was, _) in enumerate(pairs):
        place = places.get(id(was))
        if place is not None:
            for right, left in meaningful(before.words[place], after.words[number]).items():
                before.kept.add((place, left))
                after.kept.add((number, right))


def _with_points(
    number: int, before: _Side, after: _Side, moved: dict[tuple[int, int], Spot]
) -> dict[int, Word]:
    """Of one wanted paragraph; spaces and points come along with the words that they stood beside."""
    found: dict[int, Word] = {}
    last: tuple[int, int] | None = None
    for at, word in enumerate(after.words[number]):
        spot = moved.get((number, at))
        if spot is not None:
            last = (spot.leaf, spot.at)
        elif last is not None and not word.is_letters and (number, at) not in after.kept:
            last = _next(before, last, word, moved.get((number, at + 1)))
        else:
            last = None
        if last is not None:
            found[at] = before.words[last[0]][last[1]]
    return found


def _next(before: _Side, last: tuple[int, int], word: Word, behind: Spot | None) -> tuple[int, int] | None:
    """A space between two words is the one between them only if both came along."""
    leaf, at = last[0], last[1] + 1
    if at >= len(before.words[leaf]) or before.words[leaf][at].key != word.key or word.is_atom:
        return None
    if word.is_space and (behind is None or behind.place != (leaf, at + 1)):
        return None
    return leaf, at


def _worn(runs: Content, moved: Moved) -> Iterator[Run]:
    for splice in splices((), runs, moved=moved):
        yield replace(splice.run, origin=Worn(splice.beside[0])) if splice.beside else splice.run

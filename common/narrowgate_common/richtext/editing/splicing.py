"""What a changed paragraph is made of: which characters and atoms of the old one it keeps, and what is new in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from narrowgate_common.richtext.editing.myers import matches
from narrowgate_common.richtext.editing.neighbours import Gap, Neighbours
from narrowgate_common.richtext.editing.rewriting import rewritten
from narrowgate_common.richtext.editing.trimming import Window, trimmed
from narrowgate_common.richtext.editing.words import Stretch, Word, Words, words_of
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import PLAIN, Content, Link, Mark, Run, shown_atom

Elsewhere = Callable[[Run], Run | None]
"""An old atom that stands in another paragraph, or did, for a new one that is equal to it."""

Moved = Mapping[int, Word]
"""By the index of a new word, of those that are compared, the old one that it is, in another place."""
_NOTHING: Moved = {}


def nowhere(_run: Run) -> Run | None:
    return None


def splices(
    old: Content, new: Content, elsewhere: Elsewhere = nowhere, moved: Moved = _NOTHING
) -> tuple[Splice, ...]:
    """`old` with origins, `new` as it is wanted. Splices come in the order of the new content."""
    found = trimmed(old, new)
    middle = _Splicing(words_in(found.old), words_in(found.new), elsewhere, moved).run()
    return tuple(_joined(chain(found.head, middle, found.tail)))


def words_in(window: Window) -> Words:
    return words_of(window.runs, window.start, window.end)


class _Splicing:
    def __init__(self, old: Words, new: Words, elsewhere: Elsewhere, moved: Moved) -> None:
        self._old, self._new, self._elsewhere, self._moved = old, new, elsewhere, moved
        self._source = meaningful(old.words, new.words)
        self._source |= _changed_atoms(old.words, new.words, self._source)
        self._gaps = _gaps(self._source, len(new.words), len(old.words))
        self._neighbours = Neighbours(old.words, new.words, self._source, self._gaps)
        self._alone: dict[int, tuple[Run, ...]] = {}

    def run(self) -> Iterator[Splice]:
        yield from map(_unseen, self._old.before)
        for index, word in enumerate(self._new.words):
            if index in self._source:
                old = self._old.words[self._source[index]]
                yield from self._space_before_break(index, word)
                for wanted, held in _side_by_side(word, old):
                    yield _unseen(held) if wanted is None else self._kept(index, wanted, held)
                yield from self._space_behind(index)
            elif index in self._moved and not word.is_atom:
                yield from self._from_elsewhere(word, self._moved[index])
            elif (old_word := self._neighbours.rewritten(index)) and len(old_word.stretches) > 1:
                yield from rewritten(word, old_word)
            else:
                beside = self._neighbours.of(index)
                yield from (self._fresh(each, beside) for each in word.stretches if each.seen)

    def _from_elsewhere(self, word: Word, old: Word) -> Iterator[Splice]:
        """New here, but with what lay on it there."""
        for wanted, held in _side_by_side(word, old):
            if wanted is not None:
                run = Run(wanted.run.text[wanted.start : wanted.end], wanted.marks, wanted.link)
                yield Splice(run, beside=self._alone.setdefault(id(held.run), (held.run,)))

    def _kept(self, index: int, wanted: Stretch, old: Stretch) -> Splice:
        """As it was, marks and link included, unless others are wanted than are shown."""
        cut: dict[str, Any] = {"text": old.run.text[old.start : old.end]}
        if old.run.atom is not None and wanted.run.atom is not None:
            same = shown_atom(old.run.atom) == shown_atom(wanted.run.atom)
            cut = {"atom": old.run.atom if same else wanted.run.atom}
        run = replace(old.run, **cut)
        if run.is_break:
            return Splice(self._break(index, run), old.run, old.start, old.end)
        if wanted.marks != old.marks or not self._has_company(index, wanted, run):
            run = replace(run, marks=wanted.marks, link=wanted.link if run.is_blank else run.link)
        if _place(wanted.link) != _place(old.link):
            run = replace(run, link=wanted.link)
        return Splice(run, old.run, old.start, old.end)

    def _break(self, index: int, run: Run) -> Run:
        """Marks of a break are not shown: it has those of its own that words beside it have."""
        before, after = self._new.words[:index][-1:], self._new.words[index + 1 : index + 2]
        for beside in (*(word.last for word in before), *(word.first for word in after)):
            if run.marks <= beside.marks and _place(run.link) in (None, _place(beside.link)):
                return run
        return replace(run, marks=PLAIN, link=None)

    def _space_before_break(self, index: int, word: Word) -> Iterator[Splice]:
        """It stays with the break where the word that it stood behind is not there any more."""
        at = self._source[index] - 1
        if not word.is_break or at < 0 or index == 0 or self._source.get(index - 1) == at:
            return
        if not self._old.words[at].is_break:
            yield from (_unseen(each) for each in self._old.words[at].after if each.seen)

    def _has_company(self, index: int, wanted: Stretch, run: Run) -> bool:
        """A space may have more marks than are shown, at the edge of words that have them too."""
        if not run.is_blank or (run.marks == wanted.marks and run.link == wanted.link):
            return True
        if self._is_undisturbed(index):
            return True
        left, right = self._new.words[index - 1].last, self._new.words[index + 1].first
        if (run.marks & left.marks & right.marks) - {"code"} != wanted.marks:
            return False
        beside = [each for word in self._new.words[index - 1 : index + 2] for each in (word.first, word.last)]
        marks = frozenset[Mark]().union(*(each.marks for each in beside))
        return run.marks <= marks and _place(run.link) in {_place(each.link) for each in beside}

    def _is_undisturbed(self, index: int) -> bool:
        """Whether a kept space stands between the words it stood between, and these look as they did."""
        at = self._source[index]
        for step in (-1, 1):
            if self._source.get(index + step) != at + step:
                return False
            new, old = self._new.words[index + step], self._old.words[at + step]
            if (new.first.marks, new.last.marks) != (old.first.marks, old.last.marks):
                return False
        return True

    def _space_behind(self, index: int) -> Iterator[Splice]:
        """Unseen white space stays between the same neighbours, and at the end."""
        at = self._source[index]
        last = (index == len(self._new.words) - 1, at == len(self._old.words) - 1)
        between = self._source.get(index + 1) == at + 1
        if between or all(last) or self._old.words[at].is_space or self._old.words[at].is_break:
            yield from (_unseen(each) for each in self._old.words[at].after if self._fits(index, each))

    def _fits(self, index: int, space: Stretch) -> bool:
        """Unseen white space behind a space counts with it, so it may not have less than is wanted of that."""
        word = self._new.words[index]
        if not word.is_space or not space.seen:
            return True
        return word.first.marks <= space.run.marks and _place(word.first.link) in (
            None,
            _place(space.run.link),
        )

    def _fresh(self, wanted: Stretch, beside: tuple[Run, ...]) -> Splice:
        old = wanted.run
        run = Run(old.text[wanted.start : wanted.end], wanted.marks, wanted.link, old.atom)
        if old.atom is not None and not old.is_break and (found := self._elsewhere(run)):
            return Splice(replace(run, text=found.text, origin=found.origin), found, 0, len(found.text))
        return Splice(run, beside=beside)


def _side_by_side(new: Word, old: Word) -> Iterator[tuple[Stretch | None, Stretch]]:
    """The stretches of one word on both sides, cut where either of them is; None beside what nobody sees."""
    if new.is_atom or new.key == " ":
        yield new.first, old.first
        return
    theirs = list(reversed(old.stretches))
    for wanted in new.stretches:
        start = wanted.start
        while start < wanted.end and wanted.seen:
            held = theirs.pop()
            if not held.seen:
                yield None, held
                continue
            length = min(len(held), wanted.end - start)
            yield replace(wanted, start=start, end=start + length), replace(held, end=held.start + length)
            start += length
            if length < len(held):
                theirs.append(replace(held, start=held.start + length))


def _gaps(source: Mapping[int, int], new: int, old: int) -> list[Gap]:
    """For every new word, the old positions of the kept words before and after it."""
    before, after = [-1] * new, [old] * new
    for index in range(1, new):
        before[index] = source.get(index - 1, before[index - 1])
    for index in range(new - 2, -1, -1):
        after[index] = source.get(index + 1, after[index + 1])
    return list(zip(before, after, strict=True))


def _place(link: Link | None) -> tuple[str, str] | None:
    return None if link is None else (link.to, link.title)


def _unseen(space: Stretch) -> Splice:
    return Splice(replace(space.run, text=""), space.run, space.start, space.end)


def meaningful(old: Sequence[Word], new: Sequence[Word]) -> dict[int, int]:
    """New position to old. Spaces and points that match on their own, between words that do not, are no match."""
    pairs = matches([word.key for word in old], [word.key for word in new])
    found = {right: left for left, right in pairs}
    last = (len(new) - 1, len(old) - 1)
    for right, left in list(found.items()):
        if new[right].is_atom or new[right].is_letters:
            continue
        with_before = left == right == 0 or found.get(right - 1) == left - 1 >= 0
        with_after = (right, left) == last or found.get(right + 1) == left + 1
        if not with_before and not with_after:
            del found[right]
    return found


def _changed_atoms(old: Sequence[Word], new: Sequence[Word], source: dict[int, int]) -> dict[int, int]:
    """A new atom in the place of an old one of its kind is the old one, changed."""
    used = set(source.values())
    free = [at for at, word in enumerate(old) if word.is_atom and not word.is_break and at not in used]
    found: dict[int, int] = {}
    if not free:
        return found
    gaps = _gaps(source, len(new), len(old))
    for index, word in enumerate(new):
        if not word.is_atom or index in source or word.is_break:
            continue
        low, high = gaps[index]
        at = next(
            (at for at in free if low < at < high and _may_become(old[at].first.run, word.first.run)), None
        )
        if at is not None:
            found[index] = at
            free.remove(at)
    return found


def _may_become(old: Run, new: Run) -> bool:
    if old.atom is None or new.atom is None or old.atom.kind != new.atom.kind:
        return False
    identity = _IDENTITY.get(new.atom.kind)
    return identity is None or old.atom.attr(identity) == new.atom.attr(identity)


_IDENTITY = {"mention": "id", "macro": "ref"}
"""What an atom cannot change without becoming another one."""


def _joined(parts: Iterable[Splice]) -> Iterator[Splice]:
    """Neighbours that are one stretch of the same run, or both new and alike."""
    held: Splice | None = None
    for part in parts:
        joined = held and _one(held, part)
        if held is not None and joined is None:
            yield held
        held = joined or part
    if held is not None:
        yield held


def _one(left: Splice, right: Splice) -> Splice | None:
    if left.run.atom is not None or right.run.atom is not None:
        return None
    if left.source is None and right.source is None:
        alike = _looks(left.run) == _looks(right.run) and left.beside is right.beside
        return replace(left, run=replace(left.run, text=left.run.text + right.run.text)) if alike else None
    if left.source is not right.source or left.end != right.start:
        return None
    if left.run.text and right.run.text and _looks(left.run) != _looks(right.run):
        return None
    looks = left.run if left.run.text else right.run
    return replace(left, run=replace(looks, text=left.run.text + right.run.text), end=right.end)


def _looks(run: Run) -> tuple[object, object]:
    return run.marks, run.link

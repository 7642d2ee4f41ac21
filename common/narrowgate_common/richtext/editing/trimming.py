"""Of a long paragraph, what is the same at both of its ends need not be cut into words to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import Content, Run

LONG = 2_000
"""Characters from which a paragraph is long."""
_LEFT = 200
"""Equal characters at either end that are compared all the same, as neighbours of what is not equal."""

Cut = tuple[int, int]
"""From one end, the number of a run and that of a character in it."""


@dataclass(frozen=True, slots=True)
class Window:
    """Runs of a content, from a character of the first to one of the last."""

    runs: Content
    start: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Trimmed:
    """`head` and `tail` are kept as they are."""

    old: Window
    new: Window
    head: tuple[Splice, ...] = ()
    tail: tuple[Splice, ...] = ()


def trimmed(old: Content, new: Content) -> Trimmed:
    """`new` is in normal form, so that what is equal to it hides nothing."""
    first = _cut(old, new, 1) if _size(new) >= LONG else None
    if first is None:
        return Trimmed(Window(old), Window(new))
    last = _cut(old, new, -1)
    if last is not None and (_do_meet(old, first, last) or _do_meet(new, first, last)):
        last = None
    return Trimmed(_window(old, first, last), _window(new, first, last), _head(old, first), _tail(old, last))


def _cut(old: Content, new: Content, step: int) -> Cut | None:
    """Between words, before the first difference from the start or, where `step` is -1, from the end."""
    left = _LEFT
    same = _same(old, new, step)
    for number in range(len(same) - 1, -1, -1):
        if at := _between_words(same[number], len(same[number]) - left):
            return number, at
        left = max(0, left - len(same[number]))
    return None


def _same(old: Content, new: Content, step: int) -> list[str]:
    """The texts of the runs that are equal, and of the next what of it is."""
    texts = []
    for ours, theirs in zip(old[::step], new[::step], strict=False):
        if not _are_alike(ours, theirs):
            break
        left, right = ours.text[::step], theirs.text[::step]
        texts.append(left[: _common(left, right)])
        if left != right:
            break
    return texts


def _common(left: str, right: str) -> int:
    """How many characters both begin with."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _are_alike(ours: Run, theirs: Run) -> bool:
    """Words with nothing in them that is more than words."""
    if ours.atom is not None or theirs.atom is not None or ours.link is not None or "code" in ours.marks:
        return False
    return ours.marks == theirs.marks and theirs.link is None


def _between_words(text: str, end: int) -> int:
    """The last place up to there that has a space before it and a letter behind it; 0 where there is none."""
    while end > 0:
        end = text.rfind(" ", 0, end)
        if end >= 0 and text[end + 1].isalnum():
            return end + 1
    return 0


def _size(content: Sequence[Run]) -> int:
    return sum(len(run.text) for run in content)


def _do_meet(content: Content, first: Cut, last: Cut) -> bool:
    ends = _size(content[: first[0]]) + first[1], _size(content[::-1][: last[0]]) + last[1]
    return sum(ends) + _LEFT > _size(content)


def _window(content: Content, first: Cut, last: Cut | None) -> Window:
    if last is None:
        return Window(content[first[0] :], first[1])
    until = len(content) - last[0]
    return Window(content[first[0] : until], first[1], len(content[until - 1].text) - last[1])


def _head(old: Content, first: Cut) -> tuple[Splice, ...]:
    number, at = first
    return (*map(_whole, old[:number]), _part(old[number], 0, at))


def _tail(old: Content, last: Cut | None) -> tuple[Splice, ...]:
    if last is None:
        return ()
    at = len(old) - 1 - last[0]
    size = len(old[at].text)
    return (_part(old[at], size - last[1], size), *map(_whole, old[at + 1 :]))


def _whole(run: Run) -> Splice:
    return Splice(run, run, 0, len(run.text))


def _part(run: Run, start: int, end: int) -> Splice:
    return Splice(replace(run, text=run.text[start:end]), run, start, end)

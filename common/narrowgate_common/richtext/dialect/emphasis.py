"""Which runs of `*`, `_` and `~` belong together.

CommonMark's way, but for what may open and close: `*` opens before anything that is no space and closes after it,
so that emphasis works beside quotation marks and between Korean syllables. Linear: where no opener was found for a
kind of closer, none of that kind looks there again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.inline import Mark

SPACE = " \t\n"


@dataclass(slots=True, eq=False)
class Delimiters:
    """A run of one character; `left` of its `length` have no partner and are text."""

    char: str
    length: int
    opens: bool
    closes: bool
    left: int = 0
    opened: list[Mark] = field(default_factory=list)
    closed: list[Mark] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = self.length


def delimiters(text: str, start: int, end: int) -> Delimiters:
    """The run between the two places, judged by what stands beside it."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    char = text[start]
    opens, closes = after not in SPACE, before not in SPACE
    if char == "_":
        opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
    if char == "~" and end - start != 2:
        opens = closes = False
    return Delimiters(char, end - start, opens, closes)


def pair(runs: Sequence[Delimiters]) -> None:
    """Sets what each opens and closes."""
    openers: list[tuple[int, Delimiters]] = []
    floors: dict[tuple[str, bool, int], int] = {}
    for at, run in enumerate(runs):
        if run.closes:
            _close(run, at, openers, floors)
        if run.opens and run.left:
            openers.append((at, run))


def _close(
    closer: Delimiters,
    at: int,
    openers: list[tuple[int, Delimiters]],
    floors: dict[tuple[str, bool, int], int],
) -> None:
    key = (closer.char, closer.opens, closer.length % 3)
    while closer.left:
        found = _opener(closer, openers, floors.get(key, 0))
        if found < 0:
            floors[key] = at
            return
        opener = openers[found][1]
        del openers[found + 1 :]
        _join(opener, closer)
        if not opener.left:
            openers.pop()


def _opener(closer: Delimiters, openers: list[tuple[int, Delimiters]], floor: int) -> int:
    for index in range(len(openers) - 1, -1, -1):
        at, opener = openers[index]
        if at < floor:
            return -1
        if opener.char == closer.char and not _is_uneven(opener, closer):
            return index
    return -1


def _is_uneven(opener: Delimiters, closer: Delimiters) -> bool:
    """CommonMark's rule of three: `**a*b**` is no emphasis that crosses another."""
    if not (opener.closes or closer.opens) or (opener.length + closer.length) % 3:
        return False
    return bool(opener.length % 3 or closer.length % 3)


def _join(opener: Delimiters, closer: Delimiters) -> None:
    used = 2 if opener.left >= 2 and closer.left >= 2 else 1
    mark: Mark = "strike" if opener.char == "~" else "strong" if used == 2 else "em"
    opener.opened.append(mark)
    closer.closed.append(mark)
    opener.left -= used
    closer.left -= used

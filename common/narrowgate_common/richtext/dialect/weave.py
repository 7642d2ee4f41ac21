"""From runs that each carry a set of marks to marks and links that open and close properly nested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from narrowgate_common.richtext.inline import Link, Mark, Run
from narrowgate_common.richtext.values import value

Sign = Mark | Link

_ORDER: dict[Sign, int] = {"strong": 0, "em": 1, "strike": 2}
"""Outermost first where two begin and end together; links stand outside all of these."""


@value
class Opens:
    sign: Sign


@value
class Closes:
    sign: Sign


def weave(runs: Sequence[Run]) -> Iterator[Opens | Closes | int]:
    """One line, its runs as their numbers: what lasts longest opens first.

    A link is never cut in two: a mark that ends within it is.
    """
    wanted = [_signs(run) for run in runs]
    ends = _ends(wanted)
    opened: list[Sign] = []
    for index, signs in enumerate(wanted):
        while not signs.issuperset(opened):
            yield Closes(opened.pop())
        end = max(
            (ends[index][sign] for sign in signs.difference(opened) if isinstance(sign, Link)), default=-1
        )
        while any(ends[index][sign] < end for sign in opened):
            yield Closes(opened.pop())
        for sign in _in_order(signs.difference(opened), ends[index]):
            opened.append(sign)
            yield Opens(sign)
        yield index
    while opened:
        yield Closes(opened.pop())


def _signs(run: Run) -> frozenset[Sign]:
    if run.link is None and "code" not in run.marks:
        return frozenset(run.marks)
    signs: set[Sign] = {mark for mark in run.marks if mark != "code"}
    if run.link is not None:
        signs.add(run.link)
    return frozenset(signs)


def _in_order(signs: frozenset[Sign], ends: dict[Sign, int]) -> list[Sign]:
    return sorted(signs, key=lambda sign: (-ends[sign], _ORDER.get(sign, -1)))


def _ends(wanted: Sequence[frozenset[Sign]]) -> list[dict[Sign, int]]:
    """For every run, the index of the last run to which each of its signs lasts without a gap."""
    ends: list[dict[Sign, int]] = []
    following: dict[Sign, int] = {}
    for index in range(len(wanted) - 1, -1, -1):
        following = {sign: following.get(sign, index) for sign in wanted[index]}
        ends.append(following)
    ends.reverse()
    return ends

"""From runs that each carry a set of marks to marks that open and close properly nested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narrowgate_issues.adapters.jira.richtext.tree import Break, Content, Run

ORDER = ("strong", "em", "strike")
"""Outermost first where two marks begin and end together; what is not named stands outside all of these."""


@dataclass(frozen=True, slots=True)
class Opens:
    mark: str


@dataclass(frozen=True, slots=True)
class Closes:
    mark: str


Event = Opens | Closes | int
"""An integer is the index of the run that comes next."""


def lines_of(content: Content) -> list[list[Run]]:
    """The runs of each line, white space at their edges as runs of its own."""
    lines: list[list[Run]] = [[]]
    for item in content:
        if isinstance(item, Break):
            lines.append([])
        else:
            lines[-1] += edges_apart(item)
    return lines


def weave(runs: Sequence[Run], wanted: Sequence[frozenset[str]]) -> Iterator[Event]:
    """The marks wanted for each run of one line, nested: the mark that lasts longest opens first.

    No mark opens before white space: where a mark has to close for another one's sake, it opens again behind it.
    """
    ends = _ends(wanted)
    opened: list[str] = []
    for index, marks in enumerate(wanted):
        while not marks.issuperset(opened):
            yield Closes(opened.pop())
        if not is_blank(runs[index]):
            for mark in _in_order(marks.difference(opened), ends[index]):
                opened.append(mark)
                yield Opens(mark)
        yield index
    while opened:
        yield Closes(opened.pop())


def is_blank(run: Run) -> bool:
    return run.text.isspace() and "code" not in run.marks


def edges_apart(run: Run) -> list[Run]:
    core = run.text.strip()
    if "code" in run.marks or not core or core == run.text:
        return [run]
    lead = len(run.text) - len(run.text.lstrip())
    texts = run.text[:lead], core, run.text[lead + len(core) :]
    return [Run(text, run.marks, run.link) for text in texts if text]


def _in_order(marks: frozenset[str], ends: dict[str, int]) -> list[str]:
    return sorted(marks, key=lambda mark: (-ends[mark], _rank(mark), mark))


def _ends(wanted: Sequence[frozenset[str]]) -> list[dict[str, int]]:
    """For every run, the index of the last run to which each of its marks lasts without a gap."""
    ends: list[dict[str, int]] = []
    following: dict[str, int] = {}
    for index in range(len(wanted) - 1, -1, -1):
        following = {mark: following.get(mark, index) for mark in wanted[index]}
        ends.append(following)
    ends.reverse()
    return ends


def _rank(mark: str) -> int:
    return ORDER.index(mark) if mark in ORDER else -1

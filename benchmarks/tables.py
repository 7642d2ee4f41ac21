"""Tables of Markdown, and rows that hold a figure against its goal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.charts import number

START_RATIO, MEMORY_MB, MEMORY_READ_MB = 1.1, 80.0, 90.0
LIST_BYTES, LIST_BYTES_WITH_OUTPUT = 12_000, 16_000
"""What every server is to reach: against the SDK's bare server, in MB, and in bytes of tools/list."""

GOALS = ("figure", "measured", "goal", "")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def at_most(what: str, value: float, most: float, unit: str) -> list[str]:
    return _goal(what, value, "at most", most, unit, is_met=value <= most)


def at_least(what: str, value: float, least: float, unit: str) -> list[str]:
    return _goal(what, value, "at least", least, unit, is_met=value >= least)


def _goal(what: str, value: float, bound: str, goal: float, unit: str, *, is_met: bool) -> list[str]:
    measured = f"**{number(value)} {unit}**"
    return [what, measured, f"{bound} {number(goal)} {unit}", "" if is_met else "not met"]

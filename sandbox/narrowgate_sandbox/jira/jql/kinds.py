"""The kinds of field a query may name, and which operators each of them takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from typing import Any

from narrowgate_sandbox.company.records import Issue
from narrowgate_sandbox.jira.call import Call

_EQUALITY = frozenset({"=", "!=", "in", "not in", "is", "is not"})
_ORDERED = _EQUALITY | {"<", "<=", ">", ">="}
_TEXT = frozenset({"~", "!~", "is", "is not"})

NO_VALUE = "The value '{value}' does not exist for the field '{field}'."
NO_ISSUE = "An issue with key '{value}' does not exist for field '{field}'."

Rank = Callable[[Issue], Any]


@dataclass(frozen=True, slots=True)
class Discrete:
    """A field of named values: `values` are ids, `resolve` finds the id that a word of the query means."""

    values: Callable[[Issue], tuple[str, ...]]
    resolve: Callable[[Call, str], str | None]
    rank: Rank
    may_be_empty: bool = True
    people: bool = False
    complaint: str = NO_VALUE
    operators: frozenset[str] = _EQUALITY

    def empty(self, issue: Issue) -> bool:
        return not self.values(issue)


@dataclass(frozen=True, slots=True)
class Textual:
    texts: Callable[[Issue], list[str]]
    rank: Rank
    may_be_empty: bool = True
    operators: frozenset[str] = _TEXT

    def empty(self, issue: Issue) -> bool:
        return not any(self.texts(issue))


@dataclass(frozen=True, slots=True)
class Numeric:
    number: Callable[[Issue], float | None]
    rank: Rank
    may_be_empty: bool = True
    operators: frozenset[str] = _ORDERED

    def empty(self, issue: Issue) -> bool:
        return self.number(issue) is None


@dataclass(frozen=True, slots=True)
class Dated:
    """A moment, or a day (`whole_days`), which has no hours and no zone."""

    read: Callable[[Issue], datetime | date | None]
    rank: Rank
    whole_days: bool = False
    may_be_empty: bool = True
    operators: frozenset[str] = _ORDERED

    def moment(self, _call: Call, issue: Issue) -> datetime | date | None:
        return self.read(issue)

    def asked(self, call: Call, moment: datetime) -> datetime | date:
        if not self.whole_days:
            return moment
        return moment.astimezone(timezone(timedelta(minutes=call.user.offset_minutes))).date()

    def empty(self, issue: Issue) -> bool:
        return self.read(issue) is None


Known = Discrete | Dated | Numeric | Textual

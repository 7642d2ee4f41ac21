"""A check is a value: its name, what it proves, and the function that finds out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from narrowgate_common.selftest.rehearsal import Rehearsal

Word = Literal["ok", "FAILED", "not applicable"]


@dataclass(frozen=True, slots=True)
class Verdict:
    word: Word
    note: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    proves: str
    run: Callable[[Rehearsal[Any]], Awaitable[Verdict]]


def held(problems: Sequence[str], note: str = "") -> Verdict:
    """FAILED with the first of the problems, if there are any."""
    if not problems:
        return Verdict("ok", note)
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return Verdict("FAILED", f"{problems[0]}{more}")


def absent(why: str) -> Verdict:
    return Verdict("not applicable", why)

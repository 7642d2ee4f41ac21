"""What callers were told, held against what the tracker has: pure, so that it can be tested without either."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tests.campaigns.plan import Kind, Planned
from tests.campaigns.tables import table


class Verdict(StrEnum):
    """What one answer says, from the surest to the least."""

    DONE = "done"
    RECONCILED = "reconciled"
    IGNORED = "ignored"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    LOST = "lost"
    """No answer: the process died."""


@dataclass(frozen=True, slots=True)
class Told:
    verdict: Verdict
    made: str | None = None
    """The key or id of what was made."""
    reason: str | None = None
    request_id: str | None = None
    next: Mapping[str, Any] | None = None
    verified: bool = True
    """Whether the effect was read back; an answer without content may come from a gateway."""


LOST = Told(Verdict.LOST)


def told(kind: Kind, answered: Mapping[str, Any] | None) -> Told:
    """The wire's answer as a verdict."""
    if answered is None:
        return LOST
    data = answered.get("structuredContent") or {}
    if not answered.get("isError"):
        return _success(kind, data)
    error = data.get("error", {})
    verdict = Verdict.UNKNOWN if error.get("outcome") else Verdict.REFUSED
    return Told(verdict, None, error.get("reason"), error.get("request_id"), error.get("next"))


def _success(kind: Kind, data: Mapping[str, Any]) -> Told:
    ignored = {"status", "link"} & set(data.get("ignored", ()))
    if ignored:
        return Told(Verdict.IGNORED)
    made = data.get("comment", {}).get("id") if kind is Kind.COMMENT else data.get("key")
    verdict = Verdict.RECONCILED if data.get("reconciled") else Verdict.DONE
    read_back = kind in {Kind.CREATE, Kind.COMMENT} or data.get("verified") is not False
    return Told(verdict, made, None, data.get("request_id"), verified=read_back)


@dataclass
class Story:
    """Everything one call was told, in this order, and whether its `next` showed the effect."""

    call: Planned
    told: list[Told] = field(default_factory=list)
    found: bool | None = None

    @property
    def ending(self) -> Verdict:
        """The surest answer counts: an unknown that a repeat resolved is resolved."""
        verdicts = [one.verdict for one in self.told]
        return min(verdicts, key=list(Verdict).index, default=Verdict.LOST)

    @property
    def made(self) -> set[str]:
        return {one.made for one in self.told if one.made is not None}

    @property
    def pointer(self) -> Mapping[str, Any] | None:
        """The last `next` it was given."""
        return next((one.next for one in reversed(self.told) if one.next), None)


def objection(story: Story, effects: Sequence[str], forwarded: int) -> str | None:
    """What is wrong between what was told and what there is, or None."""
    if len(effects) > 1:
        return f"happened {len(effects)} times"
    if forwarded > 1:
        return f"the write reached the tracker {forwarded} times"
    if any(one.reason == "internal" for one in story.told):
        return "an unexpected exception"
    ending, happened = story.ending, len(effects) == 1
    if ending in {Verdict.DONE, Verdict.RECONCILED}:
        return _of_success(story, effects)
    if ending in {Verdict.REFUSED, Verdict.IGNORED} and happened:
        return f"told {ending}, and it happened"
    if ending is Verdict.UNKNOWN:
        return _of_unknown(story, happened=happened)
    return "never answered" if ending is Verdict.LOST else None


def _of_success(story: Story, effects: Sequence[str]) -> str | None:
    if not effects:
        claimed = any(one.made and one.verified for one in story.told)
        return f"told {story.ending}, and nothing happened" if claimed else None
    if story.made != set(effects):
        return f"told {sorted(story.made)}, and there is {sorted(effects)}"
    return None


def _of_unknown(story: Story, *, happened: bool) -> str | None:
    if story.pointer is None:
        return "unknown without a `next`"
    if happened and not story.found:
        return "unknown, it happened, and `next` does not show it"
    if story.found and not happened:
        return "unknown, and `next` shows what did not happen"
    return None


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One call's place in the table, and what is wrong with it."""

    story: Story
    effects: int
    objection: str | None

    @property
    def column(self) -> str:
        ending = self.story.ending
        if ending is Verdict.UNKNOWN:
            return "found by next" if self.effects else "no effect"
        if ending in {Verdict.DONE, Verdict.RECONCILED} and not self.effects:
            return "unverified"
        return str(ending)


COLUMNS = ("done", "reconciled", "found by next", "no effect", "unverified", "ignored", "refused")
"""The first three have an effect, the others none; `unverified` was accepted by a gateway and could not be read back."""
HEAD = (
    "fault", "calls", "done", "reconciled", "unknown, found by next", "unknown, no effect", "unverified", "ignored",
    "refused", "duplicates", "wrong",
)  # fmt: skip


def reckoned(
    stories: Sequence[Story], effects: Mapping[int, Sequence[str]], forwarded: Mapping[int, int]
) -> list[Reckoned]:
    rows = []
    for story in stories:
        made, number = effects.get(story.call.number, ()), story.call.number
        rows.append(Reckoned(story, len(made), objection(story, made, forwarded.get(number, 0))))
    return rows


def printed(rows: Sequence[Reckoned], order: Sequence[str]) -> str:
    """A row for each fault, then their sum."""
    by_fault = {name: [row for row in rows if row.story.call.fate.name == name] for name in order}
    lines = [_line(name, those) for name, those in by_fault.items() if those]
    by_kind = {str(kind): [row for row in rows if row.story.call.kind is kind] for kind in Kind}
    lines += [_line(name, those) for name, those in by_kind.items() if those]
    return table(HEAD, [*lines, _line("all", rows)])


def _line(name: str, rows: Sequence[Reckoned]) -> tuple[object, ...]:
    columns = Counter(row.column for row in rows)
    duplicates = sum(max(0, row.effects - 1) for row in rows)
    wrong = sum(row.objection is not None for row in rows)
    return (name, len(rows), *(columns[column] for column in COLUMNS), duplicates, wrong)


def problems(rows: Sequence[Reckoned]) -> list[str]:
    """One line for each call that is wrong: what it was, and everything it was told."""
    return [
        f"{row.story.call.token} {row.story.call.kind} ({row.story.call.fate.name}, repeat {row.story.call.repeat}, "
        f"{'named' if row.story.call.named else 'unnamed'}): {row.objection}; "
        f"told {[(str(one.verdict), one.made, one.reason) for one in row.story.told]}"
        for row in rows
        if row.objection is not None
    ]

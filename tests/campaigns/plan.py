"""What a fault campaign will do: calls and their fates, drawn from a seed before anything happens."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from narrowgate_sandbox import Fault

TOKEN = re.compile(rb"call-([0-9]{6})\b")
"""Stands in every title and comment of the campaign, and nowhere else."""


class Kind(StrEnum):
    CREATE = "create_issue"
    COMMENT = "add_comment"
    MOVE = "transition_issue"
    LINK = "link_issues"


class Repeat(StrEnum):
    """What an impatient client does with the same arguments."""

    NEVER = "never"
    AT_ONCE = "at once"
    AFTERWARDS = "afterwards"


@dataclass(frozen=True, slots=True)
class Fate:
    """What happens to the one write of a call; `weight` is its share. A refusal meets the call's first request too."""

    name: str
    fault: Fault
    weight: int


FATES = (
    Fate("pass", Fault.PASS, 48),
    Fate("reset before", Fault.RESET_BEFORE, 10),
    Fate("reset after", Fault.RESET_AFTER, 12),
    Fate("close before", Fault.CLOSE_BEFORE, 6),
    Fate("close after", Fault.CLOSE_AFTER, 12),
    Fate("hang", Fault.HANG, 6),
    Fate("hang after", Fault.HANG_AFTER, 8),
    Fate("truncate", Fault.TRUNCATE, 10),
    Fate("cut header", Fault.CUT_HEADER, 10),
    Fate("garbage", Fault.GARBAGE, 10),
    Fate("429, retry after 0", Fault.throttle(429, "0"), 1),
    Fate("429, retry after 1", Fault.throttle(429, "1"), 1),
    Fate("500 before", Fault.error(500), 4),
    Fate("500 after", Fault.error(500, forwarded=True), 6),
    Fate("502 before", Fault.error(502), 4),
    Fate("502 after", Fault.error(502, forwarded=True), 6),
    Fate("503 before", Fault.error(503), 4),
    Fate("503 after", Fault.error(503, forwarded=True), 6),
    Fate("html before", Fault.html(), 4),
    Fate("html after", Fault.html(forwarded=True), 6),
    Fate("bad json before", Fault.bad_json(), 4),
    Fate("bad json after", Fault.bad_json(forwarded=True), 6),
    Fate("empty before", Fault.empty(), 4),
    Fate("empty after", Fault.empty(forwarded=True), 6),
    Fate("drip", Fault.drip(64, 0.002), 6),
    Fate("endless drip", Fault.drip(64, 0.02, endless=True), 4),
    Fate("refuse 0.15 s", Fault.refuse(0.15), 4),
    Fate("refuse 0.7 s", Fault.refuse(0.7), 2),
)

READ_FATES = (
    Fate("pass", Fault.PASS, 92),
    Fate("reset", Fault.RESET_AFTER, 2),
    Fate("close", Fault.CLOSE_BEFORE, 1),
    Fate("cut", Fault.TRUNCATE, 1),
    Fate("500", Fault.error(500), 1),
    Fate("503", Fault.error(503), 1),
    Fate("html", Fault.html(), 1),
    Fate("hang", Fault.HANG, 1),
)
"""What happens to any request that only reads, whichever call it belongs to."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One call. `named`: it carries a request_id of its own."""

    number: int
    kind: Kind
    fate: Fate
    repeat: Repeat
    named: bool

    @property
    def token(self) -> str:
        return f"call-{self.number:06d}"


def drawn(fates: tuple[Fate, ...], chance: Random) -> Fate:
    (fate,) = chance.choices(fates, [fate.weight for fate in fates])
    return fate


def plan(calls: int, seed: int) -> list[Planned]:
    """Creates and comments in turn, and every tenth call a move or a link."""
    chance = Random(seed)
    return [_planned(number, chance) for number in range(calls)]


def _planned(number: int, chance: Random) -> Planned:
    kind = (Kind.CREATE, Kind.COMMENT)[number % 2]
    if number % 10 == 9:
        kind = (Kind.MOVE, Kind.LINK)[number // 10 % 2]
    (repeat,) = chance.choices(list(Repeat), [6, 2, 2])
    return Planned(number, kind, drawn(FATES, chance), repeat, chance.random() < 0.5)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the calls of a plan go: issues to comment on, and issues of their own for moves and links."""

    commented: tuple[str, ...]
    own: Mapping[int, str]
    """By call number, for moves and links."""
    hub: str
    """The issue that all links lead to."""

    def target(self, call: Planned) -> str:
        return self.own.get(call.number) or self.commented[call.number % len(self.commented)]

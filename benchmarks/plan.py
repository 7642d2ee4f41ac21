"""How often everything is measured, and what was found at one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.bytes import Cost
from benchmarks.per_call import Read

SERVERS, DOCS, RICH_TEXT = "servers", "docs", "rich-text"
PARTS = (SERVERS, DOCS, RICH_TEXT)

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How often: counted starts, starts with nothing compiled, and rounds of ten calls; and which parts."""

    starts: int = 12
    first_starts: int = 3
    rounds: int = 30
    parts: tuple[str, ...] = PARTS


@dataclass(frozen=True, slots=True)
class Place:
    """What was found at one tracker or wiki."""

    name: str
    costs: list[Cost] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)

"""How much of a result is left: sizes as JSON counts them, so that what is cut here is not cut again later."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from narrowgate_common.text import Bounded, bound

SPARE = 300
"""For a cursor and the few words around everything else."""


_written = json.JSONEncoder(ensure_ascii=False).encode


def cost(value: Any) -> int:
    """Characters that a value takes in a result, with what separates it from the next."""
    return len(_written(value)) + 2


def prefix(text: str, room: int) -> Bounded:
    """As much of a text as fits `room` when it is written as JSON; at least one character of it."""
    size = max(room - 4, 1)
    while (needed := cost(text[:size])) > room and size > 1:
        size = max(size * room // needed, 1)
    return bound(text, max(size, 1))


def head(rows: Iterable[Any], room: int) -> list[Any]:
    """The first rows that fit `room`; those after them are not even made."""
    kept: list[Any] = []
    for row in rows:
        room -= cost(row)
        if room < 0:
            break
        kept.append(row)
    return kept

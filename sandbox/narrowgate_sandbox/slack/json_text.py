"""Reading JSON that anybody may have written."""

from __future__ import annotations

import json
from typing import Any, NoReturn

DEPTH = 60


def parsed(raw: str | bytes) -> Any:
    """The value, with what is no character replaced; ValueError for what is no JSON, or too deep to be meant."""
    try:
        value = json.loads(raw, parse_constant=_no_number)
        sound = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except RecursionError as deep:
        raise ValueError("too deep") from deep
    if _depth(sound) > DEPTH:
        raise ValueError("too deep")
    return sound


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _depth(value: Any) -> int:
    level, here = 0, [value]
    while here:
        level += 1
        inner = [
            one.values() if isinstance(one, dict) else one for one in here if isinstance(one, dict | list)
        ]
        here = [one for values in inner for one in values]
    return level

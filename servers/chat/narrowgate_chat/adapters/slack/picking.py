"""Slack's JSON, field by field: tolerant of null and of what should not be there, strict with identifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from narrowgate_common.errors import GatewayError, upstream_error

USER_ID = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)
CHANNEL_ID = re.compile(r"[CGD][A-Z0-9]{2,30}", re.ASCII)
FILE_ID = re.compile(r"F[A-Z0-9]{2,30}", re.ASCII)
TS = re.compile(r"[0-9]{10}\.[0-9]{6}", re.ASCII)
BEGINNING = "0000000000.000000"
"""Before every message."""
_BOT_ID = re.compile(r"B[A-Z0-9]{2,30}", re.ASCII)
_SITE = re.compile(r"https://[a-z0-9-]{1,63}(\.enterprise)?\.slack\.com/", re.ASCII)
_MOST = 10**12

Json = Mapping[str, Any]
Made = TypeVar("Made")


def obj(raw: Any, name: str) -> Json:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, dict) else {}


def text(raw: Any, name: str) -> str:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, str) else ""


def items(raw: Any, name: str) -> list[Any]:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, list) else []


def flag(raw: Any, name: str) -> bool:
    return isinstance(raw, dict) and raw.get(name) is True


def number(raw: Any, name: str) -> int:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST else 0


def listed(raw: Any, name: str) -> list[Any]:
    """The list that an answer promises. Raises upstream_error: without it, it is another answer and no empty list."""
    found = raw.get(name) if isinstance(raw, dict) else None
    if not isinstance(found, list):
        raise upstream_error("The chat's answer lacks the list it promises", reason="unreadable")
    return found


def readable(raw: Iterable[Any], make: Callable[[Any], Made]) -> tuple[Made, ...]:
    """What can be read of a list; one strange entry does not hide the others."""
    found: list[Made] = []
    for each in raw:
        try:
            found.append(make(each))
        except GatewayError:
            continue
    return tuple(found)


def identity(raw: Any, name: str, pattern: re.Pattern[str]) -> str:
    """An id of the pattern's form. Raises upstream_error for what could be something else."""
    found = maybe(raw, name, pattern)
    if not found:
        raise upstream_error("The chat's answer lacks an identifier it promises", reason="unreadable")
    return found


def maybe(raw: Any, name: str, pattern: re.Pattern[str]) -> str:
    """Empty for what is none."""
    found = text(raw, name)
    return found if pattern.fullmatch(found) else ""


def bot_id(raw: Any) -> str:
    return maybe(raw, "bot_id", _BOT_ID)


def site(raw: Any) -> str:
    """Where the workspace is browsed, with a slash at the end; empty for what is none of the vendor's."""
    found = text(raw, "url")
    return found if _SITE.fullmatch(found) else ""


def next_cursor(raw: Any) -> str | None:
    """None at the end; a page may be empty and go on all the same."""
    return text(obj(raw, "response_metadata"), "next_cursor") or None


def moment(ts: str) -> str:
    """The time that a message's id tells, ISO 8601 in UTC with microseconds, which order messages of one second."""
    seconds, _, fraction = ts.partition(".")
    at = datetime.fromtimestamp(int(seconds), UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{fraction}Z"

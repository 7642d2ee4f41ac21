"""Confluence's JSON, field by field: tolerant of null and of what should not be there, strict with identifiers.

An identifier, a space's key and a time stand outside the untrusted text, so they must look like what they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from narrowgate_common.errors import GatewayError, upstream_error

_ID = re.compile(r"[1-9][0-9]{0,18}", re.ASCII)
_ATTACHMENT_ID = re.compile(r"(att)?[1-9][0-9]{0,18}", re.ASCII)
_SPACE = re.compile(r"~?[A-Za-z0-9_][A-Za-z0-9_:.@+=-]{0,254}", re.ASCII)
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})?",
    re.ASCII,
)
_SECONDS = len("2026-11-30T09:12:01")
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


def number(raw: Any, name: str) -> int:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST else 0


def listed(raw: Any, name: str = "results") -> list[Any]:
    """The list that an answer promises. Raises upstream_error: without it, it is another answer and no empty list."""
    found = raw.get(name) if isinstance(raw, dict) else None
    if not isinstance(found, list):
        raise upstream_error("The wiki's answer lacks the list it promises", reason="unreadable")
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


def identity(raw: Any, name: str = "id") -> str:
    """An id as digits, which some answers give as a number. Raises upstream_error for what could be something else."""
    found = maybe_identity(raw, name)
    if found is None:
        raise upstream_error("The wiki's answer lacks an identifier it promises", reason="unreadable")
    return found


def maybe_identity(raw: Any, name: str) -> str | None:
    value = raw.get(name) if isinstance(raw, dict) else None
    found = str(value) if isinstance(value, (str, int)) else ""
    return found if _ID.fullmatch(found) else None


def attachment_identity(raw: Any) -> str:
    found = text(raw, "id")
    if not _ATTACHMENT_ID.fullmatch(found):
        raise upstream_error("The wiki's answer names no attachment", reason="unreadable")
    return found


def space_key(raw: Any, name: str = "key") -> str:
    found = text(raw, name)
    if not _SPACE.fullmatch(found):
        raise upstream_error("The wiki's answer names no space", reason="unreadable")
    return found


def moment(raw: str) -> str:
    """A time as ISO 8601 in UTC; empty for what is none."""
    try:
        found = datetime.fromisoformat(raw) if _MOMENT.fullmatch(raw) else None
        utc = found and (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    return f"{utc.isoformat()[:_SECONDS]}Z" if utc else ""

"""Field safelists: a write takes a flat map, and only known keys with strictly typed values pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from enum import StrEnum
from textwrap import wrap
from typing import Any

from narrowgate_common.errors import DETAIL_CHARS, GatewayError, bad_input

FieldValue = str | int | float | bool | None | tuple[str, ...]

_PRINTABLE_KEY = re.compile(r"[a-z_0-9]{1,40}", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_DATETIME = re.compile(
    r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?",
    re.ASCII,
)
_NO_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Control characters and halves of pairs, which no vendor keeps; a text has line ends and tabs."""

_LARGEST_NUMBER = 1e15
"""Up to here a vendor's floating-point number keeps every whole one."""

_LIST_ITEMS = 100
_NAME_CHARS = 255


class Kind(StrEnum):
    """What a field's value must be; see CHECKS for each."""

    LINE = "line"
    RICH_TEXT = "rich_text"
    NUMBER = "number"
    DATE = "date"
    DATETIME = "datetime"
    NAME = "name"
    NAMES = "names"


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a safelist."""

    name: str
    kind: Kind
    clearable: bool = True
    max_chars: int = _NAME_CHARS


def pick(given: Mapping[str, Any], allowed: Mapping[str, Field]) -> dict[str, FieldValue]:
    """The given fields, checked. Raises bad_input for the first key or value that does not belong."""
    for key in given:
        if key not in allowed:
            raise unknown_field(key, allowed)
    return {key: _checked(allowed[key], value) for key, value in given.items()}


def unknown_field(key: str, allowed: Mapping[str, Any]) -> GatewayError:
    named = f'"{key}" is not a field' if _PRINTABLE_KEY.fullmatch(key) else "That is not a field"
    near = get_close_matches(key, allowed, n=1)
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return bad_input(
        f"{named} this tool may write{hint}",
        reason="unknown_field",
        details=wrap(f"allowed: {', '.join(sorted(allowed))}", DETAIL_CHARS, break_on_hyphens=False),
    )


def schema_of(allowed: Mapping[str, Field]) -> dict[str, Any]:
    """The JSON schema of a field map: what the model sees, from the same rows that are enforced."""
    return {
        "type": "object",
        "properties": {name: _nullable(field) for name, field in allowed.items()},
        "additionalProperties": False,
    }


def _nullable(field: Field) -> dict[str, Any]:
    schema = dict(CHECKS[field.kind].schema)
    if field.clearable:
        schema["type"] = [schema["type"], "null"]
    return schema


def _checked(field: Field, value: Any) -> FieldValue:
    if value is None:
        if field.clearable:
            return None
        raise bad_input(f'"{field.name}" cannot be cleared', reason="wrong_type")
    check = CHECKS[field.kind]
    if not check.holds(value, field.max_chars):
        raise bad_input(f'"{field.name}" must be {check.words}', reason="wrong_type")
    return tuple(value) if isinstance(value, list) else value


def _is_line(value: Any, limit: int) -> bool:
    return _is_text(value, limit) and not _NO_LINE.search(value) and value.strip() != ""


def _is_text(value: Any, limit: int) -> bool:
    return isinstance(value, str) and len(value) <= limit and not _NO_TEXT.search(value)


def _is_number(value: Any, _limit: int) -> bool:
    """Compared, never converted: a whole number may be longer than any float."""
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER
    )


def _is_date(value: Any, _limit: int) -> bool:
    return (
        isinstance(value, str) and _DATE.fullmatch(value) is not None and _parses(date.fromisoformat, value)
    )


def _is_datetime(value: Any, limit: int) -> bool:
    return (
        _is_line(value, limit)
        and _DATETIME.fullmatch(value) is not None
        and _parses(datetime.fromisoformat, value)
    )


def _is_names(value: Any, limit: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= _LIST_ITEMS
        and all(_is_line(item, limit) for item in value)
        and len(set(value)) == len(value)
    )


def _parses(parser: Callable[[str], object], value: str) -> bool:
    try:
        parser(value)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a value holds, what it must be in words, and the same as a schema."""

    holds: Callable[[Any, int], bool]
    words: str
    schema: Mapping[str, Any]


_STRING: Mapping[str, Any] = {"type": "string"}
CHECKS: Mapping[Kind, Check] = {
    Kind.LINE: Check(_is_line, "one line of text", _STRING),
    Kind.RICH_TEXT: Check(_is_text, "Markdown text within the length limit", _STRING),
    Kind.NUMBER: Check(_is_number, "a number of at most 15 digits", {"type": "number"}),
    Kind.DATE: Check(_is_date, "a date like 2026-11-30", _STRING),
    Kind.DATETIME: Check(_is_datetime, "a time like 2026-11-30T14:00:00+01:00", _STRING),
    Kind.NAME: Check(_is_line, "a name", _STRING),
    Kind.NAMES: Check(_is_names, "a list of different names", {"type": "array", "items": {"type": "string"}}),
}

"""Tables of settings before they are checked against a model: plain values only, and one laid over another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from narrowgate_common.errors import configuration_error

_DEPTH = 12
_LARGEST = 2**53
_NO_TEXT = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_NAME_CHARS = 100


def plain(value: Any, path: Sequence[str] = ()) -> None:
    """Raises configuration_error for what no key takes: dates, control characters, endless nesting, huge numbers."""
    objection = _objection_to_place(path) or _objection(value)
    if objection:
        raise configuration_error(f"{dotted(path)} {objection}", reason="wrong_type")
    for key, below in _children(value):
        plain(below, (*path, key))


def _objection_to_place(path: Sequence[str]) -> str | None:
    if len(path) > _DEPTH:
        return "is nested too deeply"
    return "has characters that no name has" if path and _NO_TEXT.search(path[-1]) else None


def _objection(value: Any) -> str | None:
    if isinstance(value, str):
        return "holds a control character or something that is no text" if _NO_TEXT.search(value) else None
    if isinstance(value, int):
        return "is too large" if abs(value) > _LARGEST else None
    return None if isinstance(value, (dict, list, float)) else "must not be a date or time"


def _children(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict):
        return value.items()
    return [(str(at), each) for at, each in enumerate(value)] if isinstance(value, list) else []


def overlay(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Key by key, down into tables; a list is replaced as a whole."""
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = overlay(merged[key], value) if both else value
    return merged


def dotted(path: Sequence[str]) -> str:
    return shown(".".join(path)) or "the configuration"


def shown(name: str) -> str:
    """A key or variable nobody knows, fit to print: bounded, and without characters that no name has."""
    return "".join(
        char if char.isascii() and (char.isalnum() or char in "._-") else "?" for char in name[:_NAME_CHARS]
    )

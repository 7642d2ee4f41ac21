"""Dates in queries: said outright, or counted from now. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from narrowgate_sandbox.confluence.cql.grammar import Operand
from narrowgate_sandbox.confluence.cql.words import CqlError

_FORMATS = ("%Y-%m-%d", "%Y/%m/%d", "%Y-%m-%d %H:%M", "%Y/%m/%d %H:%M")
_SHIFT = re.compile(r"([+-]?\d{1,5})([yMwdhm])")
_UNITS = {
    "y": timedelta(days=365),
    "M": timedelta(days=30),
    "w": timedelta(weeks=1),
    "d": timedelta(days=1),
    "h": timedelta(hours=1),
    "m": timedelta(minutes=1),
}


def moment(operand: Operand, now: datetime) -> tuple[datetime, bool]:
    """A time, and whether it stands for a whole day; raises CqlError."""
    if operand.function:
        return _counted(operand, now), False
    for form in _FORMATS:
        try:
            return datetime.strptime(operand.text, form).replace(tzinfo=UTC), "%H" not in form
        except ValueError:
            continue
    raise CqlError(f"Invalid date value: {operand.text}")


def _counted(operand: Operand, now: datetime) -> datetime:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    starts = {
        "now": now,
        "startofday": midnight,
        "startofweek": midnight - timedelta(days=(midnight.weekday() + 1) % 7),
        "startofmonth": midnight.replace(day=1),
        "startofyear": midnight.replace(day=1, month=1),
    }
    start = starts.get(operand.text.lower())
    if start is None:
        raise CqlError(f"Unknown function: {operand.text}")
    if not operand.argument:
        return start
    shift = _SHIFT.fullmatch(operand.argument)
    if shift is None:
        raise CqlError(f"Invalid date increment: {operand.argument}")
    return start + int(shift.group(1)) * _UNITS[shift.group(2)]

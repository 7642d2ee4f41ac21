"""Days as the dialect writes them: 2026-01-31."""

from __future__ import annotations

import datetime as dt
import re

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_day(text: str) -> bool:
    """Whether there is such a day."""
    if not _DAY.fullmatch(text):
        return False
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True

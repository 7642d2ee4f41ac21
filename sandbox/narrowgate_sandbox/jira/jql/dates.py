"""The moments a query names: absolute ones in the asking user's zone, and distances from now.

Source: https://support.atlassian.com/jira-software-cloud/docs/jql-fields/ (the date fields)
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

_FORMATS = ("%Y-%m-%d %H:%M", "%Y/%m/%d %H:%M", "%Y-%m-%d", "%Y/%m/%d")
_DISTANCE = re.compile(r"([+-]?)((?:\d{1,6}[wdhm] ?)+)", re.ASCII)
_PART = re.compile(r"(\d{1,6})([wdhm])")
_MINUTES = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}
FORMATS_TEXT = (
    "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format"
    " e.g. '-5d', '4w 2d'."
)


def moment(text: str, now: datetime, offset_minutes: int) -> datetime | None:
    """The moment, or None when it is none of the formats."""
    said = text.strip()
    distance = _DISTANCE.fullmatch(said)
    if distance:
        sign = -1 if distance[1] == "-" else 1
        minutes = sum(int(number) * _MINUTES[unit] for number, unit in _PART.findall(distance[2]))
        return _moved(now, timedelta(minutes=sign * minutes))
    return next(filter(None, (_parsed(said, shape, offset_minutes) for shape in _FORMATS)), None)


def _moved(now: datetime, by: timedelta) -> datetime | None:
    try:
        return now + by
    except OverflowError:
        return None


def _parsed(text: str, shape: str, offset_minutes: int) -> datetime | None:
    try:
        local = datetime.strptime(text, shape)  # noqa: DTZ007 - the zone is added below
    except ValueError:
        return None
    return local.replace(tzinfo=timezone(timedelta(minutes=offset_minutes)))


def function(name: str, now: datetime, offset_minutes: int) -> datetime | None:
    """`now()` and the two ends of today; None for any other name."""
    local = now.astimezone(timezone(timedelta(minutes=offset_minutes)))
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    known = {"now": now, "startofday": midnight, "endofday": midnight + timedelta(days=1, milliseconds=-1)}
    return known.get(name.lower())

"""When things happened."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def moment(text: str) -> datetime:
    """`2026-11-30 09:00`, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC) + timedelta(milliseconds=120)

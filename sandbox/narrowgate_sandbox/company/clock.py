"""A clock that only writes move, so that the same requests get the same answers on any day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
STEP = timedelta(milliseconds=1250)


class Clock:
    def __init__(self, start: datetime = START) -> None:
        self.now = start

    def tick(self) -> datetime:
        """Move on, and tell the new time: each write happens at a moment of its own."""
        self.now += STEP
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass without anything happening."""
        self.now += timedelta(seconds=seconds)

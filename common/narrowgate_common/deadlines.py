"""The one total deadline of a call: everything it sends, waits for and reads ends before it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the monotonic clock by which a call must have ended."""

    ends_at: float
    clock: Clock = time.monotonic

    @classmethod
    def after(cls, seconds: float, clock: Clock = time.monotonic) -> Deadline:
        return cls(clock() + seconds, clock)

    def remaining(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self.ends_at - self.clock())

    def leaving(self, share: float) -> Deadline:
        """An earlier one, so that a share of what is left now remains after it."""
        return Deadline(self.ends_at - self.remaining() * share, self.clock)

"""One memory per credential of when the vendor asked for a pause, shared by all calls of a process."""

from __future__ import annotations

import time
from dataclasses import dataclass

from narrowgate_common.deadlines import Clock


@dataclass(slots=True)
class ThrottleMemory:
    clock: Clock = time.monotonic
    _quiet_until: float = 0.0

    def pause(self, seconds: float) -> None:
        self._quiet_until = max(self._quiet_until, self.clock() + seconds)

    def remaining(self) -> float:
        return max(0.0, self._quiet_until - self.clock())

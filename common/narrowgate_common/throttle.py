"""When the vendor asked for a pause: one memory per credential, or per route, shared by all calls of a process."""

from __future__ import annotations

import time
from dataclasses import dataclass

from narrowgate_common.deadlines import Clock

PROBE_S = 1.0
"""How long the first request after a pause has the way to itself, unless it is answered earlier."""


@dataclass(slots=True)
class ThrottleMemory:
    """After a pause one request goes first, and the others when it was answered: not all at once into a new limit."""

    clock: Clock = time.monotonic
    _paused_until: float = 0.0
    _probing_until: float = 0.0
    _strained: bool = False

    def pause(self, seconds: float) -> None:
        """The vendor asked for it."""
        self._paused_until = max(self._paused_until, self.clock() + seconds)
        self._strained = True

    def answered(self) -> None:
        """A request got through. One that left before the pause was named proves nothing about it."""
        if self.clock() >= self._paused_until:
            self._strained = False
            self._probing_until = 0.0

    def wait_s(self) -> float:
        """Seconds until it is worth asking again. 0.0 means go, and is given to one at a time while it is doubtful."""
        now = self.clock()
        wait = max(self._paused_until, self._probing_until) - now
        if wait > 0:
            return wait
        if self._strained:
            self._probing_until = now + PROBE_S
        return 0.0

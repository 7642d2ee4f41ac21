import time

from narrowgate_common.deadlines import Deadline
from narrowgate_common.throttle import ThrottleMemory


def test_pauses_and_deadlines_go_by_the_clock_that_nobody_can_set() -> None:
    """A machine whose wall clock jumps an hour neither waits an hour nor forgets a pause."""
    assert ThrottleMemory().clock is time.monotonic
    assert Deadline.after(1).clock is time.monotonic
    assert Deadline(0.0).clock is time.monotonic

from narrowgate_common.deadlines import Deadline
from narrowgate_common.throttle import PROBE_S, ThrottleMemory


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_without_a_pause_nobody_waits() -> None:
    clock = Clock()
    clock.now = 0.0
    memory = ThrottleMemory(clock)

    assert [memory.wait_s() for _ in range(5)] == [0.0] * 5


def test_the_longest_pause_counts() -> None:
    clock = Clock()
    memory = ThrottleMemory(clock)
    memory.pause(10)
    memory.pause(3)
    clock.now += 4

    assert memory.wait_s() == 6.0


def test_after_a_pause_one_goes_first_and_the_others_follow_its_answer() -> None:
    clock = Clock()
    memory = ThrottleMemory(clock)
    memory.pause(10)
    clock.now += 10

    assert [memory.wait_s() for _ in range(100)] == [0.0] + [PROBE_S] * 99
    memory.answered()
    assert [memory.wait_s() for _ in range(100)] == [0.0] * 100


def test_a_first_one_that_never_returns_is_followed_by_another() -> None:
    clock = Clock()
    memory = ThrottleMemory(clock)
    memory.pause(1)
    clock.now += 1
    memory.wait_s()
    clock.now += PROBE_S

    assert [memory.wait_s() for _ in range(3)] == [0.0, PROBE_S, PROBE_S]


def test_an_answer_that_was_on_its_way_already_ends_no_pause() -> None:
    clock = Clock()
    memory = ThrottleMemory(clock)
    memory.pause(10)
    memory.answered()

    assert memory.wait_s() == 10.0


def test_a_deadline_ends_and_does_not_go_below_nothing() -> None:
    clock = Clock()
    deadline = Deadline.after(5, clock)
    clock.now += 3

    assert deadline.remaining() == 2.0
    assert deadline.leaving(0.25).remaining() == 1.5
    clock.now += 3
    assert deadline.remaining() == 0.0
    assert deadline.leaving(0.25).remaining() == 0.0

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from narrowgate_common.ledger import Ledger
from narrowgate_common.state import StateDirectory

PROGRAM = Path(__file__).with_name("ledger_process.py")
NAMES = pytest.mark.parametrize("request_id", ["", "mine"], ids=["unnamed", "named"])


class Process:
    """Another process at the same ledger; `tell` does not wait for the answer, `ask` does."""

    def __init__(self, running: subprocess.Popen[str]) -> None:
        self.running = running

    def tell(self, command: str) -> None:
        assert self.running.stdin is not None
        self.running.stdin.write(f"{command}\n")
        self.running.stdin.flush()

    def answer(self) -> str:
        assert self.running.stdout is not None
        return self.running.stdout.readline().strip()

    def ask(self, command: str) -> str:
        self.tell(command)
        return self.answer()

    def kill(self) -> None:
        self.running.send_signal(signal.SIGKILL)
        self.running.wait()


@contextmanager
def process(path: Path, request_id: str = "") -> Iterator[Process]:
    running = subprocess.Popen(
        [sys.executable, str(PROGRAM), str(path / "state"), request_id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Process(running)
    finally:
        running.communicate(timeout=30)


@contextmanager
def ready(path: Path, request_id: str, count: int) -> Iterator[list[Process]]:
    with ExitStack() as stack:
        processes = [stack.enter_context(process(path, request_id)) for _ in range(count)]
        assert [one.answer() for one in processes] == ["ready"] * count
        yield processes


@NAMES
def test_of_processes_that_begin_at_the_same_moment_exactly_one_sends(
    tmp_path: Path, request_id: str
) -> None:
    with ready(tmp_path, request_id, 3) as processes:
        for one in processes:
            one.tell("begin 0")

        assert sorted(one.answer() for one in processes) == ["Fresh", "in_flight", "in_flight"]


def test_the_other_process_waits_and_gets_the_result(tmp_path: Path) -> None:
    with ready(tmp_path, "mine", 2) as (one, other):
        assert one.ask("begin 0") == "Fresh"
        other.tell("begin 30")
        assert [one.ask(command) for command in ("dispatch", "receive", "finish", "deliver")] == ["ok"] * 4

        assert other.answer() == "Earlier"


KILLED = pytest.mark.parametrize(
    ("before", "claim"),
    [
        ([], "Fresh"),
        (["dispatch"], "Look"),
        (["dispatch", "receive"], "Resume"),
        (["dispatch", "receive", "finish"], "Earlier"),
    ],
)


@KILLED
@NAMES
def test_what_a_killed_process_leaves_is_judged_by_its_steps(
    tmp_path: Path, request_id: str, before: list[str], claim: str
) -> None:
    with ready(tmp_path, request_id, 2) as (one, other):
        assert one.ask("begin 0") == "Fresh"
        assert [one.ask(command) for command in before] == ["ok"] * len(before)
        one.kill()

        assert other.ask("begin 0") == claim


@KILLED
def test_a_process_that_waits_notices_the_death(tmp_path: Path, before: list[str], claim: str) -> None:
    with ready(tmp_path, "mine", 2) as (one, other):
        assert one.ask("begin 0") == "Fresh"
        other.tell("begin 30")
        assert [one.ask(command) for command in before] == ["ok"] * len(before)
        one.kill()

        assert other.answer() == claim


def test_a_second_ledger_in_one_process_does_not_cost_the_first_its_locks(tmp_path: Path) -> None:
    state = StateDirectory.open(tmp_path / "state")
    with closing(Ledger.open(state)) as ledger:
        Ledger.open(state).close()
        with process(tmp_path) as other:
            assert [other.answer(), other.ask("begin 0"), other.ask("dispatch")] == ["ready", "Fresh", "ok"]
        # the other one was not the last: it must have left the log that this process still writes to
        assert (state.path / "ledger.sqlite3-wal").exists()
        assert len(ledger.unfinished()) == 1


def test_a_stopped_process_is_not_taken_for_dead(tmp_path: Path) -> None:
    with ready(tmp_path, "mine", 2) as (one, other):
        assert one.ask("begin 0") == "Fresh"
        one.running.send_signal(signal.SIGSTOP)
        try:
            assert other.ask("begin 0") == "in_flight"
        finally:
            one.running.send_signal(signal.SIGCONT)

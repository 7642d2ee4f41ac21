import signal
import subprocess
import sys
from pathlib import Path

from narrowgate_common.audit import Audit, verify
from narrowgate_common.state import StateDirectory


def state_in(path: Path) -> StateDirectory:
    return StateDirectory.open(path / "state")


START = """
import pathlib, resource, signal, sys
from narrowgate_common.audit import Audit
from narrowgate_common.errors import GatewayError
from narrowgate_common.state import StateDirectory
audit = Audit.open(StateDirectory.open(pathlib.Path(sys.argv[1])))
"""


def started(path: Path, program: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", START + program, str(path / "state")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_processes_write_one_chain(tmp_path: Path) -> None:
    program = """
sys.stdin.readline()
for number in range(40):
    audit.result(audit.intent("ann", "tool", str(number), {}), outcome="done")
"""
    running = [started(tmp_path, program) for _ in range(3)]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in running:
        process.communicate()
    found = verify(state_in(tmp_path))

    assert (found.intact, found.records, found.unfinished) == (True, 240, ())


def test_a_process_killed_while_writing_leaves_a_sound_log(tmp_path: Path) -> None:
    program = """
while True:
    audit.intent("ann", "tool", "x" * 400, {})
    print("on it", flush=True)
"""
    for _ in range(3):
        process = started(tmp_path, program)
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
    Audit.open(state_in(tmp_path)).intent("ann", "tool", "last", {})

    assert verify(state_in(tmp_path)).intact


def test_a_full_disk_stops_the_write_and_the_next_append_goes_on(tmp_path: Path) -> None:
    program = """
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
audit.intent("ann", "tool", "first", {})
resource.setrlimit(resource.RLIMIT_FSIZE, (400, resource.RLIM_INFINITY))
for _ in range(2):
    try:
        audit.intent("ann", "tool", "second", {})
    except GatewayError as error:
        print(error.reason)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
audit.intent("ann", "tool", "third", {})
"""
    told, _ = started(tmp_path, program).communicate()
    found = verify(state_in(tmp_path))

    assert told.split() == ["audit_unwritable"] * 2
    assert (found.intact, found.records, found.torn) == (True, 2, 1)
    assert [intent.target for intent in found.unfinished] == ["first", "third"]

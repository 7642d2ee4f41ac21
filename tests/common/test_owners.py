import os
import signal
import subprocess
import sys
from pathlib import Path

from narrowgate_common.owners import Owner, is_alive
from narrowgate_common.state import StateDirectory

LIVE = (
    "import pathlib, sys; from narrowgate_common.owners import Owner;"
    "from narrowgate_common.state import StateDirectory;"
    "owner = Owner.enter(StateDirectory.open(pathlib.Path(sys.argv[1])));"
    "print(owner.token, flush=True); sys.stdin.read()"
)


def directory(path: Path) -> StateDirectory:
    return StateDirectory.open(path / "owners")


def test_an_owner_is_alive_until_it_leaves(tmp_path: Path) -> None:
    owner = Owner.enter(directory(tmp_path))
    before = is_alive(directory(tmp_path), owner.token)
    owner.leave()

    assert (before, is_alive(directory(tmp_path), owner.token)) == (True, False)
    assert list((tmp_path / "owners").glob("*.lock")) == []


def test_asking_twice_at_once_takes_nobody_for_the_owner(tmp_path: Path) -> None:
    owners = directory(tmp_path)
    asking = owners.open_private("gone.lock", os.O_RDWR | os.O_CREAT)
    try:
        import fcntl

        fcntl.flock(asking, fcntl.LOCK_SH)
        assert not is_alive(owners, "gone")
    finally:
        os.close(asking)


def test_leaving_twice_is_leaving_once(tmp_path: Path) -> None:
    owner = Owner.enter(directory(tmp_path))
    owner.leave()
    owner.leave()

    assert not is_alive(directory(tmp_path), owner.token)


def test_an_owner_whose_mark_was_removed_sets_it_again(tmp_path: Path) -> None:
    owners = directory(tmp_path)
    owner = Owner.enter(owners)
    (owners.path / f"{owner.token}.lock").unlink()
    before = is_alive(owners, owner.token)
    owner.stay()
    owner.stay()

    assert (before, is_alive(owners, owner.token)) == (False, True)
    owner.leave()
    owner.stay()
    assert not is_alive(owners, owner.token)


def test_the_files_of_the_dead_are_swept_and_those_of_the_living_are_not(tmp_path: Path) -> None:
    owners = directory(tmp_path)
    os.close(owners.open_private("dead.lock", os.O_RDWR | os.O_CREAT))
    first, second = Owner.enter(owners), Owner.enter(owners)

    assert {file.stem for file in owners.path.glob("*.lock")} == {first.token, second.token}
    first.leave()
    second.leave()


def test_a_killed_process_is_dead_at_once(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", LIVE, str(tmp_path / "owners")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    token = process.stdout.readline().strip()
    before = is_alive(directory(tmp_path), token)
    process.send_signal(signal.SIGKILL)
    process.communicate()

    assert (before, is_alive(directory(tmp_path), token)) == (True, False)


def test_a_child_that_outlives_its_parent_does_not_keep_it_alive(tmp_path: Path) -> None:
    program = f"""
import os, pathlib, sys
from narrowgate_common.owners import Owner
from narrowgate_common.state import StateDirectory
owner = Owner.enter(StateDirectory.open(pathlib.Path({str(tmp_path / "owners")!r})))
print(owner.token, flush=True)
if os.fork() == 0:
    print("child", flush=True)
    sys.stdin.read()
os._exit(0)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    token, child = process.stdout.readline().strip(), process.stdout.readline().strip()
    process.wait()

    assert child == "child"
    assert not is_alive(directory(tmp_path), token)
    process.communicate()


def test_a_child_that_ends_first_does_not_take_the_lock_along(tmp_path: Path) -> None:
    program = f"""
import os, pathlib, sys
from narrowgate_common.owners import Owner
from narrowgate_common.state import StateDirectory
owner = Owner.enter(StateDirectory.open(pathlib.Path({str(tmp_path / "owners")!r})))
if (child := os.fork()) == 0:
    sys.exit()
os.waitpid(child, 0)
print(owner.token, flush=True)
sys.stdin.read()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert is_alive(directory(tmp_path), process.stdout.readline().strip())
    process.communicate()

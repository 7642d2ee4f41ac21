import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.state import StateDirectory, default_state_dir, objection_to

ME = 1000


def refusal(path: Path) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        StateDirectory.open(path)
    assert (refused.value.category, refused.value.reason) == ("configuration_error", "state_unusable")
    assert "state.dir" in refused.value.message
    assert str(path.parent) not in str(refused.value)
    return refused.value


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"XDG_STATE_HOME": "/s", "HOME": "/h"}, "/s/narrowgate/issues"),
        ({"XDG_STATE_HOME": "", "HOME": "/h"}, "/h/.local/state/narrowgate/issues"),
        ({"XDG_STATE_HOME": "rel/state", "HOME": "/h"}, "/h/.local/state/narrowgate/issues"),
        ({"HOME": "/h"}, "/h/.local/state/narrowgate/issues"),
        ({"XDG_STATE_HOME": "/s"}, "/s/narrowgate/issues"),
    ],
)
def test_the_default_follows_xdg(environment: dict[str, str], expected: str) -> None:
    assert default_state_dir(environment, "issues") == Path(expected)


@pytest.mark.parametrize("environment", [{}, {"HOME": ""}, {"HOME": "somewhere"}, {"XDG_STATE_HOME": "rel"}])
def test_without_a_home_the_default_is_refused(environment: dict[str, str]) -> None:
    with pytest.raises(GatewayError) as refused:
        default_state_dir(environment, "issues")

    assert refused.value.reason == "state_unusable"


def test_a_missing_directory_is_made_private_with_its_parents(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        StateDirectory.open(tmp_path / "a" / "b" / "c")
    finally:
        os.umask(before)

    assert [mode(tmp_path / part) for part in ("a", "a/b", "a/b/c")] == [0o700] * 3


def test_an_existing_private_directory_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir(0o700)
    (tmp_path / "s" / "kept").touch()

    assert (StateDirectory.open(tmp_path / "s").path / "kept").exists()


@pytest.mark.parametrize("bits", [0o701, 0o710, 0o740, 0o750, 0o755, 0o770, 0o777, 0o1777, 0o704, 0o702])
def test_a_directory_open_to_others_is_refused(tmp_path: Path, bits: int) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s").chmod(bits)

    assert "0700" in refusal(tmp_path / "s").message


@pytest.mark.parametrize("bits", [0o500, 0o400, 0o300, 0o600])
def test_a_directory_that_is_not_fully_ours_is_refused(tmp_path: Path, bits: int) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s").chmod(bits)

    refusal(tmp_path / "s")


def test_a_symlink_is_refused_even_to_a_private_directory(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(0o700)
    (tmp_path / "s").symlink_to(tmp_path / "real")

    assert "symlink" in refusal(tmp_path / "s").message


def test_a_dangling_symlink_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s").symlink_to(tmp_path / "nowhere")

    refusal(tmp_path / "s")


@pytest.mark.parametrize("below", ["s", "s/deeper"])
def test_a_file_is_no_directory(tmp_path: Path, below: str) -> None:
    (tmp_path / "s").touch(0o600)

    refusal(tmp_path / below)


def test_a_directory_where_nothing_can_be_made_is_refused() -> None:
    refusal(Path("/proc/self/narrowgate/state"))


@pytest.mark.parametrize(
    ("kind", "owner", "objection"),
    [
        (stat.S_IFDIR | 0o700, ME, None),
        (stat.S_IFDIR | 0o2700, ME, None),
        (stat.S_IFDIR | 0o700, 0, "another account"),
        (stat.S_IFDIR | 0o700, ME + 1, "another account"),
        (stat.S_IFLNK | 0o700, ME, "symlink"),
        (stat.S_IFREG | 0o700, ME, "not a directory"),
        (stat.S_IFIFO | 0o700, ME, "not a directory"),
        (stat.S_IFDIR | 0o750, ME, "other accounts"),
        (stat.S_IFDIR | 0o500, ME, "not writable"),
    ],
)
def test_what_speaks_against_a_directory(kind: int, owner: int, objection: str | None) -> None:
    found = objection_to(os.stat_result((kind, 0, 0, 1, owner, 0, 0, 0, 0, 0)), account=ME)

    assert (found is None) == (objection is None)
    assert (objection or "") in (found or "")


def test_a_key_is_made_once_private_and_random(tmp_path: Path) -> None:
    state = StateDirectory.open(tmp_path / "s")
    key = state.key("cursors")

    assert len(key) == 32
    assert state.key("cursors") == StateDirectory.open(tmp_path / "s").key("cursors") == key
    assert state.key("audit") != key
    assert {mode(file) for file in state.path.iterdir()} == {0o600}
    assert {file.name for file in state.path.iterdir()} == {"cursors.key", "audit.key"}


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 31, b"x" * 33])
def test_a_damaged_key_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    state = StateDirectory.open(tmp_path / "s")
    (state.path / "audit.key").touch(0o600)
    (state.path / "audit.key").write_bytes(content)

    with pytest.raises(GatewayError, match=r"state\.dir") as refused:
        state.key("audit")

    assert refused.value.reason == "state_unusable"
    assert (state.path / "audit.key").read_bytes() == content


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    state = StateDirectory.open(tmp_path / "s")
    state.key("audit")
    (state.path / "audit.key").chmod(0o640)

    with pytest.raises(GatewayError):
        state.key("audit")


def test_a_key_behind_a_symlink_is_refused(tmp_path: Path) -> None:
    state = StateDirectory.open(tmp_path / "s")
    (tmp_path / "elsewhere").touch(0o600)
    (tmp_path / "elsewhere").write_bytes(b"x" * 32)
    (state.path / "audit.key").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(GatewayError):
        state.key("audit")


def test_a_pipe_in_place_of_a_key_is_refused_without_waiting(tmp_path: Path) -> None:
    state = StateDirectory.open(tmp_path / "s")
    os.mkfifo(state.path / "audit.key", 0o600)

    with pytest.raises(GatewayError):
        state.key("audit")


@pytest.mark.parametrize("bits", [0o600, 0o400])
def test_a_private_file_is_found_or_made(tmp_path: Path, bits: int) -> None:
    state = StateDirectory.open(tmp_path / "s")
    state.make_private("new")
    (state.path / "old").write_text("kept")
    (state.path / "old").chmod(bits)
    state.make_private("old")

    assert (mode(state.path / "new"), (state.path / "old").read_text()) == (0o600, "kept")


@pytest.mark.parametrize("kind", ["readable by others", "symlink", "directory", "pipe"])
def test_what_is_no_private_file_is_not_taken_for_one(tmp_path: Path, kind: str) -> None:
    state = StateDirectory.open(tmp_path / "s")
    place = state.path / "old"
    if kind == "readable by others":
        place.touch(0o644)
        place.chmod(0o644)
    elif kind == "symlink":
        state.make_private("target")
        place.symlink_to(state.path / "target")
    elif kind == "directory":
        place.mkdir(0o700)
    else:
        os.mkfifo(place, 0o600)

    with pytest.raises(OSError, match=r"private|symbolic"):
        state.make_private("old")


def test_processes_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys; from narrowgate_common.state import StateDirectory; sys.stdin.readline();"
        "print(StateDirectory.open(pathlib.Path(sys.argv[1])).key('audit').hex())"
    )
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "s")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()

    keys = {racer.communicate()[0].strip() for racer in racers}

    assert keys == {StateDirectory.open(tmp_path / "s").key("audit").hex()}

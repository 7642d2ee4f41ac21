import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.common.ledger_calls import begin, fresh, opened

from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import Entry, Fresh, Ledger
from narrowgate_common.state import StateDirectory

FILE = "ledger.sqlite3"


def assert_unwritable(error: GatewayError, path: Path) -> None:
    assert (error.category, error.reason) == ("configuration_error", "ledger_unwritable")
    assert "state.dir" in error.message
    assert str(path) not in str(error)


def garbage(file: Path) -> None:
    file.touch(0o600)
    file.write_bytes(b"not a database, and long enough to be read as one" * 100)


def readable_by_others(file: Path) -> None:
    file.touch(0o600)
    file.chmod(0o644)


def symlink(file: Path) -> None:
    (file.parent / "elsewhere").touch(0o600)
    file.symlink_to(file.parent / "elsewhere")


def newer(file: Path) -> None:
    file.touch(0o600)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 2")


@pytest.mark.anyio
@pytest.mark.parametrize("damage", [garbage, readable_by_others, symlink, newer, Path.mkdir])
async def test_a_ledger_that_cannot_be_trusted_is_not_opened(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    state = StateDirectory.open(tmp_path / "state")
    damage(state.path / FILE)

    with pytest.raises(GatewayError) as refused:
        Ledger.open(state)

    assert_unwritable(refused.value, tmp_path)
    assert list((state.path / "owners").glob("*.lock")) == []


def full(db: sqlite3.Connection) -> None:
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages}")


def read_only(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA query_only = ON")


def closed(db: sqlite3.Connection) -> None:
    db.close()


@pytest.mark.anyio
@pytest.mark.parametrize("trouble", [full, read_only, closed])
async def test_nothing_is_dispatched_when_it_cannot_be_written_down(
    tmp_path: Path, trouble: Callable[[sqlite3.Connection], None]
) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        trouble(ledger._store._connection)
        with pytest.raises(GatewayError) as refused:
            entry.dispatched("s" * 100_000)

    assert_unwritable(refused.value, tmp_path)
    with opened(tmp_path) as ledger:
        assert isinstance(await begin(ledger), Fresh)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "note",
    [
        lambda entry: entry.received("post", {"id": "7"}),
        lambda entry: entry.not_accepted("post"),
        lambda entry: entry.finish({"id": "7"}),
        lambda entry: entry.unknown({}),
        lambda entry: entry.partial({}),
        lambda entry: entry.release(),
    ],
)
async def test_every_note_tells_that_it_could_not_be_made(
    tmp_path: Path, note: Callable[[Entry], object]
) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        entry.dispatched("post")
        read_only(ledger._store._connection)
        with pytest.raises(GatewayError) as refused:
            note(entry)

    assert_unwritable(refused.value, tmp_path)


@pytest.mark.anyio
async def test_a_ledger_that_somebody_keeps_locked_is_unwritable(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger, closing(sqlite3.connect(tmp_path / "state" / FILE)) as other:
        other.execute("BEGIN IMMEDIATE")
        ledger._store._connection.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(GatewayError) as refused:
            await begin(ledger)

    assert_unwritable(refused.value, tmp_path)


@pytest.mark.anyio
async def test_a_full_disk_that_was_cleared_is_no_trouble_any_more(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        full(ledger._store._connection)
        with pytest.raises(GatewayError):
            entry.dispatched("s" * 100_000)
        ledger._store._connection.execute("PRAGMA max_page_count = 1000000")
        entry.dispatched("post")

        assert entry.is_open("post")


def test_a_real_file_size_limit_stops_the_dispatch(tmp_path: Path) -> None:
    program = f"""
import pathlib, resource, signal
import anyio
from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import CallIdentity, Ledger
from narrowgate_common.state import StateDirectory
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
ledger = Ledger.open(StateDirectory.open(pathlib.Path({str(tmp_path / "state")!r})))
async def main():
    return await ledger.begin(CallIdentity("ann", "t", "f"), timeout_s=0)
entry = anyio.run(main).entry
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    entry.dispatched("post")
except GatewayError as error:
    print(error.reason)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "ledger_unwritable"


def test_a_forked_child_may_not_use_its_parents_ledger(tmp_path: Path) -> None:
    program = f"""
import os, pathlib
from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import Ledger
from narrowgate_common.state import StateDirectory
ledger = Ledger.open(StateDirectory.open(pathlib.Path({str(tmp_path / "state")!r})))
if os.fork() == 0:
    try:
        ledger.unfinished()
    except GatewayError as error:
        print(error.reason, flush=True)
    os._exit(0)
os.wait()
print(ledger.unfinished())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["ledger_unwritable", "()"]


@pytest.mark.anyio
async def test_a_closed_ledger_takes_no_calls(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        pass
    with pytest.raises(GatewayError) as refused:
        await begin(ledger)

    assert_unwritable(refused.value, tmp_path)


def test_a_commit_is_on_the_disk_before_it_returns(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        settings = [
            ledger._store._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert settings == ["wal", 2, 1]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors where Linux shows them")
def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(5):
        with opened(tmp_path) as ledger:
            ledger.unfinished()

    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.anyio
async def test_the_ledgers_files_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with opened(tmp_path) as ledger:
            await fresh(ledger)
            files = [file for file in (tmp_path / "state").rglob("*") if file.is_file()]
            modes = {file.stat().st_mode & 0o777 for file in files}
    finally:
        os.umask(before)

    assert len(files) == 6
    assert modes == {0o600}

import errno
import hashlib
import os
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import anyio
import pytest

from narrowgate_common.downloads import DownloadRoot, SavedFile
from narrowgate_common.errors import Category, GatewayError, upstream_error

pytestmark = pytest.mark.anyio

MAX_BYTES = 1000


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


@pytest.fixture
def root(place: Path) -> Iterator[DownloadRoot]:
    opened = DownloadRoot.open(str(place), max_bytes=MAX_BYTES)
    yield opened
    opened.close()


async def chunks(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


async def endless() -> AsyncIterator[bytes]:
    while True:
        yield b"x" * 64


def entries(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def remove(folder: Path) -> None:
    folder.rmdir()


def replace_by_link(place: Path, beside: Path) -> None:
    place.rename(beside / "moved")
    (beside / "elsewhere").mkdir()
    place.symlink_to(beside / "elsewhere")


async def refusal_of(root: DownloadRoot, body: AsyncIterator[bytes], name: str = "a.txt") -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        await root.save(name, body)
    return refused.value


async def test_a_file_is_saved_whole_and_privately(root: DownloadRoot, place: Path) -> None:
    saved = await root.save("Report (1).pdf", chunks(b"one ", b"", b"two"))
    assert saved == SavedFile(saved.name, 7, hashlib.sha256(b"one two").hexdigest())
    folder, _, name = saved.name.partition("/")
    assert name == "Report (1).pdf"
    assert (place / saved.name).read_bytes() == b"one two"
    assert stat.S_IMODE((place / saved.name).stat().st_mode) == 0o600
    assert stat.S_IMODE((place / folder).stat().st_mode) == 0o700


async def test_a_file_of_exactly_the_limit_is_saved(root: DownloadRoot) -> None:
    assert (await root.save("a", chunks(b"x" * 600, b"x" * 400))).size == MAX_BYTES


async def test_an_empty_file_is_saved(root: DownloadRoot) -> None:
    assert (await root.save("a", chunks())).size == 0


@pytest.mark.parametrize(
    "filename",
    ["../../../home/u/.ssh/authorized_keys", "/etc/cron.d/x", "..", "", "a\x00b", "CON", "~/.bashrc"],
)
async def test_no_filename_leads_out_of_the_fresh_directory(
    root: DownloadRoot, place: Path, tmp_path: Path, filename: str
) -> None:
    saved = await root.save(filename, chunks(b"x"))
    assert files_below(tmp_path) == [place / saved.name]
    assert saved.name.count("/") == 1


async def test_equal_names_overwrite_nothing(root: DownloadRoot, place: Path) -> None:
    names = ["A.txt", "a.txt", "a.txt", "\u00e9.txt", "e\u0301.txt"]
    saved = [await root.save(name, chunks(str(n).encode())) for n, name in enumerate(names)]
    assert [(place / each.name).read_bytes() for each in saved] == [b"0", b"1", b"2", b"3", b"4"]


@pytest.mark.parametrize("parts", [(b"x" * (MAX_BYTES + 1),), (b"x" * MAX_BYTES, b"x")])
async def test_a_file_beyond_the_limit_leaves_nothing(
    root: DownloadRoot, place: Path, parts: tuple[bytes, ...]
) -> None:
    refused = await refusal_of(root, chunks(*parts))
    assert (refused.category, refused.reason) == (Category.UPSTREAM_ERROR, "too_large")
    assert entries(place) == []


async def test_a_body_without_end_is_cut_off_and_let_go(root: DownloadRoot, place: Path) -> None:
    body = endless()
    refused = await refusal_of(root, body)
    assert refused.reason == "too_large"
    assert entries(place) == []
    assert [part async for part in body] == []


async def test_a_vendor_that_fails_midway_leaves_nothing(root: DownloadRoot, place: Path) -> None:
    async def cut() -> AsyncIterator[bytes]:
        yield b"half"
        raise upstream_error("the connection was lost", reason="cut")

    assert (await refusal_of(root, cut())).reason == "cut"
    assert entries(place) == []


async def test_a_network_error_is_not_taken_for_the_disks(root: DownloadRoot, place: Path) -> None:
    async def reset() -> AsyncIterator[bytes]:
        yield b"half"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await root.save("a.txt", reset())
    assert entries(place) == []


async def test_a_cancelled_download_leaves_nothing(root: DownloadRoot, place: Path) -> None:
    async def stuck() -> AsyncIterator[bytes]:
        yield b"half"
        started.set()
        await anyio.sleep_forever()

    started = anyio.Event()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(root.save, "a.txt", stuck())
        await started.wait()
        assert [file.name for file in files_below(place)] == ["a.txt"]
        tasks.cancel_scope.cancel()
    assert entries(place) == []


@pytest.mark.parametrize(
    ("number", "word"),
    [(errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EIO, "cannot"), (errno.EROFS, "cannot")],
)
@pytest.mark.parametrize("call", ["write", "mkdir", "open", "close"])
async def test_a_disk_that_refuses_is_the_administrators_and_leaves_nothing(
    root: DownloadRoot, place: Path, number: int, word: str, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = getattr(os, call)
    failed: list[str] = []

    def fail_once(*arguments: object, **named: object) -> object:
        if failed:
            return genuine(*arguments, **named)
        failed.append(call)
        if call == "close":
            genuine(*arguments)
        raise OSError(number, os.strerror(number), str(place))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, fail_once)
        refused = await refusal_of(root, chunks(b"a", b"b"))
    assert refused.category is Category.CONFIGURATION_ERROR
    assert word in refused.message
    assert str(place) not in str(refused.as_dict())
    assert entries(place) == []


async def test_a_root_that_is_gone_is_told(root: DownloadRoot, place: Path) -> None:
    remove(place)
    refused = await refusal_of(root, chunks(b"x"))
    assert refused.category is Category.CONFIGURATION_ERROR
    assert str(place) not in str(refused.as_dict())


async def test_a_root_that_is_replaced_by_a_link_keeps_meaning_the_directory(
    root: DownloadRoot, place: Path, tmp_path: Path
) -> None:
    replace_by_link(place, tmp_path)
    saved = await root.save("a.txt", chunks(b"x"))
    assert (tmp_path / "moved" / saved.name).read_bytes() == b"x"
    assert entries(tmp_path / "elsewhere") == []


async def test_short_writes_are_completed(
    root: DownloadRoot, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda file, data: genuine(file, data[:3]))
        saved = await root.save("a.txt", chunks(b"0123456789"))
    assert (place / saved.name).read_bytes() == b"0123456789"


async def test_a_planted_file_is_never_written_through(
    root: DownloadRoot, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "victim").write_bytes(b"kept")
    genuine = os.mkdir

    def plant(name: str, mode: int, *, dir_fd: int) -> None:
        genuine(name, mode, dir_fd=dir_fd)
        (place / name / "a.txt").symlink_to(tmp_path / "victim")

    with monkeypatch.context() as patched:
        patched.setattr(os, "mkdir", plant)
        refused = await refusal_of(root, chunks(b"x"))
    assert refused.category is Category.CONFIGURATION_ERROR
    assert (tmp_path / "victim").read_bytes() == b"kept"


def test_this_platform_is_supported() -> None:
    assert DownloadRoot.supported()

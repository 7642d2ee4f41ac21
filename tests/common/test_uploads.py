"""One hostile tree, and both ways of opening: what is refused, how, and that nothing outside is ever read."""

import errno
import hashlib
import os
import socket
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from narrowgate_common.descriptors import choose_opener, openat2, walk
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.secret_scan import find_secret
from narrowgate_common.uploads import UploadRoot, refuse_special

OUTSIDE = b"OUTSIDE: must never be read"
MAX_BYTES = 1000


def _has_openat2() -> bool:
    descriptor = os.open(".", os.O_RDONLY)
    try:
        return choose_opener(descriptor) is openat2
    finally:
        os.close(descriptor)


OPENERS = [
    pytest.param(walk, id="walk"),
    pytest.param(
        openat2, id="openat2", marks=pytest.mark.skipif(not _has_openat2(), reason="not on this kernel")
    ),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """`up` is the root; `out` lies beside it and holds what must stay there."""
    up, out = tmp_path / "up", tmp_path / "out"
    for folder in (up / "sub" / "deep", up / "folder", out, tmp_path / "up-evil"):
        folder.mkdir(parents=True)
    for file in (out / "f", tmp_path / "up-evil" / "f"):
        file.write_bytes(OUTSIDE)
    (up / "a.txt").write_bytes(b"alpha")
    (up / "sub" / "deep" / "b.json").write_bytes(b"{}")
    (up / "empty").write_bytes(b"")
    (up / "full").write_bytes(b"x" * MAX_BYTES)
    (up / "large").write_bytes(b"x" * (MAX_BYTES + 1))
    (up / ".hidden").write_bytes(b"x")
    (up / "ln").symlink_to(out / "f")
    (up / "inner").symlink_to("a.txt")
    (up / "broken").symlink_to("absent")
    (up / "loop").symlink_to("loop")
    (up / "dirln").symlink_to(out)
    (up / "innerdir").symlink_to("sub")
    (up / "env").symlink_to("/proc/self/environ")
    (up / "self").symlink_to("/proc/self/root")
    os.link(out / "f", up / "hard")
    os.mkfifo(up / "fifo")
    with (up / "sparse").open("wb") as sparse:
        sparse.truncate(1 << 40)
    return up


@pytest.fixture(params=OPENERS)
def root(request: pytest.FixtureRequest, tree: Path) -> Iterator[UploadRoot]:
    opened = UploadRoot.open(str(tree), max_bytes=MAX_BYTES, label="outgoing")
    yield replace(opened, opener=request.param)
    opened.close()


def refusal_of(root: UploadRoot, argument: str) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        root.read(argument)
    shown = str(refused.value.as_dict())
    assert "OUTSIDE" not in shown
    assert str(root.path) not in shown
    assert "Errno" not in shown
    return refused.value


@pytest.mark.parametrize(
    ("argument", "content", "media_type"),
    [
        ("a.txt", b"alpha", "text/plain"),
        ("sub/deep/b.json", b"{}", "application/json"),
        ("empty", b"", "application/octet-stream"),
        ("full", b"x" * MAX_BYTES, "application/octet-stream"),
    ],
)
def test_a_regular_file_is_read_whole(
    root: UploadRoot, argument: str, content: bytes, media_type: str
) -> None:
    for spelling in (argument, f"{root.path}/{argument}"):
        file = root.read(spelling)
        assert file.name == argument.rpartition("/")[2]
        assert file.content == content
        assert file.sha256 == hashlib.sha256(content).hexdigest()
        assert file.media_type == media_type


REFUSED = {
    "A02 climbing": ("../out/f", "bad_input", "invalid_path"),
    "A03 absolute elsewhere": ("/etc/passwd", "bad_input", "invalid_path"),
    "A05 sibling": ("../up-evil/f", "bad_input", "invalid_path"),
    "A06 final symlink": ("ln", "permission_denied", "symlink"),
    "A06 final symlink that stays inside": ("inner", "permission_denied", "symlink"),
    "A06 broken symlink": ("broken", "permission_denied", "symlink"),
    "A06 symlink to itself": ("loop", "permission_denied", "symlink"),
    "A07 symlinked parent": ("dirln/f", "permission_denied", "symlink"),
    "A07 symlinked parent that stays inside": ("innerdir/deep/b.json", "permission_denied", "symlink"),
    "A09 link to the environment": ("env", "permission_denied", "symlink"),
    "A09 the environment": ("/proc/self/environ", "bad_input", "invalid_path"),
    "A10 link to a magic link": ("self/etc/passwd", "permission_denied", "symlink"),
    "A13 pipe without a writer": ("fifo", "permission_denied", "not_regular"),
    "A14 directory": ("folder", "permission_denied", "not_regular"),
    "hard link to a file outside": ("hard", "permission_denied", "hard_link"),
    "A15 sparse": ("sparse", "bad_input", "too_large"),
    "one byte too large": ("large", "bad_input", "too_large"),
    "A22 device name": ("CON.txt", "bad_input", "invalid_path"),
    "A25 not expanded": ("$HOME/x", "not_found", None),
    "A25 not decoded": ("sub/%2e%2e/a.txt", "not_found", None),
    "A25 home": ("~/x", "not_found", None),
    "A26 surrogate": ("a\ud800", "bad_input", "invalid_path"),
    "A26 long": ("a" * 256, "bad_input", "invalid_path"),
    "absent": ("absent.txt", "not_found", None),
    "absent folder": ("absent/a.txt", "not_found", None),
    "a file as folder": ("a.txt/b", "not_found", None),
    "hidden": (".hidden", "permission_denied", "protected_name"),
    "hidden and absent": (".absent", "permission_denied", "protected_name"),
}


@pytest.mark.parametrize(("argument", "category", "reason"), REFUSED.values(), ids=REFUSED)
def test_whatever_is_no_plain_file_below_the_root_is_refused(
    root: UploadRoot, argument: str, category: str, reason: str | None
) -> None:
    refused = refusal_of(root, argument)
    assert (str(refused.category), refused.reason) == (category, reason)


def test_a_socket_is_refused(root: UploadRoot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root.path)  # the name of a socket may have 107 bytes
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        assert refusal_of(root, "sock").reason == "not_regular"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root makes devices")
@pytest.mark.parametrize("kind", [stat.S_IFCHR, stat.S_IFBLK])
def test_a_device_is_refused(root: UploadRoot, kind: int) -> None:
    try:
        os.mknod(f"{root.path}/device", kind | 0o600, os.makedev(1, 5 if kind == stat.S_IFCHR else 0))
    except PermissionError:
        pytest.skip("this sandbox makes no devices")
    assert refusal_of(root, "device").category is Category.PERMISSION_DENIED


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_refused(root: UploadRoot) -> None:
    Path(root.path, "a.txt").chmod(0)
    assert refusal_of(root, "a.txt").reason == "unreadable"


def test_both_ways_name_the_same_refusals(tree: Path) -> None:
    if not _has_openat2():
        pytest.skip("not on this kernel")
    opened = UploadRoot.open(str(tree), max_bytes=MAX_BYTES, label="outgoing")
    for argument, *_ in REFUSED.values():
        refusals = [refusal_of(replace(opened, opener=opener), argument) for opener in (walk, openat2)]
        assert refusals[0].as_dict() == refusals[1].as_dict()
    opened.close()


def test_a_mount_within_the_root_is_refused() -> None:
    # /proc below / is the one mount every Linux has; the root is opened directly, since no server would take it.
    if not Path("/proc/version").exists():
        pytest.skip("no /proc")
    descriptor = os.open("/", os.O_RDONLY)
    for opener in (walk, *([openat2] if _has_openat2() else [])):
        with pytest.raises(OSError) as refused:
            opener(descriptor, ("proc", "version"))
        assert refused.value.errno == errno.EXDEV
    os.close(descriptor)


def test_a_file_of_another_file_system_is_refused_whatever_led_there(tree: Path) -> None:
    found = (tree / "a.txt").stat()
    with pytest.raises(GatewayError) as refused:
        refuse_special(found, found.st_dev + 1)
    assert refused.value.reason == "mount"


def test_a_root_that_is_replaced_by_a_link_keeps_meaning_the_directory(root: UploadRoot, tree: Path) -> None:
    tree.rename(tree.with_name("moved"))
    tree.symlink_to(tree.with_name("out"))
    assert root.read("a.txt").content == b"alpha"
    assert refusal_of(root, "f").category is Category.NOT_FOUND


def test_the_bytes_are_those_of_the_file_that_was_checked(root: UploadRoot, tree: Path) -> None:
    def opener(descriptor: int, parts: tuple[str, ...]) -> int:
        file = root.opener(descriptor, parts)
        (tree / "new").write_bytes(b"replaced")
        (tree / "new").rename(tree / "kept")
        return file

    (tree / "kept").write_bytes(b"checked")
    # The replaced file has lost its name, and with it the proof that it has exactly one.
    assert refusal_of(replace(root, opener=opener), "kept").reason == "hard_link"
    assert root.read("kept").content == b"replaced"


@pytest.mark.parametrize(
    "change", [b"", b"alph", b"alphabet", b"ALPHA"], ids=["emptied", "cut", "grown", "other"]
)
def test_a_file_that_changes_while_it_is_read_is_refused(
    root: UploadRoot, tree: Path, change: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = os.read

    def read_after_a_change(descriptor: int, count: int) -> bytes:
        (tree / "a.txt").write_bytes(change)
        os.utime(tree / "a.txt", ns=(1, 1))
        return read(descriptor, count)

    monkeypatch.setattr(os, "read", read_after_a_change)
    assert refusal_of(root, "a.txt").reason == "changed"


def test_a_disk_that_fails_is_told_without_its_words(
    root: UploadRoot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_descriptor: int, _count: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error", f"{root.path}/a.txt")

    monkeypatch.setattr(os, "read", fail)
    assert refusal_of(root, "a.txt").category is Category.CONFIGURATION_ERROR


@pytest.mark.parametrize(
    ("number", "category"),
    [
        (errno.EACCES, Category.PERMISSION_DENIED),
        (errno.ENXIO, Category.PERMISSION_DENIED),
        (errno.EMLINK, Category.PERMISSION_DENIED),
        (errno.ENAMETOOLONG, Category.BAD_INPUT),
        (errno.EMFILE, Category.CONFIGURATION_ERROR),
        (errno.EIO, Category.CONFIGURATION_ERROR),
    ],
)
def test_every_error_of_an_open_has_a_category(root: UploadRoot, number: int, category: Category) -> None:
    def opener(_descriptor: int, _parts: tuple[str, ...]) -> int:
        raise OSError(number, os.strerror(number), root.path)

    assert refusal_of(replace(root, opener=opener), "a.txt").category is category


def test_no_descriptor_is_left_open(root: UploadRoot) -> None:
    before = _open_descriptors()
    for argument, *_ in REFUSED.values():
        refusal_of(root, argument)
    root.read("sub/deep/b.json")
    assert _open_descriptors() == before


def test_the_walk_serves_where_the_system_call_is_forbidden(tree: Path) -> None:
    assert choose_opener(-1) is walk
    assert UploadRoot.supported()


ENCODINGS = {
    "UTF-8": lambda text: text.encode(),
    "UTF-16 with a mark": lambda text: text.encode("utf-16"),
    "UTF-16 little endian": lambda text: text.encode("utf-16-le"),
    "UTF-16 big endian": lambda text: text.encode("utf-16-be"),
    "Latin-1": lambda text: ("größe " + text).encode("latin-1"),
    "after zero bytes": lambda text: b"\0\0" + text.encode(),
    "in a binary": lambda text: b"\x89PNG\r\n\x1a\n\xff\xfe\x80" + text.encode() + b"\xff\0",
}  # fmt: skip


@pytest.mark.parametrize("encode", ENCODINGS.values(), ids=ENCODINGS)
def test_a_credential_in_a_file_is_seen_whatever_the_encoding(
    root: UploadRoot, tree: Path, encode: Callable[[str], bytes]
) -> None:
    token = "ghp" + "_0123456789abcdefghijABCDEFGHIJ456789"
    (tree / "notes.txt").write_bytes(encode(f"the token is {token} "))
    assert find_secret(root.read("notes.txt").text_for_scan) == "GitHub token"


def _open_descriptors() -> int:
    return sum(1 for number in range(256) if _is_open(number))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True

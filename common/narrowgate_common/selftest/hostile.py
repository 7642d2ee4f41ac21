"""Hostile files in a fresh directory below the configured upload root, gone without a trace afterwards."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from narrowgate_common.uploads import UploadRoot

OUTSIDE = b"OUTSIDE: must never be read\n"
PLAIN = b"narrowgate selftest\n"
SECRET = "ghp" + "_0123456789abcdefghijABCDEFGHIJ456789"
"""Looks like a credential, and is none."""

EXPECTED = {
    "link.txt": "symlink",
    "inside-link.txt": "symlink",
    "linked-folder/outside.txt": "symlink",
    "pipe": "not_regular",
    "folder": "not_regular",
    "second-name.txt": "hard_link",
    "large.bin": "too_large",
    ".hidden": "protected_name",
    "id_rsa": "protected_name",
    "server.pem": "protected_name",
}
"""What each is refused as."""


@contextmanager
def hostile_folder(root: UploadRoot, home: Path) -> Iterator[str | None]:
    """The directory's name below the root, or None where this account cannot write there."""
    name = f"narrowgate-selftest-{secrets.token_hex(8)}"
    try:
        os.mkdir(name, 0o700, dir_fd=root.descriptor)
    except OSError:
        yield None
        return
    try:
        _plant(root, name, home)
        yield name
    finally:
        shutil.rmtree(name, dir_fd=root.descriptor)


def _plant(root: UploadRoot, name: str, home: Path) -> None:
    (home / "outside.txt").write_bytes(OUTSIDE)
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=root.descriptor)
    try:
        for file, content in _contents(root.max_bytes).items():
            _write(folder, file, content)
        for make in _oddities(folder, home, root.max_bytes):
            with suppress(OSError):  # a file system without links or pipes has none of theirs to refuse
                make()
    finally:
        os.close(folder)


def _contents(limit: int) -> dict[str, bytes]:
    secret = f"the token is {SECRET} \n".encode()
    return {
        "plain.txt": PLAIN[:limit],
        "twin.txt": b"t",
        "notes.txt": secret[:limit],
        ".hidden": b"h",
        "id_rsa": b"k",
        "server.pem": b"k",
    }


def _oddities(folder: int, home: Path, limit: int) -> list[Callable[[], None]]:
    return [
        lambda: os.symlink(home / "outside.txt", "link.txt", dir_fd=folder),
        lambda: os.symlink("plain.txt", "inside-link.txt", dir_fd=folder),
        lambda: os.symlink(home, "linked-folder", dir_fd=folder),
        lambda: os.mkfifo("pipe", 0o600, dir_fd=folder),
        lambda: os.mkdir("folder", 0o700, dir_fd=folder),
        lambda: os.link("twin.txt", "second-name.txt", src_dir_fd=folder, dst_dir_fd=folder),
        lambda: _write(folder, "large.bin", b"", size=limit + 1),
    ]


def _write(folder: int, name: str, content: bytes, *, size: int | None = None) -> None:
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=folder)
    try:
        os.write(file, content)
        if size is not None:
            os.ftruncate(file, size)
    finally:
        os.close(file)


def planted(root: UploadRoot, name: str) -> list[str]:
    """Of what is expected, what this file system could hold."""
    there = []
    for file in EXPECTED:
        with suppress(OSError):
            os.stat(f"{name}/{file.partition('/')[0]}", dir_fd=root.descriptor, follow_symlinks=False)
            there.append(file)
    return there

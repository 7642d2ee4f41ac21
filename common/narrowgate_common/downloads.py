"""Files on their way in: each into a fresh private directory below one configured root, complete or not at all.

Writes run in a worker thread: a slow disk or network mount stalls one download, not every call of the process. The
thread is waited for even when the call is cancelled, so that nothing writes to a descriptor that was closed.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from anyio import to_thread

from narrowgate_common.errors import configuration_error, upstream_error
from narrowgate_common.filenames import safe_filename
from narrowgate_common.roots import is_supported, open_root

KEY = "downloads.root"

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class SavedFile:
    """`name` is relative to the root: a random directory and the sanitised filename."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class DownloadRoot:
    """An open directory that downloads are saved below; bytes are counted after decoding."""

    descriptor: int
    max_bytes: int
    label: str = ""
    """What a person calls the root; its place is not told."""

    @staticmethod
    def supported() -> bool:
        """Whether files can be made safely on this platform; where not, there is no download tool."""
        return is_supported() and {os.mkdir, os.unlink, os.rmdir} <= os.supports_dir_fd

    @classmethod
    def open(cls, path: str, *, max_bytes: int, label: str = "") -> DownloadRoot:
        """Hold on to the directory that stands at `path` now. Raises configuration_error."""
        return cls(open_root(KEY, path), max_bytes, label)

    def close(self) -> None:
        os.close(self.descriptor)

    async def save(self, filename: str, chunks: AsyncIterator[bytes]) -> SavedFile:
        """Write the chunks, in a directory and file only this account may read, under a safe form of `filename`.

        Raises upstream_error (`too_large`) beyond `max_bytes`, configuration_error when the disk is full or the root
        is not writable. After any failure or cancellation nothing is left.
        """
        name = safe_filename(filename)
        kept = False
        with _disk():
            folder = _Folder.make(self.descriptor)
        try:
            with _disk():
                file = os.open(name, _NEW_FILE, 0o600, dir_fd=folder.descriptor)
            try:
                size, digest = await self._write(file, chunks)
            finally:
                with _disk():  # some network mounts report a full disk only here
                    os.close(file)
            kept = True
        finally:
            folder.close(None if kept else name)
            if isinstance(chunks, AsyncGenerator):
                await chunks.aclose()
        return SavedFile(f"{folder.name}/{name}", size, digest)

    async def _write(self, file: int, chunks: AsyncIterator[bytes]) -> tuple[int, str]:
        size, digest = 0, hashlib.sha256()
        async for chunk in chunks:
            size += len(chunk)
            if size > self.max_bytes:
                raise upstream_error(
                    f"The file has more than {self.max_bytes} bytes, the limit of downloads.max_bytes",
                    reason="too_large",
                )
            digest.update(chunk)
            with _disk():
                await to_thread.run_sync(_write_all, file, chunk)
        return size, digest.hexdigest()


@dataclass(frozen=True, slots=True)
class _Folder:
    """A directory made for one download, by a name that could not be guessed beforehand."""

    root: int
    name: str
    descriptor: int

    @classmethod
    def make(cls, root: int) -> _Folder:
        name = secrets.token_hex(8)
        os.mkdir(name, 0o700, dir_fd=root)
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return cls(root, name, os.open(name, flags, dir_fd=root))
        except OSError:
            with suppress(OSError):
                os.rmdir(name, dir_fd=root)
            raise

    def close(self, unfinished: str | None) -> None:
        """Let go of the directory, and of its only file unless that is complete."""
        if unfinished is not None:
            with suppress(OSError):
                os.unlink(unfinished, dir_fd=self.descriptor)
            with suppress(OSError):
                os.rmdir(self.name, dir_fd=self.root)
        os.close(self.descriptor)


@contextmanager
def _disk() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = "is full" if error.errno in _FULL else "cannot be written by this account"
        raise configuration_error(f"{KEY} {why}; nothing was saved", reason="not_saved") from None


def _write_all(file: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(file, rest) :]

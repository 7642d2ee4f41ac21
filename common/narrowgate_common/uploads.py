"""Files on their way out: read below one configured directory, whole and once, so that what is checked is what is sent.

Guaranteed: nothing outside the root is opened, neither through links, mounts and `..` nor by renaming during the
call; no device, pipe, socket or hard link is read. Not guaranteed: what a process that may write inside the root
puts there.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from functools import cached_property

from narrowgate_common.descriptors import Opener, choose_opener
from narrowgate_common.errors import (
    GatewayError,
    bad_input,
    configuration_error,
    not_found,
    permission_denied,
)
from narrowgate_common.media_types import media_type_of
from narrowgate_common.paths import parse_path, refuse_protected
from narrowgate_common.roots import is_supported, open_root

KEY = "uploads.root"

_NOT_TEXT = bytes(byte for byte in range(0x100) if byte >= 0x7F or (byte < 0x20 and byte not in b"\t\n\r"))
_TO_SPACES = bytes.maketrans(_NOT_TEXT, b" " * len(_NOT_TEXT))


@dataclass(frozen=True)
class UploadedFile:
    """A file's name and bytes as they will be sent; the media type is a guess by extension."""

    name: str
    content: bytes
    media_type: str

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def text_for_scan(self) -> str:
        """The content as text for the search for credentials, whatever its encoding.

        Zero bytes are dropped, so that UTF-16 reads as its ASCII part and a zero byte makes no text a binary.
        """
        content = self.content.replace(b"\0", b"")
        try:
            return content.decode()
        except UnicodeDecodeError:
            return content.translate(_TO_SPACES).decode("ascii")


@dataclass(frozen=True, slots=True)
class UploadRoot:
    """An open directory. `label` is what the model knows it by; its place is in no message."""

    descriptor: int
    path: str
    max_bytes: int
    label: str
    opener: Opener

    @staticmethod
    def supported() -> bool:
        """Whether files can be opened safely on this platform; where not, there is no upload tool."""
        return is_supported()

    @classmethod
    def open(cls, path: str, *, max_bytes: int, label: str) -> UploadRoot:
        """Hold on to the directory that stands at `path` now. Raises configuration_error."""
        descriptor = open_root(KEY, path)
        return cls(descriptor, path, max_bytes, label, choose_opener(descriptor))

    def close(self) -> None:
        os.close(self.descriptor)

    def read(self, argument: str) -> UploadedFile:
        """The file at a path relative to the root, or absolute below it.

        Raises bad_input for a path that is none, a file that is too large or changes meanwhile; permission_denied for
        links, special files, mounts and protected names; not_found. Blocks while the disk is read.
        """
        parts = parse_path(argument, self.path)
        refuse_protected(parts)
        file = self._open(parts)
        try:
            return UploadedFile(parts[-1], self._content(file), media_type_of(parts[-1]))
        except OSError:
            raise configuration_error(
                "The file could not be read from the disk", reason="unreadable"
            ) from None
        finally:
            os.close(file)

    def _open(self, parts: tuple[str, ...]) -> int:
        try:
            return self.opener(self.descriptor, parts)
        except OSError as error:
            raise _refusal(error.errno, self.label) from None

    def _content(self, file: int) -> bytes:
        found = os.fstat(file)
        refuse_special(found, os.fstat(self.descriptor).st_dev)
        if found.st_size > self.max_bytes:
            raise bad_input(
                f"The file has {found.st_size} bytes; at most {self.max_bytes} may be uploaded",
                reason="too_large",
            )
        content = _read(file, self.max_bytes + 1)
        if len(content) != found.st_size or _version(os.fstat(file)) != _version(found):
            raise bad_input(
                "The file changed while it was read; try again when it is complete", reason="changed"
            )
        return content


def refuse_special(found: os.stat_result, device: int) -> None:
    """Raise permission_denied unless it is a regular file with one name, on the root's own file system."""
    if not stat.S_ISREG(found.st_mode):
        raise permission_denied("Only regular files can be uploaded", reason="not_regular")
    if found.st_nlink != 1:
        raise permission_denied(
            "The file has a second name, which may lie outside the root; upload a copy", reason="hard_link"
        )
    if found.st_dev != device:
        raise permission_denied("The file lies on another file system than the root", reason="mount")


def _refusal(number: int | None, label: str) -> GatewayError:
    if number in {errno.ENOENT, errno.ENOTDIR}:
        return not_found(f"A file of this path below '{label}'")
    if number in {errno.ELOOP, errno.EMLINK}:
        return permission_denied("Symlinks are not followed; name the file itself", reason="symlink")
    if number == errno.EXDEV:
        return permission_denied("The path leads to another file system than the root's", reason="mount")
    if number in {errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP, errno.EISDIR}:
        return permission_denied("Only regular files can be uploaded", reason="not_regular")
    if number in {errno.EACCES, errno.EPERM}:
        return permission_denied("The server's account may not read this file", reason="unreadable")
    if number in {errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL}:
        return bad_input("The path cannot name a file on this file system", reason="invalid_path")
    return configuration_error("The file could not be opened", reason="unreadable")


def _read(file: int, limit: int) -> bytes:
    parts = []
    while limit > 0 and (part := os.read(file, min(limit, 1 << 20))):
        parts.append(part)
        limit -= len(part)
    return b"".join(parts)


def _version(found: os.stat_result) -> tuple[int, int]:
    return (found.st_size, found.st_mtime_ns)

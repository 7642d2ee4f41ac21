"""The state directory: where a server keeps its ledger, its audit log and its keys.

Nobody but the account that runs the server may read or write it. It must be on a local disk: advisory locks and
SQLite's write-ahead log are not dependable on network file systems (https://www.sqlite.org/wal.html).
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from narrowgate_common.errors import GatewayError, configuration_error

PRIVATE_DIRECTORY = 0o700
PRIVATE_FILE = 0o600
OTHERS = 0o077
KEY_BYTES = 32


def default_state_dir(environment: Mapping[str, str], server: str) -> Path:
    """Name the directory that is used when `state.dir` is not set: `narrowgate/<server>` below XDG_STATE_HOME.

    A relative XDG_STATE_HOME counts as unset (https://specifications.freedesktop.org/basedir-spec/latest/).
    Raises configuration_error (`state_unusable`) where there is no home directory either.
    """
    base = Path(environment.get("XDG_STATE_HOME", ""))
    if not base.is_absolute():
        base = Path(environment.get("HOME", "")) / ".local" / "state"
    if not base.is_absolute():
        raise _unusable("is not set, and there is no home directory to derive it from")
    return base / "narrowgate" / server


@dataclass(frozen=True, slots=True)
class StateDirectory:
    """A directory that was found private and writable; `open` is the way to get one."""

    path: Path

    @classmethod
    def open(cls, path: Path) -> StateDirectory:
        """Take `path` as state directory, made with its missing parents (0700) where it does not exist.

        Raises configuration_error (`state_unusable`) when it is a symlink, belongs to another account, is open to
        group or others, or cannot be written.
        """
        if os.name != "posix":
            raise _unusable(
                "needs a POSIX system: without its file permissions and locks, nothing is written"
            )
        try:
            _make(path)
            found = os.lstat(path)
        except OSError as error:
            raise _unusable(
                "cannot be made: a parent is missing, is no directory or is not writable"
            ) from error
        objection = objection_to(found, account=os.geteuid())
        if objection is None and not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            objection = "cannot be written"
        if objection is not None:
            raise _unusable(objection)
        return cls(path)

    def key(self, name: str) -> bytes:
        """Return the 32 secret random bytes called `name`, made at the first call; every process gets the same.

        Raises configuration_error (`state_unusable`) when the key's file is damaged or not private.
        """
        try:
            try:
                key = self._read_key(f"{name}.key")
            except FileNotFoundError:
                self._make_key(f"{name}.key")
                key = self._read_key(f"{name}.key")
        except OSError as error:
            raise _unusable("holds a key that cannot be read or made") from error
        if len(key) != KEY_BYTES:
            raise _unusable("holds a damaged key")
        return key

    def open_private(self, name: str, flags: int) -> int:
        """Open a file of this directory, made 0600 with O_CREAT, and return its descriptor.

        Raises OSError, also for what is not a regular file of ours alone: symlink, pipe, foreign, readable by others.
        """
        descriptor = os.open(
            self.path / name, flags | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, PRIVATE_FILE
        )
        try:
            _demand_private(os.fstat(descriptor))
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def make_private(self, name: str) -> None:
        """Make an empty file, or find it private, without opening one that is there.

        For SQLite: closing any descriptor of a file drops all locks of this process on it
        (https://www.sqlite.org/howtocorrupt.html, 2.2). Raises OSError like `open_private`.
        """
        try:
            os.close(self.open_private(name, os.O_RDWR | os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            _demand_private(os.lstat(self.path / name))

    def sync(self) -> None:
        """Make the names of new files durable. Raises OSError."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _read_key(self, name: str) -> bytes:
        with open(self.open_private(name, os.O_RDONLY), "rb") as file:  # noqa: PTH123 - a descriptor, not a path
            return file.read(KEY_BYTES + 1)

    def _make_key(self, name: str) -> None:
        """Written aside and linked into place: no process ever reads half a key, and one of several wins."""
        aside = f"{name}.{secrets.token_hex(8)}"
        with open(self.open_private(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:  # noqa: PTH123
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(self.path / aside, self.path / name)
        except FileExistsError:
            pass
        finally:
            (self.path / aside).unlink()
        self.sync()


def objection_to(found: os.stat_result, *, account: int) -> str | None:
    """Say what speaks against a directory as the state of `account` (a numeric user id), or None."""
    if stat.S_ISLNK(found.st_mode):
        return "is a symlink: name the directory itself"
    if not stat.S_ISDIR(found.st_mode):
        return "is not a directory"
    if found.st_uid != account:
        return "belongs to another account than the one that runs this server"
    if found.st_mode & OTHERS:
        return "is open to other accounts: give it the mode 0700"
    if found.st_mode & PRIVATE_DIRECTORY != PRIVATE_DIRECTORY:
        return "is not writable: give it the mode 0700"
    return None


def _demand_private(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & OTHERS:
        raise OSError(errno.EPERM, "not a private regular file")


def _make(path: Path) -> None:
    missing = [path, *path.parents]
    while missing and os.path.lexists(missing[-1]):
        missing.pop()
    for directory in reversed(missing):
        try:
            directory.mkdir(PRIVATE_DIRECTORY)
        except FileExistsError:
            continue


def _unusable(what: str) -> GatewayError:
    return configuration_error(f"The directory state.dir {what}.", reason="state_unusable")

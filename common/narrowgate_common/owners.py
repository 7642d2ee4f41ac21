"""Who is alive: each process that works on calls holds a lock on a file of its own.

A process that dies, by whatever means, loses the lock; another one finds that out by trying it.
"""

from __future__ import annotations

import os
import secrets
import weakref

from narrowgate_common.locks import gate, try_lock
from narrowgate_common.state import StateDirectory

_GATE = "gate"
"""Files come and go only under this lock, so that no sweep takes a file between its making and its locking."""


class Owner:
    """The mark of this process among the owners; `token` is written beside what it works on."""

    def __init__(self, directory: StateDirectory, token: str, descriptor: int) -> None:
        self.token = token
        self._directory = directory
        self._descriptor: int | None = descriptor
        _HELD.add(self)

    @classmethod
    def enter(cls, directory: StateDirectory) -> Owner:
        """Sweep away the dead and join the living. Raises OSError."""
        token = secrets.token_hex(16)
        with gate(directory, _GATE):
            _sweep(directory)
            return cls(directory, token, _mark(directory, token))

    def stay(self) -> None:
        """Set the mark again if somebody has removed it: the living must not look dead for long. Raises OSError."""
        if self._descriptor is not None and not (self._directory.path / _file(self.token)).exists():
            with gate(self._directory, _GATE):
                os.close(self._descriptor)
                self._descriptor = None
                self._descriptor = _mark(self._directory, self.token)

    def leave(self) -> None:
        """Count as dead from now on."""
        if self._descriptor is not None:
            (self._directory.path / _file(self.token)).unlink(missing_ok=True)
            self.let_go()

    def let_go(self) -> None:
        """Close the file and nothing else: in a fork's child the lock stays with the parent."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def is_alive(directory: StateDirectory, token: str) -> bool:
    """Whether the process that entered with this token still runs. Raises OSError.

    Asking takes a shared lock, so that two who ask at once do not take each other for the owner.
    """
    try:
        descriptor = directory.open_private(_file(token), os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        return not try_lock(descriptor, shared=True)
    finally:
        os.close(descriptor)


def _mark(directory: StateDirectory, token: str) -> int:
    descriptor = directory.open_private(_file(token), os.O_RDWR | os.O_CREAT | os.O_EXCL)
    if try_lock(descriptor):
        return descriptor
    os.close(descriptor)
    raise BlockingIOError("a new file is locked already")


def _sweep(directory: StateDirectory) -> None:
    for file in directory.path.glob(_file("*")):
        if not is_alive(directory, file.stem):
            file.unlink(missing_ok=True)


def _file(token: str) -> str:
    return f"{token}.lock"


_HELD: weakref.WeakSet[Owner] = weakref.WeakSet()


def _let_go_of_all() -> None:
    for owner in _HELD:
        owner.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_of_all)

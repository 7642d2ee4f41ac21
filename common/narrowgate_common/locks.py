"""Advisory locks between the processes of one machine; the kernel lets go of them when a process dies, however it dies.

They belong to an open file, not to a process id, so a reused pid cannot be mistaken for the owner
(https://man7.org/linux/man-pages/man2/flock.2.html).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from narrowgate_common.state import StateDirectory


def try_lock(descriptor: int, *, shared: bool = False) -> bool:
    """Lock an open file until it is closed, or return False at once when somebody else is in the way."""
    import fcntl

    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def locked(descriptor: int, *, shared: bool = False) -> Iterator[None]:
    """Wait for a lock on an open file and hold it, for a moment: waiting blocks the thread. Raises OSError."""
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def gate(state: StateDirectory, name: str) -> Iterator[None]:
    """Let one process at a time through, by a lock file of the state directory. Raises OSError."""
    descriptor = state.open_private(name, os.O_RDWR | os.O_CREAT)
    try:
        with locked(descriptor):
            yield
    finally:
        os.close(descriptor)

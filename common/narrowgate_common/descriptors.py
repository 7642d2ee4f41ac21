"""Opening a file below a directory descriptor so that nothing outside can be meant, whoever renames meanwhile.

Two ways with the same outcomes and the same error numbers: one system call of Linux 5.6 (`openat2`,
https://man7.org/linux/man-pages/man2/openat2.2.html), and a walk from directory to directory. Never "resolve, check,
then open": between the check and the open, a name can change its meaning.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable

Opener = Callable[[int, tuple[str, ...]], int]
"""Takes a root's descriptor and the parts of a path; returns a descriptor to read from, or raises OSError."""

# O_NONBLOCK: a pipe without a writer would otherwise hold the call up for ever.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = _READ | getattr(os, "O_NOFOLLOW", 0)
_FOLDER = _FILE | getattr(os, "O_DIRECTORY", 0)

_OPENAT2 = 437
_NO_XDEV, _NO_MAGICLINKS, _NO_SYMLINKS, _BENEATH = 0x01, 0x02, 0x04, 0x08
_CONFINED = _NO_XDEV | _NO_MAGICLINKS | _NO_SYMLINKS | _BENEATH


def choose_opener(root: int) -> Opener:
    """`openat2` where the kernel has it and no sandbox forbids it, else the walk."""
    if not sys.platform.startswith("linux"):
        return walk
    try:
        os.close(openat2(root, (".",)))
    except OSError:
        return walk
    return openat2


def walk(root: int, parts: tuple[str, ...]) -> int:
    """Each directory is opened relative to the one before, by its own name, and never through a link."""
    device = os.fstat(root).st_dev
    folder = os.dup(root)
    try:
        for part in parts[:-1]:
            deeper = _open_folder(folder, part)
            os.close(folder)
            folder = deeper
            if os.fstat(folder).st_dev != device:
                raise OSError(errno.EXDEV, "mount")
        return os.open(parts[-1].encode(), _FILE, dir_fd=folder)
    finally:
        os.close(folder)


def openat2(root: int, parts: tuple[str, ...]) -> int:
    """The kernel resolves the path and refuses links, mounts and whatever leaves the root."""
    import ctypes

    how = (ctypes.c_uint64 * 3)(_FILE, 0, _CONFINED)
    system = ctypes.CDLL(None, use_errno=True)
    descriptor: int = system.syscall(
        ctypes.c_long(_OPENAT2),
        ctypes.c_int(root),
        ctypes.c_char_p("/".join(parts).encode()),
        ctypes.byref(how),
        ctypes.c_size_t(ctypes.sizeof(how)),
    )
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "openat2")
    return descriptor


def _open_folder(folder: int, part: str) -> int:
    try:
        return os.open(part.encode(), _FOLDER, dir_fd=folder)
    except NotADirectoryError:
        # Linux answers ENOTDIR for a link too; the caller is told which of the two it was.
        if _is_link(folder, part):
            raise OSError(errno.ELOOP, "link") from None
        raise


def _is_link(folder: int, part: str) -> bool:
    try:
        return stat.S_ISLNK(os.stat(part.encode(), dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return False

"""A process that changes what names mean, as fast as it can, until it is killed or its parent is gone.

`swapping.py FOLDER exchange A B` swaps two names in one step; `replace NAME TARGET` puts a link to the target over the
name, then a fresh file over the link. Prints one line when it has begun.
"""

import ctypes
import os
import sys
from collections.abc import Callable

RENAME_EXCHANGE = 2
"""https://man7.org/linux/man-pages/man2/rename.2.html"""
INSIDE = b"inside"
_ROUNDS = 1000


def exchange(folder: int, one: str, other: str) -> Callable[[], None]:
    system, first, second = ctypes.CDLL(None), os.fsencode(one), os.fsencode(other)

    def swap() -> None:
        if system.renameat2(folder, first, folder, second, RENAME_EXCHANGE) != 0:
            sys.exit("this file system exchanges no names")

    return swap


def replace(folder: int, name: str, target: str) -> Callable[[], None]:
    aside = f"{name}.aside.{os.getpid()}"

    def swap() -> None:
        os.symlink(target, aside, dir_fd=folder)
        os.rename(aside, name, src_dir_fd=folder, dst_dir_fd=folder)
        fresh = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        os.write(fresh, INSIDE)
        os.close(fresh)
        os.rename(aside, name, src_dir_fd=folder, dst_dir_fd=folder)

    return swap


WAYS = {"exchange": exchange, "replace": replace}


def main(path: str, way: str, name: str, other: str) -> None:
    swap, parent = WAYS[way](os.open(path, os.O_RDONLY), name, other), os.getppid()
    swap()
    sys.stdout.write("swapping\n")
    sys.stdout.flush()
    while os.getppid() == parent:
        for _ in range(_ROUNDS):
            swap()


if __name__ == "__main__":
    main(*sys.argv[1:])

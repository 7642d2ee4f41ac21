"""Standard input and output as the wire, read and written in the event loop.

The SDK's own streams hand every line to a worker thread three times. A pipe or a socket can be asked instead whether
it is ready. The descriptors stay blocking: that mode would be shared with whoever else holds the other end.
"""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

import anyio

if sys.platform != "win32":
    import fcntl

_CHUNK = 65_536
_FIRST_FREE = 3
"""Descriptors below it are standard streams."""


class Arriving:
    """Lines of any length; the last one may lack its end."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    async def __aiter__(self) -> AsyncIterator[str]:
        begun = bytearray()
        while chunk := await self._chunk():
            head, *rest = chunk.split(b"\n")
            begun += head
            for piece in rest:
                yield begun.decode("utf-8", "replace")
                begun = bytearray(piece)
        if begun:
            yield begun.decode("utf-8", "replace")

    async def _chunk(self) -> bytes:
        """What there is; nothing at the end."""
        await anyio.wait_readable(self._descriptor)
        return os.read(self._descriptor, _CHUNK)


class Leaving:
    """Text on its way out. A slow reader holds up this text and nothing else.

    What was begun is ended, by the next text or by `ended`, though whoever wrote it is cancelled in the middle.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._left = memoryview(b"")
        self._room = select.poll()
        self._room.register(descriptor, select.POLLOUT)
        self._turn = anyio.Lock(fast_acquire=True)

    async def write(self, text: str) -> None:
        """All of it before any other text. Raises ClosedResourceError when nobody reads any more."""
        async with self._turn:
            await self._out()
            self._left = memoryview(text.encode())
            await self._out()

    async def ended(self) -> None:
        """When no half of a text is left. Raises ClosedResourceError."""
        async with self._turn:
            await self._out()

    async def _out(self) -> None:
        while self._left:
            if not self._room.poll(0):
                await anyio.wait_writable(self._descriptor)
            self._left = self._left[self._written(self._left[: select.PIPE_BUF]) :]

    def _written(self, piece: memoryview) -> int:
        """A stream that has room takes PIPE_BUF bytes without blocking."""
        try:
            return os.write(self._descriptor, piece)
        except (BrokenPipeError, ConnectionResetError):
            raise anyio.ClosedResourceError from None


@contextmanager
def stdio_streams() -> Iterator[tuple[Arriving, Leaving] | None]:
    """Both streams, or None where one cannot be waited for: a file, a terminal, Windows.

    While they are in use descriptor 0 reads nothing and descriptor 1 is stderr, so that whoever prints does not reach
    the wire. Both are put back.
    """
    if not (_can_be_waited_for(0) and _can_be_waited_for(1)):
        yield None
        return
    with _replaced(0, _nothing_to_read()) as reading, _replaced(1, _stderr()) as writing:
        try:
            yield Arriving(reading), Leaving(writing)
        finally:
            _flush_prints()


def _can_be_waited_for(descriptor: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


@contextmanager
def _replaced(descriptor: int, stand_in: int) -> Iterator[int]:
    """A private duplicate of the descriptor, in whose place the stand-in stands meanwhile."""
    private = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    os.dup2(stand_in, descriptor)
    os.close(stand_in)
    try:
        yield private
    finally:
        os.dup2(private, descriptor)
        os.close(private)


def _nothing_to_read() -> int:
    return os.open(os.devnull, os.O_RDONLY)


def _stderr() -> int:
    _flush_prints()
    try:
        return os.dup(2)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


def _flush_prints() -> None:
    """What was printed goes where descriptor 1 pointed then."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()

"""A loopback port that can stop listening and start again, and the connections it took."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress

from narrowgate_sandbox.faults.wire import BrokenPeerError

HOST = "127.0.0.1"
PATIENCE_S = 20.0

Serve = Callable[[socket.socket], Awaitable[None]]
"""Answers a connection's requests until it ends."""


class Listener:
    """Lives in the loop that made it; `calling` brings orders from other threads there.

    `waiting` and `busy` tell it which connections are between two requests: those are dropped when it stops.
    """

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._open: dict[socket.socket, asyncio.Task[None]] = {}
        self._waiting: set[socket.socket] = set()
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._reopening: asyncio.TimerHandle | None = None
        self.connections = 0
        self.over = asyncio.Event()
        self._listen(0)
        self.port: int = self._socket.getsockname()[1]

    def calling(self, what: Callable[[], None]) -> None:
        """Run it in the loop's thread; it is done when this returns."""
        if threading.get_ident() == self._thread:
            what()
            return
        done = threading.Event()

        def doing() -> None:
            what()
            done.set()

        self._loop.call_soon_threadsafe(doing)
        done.wait(PATIENCE_S)

    @property
    def stopped(self) -> bool:
        return self._socket.fileno() < 0

    def waiting(self, client: socket.socket) -> None:
        self._waiting.add(client)

    def busy(self, client: socket.socket) -> None:
        self._waiting.discard(client)

    def stop(self, for_s: float | None = None) -> None:
        """Connecting is refused from now on, for a while or until `again`."""
        self._end_pause()
        if not self.stopped:
            self._loop.remove_reader(self._socket)
            self._socket.close()
        for client in self._waiting:
            # Shut down, not cancelled: the client must notice before this returns.
            with suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
        if for_s is not None:
            self._reopening = self._loop.call_later(for_s, self.again)

    def again(self) -> None:
        self._end_pause()
        if self.stopped:
            self._listen(self.port)

    async def close(self) -> None:
        """No task, timer or socket stays."""
        self.stop()
        tasks = list(self._open.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end_pause(self) -> None:
        if self._reopening:
            self._reopening.cancel()
            self._reopening = None

    def _listen(self, port: int) -> None:
        self._socket = socket.create_server((HOST, port), backlog=128)
        self._socket.setblocking(False)
        self._loop.add_reader(self._socket, self._accept)

    def _accept(self) -> None:
        with suppress(OSError):
            client, _ = self._socket.accept()
            client.setblocking(False)
            self.connections += 1
            task = self._loop.create_task(self._live(client))
            self._open[client] = task
            task.add_done_callback(lambda _task: self._open.pop(client, None))

    async def _live(self, client: socket.socket) -> None:
        with closing(client), suppress(OSError, BrokenPeerError, asyncio.CancelledError):
            await self._serve(client)

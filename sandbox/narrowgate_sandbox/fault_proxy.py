"""A proxy on loopback that fails as it is told, and remembers what arrived and what went on to the upstream."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from narrowgate_sandbox.faults.fault import Fault, Way
from narrowgate_sandbox.faults.happening import happen
from narrowgate_sandbox.faults.listener import HOST, PATIENCE_S, Listener
from narrowgate_sandbox.faults.wire import CHUNK, Message, Source, reading

__all__ = ["Arrival", "Fault", "FaultProxy"]

Matches = Callable[[str, str], bool]
Decides = Callable[[str, str, bytes], Fault | None]


@dataclass(slots=True)
class Arrival:
    """One request at the proxy: `path` with its query, the fault's name, what the upstream answered, if asked."""

    method: str
    path: str
    fault: str
    forwarded: bool = False
    status: int | None = None


@dataclass(slots=True)
class _Rule:
    fault: Fault
    matches: Matches
    left: int | None


class FaultProxy:
    """Stands in front of an upstream origin such as `http://127.0.0.1:8080`.

    Faults wait in a queue, one for each request that arrives; a rule catches the requests it is meant for before
    the queue is asked. May be instructed from any thread. `decides`, where it is set, is asked before both, in the
    proxy's own thread: by method, path and body, it names a fault or leaves the request to them.
    """

    def __init__(self, upstream: str) -> None:
        self.upstream = urlsplit(upstream)
        self.seen: list[Arrival] = []
        self.decides: Decides | None = None
        self._queue: deque[Fault] = deque()
        self._rules: list[_Rule] = []
        self.listener = Listener(self._serve)
        self.url = f"http://{HOST}:{self.listener.port}"

    @classmethod
    @contextmanager
    def start(cls, upstream: str) -> Iterator[FaultProxy]:
        """The proxy in a thread of its own, for as long as the block lasts."""
        made: deque[FaultProxy] = deque()
        ready = threading.Event()

        async def live() -> None:
            async with cls.open(upstream) as proxy:
                made.append(proxy)
                ready.set()
                await proxy.listener.over.wait()

        thread = threading.Thread(target=lambda: asyncio.run(live()), daemon=True)
        thread.start()
        if not ready.wait(PATIENCE_S):
            raise RuntimeError("the fault proxy did not start")
        try:
            yield made[0]
        finally:
            made[0].listener.calling(made[0].listener.over.set)
            thread.join(PATIENCE_S)

    @classmethod
    @asynccontextmanager
    async def open(cls, upstream: str) -> AsyncIterator[FaultProxy]:
        """The proxy in the running loop."""
        proxy = cls(upstream)
        try:
            yield proxy
        finally:
            await proxy.listener.close()

    def next(self, *faults: Fault) -> None:
        """The fates of the next requests, in this order; `Fault.PASS` lets one through."""
        self._queue.extend(faults)
        self.listener.calling(self._refuse_when_due)

    def rule(self, fault: Fault, *, method: str | None = None, path: str = "", times: int | None = 1) -> None:
        """The fate of requests with this method and with `path` in their path; `times` None is for ever."""
        self.match(fault, lambda verb, target: method in (None, verb) and path in target, times=times)

    def match(self, fault: Fault, matches: Matches, *, times: int | None = 1) -> None:
        """The fate of requests that a predicate of method and path picks."""
        self._rules.append(_Rule(fault, matches, times))

    def clear(self) -> None:
        """Forget all faults that have not happened, and listen."""
        self._queue.clear()
        self._rules.clear()
        self.decides = None
        self.accept()

    def refuse(self) -> None:
        """Stop listening until `accept`, and drop connections that wait for a request."""
        self.listener.calling(self.listener.stop)

    def accept(self) -> None:
        self.listener.calling(self.listener.again)

    @property
    def connections(self) -> int:
        """How many were accepted so far."""
        return self.listener.connections

    @property
    def forwarded(self) -> list[Arrival]:
        """What reached the upstream."""
        return [one for one in self.seen if one.forwarded]

    def count(self, method: str | None = None, path: str = "", *, forwarded: bool = False) -> int:
        """How many arrived, or were forwarded, with this method and with `path` in their path."""
        among = self.forwarded if forwarded else self.seen
        return sum(1 for one in among if method in (None, one.method) and path in one.path)

    def _refuse_when_due(self) -> None:
        if self._queue and self._queue[0].way is Way.REFUSE:
            self.listener.stop(self._queue.popleft().for_s)

    async def _serve(self, client: socket.socket) -> None:
        source = Source(reading(client))
        while (request := await self._request(client, source)) is not None:
            fault = self._fate(request)
            arrival = Arrival(request.words[0], request.words[1], fault.name)
            self.seen.append(arrival)
            answer = await self._ask(request, arrival) if fault.forwarded else None
            self._refuse_when_due()
            lives = await happen(client, fault, answer, last=self.listener.stopped)
            if not lives or self.listener.stopped:
                return

    async def _request(self, client: socket.socket, source: Source) -> Message | None:
        self.listener.waiting(client)
        try:
            return await source.request()
        finally:
            self.listener.busy(client)

    def _fate(self, request: Message) -> Fault:
        method, path = request.words[:2]
        decided = self.decides(method, path, request.body) if self.decides else None
        if decided is not None:
            return decided
        rule = next((one for one in self._rules if one.matches(method, path)), None)
        if rule is None:
            return self._queue.popleft() if self._queue else Fault.PASS
        if rule.left is not None:
            rule.left -= 1
            if rule.left <= 0:
                self._rules.remove(rule)
        return rule.fault

    async def _ask(self, request: Message, arrival: Arrival) -> Message:
        """The upstream's answer, on a connection of its own."""
        secure = self.upstream.scheme == "https"
        port = self.upstream.port or (443 if secure else 80)
        reader, writer = await asyncio.open_connection(self.upstream.hostname, port, ssl=secure or None)
        try:
            arrival.forwarded = True
            writer.write(request.framed((b"connection", b"close")) + request.body)
            await writer.drain()
            answer = await Source(lambda: reader.read(CHUNK)).response(arrival.method)
            arrival.status = int(answer.words[1])
            return answer
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

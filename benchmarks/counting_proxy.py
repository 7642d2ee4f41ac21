"""`python -m benchmarks.counting_proxy PORT UPSTREAM`: hands requests on to one upstream and remembers them.

It takes requests as a server does (`GET /path`) and as a proxy does (`GET http://any.host/path`), and reaches the
same upstream either way, below the upstream's own path: whoever insists on a vendor's host name is led to loopback.
`GET /benchmarks/arrived` answers with what arrived since it was last asked.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlsplit

from narrowgate_sandbox.faults.wire import CHUNK, BrokenPeerError, Message, Source, made_up

ARRIVED = "/benchmarks/arrived"
HOST = "127.0.0.1"
_IDLE_S = 2.0
"""After which a connection is not used again: an upstream may close one after five seconds, while a client converts."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One request and the size of its answer's body; `target` is the path with its query."""

    method: str
    target: str
    body: str
    status: int
    size: int


class CountingProxy:
    def __init__(self, upstream: str) -> None:
        self._upstream = urlsplit(upstream)
        self._arrived: list[Arrival] = []

    async def serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """One client's connection, on one connection of ours, or on several with pauses between them."""
        source = Source(lambda: client.read(CHUNK))
        upstream, writer = await self._connected()
        used = time.monotonic()
        try:
            while (request := await source.request()) is not None:
                if time.monotonic() - used > _IDLE_S:
                    writer.close()
                    upstream, writer = await self._connected()
                used = time.monotonic()
                answer = await self._answer(request, upstream, writer)
                back.write(answer.framed() + answer.body)
                await back.drain()
        except (BrokenPeerError, ConnectionError):
            pass
        finally:
            writer.close()
            back.close()

    async def _connected(self) -> tuple[Source, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self._upstream.hostname, self._upstream.port)
        return Source(lambda: reader.read(CHUNK)), writer

    async def _answer(self, request: Message, upstream: Source, writer: asyncio.StreamWriter) -> Message:
        method, target = request.words[0], _path(request.words[1])
        if target == ARRIVED:
            return self._told()
        onward = replace(request, start=f"{method} {self._upstream.path}{target} HTTP/1.1".encode("latin-1"))
        writer.write(onward.framed() + request.body)
        await writer.drain()
        answer = await upstream.response(method)
        body = request.body.decode("utf-8", "replace")
        self._arrived.append(Arrival(method, target, body, int(answer.words[1]), len(answer.body)))
        return answer

    def _told(self) -> Message:
        told = [asdict(each) for each in self._arrived]
        self._arrived.clear()
        return made_up(200, {"content-type": "application/json"}, json.dumps(told).encode())


def _path(target: str) -> str:
    """Without the host, which a client puts before it when it asks a proxy."""
    split = urlsplit(target)
    return (split.path or "/") + (f"?{split.query}" if split.query else "")


async def main(port: int, upstream: str) -> None:
    server = await asyncio.start_server(CountingProxy(upstream).serve, HOST, port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))

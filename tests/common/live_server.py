"""Websockets to listen to: one by a library that others wrote, one that says any bytes, and a tunnel to them."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.common.raw_server import Raw, raw_server
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.utils import accept_key

Talk = Callable[[ServerConnection], Awaitable[None]]


@dataclass
class Live:
    """What came: the heads of requests, and how each connection ended, as its server saw it."""

    port: int = 0
    requests: list[Request] = field(default_factory=list)
    ended: list[int | None] = field(default_factory=list)
    refusals: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    """Answers in place of the handshake, to be given first."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def telling(*messages: str | list[str], then_stay: bool = False) -> Talk:
    """Says the messages (a list is one in fragments), then goodbye, or waits for the other side to leave."""

    async def talk(connection: ServerConnection) -> None:
        for message in messages:
            await connection.send(message)
        if then_stay:
            await connection.wait_closed()

    return talk


@asynccontextmanager
async def live_server(talk: Talk, **more: Any) -> AsyncIterator[Live]:
    live = Live()

    def first(connection: ServerConnection, request: Request) -> Response | None:
        live.requests.append(request)
        if not live.refusals:
            return None
        status, headers, body = live.refusals.pop(0)
        refused = connection.respond(status, body.decode())
        for name, value in headers.items():
            refused.headers[name] = value
        return refused

    async def handle(connection: ServerConnection) -> None:
        try:
            await talk(connection)
        finally:
            await connection.close()
            live.ended.append(connection.close_code)

    async with serve(handle, "127.0.0.1", 0, process_request=first, **more) as server:
        live.port = next(iter(server.sockets)).getsockname()[1]
        yield live


@asynccontextmanager
async def raw_live_server(
    *pieces: bytes, then_close: bool = False, more: bytes = b"", accept: str | None = None
) -> AsyncIterator[Raw]:
    """A good handshake (or one with other lines, or a wrong answer to the key), and then any bytes."""

    async def say(writer: asyncio.StreamWriter) -> None:
        key = raw.heads[-1].lower().split(b"sec-websocket-key: ")[1].split(b"\r\n")[0]
        original = raw.heads[-1][raw.heads[-1].lower().index(key) :][: len(key)].decode()
        consent = accept or accept_key(original)
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + f"Sec-WebSocket-Accept: {consent}\r\n".encode()
            + more
            + b"\r\n"
            + b"".join(pieces)
        )
        await writer.drain()
        if then_close:
            writer.close()

    async with raw_server(say) as raw:
        yield raw


@asynccontextmanager
async def tunnel(targets: list[str]) -> AsyncIterator[int]:
    """A proxy that knows CONNECT and nothing else; `targets` is filled with where it was sent."""

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ssl.SSLError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        verb, target, _ = head.split(" ", 2)
        targets.append(f"{verb} {target}")
        host, _, port = target.rpartition(":")
        there, away = await asyncio.open_connection(host, int(port))
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await asyncio.gather(pipe(reader, away), pipe(there, writer))

    server = await asyncio.start_server(serve_one, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()

"""A server that says what it is told to, byte for byte."""

import asyncio
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field

Say = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Raw:
    """`heads` are the requests' heads as they came; `connections` counts who came to speak, `closed` who left."""

    port: int = 0
    heads: list[bytes] = field(default_factory=list)
    connections: int = 0
    closed: int = 0


def saying(*answers: bytes, then_close: bool = False) -> Say:
    """The same bytes for every request; several pieces leave one by one."""

    async def say(writer: asyncio.StreamWriter) -> None:
        for piece in answers:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
        if then_close:
            writer.close()

    return say


def endlessly(start: bytes, more: bytes) -> Say:
    async def say(writer: asyncio.StreamWriter) -> None:
        writer.write(start)
        while not writer.is_closing():
            writer.write(more)
            await writer.drain()

    return say


@asynccontextmanager
async def raw_server(say: Say, tls: ssl.SSLContext | None = None) -> AsyncIterator[Raw]:
    raw = Raw()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raw.connections += 1
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            while True:
                raw.heads.append(await reader.readuntil(b"\r\n\r\n"))
                await say(writer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    raw.port = server.sockets[0].getsockname()[1]
    try:
        yield raw
    finally:
        server.close()
        await server.wait_closed()


@asynccontextmanager
async def silent_server() -> AsyncIterator[Raw]:
    """Accepts, and never says a word."""
    raw = Raw()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raw.connections += 1
        with suppress(OSError):
            while data := await reader.read(65_536):
                raw.heads.append(data)
        raw.closed += 1
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    raw.port = server.sockets[0].getsockname()[1]
    try:
        yield raw
    finally:
        server.close()
        await server.wait_closed()


@contextmanager
def strict_tls_server(tls: ssl.SSLContext) -> Iterator[Raw]:
    """Says what it has against a client's certificate, as OpenSSL does and asyncio does not, and nothing else."""
    raw = Raw()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        raw.port = listener.getsockname()[1]

        def serve() -> None:
            client, _ = listener.accept()
            with client, suppress(OSError):
                _shake_hands(client, tls)
                client.shutdown(socket.SHUT_WR)
                while client.recv(65_536):
                    pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield raw
        thread.join(10)


def _shake_hands(client: socket.socket, tls: ssl.SSLContext) -> None:
    """By hand, so that an alert is sent before the connection closes."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    connection = tls.wrap_bio(incoming, outgoing, server_side=True)
    for _ in range(10):
        try:
            connection.do_handshake()
            break
        except ssl.SSLWantReadError:
            client.sendall(outgoing.read())
            incoming.write(client.recv(65_536))
        except ssl.SSLError:
            break
    client.sendall(outgoing.read())

"""As much of HTTP/1.1 as a proxy needs: whole requests in, whole responses out."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus

CHUNK = 65_536
HEAD_LIMIT = 262_144
_HOP_BY_HOP = frozenset(
    {b"connection", b"keep-alive", b"transfer-encoding", b"content-length", b"te", b"upgrade"}
)
_WITHOUT_BODY = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})

Header = tuple[bytes, bytes]
Read = Callable[[], Awaitable[bytes]]
"""Some more bytes; none at the end."""


class BrokenPeerError(Exception):
    """The other side ended in the middle, or does not speak HTTP."""


@dataclass(frozen=True, slots=True)
class Message:
    """A request or a response: its first line, its headers, its decoded body."""

    start: bytes
    headers: tuple[Header, ...]
    body: bytes

    def header(self, name: bytes) -> bytes:
        return next((value for key, value in self.headers if key.lower() == name), b"")

    @property
    def words(self) -> list[str]:
        return self.start.decode("latin-1").split(" ")

    def framed(self, *extra: Header, length: int | None = None) -> bytes:
        """The head again, with a length of our own and nothing that concerns one connection only."""
        kept = [one for one in self.headers if one[0].lower() not in _HOP_BY_HOP]
        size = str(len(self.body) if length is None else length).encode()
        lines = [
            self.start,
            *(key + b": " + value for key, value in (*kept, *extra, (b"content-length", size))),
        ]
        return b"\r\n".join(lines) + b"\r\n\r\n"


class Source:
    """Bytes from one side, read piece by piece."""

    def __init__(self, read: Read) -> None:
        self._read, self._kept = read, b""

    async def request(self) -> Message | None:
        """The next request, or None when the client is done."""
        head = await self._until(b"\r\n\r\n", first=True)
        return await self._message(head, to_end=False) if head else None

    async def response(self, method: str) -> Message:
        head = await self._until(b"\r\n\r\n")
        message = _head(head)
        status = int(message.words[1])
        if method == "HEAD" or status in _WITHOUT_BODY:
            return message
        return await self._message(head, to_end=True)

    async def _message(self, head: bytes, *, to_end: bool) -> Message:
        message = _head(head)
        return Message(message.start, message.headers, await self._body(message, to_end=to_end))

    async def _body(self, message: Message, *, to_end: bool) -> bytes:
        if message.header(b"transfer-encoding").lower() == b"chunked":
            return await self._chunks()
        length = message.header(b"content-length")
        if length.isdigit():
            return await self._exactly(int(length))
        return await self._rest() if to_end else b""

    async def _chunks(self) -> bytes:
        whole = []
        while size := int((await self._until(b"\r\n")).partition(b";")[0].strip(), 16):
            whole.append(await self._exactly(size))
            await self._until(b"\r\n")
        await self._until(b"\r\n")
        return b"".join(whole)

    async def _until(self, mark: bytes, *, first: bool = False) -> bytes:
        while mark not in self._kept:
            more = await self._read()
            if not more and first and not self._kept:
                return b""
            if not more or len(self._kept) > HEAD_LIMIT:
                raise BrokenPeerError
            self._kept += more
        found, _, self._kept = self._kept.partition(mark)
        return found + mark

    async def _exactly(self, size: int) -> bytes:
        pieces, missing = [self._kept[:size]], size - len(self._kept[:size])
        self._kept = self._kept[size:]
        while missing > 0:
            more = await self._read()
            if not more:
                raise BrokenPeerError
            pieces.append(more[:missing])
            self._kept, missing = more[missing:], missing - len(more[:missing])
        return b"".join(pieces)

    async def _rest(self) -> bytes:
        pieces = [self._kept]
        while more := await self._read():
            pieces.append(more)
        return b"".join(pieces)


def _head(raw: bytes) -> Message:
    start, *lines = raw.removesuffix(b"\r\n\r\n").split(b"\r\n")
    pairs = (line.partition(b":") for line in lines)
    return Message(start, tuple((key.strip(), value.strip()) for key, _, value in pairs), b"")


def made_up(status: int, headers: dict[str, str], body: bytes) -> Message:
    """A response of our own."""
    phrase = HTTPStatus(status).phrase
    said = tuple((key.encode(), value.encode()) for key, value in headers.items())
    return Message(f"HTTP/1.1 {status} {phrase}".encode(), said, body)


def reading(client: socket.socket) -> Read:
    loop = asyncio.get_running_loop()
    return lambda: loop.sock_recv(client, CHUNK)

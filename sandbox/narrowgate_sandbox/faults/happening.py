"""What a fault does to a client that waits for its answer."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable

from narrowgate_sandbox.faults.fault import Fault, Way
from narrowgate_sandbox.faults.wire import CHUNK, Message, made_up

ENDLESS = 1_000_000_000
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
_GARBAGE = b"\x16\x03\x01\x00\xffSSH-2.0-not_http\r\n\x00\x01\x02\r\n"


async def happen(client: socket.socket, fault: Fault, answer: Message | None, *, last: bool = False) -> bool:
    """Answer, or fail to; whether the connection lives on.

    `answer` is the upstream's, where it was asked; `last` announces that the connection ends after this.
    """
    loop = asyncio.get_running_loop()
    if fault.way is Way.RESET:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        return False
    if fault.way is Way.HANG:
        await _until_gone(client)
        return False
    if fault.way in _LAST_WORDS:
        await loop.sock_sendall(client, _LAST_WORDS[fault.way](answer))
        return False
    if fault.way is Way.DRIP and answer is not None:
        await _drip(client, fault, answer)
        return not fault.endless
    message = answer if fault.way is Way.PASS else made_up(fault.status, dict(fault.headers), fault.body)
    if message is None:
        return False
    extra = ((b"connection", b"close"),) if last else ()
    await loop.sock_sendall(client, message.framed(*extra) + message.body)
    return True


async def _until_gone(client: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(client, CHUNK):
        pass


async def _drip(client: socket.socket, fault: Fault, answer: Message) -> None:
    loop = asyncio.get_running_loop()
    length = len(answer.body) + (ENDLESS if fault.endless else 0)
    await loop.sock_sendall(client, answer.framed(length=length))
    for at in range(0, length, fault.step):
        await loop.sock_sendall(client, answer.body[at : at + fault.step] or b" " * fault.step)
        await asyncio.sleep(fault.every_s)


def _half(answer: Message | None) -> bytes:
    return answer.framed() + answer.body[: len(answer.body) // 2] if answer else b""


def _half_head(answer: Message | None) -> bytes:
    head = answer.framed() if answer else b""
    return head[: len(head) // 2]


_LAST_WORDS: dict[Way, Callable[[Message | None], bytes]] = {
    Way.CLOSE: lambda _answer: b"",
    Way.TRUNCATE: _half,
    Way.CUT_HEADER: _half_head,
    Way.GARBAGE: lambda _answer: _GARBAGE,
}

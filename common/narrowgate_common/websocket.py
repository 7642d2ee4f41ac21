"""A websocket to listen to. Its handshake is a request like any other and leaves by the wire, where it is pinned.

The library (https://websockets.readthedocs.io, its part without I/O) judges the vendor's consent and takes frames
apart; this module alone imports it. No extension is offered, so no frame unpacks to more than it weighs. After the
handshake the HTTP client names its troubles no longer, so those of what it stands on are named here (httpcore).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

import anyio
import httpcore
from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from narrowgate_common.deadlines import Deadline
from narrowgate_common.operations import Ended
from narrowgate_common.replies import BrokenExchangeError

MESSAGE_BYTES = 1_000_000
"""An event holds a message of a chat, the longest of which are some 64 kB."""
_PIECE_BYTES = 65_536
_TROUBLE = {
    CloseCode.MESSAGE_TOO_BIG: "too_large",
    CloseCode.PROTOCOL_ERROR: "unreadable",
    CloseCode.INVALID_DATA: "unreadable",
}
"""By what we said when we gave up; anything else is a connection that was lost."""
_GOODBYE = {CloseCode.NORMAL_CLOSURE, CloseCode.GOING_AWAY}
_OURS = ("connection", "upgrade", "sec-websocket-")


class Line(Protocol):
    """Both directions of a connection, as the HTTP client hands it over."""

    async def read(self, max_bytes: int, /) -> bytes: ...

    async def write(self, buffer: bytes, /) -> None: ...


class Conversation:
    """One handshake, and what is heard after it."""

    def __init__(self, max_bytes: int) -> None:
        # the library wants an address for headers that the wire makes itself
        nowhere = parse_uri("ws://unused.invalid/")
        self._protocol = ClientProtocol(nowhere, max_size=min(max_bytes, MESSAGE_BYTES))
        self._begun = bytearray()

    def proposal(self) -> dict[str, str]:
        """The headers of the request."""
        headers = self._protocol.connect().headers.raw_items()
        return {name: value for name, value in headers if name.lower() != "host"}

    def accept(self, headers: Iterable[tuple[str, str]]) -> None:
        """Take the headers of a 101. Raises BrokenExchangeError where they do not answer the proposal."""
        consent = Headers([(name, value) for name, value in headers if name.lower().startswith(_OURS)])
        self._protocol.receive_data(Response(101, "Switching Protocols", consent).serialize())
        self._protocol.events_received()
        if self._protocol.state is not State.OPEN:
            raise BrokenExchangeError(Ended.AMBIGUOUS, "unreadable")

    async def messages(self, line: Line, deadline: Deadline) -> AsyncGenerator[bytes]:
        """Whole texts as they come, until the vendor says goodbye. Raises BrokenExchangeError for any other end."""
        while True:
            for frame in self._protocol.events_received():
                if self._is_complete(frame):
                    yield self._taken()
            if self._protocol.state is not State.OPEN:
                self._check_goodbye()
                return
            # never around the yield: a deadline must not strike whoever works on the message
            with _watched(deadline):
                await self._more(line)

    async def _more(self, line: Line) -> None:
        piece = await line.read(_PIECE_BYTES)
        if piece:
            self._protocol.receive_data(piece)
        else:
            self._protocol.receive_eof()
        for answer in self._protocol.data_to_send():
            if answer:
                await line.write(answer)

    def _is_complete(self, frame: object) -> bool:
        """Nothing but texts is expected here; the library has seen to what holds a connection together."""
        if not isinstance(frame, Frame) or frame.opcode not in {Opcode.TEXT, Opcode.CONT, Opcode.BINARY}:
            return False
        if frame.opcode is Opcode.BINARY:
            raise BrokenExchangeError(Ended.AMBIGUOUS, "unreadable")
        self._begun += frame.data
        return frame.fin

    def _taken(self) -> bytes:
        whole, self._begun = bytes(self._begun), bytearray()
        return whole

    def _check_goodbye(self) -> None:
        said, heard = self._protocol.close_sent, self._protocol.close_rcvd
        if heard is None or said is None or heard.code not in _GOODBYE:
            trouble = (
                "connection_lost" if said is None else _TROUBLE.get(CloseCode(said.code), "connection_lost")
            )
            raise BrokenExchangeError(Ended.AMBIGUOUS, trouble)


@contextmanager
def _watched(deadline: Deadline) -> Iterator[None]:
    try:
        with anyio.fail_after(deadline.remaining()):
            yield
    except TimeoutError:
        raise BrokenExchangeError(Ended.AMBIGUOUS, "timeout") from None
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError):
        raise BrokenExchangeError(Ended.AMBIGUOUS, "connection_lost") from None

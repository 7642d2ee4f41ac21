"""The only module that talks HTTP: one exchange at a time, to one origin, without opinions about retries.

It stands on httpx's transport and not on its client: what would follow redirects, keep cookies and consult the
environment is not there. The size is capped on decoded bytes, and credentials are added after the origin was compared.
"""

from __future__ import annotations

import ssl
import sys
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from narrowgate_common.credentials import Credential
from narrowgate_common.deadlines import Deadline
from narrowgate_common.decoding import BodyDecoder, Coding
from narrowgate_common.echoes import Echoes
from narrowgate_common.errors import configuration_error, upstream_error
from narrowgate_common.hops import REDIRECTS, Hop, hop
from narrowgate_common.leftovers import retire_if_left_over
from narrowgate_common.operations import Ended
from narrowgate_common.origins import Origin
from narrowgate_common.replies import BrokenExchangeError, Reply, UnreadableError
from narrowgate_common.routes import Request
from narrowgate_common.tls import tls_context, tls_trouble
from narrowgate_common.wire_settings import WireSettings

if TYPE_CHECKING:
    from narrowgate_common.websocket import Conversation

CONNECT_TIMEOUT_S = 10.0
_ADDRESSES = 128
"""Kept, since httpx looks at each of their characters several times, and the same are asked for again and again."""
_NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


class PinnedTransport(httpx.AsyncBaseTransport):
    """Refuses any other origin, then adds the credential: a client that is misused still cannot leak it."""

    def __init__(self, inner: httpx.AsyncBaseTransport, origin: Origin, credential: Credential) -> None:
        self._inner = inner
        self._origin = origin
        self._credential = credential

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        port = url.port or {"https": 443, "http": 80}.get(url.scheme)
        wanted = (self._origin.scheme, self._origin.host, self._origin.port)
        if (url.scheme, url.host, port) != wanted or url.userinfo:
            raise httpx.UnsupportedProtocol("not the configured origin")
        for name, value in self._credential.headers().items():
            request.headers[name] = value
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


@dataclass(slots=True)
class _Waiting:
    """One exchange: until when it may last, and whether its first byte may have left, as the transport reports it."""

    deadline: Deadline
    sent: bool = False

    async def note(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith("send_request_headers.started"):
            request = info.get("request")
            self.sent = self.sent or getattr(request, "method", b"") != b"CONNECT"

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Whatever breaks inside becomes a BrokenExchangeError with the evidence there is."""
        try:
            with anyio.fail_after(self.deadline.remaining()):
                yield
        except _NOT_SENT as error:
            raise BrokenExchangeError(Ended.NOT_SENT, _connecting(error)) from None
        except (httpx.TransportError, httpx.StreamError, OSError) as error:
            raise self._broken(error) from None

    def _broken(self, error: Exception) -> BrokenExchangeError:
        if tls_trouble(error) == "client_certificate":  # TLS 1.3 tells late, in place of an answer
            return BrokenExchangeError(Ended.NOT_SENT, "client_certificate")
        timeout = isinstance(error, (TimeoutError, httpx.TimeoutException))
        ended = Ended.AMBIGUOUS if self.sent else Ended.NOT_SENT
        return BrokenExchangeError(ended, "timeout" if timeout else "connection_lost")


class Incoming:
    """A reply whose head has come. The body is read once, with `chunks` or `whole`; every wait ends at the deadline."""

    def __init__(
        self, response: httpx.Response, waiting: _Waiting, asked: Coding, limit: int, echoes: Echoes
    ) -> None:
        self.head = Reply(response.status_code, _headers(response))
        self._response = response
        self._waiting = waiting
        self._asked: Coding = asked
        self._limit = limit
        self._echoes = echoes
        self._conversation: Conversation | None = None

    @property
    def location(self) -> str:
        """Where the vendor sends on to."""
        found: str = self._response.headers.get("location", "")
        return found

    def become(self, conversation: Conversation) -> None:
        """From here on a websocket, if the vendor consents. Raises BrokenExchangeError where its consent is none."""
        if self.head.status == 101:
            conversation.accept(self._response.headers.multi_items())
            self._conversation = conversation

    async def messages(self) -> AsyncGenerator[Any]:
        """A websocket's messages, parsed, until the vendor says goodbye. Raises BrokenExchangeError."""
        assert self._conversation is not None  # noqa: S101 - only who was answered 101 gets here
        line = self._response.extensions["network_stream"]
        async with aclosing(self._conversation.messages(line, self._waiting.deadline)) as texts:
            async for text in texts:
                yield self._parsed(text)

    def _parsed(self, text: bytes) -> Any:
        try:
            return Reply(200, body=self._echoes.cut(text)).json
        except UnreadableError:
            raise BrokenExchangeError(Ended.AMBIGUOUS, "unreadable") from None

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The decoded body as it arrives. Raises BrokenExchangeError."""
        decoder = self._decoder()
        arriving = aiter(self._body())
        while True:
            # never around the yield: a deadline must not strike whoever works on the piece
            with self._waiting.watched():
                piece = await anext(arriving, None)
            if piece is None:
                self._ended(decoder)
                return
            yield decoder.feed(piece)

    def _decoder(self) -> BodyDecoder:
        coding = self._response.headers.get("content-encoding", "")
        return BodyDecoder(coding, asked=self._asked, limit=self._limit)

    def _ended(self, decoder: BodyDecoder) -> None:
        retire_if_left_over(self._response)
        decoder.end()

    def _body(self) -> httpx.AsyncByteStream:
        """The bytes as they came: the client's own iteration would put the connection back at their end."""
        assert isinstance(self._response.stream, httpx.AsyncByteStream)  # noqa: S101 - the client is an async one
        return self._response.stream

    async def whole(self) -> Reply:
        """The complete reply. A refusal counts by its status, whatever became of its body."""
        body = bytearray()
        try:
            decoder = self._decoder()
            with self._waiting.watched():
                async for piece in self._body():
                    body += decoder.feed(piece)
            self._ended(decoder)
        except BrokenExchangeError:
            if self.head.status < 300:
                raise
            body.clear()
        return replace(self.head, body=self._echoes.cut(bytes(body)))

    async def aclose(self) -> None:
        with anyio.CancelScope(shield=True):
            await self._response.aclose()


class Wire:
    """A connection pool to one origin."""

    def __init__(
        self,
        origin: Origin,
        credential: Credential,
        settings: WireSettings,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Raises configuration_error where certificates or the proxy cannot be used."""
        self._origin = origin
        self._credential = credential
        self._limit = settings.max_body_bytes
        self._echoes = Echoes([credential.secret, *settings.hidden])
        self._reports = transport is None
        self._user_agent = settings.user_agent
        self._address = lru_cache(_ADDRESSES)(self._new_address)
        self._transport = PinnedTransport(transport or _transport(origin, settings), origin, credential)
        self._settings = settings
        self._given = transport
        self._elsewhere: httpx.AsyncBaseTransport | None = None

    async def aclose(self) -> None:
        await self._transport.aclose()
        if self._elsewhere is not None:
            await self._elsewhere.aclose()

    def refuse_own_secrets(self, request: Request) -> None:
        """Before anything is recorded: no text that was written for others takes our credential along."""
        self._echoes.refuse(request)

    def beside(self, request: Request) -> Hop | None:
        """Where on its route's second host it goes; None for the first. Raises upstream_error for any other host."""
        host = request.route.host
        if host is None:
            return None
        there = hop(request.address, (host.origin,), self._origin)
        if there is None:
            raise upstream_error(
                "The connected system named an address outside of its own hosts", reason="foreign_address"
            )
        return there

    async def exchange(self, request: Request, deadline: Deadline) -> Reply:
        """One request and its complete reply. Raises BrokenExchangeError when there is none in time."""
        async with aclosing(await self._opened(request, deadline, "gzip", self._limit)) as incoming:
            return await incoming.whole()

    async def open(self, request: Request, deadline: Deadline) -> Incoming:
        """A reply to be read as it arrives, and closed. Asked for without coding: bytes counted are bytes kept.

        Where the route allows it, an answer that sends on is followed, once. Raises BrokenExchangeError.
        The size is for the reader to bound.
        """
        incoming = await self._opened(request, deadline, "identity", sys.maxsize)
        host = request.route.host
        declared = request.route.hops if host is None else (host.origin,)
        if not declared or incoming.head.status not in REDIRECTS:
            return incoming
        there = hop(incoming.location, declared, self._origin)
        if there is None:
            return incoming
        await incoming.aclose()
        credential = self._credential if host is not None and host.credential else Credential()
        return await self._fetched(there, credential, deadline)

    async def _fetched(self, there: Hop, credential: Credential, deadline: Deadline) -> Incoming:
        """The bytes from a second host. Its refusal is no word of the vendor's about our credential."""
        waiting = _Waiting(deadline, sent=not self._reports)
        headers = {"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": self._user_agent}
        address = _url(there.origin, there.target)
        outgoing = httpx.Request("GET", address, headers=headers, extensions=_extensions(waiting))
        transport = PinnedTransport(self._second_transport(there.origin), there.origin, credential)
        incoming = await self._answer(transport, outgoing, waiting, "identity", sys.maxsize)
        status = incoming.head.status
        if status < 300:
            return incoming
        await incoming.aclose()
        if status in REDIRECTS:
            raise BrokenExchangeError(Ended.REJECTED, "redirect")
        raise BrokenExchangeError(Ended.AMBIGUOUS, f"status_{status}")

    def _second_transport(self, origin: Origin) -> httpx.AsyncBaseTransport:
        """Without the client certificate, which is a credential too; and one that could speak TLS to the next host."""
        if self._given is not None:
            return self._given
        if self._elsewhere is None:
            settings = replace(self._settings, client_certificate=None)
            self._elsewhere = _transport(replace(origin, scheme="https"), settings)
        return self._elsewhere

    async def listen(self, request: Request, deadline: Deadline) -> Incoming:
        """A reply that has become a websocket, if its status is 101. Raises BrokenExchangeError."""
        from narrowgate_common.websocket import Conversation

        conversation = Conversation(self._limit)
        incoming = await self._opened(request, deadline, "identity", self._limit, conversation.proposal())
        try:
            incoming.become(conversation)
        except BaseException:
            await incoming.aclose()
            raise
        return incoming

    async def _opened(
        self,
        request: Request,
        deadline: Deadline,
        coding: Coding,
        limit: int,
        more: Mapping[str, str] | None = None,
    ) -> Incoming:
        waiting = _Waiting(deadline, sent=not self._reports)
        beside = self.beside(request)
        address = self._address(request.target()) if beside is None else _url(beside.origin, beside.target)
        outgoing = self._outgoing(request, address, coding, waiting)
        if more is not None:
            outgoing.headers.update(more)
        return await self._answer(self._transport_to(request, beside), outgoing, waiting, coding, limit)

    def _transport_to(self, request: Request, beside: Hop | None) -> httpx.AsyncBaseTransport:
        if beside is None or request.route.host is None:
            return self._transport
        credential = self._credential if request.route.host.credential else Credential()
        return PinnedTransport(self._second_transport(beside.origin), beside.origin, credential)

    async def _answer(
        self,
        transport: httpx.AsyncBaseTransport,
        outgoing: httpx.Request,
        waiting: _Waiting,
        coding: Coding,
        limit: int,
    ) -> Incoming:
        with waiting.watched():
            response = await transport.handle_async_request(outgoing)
        waiting.sent = True
        return Incoming(response, waiting, coding, limit, self._echoes)

    def _outgoing(
        self, request: Request, address: httpx.URL, coding: Coding, waiting: _Waiting
    ) -> httpx.Request:
        file = request.file
        headers = {"Accept": "application/json", "Accept-Encoding": coding, "User-Agent": self._user_agent}
        return httpx.Request(
            request.route.method,
            address,
            headers={**headers, **dict(request.route.headers)},
            json=request.json,
            data=None if file is None else dict(file.fields),
            files=None if file is None else {"file": (file.filename, file.content, file.media_type)},
            extensions=_extensions(waiting),
        )

    def _new_address(self, target: str) -> httpx.URL:
        return _url(self._origin, target)


def _url(origin: Origin, target: str) -> httpx.URL:
    path = (origin.prefix + target).encode("ascii")
    return httpx.URL(scheme=origin.scheme, host=origin.host, port=origin.port, raw_path=path)


def _extensions(waiting: _Waiting) -> dict[str, Any]:
    timeout = httpx.Timeout(None, connect=_connect_timeout(waiting.deadline)).as_dict()
    return {"timeout": timeout, "trace": waiting.note}


def _connect_timeout(deadline: Deadline) -> float:
    """For TCP and then for TLS, so that the client, which cleans up after itself, gives up before the deadline does."""
    return min(CONNECT_TIMEOUT_S, deadline.remaining() / 2)


def _transport(origin: Origin, settings: WireSettings) -> httpx.AsyncBaseTransport:
    """Raises configuration_error."""
    secure = origin.scheme == "https" or settings.proxy is not None
    tls = tls_context(settings.ca_file, settings.client_certificate) if secure else None
    return httpx.AsyncHTTPTransport(
        verify=tls or False,
        trust_env=False,
        http2=False,
        retries=0,
        proxy=None if settings.proxy is None else _proxy(settings.proxy, tls),
    )


def _proxy(address: str, tls: ssl.SSLContext | None) -> httpx.Proxy:
    """The cause may repeat the address, which may hold a password."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in {"http", "https"} or not url.host:
        raise configuration_error("network.proxy must be an http:// or https:// address", reason="bad_proxy")
    return httpx.Proxy(url, ssl_context=tls if url.scheme == "https" else None)


def _headers(response: httpx.Response) -> dict[str, str]:
    """Only what is read later; a vendor may send as many headers as it likes."""
    wanted = ("content-type", "content-length", "retry-after", "x-seraph-loginreason", "x-ausername")
    return {name: response.headers[name][:1000] for name in wanted if name in response.headers}


def _connecting(error: httpx.HTTPError) -> str:
    """A word for why no connection came about; the text of the cause may name hosts and files."""
    if isinstance(error, httpx.TimeoutException):
        return "timeout"
    return "proxy" if isinstance(error, httpx.ProxyError) else tls_trouble(error) or "unreachable"

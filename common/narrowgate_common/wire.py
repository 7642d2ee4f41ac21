"""The only module that talks HTTP: one exchange at a time, to one origin, without opinions about retries.

Redirects are off, the environment's proxies and certificates are not consulted, cookies are dropped, the size is
capped on decoded bytes, and credentials are added after the origin was compared.
"""

from __future__ import annotations

import ssl
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
import httpx

from narrowgate_common.credentials import Credential
from narrowgate_common.deadlines import Deadline
from narrowgate_common.operations import Ended
from narrowgate_common.origins import Origin
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request

CONNECT_TIMEOUT_S = 10.0
HEADER_BYTES = 65_536
_CHUNK = 65_536
_NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


class BrokenExchangeError(Exception):
    """An exchange without a complete reply: the evidence, and a word for what happened."""

    def __init__(self, ended: Ended, trouble: str) -> None:
        super().__init__(trouble)
        self.ended = ended
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class WireSettings:
    """Applies to every path: certificate authority, client certificate (certificate and key), proxy."""

    ca_file: str | None = None
    client_certificate: tuple[str, str | None] | None = None
    proxy: str | None = None
    user_agent: str = "narrowgate"
    max_body_bytes: int = 16_000_000


class PinnedTransport(httpx.AsyncBaseTransport):
    """Refuses any other origin, then adds the credential: a client that is misused still cannot leak it."""

    def __init__(self, inner: httpx.AsyncBaseTransport, origin: Origin, credential: Credential) -> None:
        self._inner = inner
        self._origin = origin
        self._credential = credential

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        port = url.port or {"https": 443, "http": 80}.get(url.scheme)
        if (url.scheme, url.host, port) != (self._origin.scheme, self._origin.host, self._origin.port):
            raise httpx.UnsupportedProtocol("not the configured origin")
        request.headers.update(self._credential.headers())
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()


@dataclass(slots=True)
class _Progress:
    """Whether the first byte of the request may have left, as the transport itself reports it."""

    sent: bool = False

    async def note(self, event: str, info: Mapping[str, Any]) -> None:
        if event.endswith("send_request_headers.started"):
            request = info.get("request")
            self.sent = self.sent or getattr(request, "method", b"") != b"CONNECT"


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
        self._origin = origin
        self._limit = settings.max_body_bytes
        inner = transport or _transport(origin, settings)
        self._client = httpx.AsyncClient(
            transport=PinnedTransport(inner, origin, credential),
            follow_redirects=False,
            trust_env=False,
            timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT_S),
            headers={"User-Agent": settings.user_agent, "Accept-Encoding": "gzip"},
        )

    async def aclose(self) -> None:
        await self._client.aclose()

    async def exchange(self, request: Request, deadline: Deadline) -> Reply:
        """One request and its complete reply. Raises BrokenExchangeError when there is none in time."""
        async with self._opened(request, deadline, {}) as response:
            body = bytearray()
            async for chunk in _decoded(response, self._limit):
                body += chunk
            return Reply(response.status_code, _headers(response), bytes(body))

    @asynccontextmanager
    async def stream(
        self, request: Request, deadline: Deadline
    ) -> AsyncIterator[tuple[Reply, AsyncIterator[bytes]]]:
        """A reply's head, and its body as it arrives: identity coding only, so that bytes counted are bytes kept."""
        async with self._opened(request, deadline, {"Accept-Encoding": "identity"}) as response:
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise BrokenExchangeError(Ended.AMBIGUOUS, "encoding")
            yield Reply(response.status_code, _headers(response)), response.aiter_raw(_CHUNK)

    @asynccontextmanager
    async def _opened(
        self, request: Request, deadline: Deadline, headers: Mapping[str, str]
    ) -> AsyncIterator[httpx.Response]:
        progress = _Progress()
        outgoing = self._outgoing(request, headers, progress)
        try:
            with anyio.fail_after(deadline.remaining()):
                response = await self._client.send(outgoing, stream=True)
                try:
                    yield response
                finally:
                    with anyio.CancelScope(shield=True):
                        await response.aclose()
        except TimeoutError:
            raise BrokenExchangeError(_evidence(progress), "timeout") from None
        except _NOT_SENT as error:
            raise BrokenExchangeError(Ended.NOT_SENT, _connecting(error)) from None
        except (httpx.TransportError, httpx.StreamError) as error:
            raise BrokenExchangeError(Ended.AMBIGUOUS, _breaking(error)) from None
        finally:
            self._client.cookies.clear()

    def _outgoing(self, request: Request, headers: Mapping[str, str], progress: _Progress) -> httpx.Request:
        origin = self._origin
        url = httpx.URL(
            scheme=origin.scheme,
            host=origin.host,
            port=origin.port,
            raw_path=(origin.prefix + request.target()).encode("ascii"),
        )
        file = request.file
        return self._client.build_request(
            request.route.method,
            url,
            headers={"Accept": "application/json", **dict(request.route.headers), **headers},
            json=request.json,
            files=None if file is None else {"file": (file.filename, file.content, file.media_type)},
            extensions={"trace": progress.note},
        )


def _transport(origin: Origin, settings: WireSettings) -> httpx.AsyncBaseTransport:
    return httpx.AsyncHTTPTransport(
        verify=_tls(settings) if origin.scheme == "https" else False,
        trust_env=False,
        http2=False,
        retries=0,
        proxy=settings.proxy,
    )


def _tls(settings: WireSettings) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=settings.ca_file)
    if settings.client_certificate:
        context.load_cert_chain(*settings.client_certificate)
    return context


async def _decoded(response: httpx.Response, limit: int) -> AsyncIterator[bytes]:
    """The client would inflate a chunk whole, however large it becomes; this counts what comes out."""
    coding = response.headers.get("content-encoding", "identity").lower()
    if coding not in {"identity", "gzip", ""}:
        raise BrokenExchangeError(Ended.AMBIGUOUS, "encoding")
    inflate = zlib.decompressobj(31) if coding == "gzip" else None
    room = limit
    async for raw in response.aiter_raw(_CHUNK):
        chunk = raw if inflate is None else _inflated(inflate, raw, room)
        room -= len(chunk)
        if room < 0 or (inflate is not None and inflate.unconsumed_tail):
            raise BrokenExchangeError(Ended.AMBIGUOUS, "too_large")
        yield chunk
    if inflate is not None and not inflate.eof:
        raise BrokenExchangeError(Ended.AMBIGUOUS, "cut_body")


def _inflated(inflate: Any, raw: bytes, room: int) -> bytes:
    try:
        return bytes(inflate.decompress(raw, room + 1))
    except zlib.error:
        raise BrokenExchangeError(Ended.AMBIGUOUS, "encoding") from None


def _headers(response: httpx.Response) -> dict[str, str]:
    """Only what is read later; a vendor may send as many headers as it likes."""
    wanted = ("content-type", "content-length", "retry-after", "x-seraph-loginreason", "x-ausername")
    return {name: response.headers[name][:1000] for name in wanted if name in response.headers}


def _evidence(progress: _Progress) -> Ended:
    return Ended.AMBIGUOUS if progress.sent else Ended.NOT_SENT


def _connecting(error: httpx.HTTPError) -> str:
    """A word for why no connection came about; the text of the cause may name hosts and files."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return "certificate"
        if isinstance(cause, ssl.SSLError):
            return "tls"
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpx.ProxyError):
        return "proxy"
    return "timeout" if isinstance(error, httpx.TimeoutException) else "unreachable"


def _breaking(error: httpx.TransportError | httpx.StreamError) -> str:
    return "timeout" if isinstance(error, httpx.TimeoutException) else "connection_lost"

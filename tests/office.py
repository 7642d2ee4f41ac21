"""A server without a process of its own: an MCP client on one side, a vendor on the other.

What leaves is recorded, and checked by the vendor's own description where that is at hand. `twist` may change or lose
an answer after the vendor has done its work.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import anyio
import anyio.lowlevel
import httpx
from mcp import Client

from narrowgate_common.protocol import mcp_server
from narrowgate_common.server import Server
from narrowgate_common.throttle import ThrottleMemory
from narrowgate_sandbox import Company

SAFE_METHODS = {"GET", "HEAD"}
AnyServer = TypeVar("AnyServer", bound=Server[Any, Any])

Check = Callable[[str, str, str, Any], list[str]]
"""What contradicts the vendor's description in a request: by method, path, query and body."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it left; `body` is parsed JSON where it is JSON, else None."""

    method: str
    path: str
    query: str
    body: Any = None
    content: bytes = field(default=b"", repr=False)


Twist = Callable[[Sent, httpx.Response], httpx.Response]
"""What becomes of an answer; may raise an error of httpx's instead."""


Instead = Callable[[Sent], httpx.Response | None]
"""An answer in the tracker's place, which then never hears of the request; may raise too."""


class Wiretap(httpx.AsyncBaseTransport):
    """Records what leaves for the tracker behind it."""

    def __init__(self, inner: httpx.AsyncBaseTransport, *, check: Check | None = None) -> None:
        self.inner = inner
        self.check = check
        self.sent: list[Sent] = []
        self.problems: list[str] = []
        self.twist: Twist | None = None
        self.instead: Instead | None = None
        self.hold: anyio.Event | None = None
        """While it is there and not set, what could change something waits at the tracker's door."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        sent = _sent(request, await request.aread())
        self.sent.append(sent)
        if self.check is not None:
            found = self.check(sent.method, sent.path, sent.query, sent.body)
            self.problems += [f"{sent.method} {sent.path}?{sent.query}: {one}" for one in found]
        if self.hold is not None and sent.method not in SAFE_METHODS:
            await self.hold.wait()
        made_up = None if self.instead is None else self.instead(sent)
        if made_up is not None:
            return made_up
        response = await self.inner.handle_async_request(request)
        if self.twist is None:
            return response
        content = await response.aread()
        await response.aclose()
        return self.twist(
            sent, httpx.Response(response.status_code, headers=response.headers, content=content)
        )

    async def aclose(self) -> None:
        await self.inner.aclose()


def _sent(request: httpx.Request, content: bytes) -> Sent:
    is_json = request.headers.get("content-type", "").startswith("application/json")
    body = json.loads(content) if is_json and content else None
    return Sent(request.method, request.url.path, request.url.query.decode(), body, content)


class Clock:
    """Pauses take no time, and are counted."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.pauses: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds
        await anyio.lowlevel.checkpoint()


@dataclass(frozen=True, slots=True)
class Result:
    text: str
    data: dict[str, Any]
    failed: bool

    @property
    def error(self) -> dict[str, Any]:
        return dict(self.data.get("error", {}))


@dataclass
class Office(Generic[AnyServer]):
    """An agent's desk: the client, the server it talks to, and what that server sent."""

    client: Client
    server: AnyServer
    wire: Wiretap
    clock: Clock
    company: Company | None = None
    asking: tuple[str, ...] = ()
    """How the paths end that are asked by POST."""

    async def call(self, tool: str, /, **arguments: Any) -> Result:
        result = await self.client.call_tool(tool, arguments)
        text = "\n".join(block.text for block in result.content if block.type == "text")
        data = result.structured_content if isinstance(result.structured_content, dict) else {}
        return Result(text, data, bool(result.is_error))

    async def ok(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        result = await self.call(tool, **arguments)
        assert not result.failed, result.text
        return result.data

    async def refused(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        result = await self.call(tool, **arguments)
        assert result.failed, result.text
        return result.error

    async def tools(self) -> dict[str, Any]:
        """As published, by name."""
        listed = (await self.client.list_tools()).tools
        return {tool.name: tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed}

    @property
    def sent(self) -> list[Sent]:
        return self.wire.sent

    @property
    def writes(self) -> list[Sent]:
        """What left and could have changed something."""
        return [
            one for one in self.sent if one.method not in SAFE_METHODS and not one.path.endswith(self.asking)
        ]

    @property
    def fernwood(self) -> Company:
        assert self.company is not None
        return self.company


def losing(method: str, path: str = "") -> Twist:
    """The answer is lost on its way, after the tracker did its work."""

    def twist(sent: Sent, answer: httpx.Response) -> httpx.Response:
        if sent.method == method and sent.path.endswith(path):
            raise httpx.ReadError("lost")
        return answer

    return twist


def dropping(method: str, path: str = "") -> Instead:
    """The request is lost on its way, after it began to leave."""

    def instead(sent: Sent) -> httpx.Response | None:
        if sent.method == method and sent.path.endswith(path):
            raise httpx.ReadError("lost")
        return None

    return instead


@asynccontextmanager
async def served(
    server: AnyServer, wire: Wiretap, *, name: str, instructions: str, asking: tuple[str, ...] = ()
) -> AsyncIterator[Office[AnyServer]]:
    """The server before whatever its transport, the wire, reaches."""
    clock = Clock()
    quicken(server, clock)
    published = mcp_server(
        server.tools, server, name=name, version="0", instructions=instructions, principal=server.principal
    )
    try:
        async with Client(published) as client:
            yield Office(client, server, wire, clock, asking=asking)
        assert wire.problems == []
    finally:
        await server.aclose()


def quicken(server: Any, clock: Clock) -> None:
    """Let the server wait by this clock."""
    server.__dict__["house"] = replace(server.house, sleep=clock.sleep)
    server.outbound.sleep = clock.sleep
    server.outbound.throttle = ThrottleMemory(clock=clock)


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    """Every leaf of a JSON value with the way to it."""
    if isinstance(value, Mapping):
        return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, item in enumerate(value) for leaf in leaves(item, (*path, index))]
    return [(path, value)]

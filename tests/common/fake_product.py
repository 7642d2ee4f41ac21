"""The whole product in miniature, around the notice board; time passes only by sleeping."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import structlog
from pydantic import SecretStr
from tests.common.fake_vendor import ROUTES, TOOLS, Desk, Vendor, explain

from narrowgate_common.audit import Audit
from narrowgate_common.calls import Call
from narrowgate_common.credentials import Credential
from narrowgate_common.deadlines import Deadline
from narrowgate_common.dispatch import Books, Dispatcher
from narrowgate_common.ledger import Entry, Ledger
from narrowgate_common.logs import Log, Redaction
from narrowgate_common.operations import Operation
from narrowgate_common.origins import Origin
from narrowgate_common.outbound import Outbound, Session
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request
from narrowgate_common.state import StateDirectory
from narrowgate_common.throttle import ThrottleMemory
from narrowgate_common.tools import Tool
from narrowgate_common.wire import Wire
from narrowgate_common.wire_settings import WireSettings
from narrowgate_sandbox.fault_proxy import FaultProxy

SECRET = "s3cr3t-t0ken-of-mine"
AGENT = "narrowgate-board/1"
HELLO = {"text": "hello"}
NOON = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@dataclass
class Time:
    """Passes only by sleeping; `on_sleep` is what happens meanwhile."""

    passed: float = 0.0
    pauses: list[float] = field(default_factory=list)
    on_sleep: Callable[[], None] = lambda: None

    def clock(self) -> float:
        return self.passed

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.passed)

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.passed += seconds
        self.on_sleep()
        await anyio.lowlevel.checkpoint()


@dataclass
class Product:
    """A server for the board. What it logs comes redacted, as in production."""

    outbound: Outbound
    dispatcher: Dispatcher[Desk]
    books: Books
    time: Time
    logged: io.StringIO

    async def call(self, tool: str, principal: str = "ann", **arguments: Any) -> Any:
        """The answer's data, or the error in it."""
        data = (await self.dispatcher.call(tool, arguments, principal=principal)).data
        return data.get("error", data)


def new_log(out: io.StringIO) -> Log:
    log: Log = structlog.wrap_logger(
        structlog.PrintLogger(out),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            Redaction([SECRET]),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(10),
    )
    return log


@dataclass
class Notebook:
    """A WriteGuard that permits everything and remembers it."""

    about: list[str] = field(default_factory=list)
    ends: list[Attempt] = field(default_factory=list)

    def about_to_send(self, request: Request) -> Reply | None:
        self.about.append(request.route.name)
        return None

    def ended(self, _request: Request, attempt: Attempt) -> None:
        self.ends.append(attempt)


@dataclass
class Way:
    """A way out to the board without tools around it."""

    outbound: Outbound
    time: Time
    guard: Notebook = field(default_factory=Notebook)
    deadline_s: float = 30.0

    def session(self, operation: Operation = Operation.APPEND) -> Session:
        call = Call("t", operation, ROUTES, Deadline.after(self.deadline_s), guard=self.guard)
        return self.outbound.session(call)


def new_wire(url: str, transport: Any = None, **settings: Any) -> Wire:
    wanted = WireSettings(user_agent=AGENT, **settings)
    return Wire(Origin.parse(url), Credential.bearer(SecretStr(SECRET)), wanted, transport=transport)


@asynccontextmanager
async def way_out(
    url: str, *, deadline_s: float = 30.0, transport: Any = None, **settings: Any
) -> AsyncIterator[Way]:
    time = Time()
    wire = new_wire(url, transport, **settings)
    outbound = Outbound(
        wire,
        ROUTES,
        explain,
        throttle=ThrottleMemory(time.clock),
        sleep=time.sleep,
        now=time.now,
    )
    try:
        yield Way(outbound, time, deadline_s=deadline_s)
    finally:
        await outbound.aclose()


@asynccontextmanager
async def product(
    url: str,
    home: Path,
    *,
    tools: Iterable[Tool[Desk]] = TOOLS,
    deadline_s: float = 30.0,
    transport: Any = None,
) -> AsyncIterator[Product]:
    offered, logged = tuple(tools), io.StringIO()
    state = StateDirectory.open(home / "state")
    books = Books(Ledger.open(state), Audit.open(state))
    async with way_out(url, transport=transport) as way:

        def desk(call: Call, entry: Entry | None) -> Desk:
            return Desk(way.outbound.session(call), entry)

        dispatcher = Dispatcher(
            tools=Dispatcher.table(offered),
            routes={tool.name: ROUTES for tool in offered},
            desk=desk,
            books=lambda: books,
            deadline_s=deadline_s,
            max_result_chars=40_000,
            log=new_log(logged),
        )
        try:
            yield Product(way.outbound, dispatcher, books, way.time, logged)
        finally:
            books.ledger.close()


@asynccontextmanager
async def behind(vendor: Vendor, home: Path, **more: Any) -> AsyncIterator[tuple[FaultProxy, Product]]:
    """A product with a fault proxy before its vendor."""
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, home, **more) as made:
        yield proxy, made

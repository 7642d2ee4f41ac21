"""The stage: the sandbox, the fault proxy before it, the configured server before both, and a client."""

from __future__ import annotations

import io
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from mcp import Client

from narrowgate_common.connection import connected
from narrowgate_common.logs import configure
from narrowgate_common.protocol import mcp_server
from narrowgate_common.selftest.casting import ACCOUNT, TOKEN_VARIABLE, recast
from narrowgate_common.selftest.script import Proper, Script
from narrowgate_common.selftest.witness import Witness
from narrowgate_common.server import Server
from narrowgate_sandbox import Company, Fault, FaultProxy, Sandbox, fernwood

AnyServer = TypeVar("AnyServer", bound=Server[Any, Any])


@dataclass(frozen=True, slots=True)
class Said:
    """One answer: its text, its data, and how many requests left for it."""

    text: str
    data: dict[str, Any]
    failed: bool
    requests: int

    @property
    def error(self) -> dict[str, Any]:
        return dict(self.data.get("error", {}))

    def holds(self, *words: str) -> bool:
        everything = f"{self.text}{self.data}"
        return any(word in everything for word in words)


@dataclass
class Rehearsal(Generic[AnyServer]):
    """`admin` is the server as configured, which sends nothing; `server` is the one that plays."""

    script: Script
    admin: AnyServer
    server: AnyServer
    client: Client
    proxy: FaultProxy
    company: Company
    witness: Witness
    home: Path
    """A temporary directory, outside of every root."""
    logged: io.StringIO
    said: list[Said] = field(default_factory=list)

    async def call(self, tool: str, /, **arguments: Any) -> Said:
        before = len(self.proxy.seen)
        result = await self.client.call_tool(tool, arguments)
        text = "\n".join(block.text for block in result.content if block.type == "text")
        data = result.structured_content if isinstance(result.structured_content, dict) else {}
        self.said.append(Said(text, data, bool(result.is_error), len(self.proxy.seen) - before))
        return self.said[-1]

    async def proper(self) -> Proper:
        """Arguments that are in order, of the tools that there are."""
        given = await self.script.proper(self)
        return {tool: each for tool, each in given.items() if self.has(tool)}

    async def glance(self) -> Said:
        """One thing that is in the scope, read."""
        tool = self.script.repertoire.glance
        return await self.call(tool, **(await self.proper())[tool])

    def has(self, tool: str) -> bool:
        return any(each.name == tool for each in self.server.tools)

    @property
    def scoped(self) -> bool:
        return self.server.scope_names is not None

    @property
    def unscoped(self) -> str:
        """Why there is nothing to check about a scope."""
        return f"there is no scope.{self.script.cast.entries}"

    @property
    def several(self) -> bool:
        """Whether a call has to say which entry of the scope is meant."""
        names = self.server.scope_names
        return names is None or len(names) > 1

    def shows_stranger(self, said: Said) -> bool:
        return said.holds(*self.script.cast.telltales)

    def writes(self) -> int:
        """How many requests that could change something have arrived so far."""
        return sum(1 for one in self.proxy.seen if self.witness.is_write(one.method, one.path))

    @contextmanager
    def losing(self, method: str, path: str) -> Iterator[None]:
        """The next such request arrives and is answered, and the answer is lost on its way."""
        self.proxy.rule(Fault.RESET_AFTER, method=method, path=path)
        try:
            yield
        finally:
            self.proxy.clear()


@asynccontextmanager
async def rehearsal(admin: AnyServer, script: Script) -> AsyncIterator[Rehearsal[AnyServer]]:
    """Raises configuration_error; ends everything it started."""
    company = fernwood()
    with tempfile.TemporaryDirectory(prefix="narrowgate-selftest-") as place:
        home = _resolved(place)
        witness = Witness(home / "state", script.asking)
        with Sandbox.start(company, around=witness.around) as box, FaultProxy.start(box.url) as proxy:
            logged = io.StringIO()
            server = _playing(admin, script, proxy.url, company, home, logged)
            async with acting(server, script) as client:
                yield Rehearsal(script, admin, server, client, proxy, company, witness, home, logged)


@asynccontextmanager
async def acting(server: Server[Any, Any], script: Script) -> AsyncIterator[Client]:
    """A client of the server, in memory."""
    published = mcp_server(
        server.tools,
        server,
        name=script.name,
        version=script.version,
        instructions="",
        principal=server.principal,
    )
    try:
        async with Client(published) as client:
            yield client
    finally:
        await server.aclose()


def _playing(
    admin: AnyServer, script: Script, url: str, company: Company, home: Path, logged: io.StringIO
) -> AnyServer:
    settings: Any = recast(admin, script.cast, url)
    token = company.account(ACCOUNT).token
    service = script.cast.service(settings.connection)
    link = connected(settings.connection, settings.network, {TOKEN_VARIABLE: token}, service)
    log = configure(level="debug", secrets=(*link.secrets, *admin.connected.secrets), stream=logged)
    return replace(
        admin,
        settings=settings,
        connected=link,
        state_dir=home / "state",
        log=log,
        transport=None,
        warnings=(),
    )


def _resolved(place: str) -> Path:
    return Path(place).resolve()


def read_only(server: AnyServer) -> AnyServer:
    """The same server with the gate for writes shut."""
    settings: Any = server.settings
    closed = settings.model_copy(update={"writes": settings.writes.model_copy(update={"enabled": False})})
    return replace(server, settings=closed)

"""The stage: the sandbox, the fault proxy before it, the configured server before both, and a client."""

from __future__ import annotations

import io
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mcp import Client

from narrowgate_common.connection import connected
from narrowgate_common.logs import configure
from narrowgate_common.protocol import mcp_server
from narrowgate_issues import VERSION
from narrowgate_issues.adapters import VENDORS
from narrowgate_issues.selftest.casting import ACCOUNT, TOKEN_VARIABLE, cast
from narrowgate_issues.selftest.witness import Witness, is_write
from narrowgate_issues.server import NAME, IssuesServer, service_of
from narrowgate_sandbox import Company, FaultProxy, Sandbox, fernwood

ISSUE, OTHER_ISSUE = "SHOP-9", "SHOP-11"
"""Two issues in the scope that nothing depends on."""


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


@dataclass
class Rehearsal:
    """`admin` is the server as configured, which sends nothing; `server` is the one that plays."""

    admin: IssuesServer
    server: IssuesServer
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

    def has(self, tool: str) -> bool:
        return any(each.name == tool for each in self.server.tools)

    def writes(self) -> int:
        """How many requests that could change something have arrived so far."""
        return sum(1 for one in self.proxy.seen if is_write(one.method, one.path))

    def draft(self, title: str, **fields: Any) -> dict[str, Any]:
        """Arguments of a create_issue that fits the scope."""
        several = self.server.settings.scope.projects is None or len(self.server.settings.scope.projects) > 1
        project = {"project": "SHOP"} if several else {}
        return {**project, "type": "Task", "fields": {"title": title, **fields}}


@asynccontextmanager
async def rehearsal(admin: IssuesServer) -> AsyncIterator[Rehearsal]:
    """Raises configuration_error; ends everything it started."""
    company = fernwood()
    with tempfile.TemporaryDirectory(prefix="narrowgate-selftest-") as place:
        home = _resolved(place)
        witness = Witness(home / "state")
        with Sandbox.start(company, around=witness.around) as box, FaultProxy.start(box.url) as proxy:
            logged = io.StringIO()
            server = _playing(admin, proxy.url, company, home, logged)
            async with acting(server) as client:
                yield Rehearsal(admin, server, client, proxy, company, witness, home, logged)


@asynccontextmanager
async def acting(server: IssuesServer) -> AsyncIterator[Client]:
    """A client of the server, in memory."""
    published = mcp_server(
        server.tools, server, name=NAME, version=VERSION, instructions="", principal=server.principal
    )
    try:
        async with Client(published) as client:
            yield client
    finally:
        await server.aclose()


def _playing(
    admin: IssuesServer, url: str, company: Company, home: Path, logged: io.StringIO
) -> IssuesServer:
    settings = cast(admin.settings, url)
    token = company.account(ACCOUNT).token
    service = service_of(VENDORS[settings.connection.kind])
    link = connected(settings.connection, settings.network, {TOKEN_VARIABLE: token}, service)
    log = configure(level="debug", secrets=(*link.secrets, *admin.connected.secrets), stream=logged)
    return IssuesServer(settings, link, admin.roots, home / "state", log)


def _resolved(place: str) -> Path:
    return Path(place).resolve()


def read_only(server: IssuesServer) -> IssuesServer:
    """The same server with the gate for writes shut."""
    settings = server.settings
    closed = settings.model_copy(update={"writes": settings.writes.model_copy(update={"enabled": False})})
    return replace(server, settings=closed)

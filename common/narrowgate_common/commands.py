"""A server as its command line sees it, and its process. What a command does not need is not imported."""

from __future__ import annotations

import gc
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrowgate_common.cli import Finding, Product
from narrowgate_common.cli import main as run_command
from narrowgate_common.environment import refuse_plugins

if TYPE_CHECKING:
    from narrowgate_common.server import Server

_RARELY = (20_000, 10, 20)
"""One call makes a few thousand objects and hardly a cycle; looking for some ten times a call is a twentieth of it."""

Question = Callable[[Any], Awaitable[list[Finding]]]


@dataclass(frozen=True)
class Commands:
    """One server behind its commands; the functions are asked for when their command runs."""

    server: Server[Any, Any]
    name: str
    version: str
    instructions: str
    findings: Question
    rehearsed: Question
    """The `selftest`."""
    suggested: Callable[[Any], Awaitable[list[str]]]
    """The lines that `check --suggest-fields` prints."""

    @property
    def warnings(self) -> Sequence[str]:
        return self.server.warnings

    def tools_json(self) -> list[dict[str, object]]:
        from narrowgate_common.protocol import published

        return [
            published(tool).model_dump(mode="json", by_alias=True, exclude_none=True)
            for tool in self.server.tools
        ]

    def manifest(self) -> list[tuple[str, str, str, str]]:
        return self.server.manifest()

    async def check(self) -> list[Finding]:
        return await self.findings(self.server)

    async def selftest(self) -> list[Finding]:
        return await self.rehearsed(self.server)

    async def suggested_fields(self) -> list[str]:
        return await self.suggested(self.server)

    def verify_audit(self) -> Finding:
        from narrowgate_common.inspection import audit_finding

        return audit_finding(self.server)

    async def serve(self) -> None:
        """On standard input and output until the client closes them."""
        from narrowgate_common.deliveries import Deliveries
        from narrowgate_common.protocol import mcp_server, serve_stdio

        deliveries = Deliveries()
        server = mcp_server(
            self.server.tools,
            self.server,
            name=self.name,
            version=self.version,
            instructions=self.instructions,
            principal=self.server.principal,
            deliveries=deliveries,
        )
        _collect_again()
        try:
            await serve_stdio(server, deliveries)
        finally:
            await self.server.aclose()


Assemble = Callable[[Path | None, Mapping[str, str]], Commands]


def run(command: Callable[[], Awaitable[object]]) -> object:
    import anyio

    return anyio.run(command)


def start(product: Callable[[], Product]) -> None:
    """The whole life of a server's process."""
    gc.disable()
    refuse_plugins()
    sys.exit(run_command(product()))


def _collect_again() -> None:
    """Imports make much that stays; collecting it again and again would cost a tenth of the start."""
    gc.freeze()
    gc.set_threshold(*_RARELY)
    gc.enable()

"""The command `narrowgate-issues`. What a command does not need is not imported."""

from __future__ import annotations

import gc
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from narrowgate_common.cli import Assembled, Finding, Product
from narrowgate_common.cli import main as run_command
from narrowgate_common.environment import refuse_plugins
from narrowgate_issues import VERSION

if TYPE_CHECKING:
    from narrowgate_issues.server import IssuesServer


@dataclass
class Commands:
    """The server as the command line sees it."""

    server: IssuesServer

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
        from narrowgate_issues.inspection import findings

        return await findings(self.server)

    async def selftest(self) -> list[Finding]:
        from narrowgate_issues.selftest import selftest

        return await selftest(self.server)

    async def suggested_fields(self) -> list[str]:
        from narrowgate_issues.inspection import suggested_fields

        return await suggested_fields(self.server)

    def verify_audit(self) -> Finding:
        from narrowgate_issues.inspection import audit_finding

        return audit_finding(self.server)

    async def serve(self) -> None:
        """On standard input and output until the client closes them."""
        from narrowgate_common.deliveries import Deliveries
        from narrowgate_common.protocol import mcp_server, serve_stdio
        from narrowgate_issues.server import NAME
        from narrowgate_issues.tools.catalogue import INSTRUCTIONS

        deliveries = Deliveries()
        server = mcp_server(
            self.server.tools,
            self.server,
            name=NAME,
            version=VERSION,
            instructions=INSTRUCTIONS,
            principal=self.server.principal,
            deliveries=deliveries,
        )
        _collect_again()
        try:
            await serve_stdio(server, deliveries)
        finally:
            await self.server.aclose()


def _assemble(file: Path | None, environment: Mapping[str, str]) -> Assembled:
    from narrowgate_issues.server import IssuesServer

    return Commands(IssuesServer.from_environment(file, environment))


def _run(command: Callable[[], Awaitable[object]]) -> object:
    import anyio

    return anyio.run(command)


_RARELY = (20_000, 10, 20)
"""One call makes a few thousand objects and hardly a cycle; looking for some ten times a call is a twentieth of it."""


def _collect_again() -> None:
    """Imports make much that stays; collecting it again and again would cost a tenth of the start."""
    gc.freeze()
    gc.set_threshold(*_RARELY)
    gc.enable()


def product() -> Product:
    from narrowgate_issues.example import example

    return Product("narrowgate-issues", "ISSUES", VERSION, example, "JIRA_TOKEN", _assemble, _run)


def main() -> None:
    gc.disable()
    refuse_plugins()
    sys.exit(run_command(product()))


if __name__ == "__main__":
    main()

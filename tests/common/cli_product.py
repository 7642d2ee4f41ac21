"""The smallest server that has the shared command line; also a program, to be started as a process."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
from tests.common.small_settings import SMALL_TOML, SmallSettings

from narrowgate_common.cli import Finding, Product, main
from narrowgate_common.configuration import load
from narrowgate_common.errors import permission_denied
from narrowgate_common.secret_sources import read_secret
from narrowgate_common.settings import SecretSource


class SmallServer:
    """`check` fails without a scope; `serve` says one line, or is refused where the scope holds NO."""

    def __init__(self, settings: SmallSettings) -> None:
        self.settings = settings
        self.projects = settings.scope.projects or ()

    @property
    def warnings(self) -> Sequence[str]:
        return () if self.settings.uploads is None else ("uploads.root does not exist",)

    def tools_json(self) -> list[dict[str, object]]:
        look: dict[str, object] = {
            "name": "look",
            "description": "Look – at it.\nMore.",
            "inputSchema": {},
            "outputSchema": {},
        }
        write: dict[str, object] = {
            "name": "write",
            "description": "Write it.",
            "inputSchema": {},
            "outputSchema": {},
        }
        return [look, write] if self.settings.writes.enabled else [look]

    def manifest(self) -> list[tuple[str, str, str, str]]:
        return [("GET", "https://tracker.example/api/{key}", "read", "look")]

    async def check(self) -> list[Finding]:
        scope = (
            Finding("scope", "ok", ", ".join(self.projects)) if self.projects else Finding("scope", "failed")
        )
        return [Finding("configuration", "ok"), scope]

    async def selftest(self) -> list[Finding]:
        """Fails where uploads are open."""
        uploads = "ok" if self.settings.uploads is None else "FAILED"
        return [Finding("uploads", uploads), Finding("scope", "not applicable", "there is none")]

    async def suggested_fields(self) -> list[str]:
        return ["[fields.points]", 'id = "custom_1"']

    async def serve(self) -> None:
        if "NO" in self.projects:
            raise permission_denied("not today", details=["ask again"])
        print("served")  # noqa: T201 - to be looked for

    def verify_audit(self) -> Finding:
        return Finding("audit", "ok" if self.projects else "failed", "2 records")


def assemble(file: Path | None, environment: Mapping[str, str]) -> SmallServer:
    settings = load(SmallSettings, "ISSUES", environment, file)
    if isinstance(settings.connection.auth, SecretSource):
        read_secret(settings.connection.auth, environment, "connection.auth")
    return SmallServer(settings)


PRODUCT = Product(
    "narrowgate-small", "ISSUES", "1.2.3", lambda: SMALL_TOML, "SMALL_TOKEN", assemble, anyio.run
)

if __name__ == "__main__":
    sys.exit(main(PRODUCT))

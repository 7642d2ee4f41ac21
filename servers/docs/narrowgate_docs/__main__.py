"""The command `narrowgate-docs`. What a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from narrowgate_common.cli import Product
from narrowgate_common.commands import Commands, run, start
from narrowgate_common.tools import Late
from narrowgate_docs import VERSION


def _assemble(file: Path | None, environment: Mapping[str, str]) -> Commands:
    from narrowgate_docs.server import NAME, DocsServer
    from narrowgate_docs.tools.catalogue import INSTRUCTIONS

    return Commands(
        DocsServer.from_environment(file, environment),
        NAME,
        VERSION,
        INSTRUCTIONS,
        findings=Late("narrowgate_docs.inspection", "findings"),
        rehearsed=Late("narrowgate_docs.selftest", "selftest"),
        suggested=Late("narrowgate_docs.inspection", "suggested_fields"),
    )


def product() -> Product:
    from narrowgate_docs.example import example

    return Product("narrowgate-docs", "DOCS", VERSION, example, "CONFLUENCE_TOKEN", _assemble, run)


def main() -> None:
    start(product)


if __name__ == "__main__":
    main()

"""The command `narrowgate-issues`. What a command does not need is not imported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from narrowgate_common.cli import Product
from narrowgate_common.commands import Commands, run, start
from narrowgate_common.tools import Late
from narrowgate_issues import VERSION


def _assemble(file: Path | None, environment: Mapping[str, str]) -> Commands:
    from narrowgate_issues.server import NAME, IssuesServer
    from narrowgate_issues.tools.catalogue import INSTRUCTIONS

    return Commands(
        IssuesServer.from_environment(file, environment),
        NAME,
        VERSION,
        INSTRUCTIONS,
        findings=Late("narrowgate_issues.inspection", "findings"),
        rehearsed=Late("narrowgate_issues.selftest", "selftest"),
        suggested=Late("narrowgate_issues.inspection", "suggested_fields"),
    )


def product() -> Product:
    from narrowgate_issues.example import example

    return Product("narrowgate-issues", "ISSUES", VERSION, example, "JIRA_TOKEN", _assemble, run)


def main() -> None:
    start(product)


if __name__ == "__main__":
    main()

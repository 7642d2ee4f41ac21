"""`narrowgate-issues selftest`: the boundary cases against this configuration, with the sandbox in the vendor's place.

Needs the extra `narrowgate-issues[selftest]`. Nothing is sent to the configured tracker, and nothing is written to the
configured ledger or audit; the file roots are the real ones, left as they were found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_common.errors import configuration_error

if TYPE_CHECKING:
    from narrowgate_common.cli import Finding
    from narrowgate_issues.server import IssuesServer


async def selftest(server: IssuesServer) -> list[Finding]:
    """One finding a check, and what stands for what. Raises configuration_error without the extra."""
    try:
        from narrowgate_issues.selftest.running import findings
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "narrowgate_sandbox":
            raise
        raise configuration_error(
            "selftest needs the embedded company: install narrowgate-issues[selftest]", reason="missing_extra"
        ) from None
    return await findings(server)

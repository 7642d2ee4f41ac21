"""`narrowgate-issues selftest`: the boundary cases against this configuration, the sandbox in the tracker's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrowgate_common.selftest import rehearsed
from narrowgate_common.tools import Late
from narrowgate_issues.server import NAME

if TYPE_CHECKING:
    from narrowgate_common.cli import Finding
    from narrowgate_issues.server import IssuesServer


async def selftest(server: IssuesServer) -> list[Finding]:
    """One finding a check, and what stands for what. Raises configuration_error without the extra."""
    return await rehearsed(server, NAME, Late("narrowgate_issues.selftest.running", "findings"))

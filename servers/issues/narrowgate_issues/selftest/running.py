"""The issues server on the stage."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.cli import Finding
from narrowgate_common.selftest.running import played
from narrowgate_common.selftest.verdicts import Check
from narrowgate_issues.selftest.checks import CHECKS
from narrowgate_issues.selftest.script import SCRIPT
from narrowgate_issues.server import IssuesServer


async def findings(server: IssuesServer, checks: Sequence[Check] = CHECKS) -> list[Finding]:
    """What is played, then one finding a check."""
    return await played(server, SCRIPT, checks)

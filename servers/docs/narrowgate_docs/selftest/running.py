"""The docs server on the stage."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.cli import Finding
from narrowgate_common.selftest.running import played
from narrowgate_common.selftest.verdicts import Check
from narrowgate_docs.selftest.checks import CHECKS
from narrowgate_docs.selftest.script import SCRIPT
from narrowgate_docs.server import DocsServer


async def findings(server: DocsServer, checks: Sequence[Check] = CHECKS) -> list[Finding]:
    """What is played, then one finding a check."""
    return await played(server, SCRIPT, checks)

"""Runs the checks, in order, on one stage."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.cli import Finding
from narrowgate_common.errors import GatewayError
from narrowgate_issues.selftest.casting import programme
from narrowgate_issues.selftest.checks import CHECKS
from narrowgate_issues.selftest.rehearsal import Rehearsal, rehearsal
from narrowgate_issues.selftest.verdicts import Check, Verdict
from narrowgate_issues.server import IssuesServer


async def findings(server: IssuesServer, checks: Sequence[Check] = CHECKS) -> list[Finding]:
    """What is played, then one finding a check."""
    found = [Finding("stage", "note", line) for line in programme(server.settings)]
    async with rehearsal(server) as stage:
        return found + [await _finding(check, stage) for check in checks]


async def _finding(check: Check, stage: Rehearsal) -> Finding:
    try:
        verdict = await check.run(stage)
    except GatewayError as error:
        verdict = Verdict("FAILED", error.message)
    return Finding(
        check.name, verdict.word, f"{check.proves}: {verdict.note}" if verdict.note else check.proves
    )

"""Runs the checks, in order, on one stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrowgate_common.cli import Finding
from narrowgate_common.errors import GatewayError
from narrowgate_common.selftest.casting import programme
from narrowgate_common.selftest.rehearsal import Rehearsal, rehearsal
from narrowgate_common.selftest.script import Script
from narrowgate_common.selftest.verdicts import Check, Verdict
from narrowgate_common.server import Server


async def played(server: Server[Any, Any], script: Script, checks: Sequence[Check]) -> list[Finding]:
    """What is played, then one finding a check."""
    found = [Finding("stage", "note", line) for line in programme(server, script.cast)]
    async with rehearsal(server, script) as stage:
        return found + [await _finding(check, stage) for check in checks]


async def _finding(check: Check, stage: Rehearsal[Any]) -> Finding:
    try:
        verdict = await check.run(stage)
    except GatewayError as error:
        verdict = Verdict("FAILED", error.message)
    return Finding(
        check.name, verdict.word, f"{check.proves}: {verdict.note}" if verdict.note else check.proves
    )

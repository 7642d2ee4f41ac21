"""That what only reads is sent again, and what adds something is not, whatever becomes of the answer."""

from __future__ import annotations

import secrets
from typing import Any

from narrowgate_common.selftest.rehearsal import Rehearsal
from narrowgate_common.selftest.script import Loss
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_sandbox import Fault


async def cut_read(stage: Rehearsal[Any]) -> Verdict:
    """The request never arrives whole: asking twice changes nothing, so the read is sent once more."""
    usual = await stage.glance()
    tool = stage.script.repertoire.glance
    given = (await stage.proper())[tool]
    stage.proxy.next(Fault.RESET_BEFORE)
    said = await stage.call(tool, **given)
    again = said.requests - usual.requests
    return held([] if not said.failed and again == 1 else [f"it was sent {again} times more than usual"])


async def lost_answer(stage: Rehearsal[Any]) -> Verdict:
    """The request arrives, its answer does not: its effect is found by looking, not sent again."""
    given = await stage.proper()
    losses = stage.script.losses(stage, given, f"selftest-{secrets.token_hex(8)}")
    tried = [loss for loss in losses if stage.has(loss.call[0])]
    if not tried:
        return absent("writes are not enabled")
    problems = [problem for loss in tried for problem in await _problems(stage, loss)]
    return held(problems, ", ".join(loss.call[0] for loss in tried))


async def _problems(stage: Rehearsal[Any], loss: Loss) -> list[str]:
    tool, arguments = loss.call
    before = stage.proxy.count(loss.method, loss.path, forwarded=True)
    with stage.losing(loss.method, loss.path):
        said = await stage.call(tool, **arguments)
    problems = [] if said.data.get("reconciled") is True else [f"{tool}: it is not found by looking"]
    sent, made = stage.proxy.count(loss.method, loss.path, forwarded=True) - before, loss.made()
    if made != 1 or sent != 1:
        problems.append(f"{tool}: it was sent {sent} times and stands there {made} times")
    return problems

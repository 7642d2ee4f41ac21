"""What is kept about all that, and what is not."""

from __future__ import annotations

import json
from collections.abc import Iterator

from narrowgate_common.audit import verify
from narrowgate_common.state import StateDirectory
from narrowgate_issues.selftest.rehearsal import ISSUE, Rehearsal
from narrowgate_issues.selftest.verdicts import Verdict, absent, held
from narrowgate_sandbox import Fault

_SHUT = "writes are not enabled"
_TELLING = 8
_ELSEWHERE = "http://169.254.169.254/latest"


async def state(stage: Rehearsal) -> Verdict:
    """Looked at, not written to: the ledger and the audit of this run lie in a directory of its own."""
    if not stage.admin.settings.writes.enabled:
        return absent("writes are not enabled, so no state is kept")
    StateDirectory.open(stage.admin.state_dir)
    return held([])


async def audit(stage: Rehearsal) -> Verdict:
    """The sandbox looked into the log whenever a write arrived."""
    if not stage.server.settings.writes.enabled:
        return absent(_SHUT)
    intended = stage.witness.intended
    problems = [] if intended else ["no write arrived"]
    if not all(intended):
        problems.append(f"{intended.count(False)} of {len(intended)} writes arrived before their intent")
    found = verify(StateDirectory.open(stage.server.state_dir))
    if not found.intact:
        problems.append(f"the chain breaks at record {found.first_broken}")
    if found.unfinished:
        problems.append(f"{len(found.unfinished)} intents have no result")
    return held(problems, f"{len(intended)} writes, {found.records} records")


async def leaks(stage: Rehearsal) -> Verdict:
    """Everything that was said and logged so far, and a few more errors of the tracker's."""
    for fault in (Fault.error(401), Fault.error(403), Fault.redirect(_ELSEWHERE), Fault.html(403)):
        stage.proxy.next(fault)
        await stage.call("get_issue", key=ISSUE)
    said = [f"{one.text}{json.dumps(one.data, ensure_ascii=False)}" for one in stage.said]
    problems = [
        f"an answer holds {what}" for what, word in _forbidden(stage) if any(word in one for one in said)
    ]
    logged = stage.logged.getvalue()
    problems += [f"the log holds {what}" for what, word in _tokens(stage) if word in logged]
    return held(problems, f"{len(said)} answers, {len(logged.splitlines())} lines")


def _tokens(stage: Rehearsal) -> Iterator[tuple[str, str]]:
    """Those that are long enough not to stand in any text by chance."""
    for secret in (*stage.admin.connected.secrets, *stage.server.connected.secrets):
        if len(secret) >= _TELLING:
            yield "a token", secret


def _forbidden(stage: Rehearsal) -> Iterator[tuple[str, str]]:
    yield from _tokens(stage)
    yield "an address to be redirected to", _ELSEWHERE
    yield "the place of state.dir", str(stage.admin.state_dir)
    yield "a local path", str(stage.home)
    settings = stage.admin.settings
    for key, section in (("uploads.root", settings.uploads), ("downloads.root", settings.downloads)):
        if section is not None:
            yield f"the place of {key}", section.root

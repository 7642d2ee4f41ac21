"""What is kept about all that, and what is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from narrowgate_common.audit import verify
from narrowgate_common.errors import DETAIL_CHARS, DETAIL_LINES, MESSAGE_CHARS, Category
from narrowgate_common.selftest.rehearsal import Rehearsal
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_common.state import StateDirectory
from narrowgate_sandbox import Fault

_SHUT = "writes are not enabled"
_TELLING = 8
_ELSEWHERE = "http://169.254.169.254/latest"
_LOUD = json.dumps(
    {"errorMessages": ["word " * 5_000] * 50, "message": "word " * 5_000, "errors": {"x": "y" * 5_000}}
).encode()


async def state(stage: Rehearsal[Any]) -> Verdict:
    """Looked at, not written to: the ledger and the audit of this run lie in a directory of its own."""
    if not stage.admin.writes_enabled:
        return absent(f"{_SHUT}, so no state is kept")
    StateDirectory.open(stage.admin.state_dir)
    return held([])


async def audit(stage: Rehearsal[Any]) -> Verdict:
    """The sandbox looked into the log whenever a write arrived."""
    if not stage.server.writes_enabled:
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


async def leaks(stage: Rehearsal[Any]) -> Verdict:
    """Everything that was said and logged so far, and a few more errors of the vendor's."""
    tool = stage.script.repertoire.glance
    given = (await stage.proper())[tool]
    for fault in (Fault.error(401), Fault.error(403), Fault.redirect(_ELSEWHERE), Fault.html(403)):
        stage.proxy.next(fault)
        await stage.call(tool, **given)
    said = [f"{one.text}{json.dumps(one.data, ensure_ascii=False)}" for one in stage.said]
    problems = [
        f"an answer holds {what}" for what, word in _forbidden(stage) if any(word in one for one in said)
    ]
    logged = stage.logged.getvalue()
    problems += [f"the log holds {what}" for what, word in _tokens(stage) if word in logged]
    return held(problems, f"{len(said)} answers, {len(logged.splitlines())} lines")


def _tokens(stage: Rehearsal[Any]) -> Iterator[tuple[str, str]]:
    """Those that are long enough not to stand in any text by chance."""
    for secret in (*stage.admin.connected.secrets, *stage.server.connected.secrets):
        if len(secret) >= _TELLING:
            yield "a token", secret


def _forbidden(stage: Rehearsal[Any]) -> Iterator[tuple[str, str]]:
    yield from _tokens(stage)
    yield "an address to be redirected to", _ELSEWHERE
    yield "the place of state.dir", str(stage.admin.state_dir)
    yield "a local path", str(stage.home)
    settings = stage.admin.settings
    for key, section in (("uploads.root", settings.uploads), ("downloads.root", settings.downloads)):
        if section is not None:
            yield f"the place of {key}", section.root


async def bounds(stage: Rehearsal[Any]) -> Verdict:
    """Of every error so far, and of one whose words are the vendor's own and many."""
    tool = stage.script.repertoire.glance
    given = (await stage.proper())[tool]
    stage.proxy.next(Fault.answer(400, _LOUD, headers={"content-type": "application/json"}))
    await stage.call(tool, **given)
    errors = [one.error for one in stage.said if one.failed]
    problems = [f"{one.get('reason')}: {why}" for one in errors if (why := _unbounded(one))]
    return held(problems, f"{len(errors)} errors")


def _unbounded(error: dict[str, Any]) -> str | None:
    if error.get("category") not in set(Category):
        return "it has none of the six categories"
    if error.get("reason") == "internal":
        return "nobody foresaw it"
    if not 0 < len(error.get("message", "")) <= MESSAGE_CHARS:
        return "its message is too long, or missing"
    details = error.get("details", [])
    if len(details) > DETAIL_LINES or any(len(line) > DETAIL_CHARS for line in details):
        return "its details are too many, or too long"
    return None

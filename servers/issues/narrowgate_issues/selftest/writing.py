"""That a write does what was asked, once."""

from __future__ import annotations

import json
import secrets

from narrowgate_issues.selftest.rehearsal import ISSUE, Rehearsal
from narrowgate_issues.selftest.verdicts import Verdict, absent, held
from narrowgate_sandbox import Fault

_SHUT = "writes are not enabled"


async def lost_answer(stage: Rehearsal) -> Verdict:
    """The request arrives, its answer does not: found by its stamp, not sent again."""
    if not stage.has("add_comment"):
        return absent(_SHUT)
    word, path = f"selftest-{secrets.token_hex(8)}", f"/{ISSUE}/comment"
    before = stage.proxy.count("POST", path, forwarded=True)
    stage.proxy.rule(Fault.RESET_AFTER, method="POST", path=path)
    said = await stage.call("add_comment", key=ISSUE, body=word)
    stage.proxy.clear()
    problems = [] if said.data.get("reconciled") is True else ["it is not found by looking"]
    made = sum(word in json.dumps(comment.body) for comment in stage.company.issue(ISSUE).comments)
    sent = stage.proxy.count("POST", path, forwarded=True) - before
    if made != 1 or sent != 1:
        problems.append(f"it was sent {sent} times and stands there {made} times")
    return held(problems)


async def update(stage: Rehearsal) -> Verdict:
    if not stage.has("update_issue"):
        return absent(_SHUT)
    if "add_labels" not in stage.server.house.safelists["update"]:
        return absent("writes.fields leaves labels out")
    issue = stage.company.issue(ISSUE)
    before, status, comments = dict(issue.values), issue.status, len(issue.comments)
    said = await stage.call("update_issue", key=ISSUE, fields={"add_labels": ["selftest"]})
    changed = {name for name, value in issue.values.items() if before.get(name) != value}
    problems = [] if said.data.get("applied") == ["add_labels"] else ["it is not reported as applied"]
    if changed != {"labels"} or (issue.status, len(issue.comments)) != (status, comments):
        problems.append(f"it changed {', '.join(sorted(changed)) or 'nothing'}")
    return held(problems)

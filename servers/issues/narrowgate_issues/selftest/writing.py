"""That a write does what was asked, and nothing else."""

from __future__ import annotations

from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_issues.selftest.script import ISSUE, Stage


async def update(stage: Stage) -> Verdict:
    if not stage.has("update_issue"):
        return absent("writes are not enabled")
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

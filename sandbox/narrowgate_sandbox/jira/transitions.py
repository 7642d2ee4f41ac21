"""Transitions: which there are, what their screens want, and making one.

Source: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/
"""

from __future__ import annotations

from datetime import datetime

from narrowgate_sandbox.company.catalogue import FIELDS
from narrowgate_sandbox.company.records import ChangeItem, Issue, Status, Transition
from narrowgate_sandbox.jira import edits, screens
from narrowgate_sandbox.jira.call import Answer, Call, VendorError


def get_transitions(call: Call) -> Answer:
    issue = call.issue()
    wanted = call.argument("transitionId")
    steps = [one for one in screens.steps(call, issue) if wanted in ("", one.id)]
    with_fields = "transitions.fields" in call.arguments("expand")
    shown = [screens.transition(call, issue, one, with_fields=with_fields) for one in steps]
    return Answer(200, {"expand": "transitions", "transitions": shown})


def make_transition(call: Call) -> Answer:
    issue = call.issue()
    step = _step(call, issue)
    screen = {name: name in step.required for name in step.screen}
    edit = edits.read(call, issue.project, issue.type, screen, before=issue.values)
    for name in sorted(step.required):
        if edit.values.get(name) is None and name not in edit.errors:
            edit.errors[name] = f"{FIELDS[name].name} is required."
    edit.check()
    _move(call, issue, step, edit)
    return Answer(204)


def _step(call: Call, issue: Issue) -> Transition:
    said = call.object().get("transition")
    wanted = said.get("id") if isinstance(said, dict) else None
    if not isinstance(wanted, str) or not wanted:
        raise VendorError(400, "Missing 'transition' identifier")
    found = next((one for one in screens.steps(call, issue) if one.id == wanted), None)
    if found is None:
        raise VendorError(400, f"Transition id '{wanted}' is not valid for this issue.")
    return found


def _move(call: Call, issue: Issue, step: Transition, edit: edits.Edit) -> None:
    at, before, after = call.company.moment(), issue.status, step.target(issue.status)
    issue.status = after
    moved = ChangeItem("status", "status", False, before.id, before.name, after.id, after.name)
    _resolve(issue, edit, after, at)
    edits.commit(call, issue, edit, at, (moved,) if before != after else ())


def _resolve(issue: Issue, edit: edits.Edit, after: Status, at: datetime) -> None:
    """The workflow's own doing: done issues carry the date, others neither date nor resolution."""
    if after.category.key == "done":
        issue.values["resolutiondate"] = at
    else:
        issue.values.pop("resolutiondate", None)
        edit.values["resolution"] = None

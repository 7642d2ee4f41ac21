"""Issues: read, made and edited.

Source: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.catalogue import FIELDS
from narrowgate_sandbox.company.records import IssueType, Project
from narrowgate_sandbox.jira import edits, issue_shape, properties, rendering, screens
from narrowgate_sandbox.jira.call import Answer, Call, VendorError, page


def get_issue(call: Call) -> Answer:
    issue = call.issue()
    fields = issue_shape.wanted_fields(call.arguments("fields"), "*all")
    expand = frozenset(call.arguments("expand"))
    return Answer(200, issue_shape.shape(call, issue, fields, expand, call.arguments("properties")))


def create_issue(call: Call) -> Answer:
    project, kind = _place(call)
    kept = properties.read(call.object().get("properties"))
    screen = screens.creating(project, kind)
    before = {"reporter": call.user}
    edit = edits.read(call, project, kind, screen, before=before, ignored=frozenset({"project", "issuetype"}))
    values = before | edit.values
    values.setdefault("priority", next(one for one in call.company.priorities if one.name == "Medium"))
    for name in ("summary", *(one for one, required in screen.items() if required)):
        if name not in {"project", "issuetype", *values, *edit.errors}:
            edit.errors[name] = _missing(name)
    edit.check()
    issue = call.company.open_issue(project, kind, call.user, call.company.moment(), values)
    issue.properties.update(kept)
    return Answer(201, {"id": issue.id, "key": issue.key, "self": call.url(f"issue/{issue.id}")})


def _missing(name: str) -> str:
    if name == "summary":
        return "You must specify a summary of the issue."
    if name == "parent":
        return "Issue type is a sub-task but parent issue key or id not specified."
    return f"{FIELDS[name].name} is required."


def _place(call: Call) -> tuple[Project, IssueType]:
    """The project and the type that the body names: the first things to be wrong."""
    fields = call.object().get("fields")
    fields = fields if isinstance(fields, dict) else {}
    project = _project(call, fields.get("project"))
    if project is None:
        raise VendorError(400, errors={"project": "valid project is required"})
    if not call.may_write:
        raise VendorError(400, errors={"project": "You cannot create issues in this project."})
    kind = _type(project, fields.get("issuetype"))
    if kind is None:
        raise VendorError(400, errors={"issuetype": "Specify a valid issue type"})
    return project, kind


def _project(call: Call, said: Any) -> Project | None:
    reference = (said.get("key") or said.get("id")) if isinstance(said, dict) else None
    found = call.company.project(reference) if isinstance(reference, str) else None
    return found if found is not None and call.sees(found) else None


def _type(project: Project, said: Any) -> IssueType | None:
    if not isinstance(said, dict):
        return None
    wanted = said.get("id"), said.get("name")
    return next((one for one in project.types if wanted[0] == one.id or wanted[1] == one.name), None)


def edit_issue(call: Call) -> Answer:
    issue = call.issue()
    if not {"fields", "update", "properties"} & set(call.object()):
        raise VendorError(400, "one of 'fields' or 'update' required")
    kept = properties.read(call.object().get("properties"))
    screen = screens.editing(call, issue)
    edit = edits.read(call, issue.project, issue.type, screen, before=issue.values)
    edit.check()
    edits.commit(call, issue, edit, call.company.moment())
    issue.properties.update(kept)
    if not call.flag("returnIssue", default=False):
        return Answer(204)
    fields = issue_shape.wanted_fields((), "*all")
    return Answer(200, issue_shape.shape(call, issue, fields, frozenset(call.arguments("expand")), ()))


def get_changelog(call: Call) -> Answer:
    """Oldest first."""
    issue = call.issue()
    part, start, size = page(call, issue.history, 100, most=100)
    return Answer(
        200,
        {
            "self": call.url(f"issue/{issue.key}/changelog?startAt={start}&maxResults={size}"),
            "startAt": start,
            "maxResults": size,
            "total": len(issue.history),
            "isLast": start + len(part) >= len(issue.history),
            "values": [rendering.change(call, one) for one in part],
        },
    )

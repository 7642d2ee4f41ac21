"""Screens and what the vendor tells about them: create, edit and transition metadata."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrowgate_sandbox.company import catalogue
from narrowgate_sandbox.company.catalogue import FIELDS, Field, Kind, Screen
from narrowgate_sandbox.company.records import Issue, IssueType, Project, Transition
from narrowgate_sandbox.jira import rendering
from narrowgate_sandbox.jira.call import Answer, Call, VendorError, page
from narrowgate_sandbox.jira.rendering import Json

_LOOKUP = {
    "assignee": "user/assignable/search?project={key}&query=",
    "reporter": "user/search?query=",
    "labels": "label?query=",
}


def creating(project: Project, kind: IssueType) -> Screen:
    return catalogue.create_screen(project, kind)


def editing(call: Call, issue: Issue) -> Screen:
    """Empty for who may not edit: then every field is one that is not on the screen."""
    return catalogue.edit_screen(issue.project, issue.type) if call.may_write else {}


def metadata(call: Call, project: Project, field: Field, *, required: bool) -> Json:
    """One field of a screen; what may be chosen is listed where it is a list."""
    shape: Json = {
        "required": required,
        "schema": dict(field.schema),
        "name": field.name,
        "key": field.id,
        "hasDefaultValue": field.id in {"reporter", "priority"},
        "operations": list(field.operations),
    }
    allowed = _allowed(call, project, field)
    if allowed is not None:
        shape["allowedValues"] = allowed
    if field.id in _LOOKUP:
        shape["autoCompleteUrl"] = call.url(_LOOKUP[field.id].format(key=project.key))
    return shape


def _allowed(call: Call, project: Project, field: Field) -> list[Any] | None:
    lists = {
        Kind.PRIORITY: ("priority", call.company.priorities),
        Kind.RESOLUTION: ("resolution", call.company.resolutions),
        Kind.COMPONENTS: ("component", project.components),
        Kind.VERSIONS: ("version", project.versions),
    }
    if field.kind is Kind.OPTION:
        return [rendering.option(call, one) for one in field.choices]
    if field.id == "project":
        return [rendering.project(call, project)]
    if field.kind not in lists:
        return None
    what, choices = lists[field.kind]
    return [rendering.choice(call, what, one) for one in choices]


def edit_metadata(call: Call, issue: Issue) -> Json:
    screen = editing(call, issue)
    return {
        name: metadata(call, issue.project, FIELDS[name], required=required)
        for name, required in screen.items()
    }


def steps(call: Call, issue: Issue) -> Sequence[Transition]:
    """What may be done now: nothing, for who only reads."""
    return issue.project.workflow.leaving(issue.status) if call.may_write else ()


def transition(call: Call, issue: Issue, step: Transition, *, with_fields: bool) -> Json:
    shape: Json = {
        "id": step.id,
        "name": step.name,
        "to": rendering.status(call, step.target(issue.status)),
        "hasScreen": bool(step.screen),
        "isGlobal": step.sources is None,
        "isInitial": False,
        "isAvailable": True,
        "isConditional": False,
        "looped": step.to is None,
    }
    if with_fields:
        shape["fields"] = {
            name: metadata(call, issue.project, FIELDS[name], required=name in step.required)
            for name in step.screen
        }
    return shape


def get_editmeta(call: Call) -> Answer:
    return Answer(200, {"fields": edit_metadata(call, call.issue())})


def _project(call: Call) -> Project:
    """Here the vendor documents 400 for what is elsewhere 404."""
    reference = call.path["project"]
    found = call.company.project(reference)
    if found is None or not call.sees(found):
        raise VendorError(400, f"No project could be found with key '{reference}'.")
    return found


def get_create_types(call: Call) -> Answer:
    project = _project(call)
    offered = list(project.types) if call.may_write else []
    types, start, size = page(call, offered, 50, most=200)
    shown = [rendering.issue_type(call, one) for one in types]
    return Answer(200, {"issueTypes": shown, "startAt": start, "maxResults": size, "total": len(offered)})


def get_create_fields(call: Call) -> Answer:
    project = _project(call)
    kind = next((one for one in project.types if one.id == call.path["type"]), None)
    if kind is None:
        raise VendorError(400, "The issue type was not found in the project.")
    screen = list(creating(project, kind).items()) if call.may_write else []
    part, start, size = page(call, screen, 50, most=200)
    shown = [
        metadata(call, project, FIELDS[name], required=required) | {"fieldId": name}
        for name, required in part
    ]
    for shape in shown:
        if shape["fieldId"] == "issuetype":
            shape["allowedValues"] = [rendering.issue_type(call, kind)]
    return Answer(200, {"fields": shown, "startAt": start, "maxResults": size, "total": len(screen)})

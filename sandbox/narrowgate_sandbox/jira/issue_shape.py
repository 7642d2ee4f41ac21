"""An issue as the vendor answers it: the fields that were asked for, and what `expand` adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from narrowgate_sandbox.company.catalogue import FIELDS, Field, Kind
from narrowgate_sandbox.company.records import Issue
from narrowgate_sandbox.jira import adf, rendering, screens, values
from narrowgate_sandbox.jira.call import Call
from narrowgate_sandbox.jira.rendering import Json

EXPANDABLE = "renderedFields,names,schema,operations,editmeta,changelog,transitions"


def wanted_fields(asked: Sequence[str], default: str) -> list[Field]:
    """What `fields` selects: names, `*all`, `*navigable`, and a minus before what is not wanted.

    Unknown names are ignored, as the vendor does.
    """
    names = list(asked) or [default]
    positive = [name for name in names if not name.startswith("-")] or ["*all"]
    unwanted = {name.removeprefix("-") for name in names if name.startswith("-")}
    selected: dict[str, Field] = {}
    for name in positive:
        selected |= {field.id: field for field in _selected(name)}
    return [field for field in selected.values() if field.id not in unwanted]


def _selected(name: str) -> Iterable[Field]:
    if name == "*all":
        return FIELDS.values()
    if name == "*navigable":
        return (field for field in FIELDS.values() if field.navigable)
    return (FIELDS[name],) if name in FIELDS else ()


def shape(
    call: Call, issue: Issue, fields: Sequence[Field], expand: frozenset[str], properties: Sequence[str]
) -> Json:
    """The whole of one issue."""
    answer: Json = {
        "expand": EXPANDABLE,
        "id": issue.id,
        "self": call.url(f"issue/{issue.id}"),
        "key": issue.key,
        "fields": {field.id: _value(call, issue, field) for field in fields if _applies(issue, field)},
    }
    answer |= {
        name: expanded(call, issue, fields) for name, expanded in _EXPANSIONS.items() if name in expand
    }
    if properties:
        answer["properties"] = _properties(issue, properties)
    return answer


def _applies(issue: Issue, field: Field) -> bool:
    if field.custom or field.id in {"components", "fixVersions"}:
        return field.id in screens.creating(issue.project, issue.type) or field.id in issue.values
    return field.id != "parent" or issue.parent is not None


def _value(call: Call, issue: Issue, field: Field) -> Any:
    fixed = _FIXED.get(field.id)
    return fixed(call, issue) if fixed else values.show(call, field, issue.values.get(field.id))


def _comments(call: Call, issue: Issue) -> Json:
    total = len(issue.comments)
    return {
        "comments": [rendering.comment(call, issue, one) for one in issue.comments],
        "self": call.url(f"issue/{issue.id}/comment"),
        "maxResults": total,
        "total": total,
        "startAt": 0,
    }


def _resolved(call: Call, issue: Issue) -> str | None:
    at = issue.values.get("resolutiondate")
    return rendering.timestamp(call, at) if at else None


def _links(call: Call, issue: Issue) -> list[Json]:
    """Only those whose other end may be seen."""
    links = call.company.links_of(issue)
    seen = (one for one in links if call.sees(one.source.project) and call.sees(one.target.project))
    return [rendering.link(call, one, issue) for one in seen]


def _subtasks(call: Call, issue: Issue) -> list[Json]:
    return [rendering.reference(call, one) for one in call.company.children(issue) if one.type.subtask]


_FIXED: dict[str, Callable[[Call, Issue], Any]] = {
    "project": lambda call, issue: rendering.project(call, issue.project),
    "issuetype": lambda call, issue: rendering.issue_type(call, issue.type),
    "status": lambda call, issue: rendering.status(call, issue.status),
    "creator": lambda call, issue: rendering.user(call, issue.creator),
    "created": lambda call, issue: rendering.timestamp(call, issue.created),
    "updated": lambda call, issue: rendering.timestamp(call, issue.updated),
    "resolutiondate": _resolved,
    "comment": _comments,
    "attachment": lambda call, issue: [rendering.attachment(call, one) for one in issue.attachments],
    "issuelinks": _links,
    "subtasks": _subtasks,
}


def _rendered(_call: Call, issue: Issue, fields: Sequence[Field]) -> Json:
    documents = (field for field in fields if field.kind is Kind.DOCUMENT)
    return {field.id: adf.html(issue.values.get(field.id)) for field in documents}


def _changelog(call: Call, issue: Issue, _fields: Sequence[Field]) -> Json:
    """Newest first, unlike the changelog's own resource."""
    histories = [rendering.change(call, one) for one in reversed(issue.history)]
    return {"startAt": 0, "maxResults": len(histories), "total": len(histories), "histories": histories}


def _names(_call: Call, _issue: Issue, fields: Sequence[Field]) -> Json:
    return {field.id: field.name for field in fields}


def _schema(_call: Call, _issue: Issue, fields: Sequence[Field]) -> Json:
    return {field.id: dict(field.schema) for field in fields}


def _transitions(call: Call, issue: Issue, _fields: Sequence[Field]) -> list[Json]:
    return [screens.transition(call, issue, step, with_fields=False) for step in screens.steps(call, issue)]


def _editmeta(call: Call, issue: Issue, _fields: Sequence[Field]) -> Json:
    return {"fields": screens.edit_metadata(call, issue)}


_EXPANSIONS: dict[str, Callable[[Call, Issue, Sequence[Field]], Any]] = {
    "renderedFields": _rendered,
    "names": _names,
    "schema": _schema,
    "changelog": _changelog,
    "transitions": _transitions,
    "editmeta": _editmeta,
}


def _properties(issue: Issue, asked: Sequence[str]) -> Json:
    if "*all" in asked:
        return dict(issue.properties)
    return {key: issue.properties[key] for key in asked if key in issue.properties}

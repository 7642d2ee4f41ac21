"""The fields the tracker knows, and on which screens they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from narrowgate_sandbox.company.records import Choice, IssueType, Project

_CUSTOM = "com.atlassian.jira.plugin.system.customfieldtypes"

STORY_POINTS = "customfield_10016"
SEVERITY = "customfield_10030"
ACCEPTANCE = "customfield_10031"


class Kind(StrEnum):
    """How a field's value is read, written and compared."""

    TEXT = "text"
    DOCUMENT = "document"
    USER = "user"
    LABELS = "labels"
    PRIORITY = "priority"
    RESOLUTION = "resolution"
    COMPONENTS = "components"
    VERSIONS = "versions"
    DATE = "date"
    NUMBER = "number"
    OPTION = "option"
    PARENT = "parent"
    FIXED = "fixed"
    """Set by the tracker itself, or by other requests."""


_SET = ("set",)
_LIST = ("add", "set", "remove")


@dataclass(frozen=True, slots=True)
class Field:
    id: str
    name: str
    kind: Kind
    schema: Mapping[str, Any]
    operations: tuple[str, ...] = _SET
    clauses: tuple[str, ...] = ()
    navigable: bool = True
    searchable: bool = True
    orderable: bool = True
    options: tuple[str, ...] = field(default=())

    @property
    def custom(self) -> bool:
        return self.id.startswith("customfield_")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """A select's options, numbered from the field's own number."""
        first = int(self.id.removeprefix("customfield_")) * 10 if self.custom else 0
        return tuple(Choice(str(first + place), name) for place, name in enumerate(self.options))


def _system(name: str, kind: str, items: str | None = None) -> dict[str, Any]:
    return {"type": kind, "system": name} | ({"items": items} if items else {})


def _custom(number: int, kind: str, custom: str) -> dict[str, Any]:
    return {"type": kind, "custom": f"{_CUSTOM}:{custom}", "customId": number}


_ALL = (
    Field("summary", "Summary", Kind.TEXT, _system("summary", "string"), clauses=("summary",)),
    Field(
        "description",
        "Description",
        Kind.DOCUMENT,
        _system("description", "string"),
        clauses=("description",),
    ),
    Field(
        "issuetype",
        "Issue Type",
        Kind.FIXED,
        _system("issuetype", "issuetype"),
        clauses=("issuetype", "type"),
    ),
    Field("project", "Project", Kind.FIXED, _system("project", "project"), clauses=("project",)),
    Field("status", "Status", Kind.FIXED, _system("status", "status"), clauses=("status",)),
    Field("assignee", "Assignee", Kind.USER, _system("assignee", "user"), clauses=("assignee",)),
    Field("reporter", "Reporter", Kind.USER, _system("reporter", "user"), clauses=("reporter",)),
    Field("creator", "Creator", Kind.FIXED, _system("creator", "user"), clauses=("creator",)),
    Field("priority", "Priority", Kind.PRIORITY, _system("priority", "priority"), clauses=("priority",)),
    Field(
        "resolution",
        "Resolution",
        Kind.RESOLUTION,
        _system("resolution", "resolution"),
        clauses=("resolution",),
    ),
    Field(
        "resolutiondate", "Resolved", Kind.FIXED, _system("resolutiondate", "datetime"), clauses=("resolved",)
    ),
    Field("labels", "Labels", Kind.LABELS, _system("labels", "array", "string"), _LIST, ("labels",)),
    Field(
        "components",
        "Components",
        Kind.COMPONENTS,
        _system("components", "array", "component"),
        _LIST,
        ("component",),
    ),
    Field(
        "fixVersions",
        "Fix versions",
        Kind.VERSIONS,
        _system("fixVersions", "array", "version"),
        _LIST,
        ("fixVersion",),
    ),
    Field("duedate", "Due date", Kind.DATE, _system("duedate", "date"), clauses=("due", "duedate")),
    Field("parent", "Parent", Kind.PARENT, {"type": "issuelink", "system": "parent"}, clauses=("parent",)),
    Field("subtasks", "Sub-tasks", Kind.FIXED, _system("subtasks", "array", "issuelinks"), searchable=False),
    Field("issuelinks", "Linked Issues", Kind.FIXED, _system("issuelinks", "array", "issuelinks")),
    Field(
        "attachment", "Attachment", Kind.FIXED, _system("attachment", "array", "attachment"), navigable=False
    ),
    Field(
        "comment",
        "Comment",
        Kind.FIXED,
        _system("comment", "comments-page"),
        ("add", "edit", "remove"),
        ("comment",),
        navigable=False,
    ),
    Field("created", "Created", Kind.FIXED, _system("created", "datetime"), clauses=("created",)),
    Field("updated", "Updated", Kind.FIXED, _system("updated", "datetime"), clauses=("updated",)),
    Field(
        STORY_POINTS,
        "Story points",
        Kind.NUMBER,
        _custom(10016, "number", "float"),
        clauses=("cf[10016]", "Story points"),
    ),
    Field(
        SEVERITY,
        "Severity",
        Kind.OPTION,
        _custom(10030, "option", "select"),
        clauses=("cf[10030]", "Severity"),
        options=("Blocker", "Major", "Minor"),
    ),
    Field(
        ACCEPTANCE,
        "Acceptance criteria",
        Kind.DOCUMENT,
        _custom(10031, "string", "textarea"),
        clauses=("cf[10031]",),
    ),
)

FIELDS: Mapping[str, Field] = {one.id: one for one in _ALL}

Screen = Mapping[str, bool]
"""The fields that stand on a screen, and whether each must be filled."""

_EVERYWHERE = ("summary", "description", "assignee", "reporter", "priority", "labels", "duedate")
_BUILDERS = ("components", "fixVersions", "parent")


def _body(project: Project, kind: IssueType) -> tuple[str, ...]:
    if project.service_desk:
        return _EVERYWHERE
    extra = {
        "Story": (STORY_POINTS, ACCEPTANCE),
        "Task": (STORY_POINTS,),
        "Bug": (SEVERITY, STORY_POINTS),
        "Incident": (SEVERITY,),
    }
    return _EVERYWHERE + _BUILDERS + extra.get(kind.name, ())


def create_screen(project: Project, kind: IssueType) -> Screen:
    required = {"summary", "reporter"}
    required |= {"parent"} if kind.subtask else set()
    required |= {SEVERITY} if kind.name == "Incident" else set()
    everything = ("project", "issuetype", *_body(project, kind))
    return {name: name in required | {"project", "issuetype"} for name in everything}


def edit_screen(project: Project, kind: IssueType) -> Screen:
    required = {"summary"} | ({SEVERITY} if kind.name == "Incident" else set())
    return {name: name in required for name in (*_body(project, kind), "comment")}

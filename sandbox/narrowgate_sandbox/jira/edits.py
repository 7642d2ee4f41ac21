"""What `fields` and `update` ask for, read as a whole before anything is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from narrowgate_sandbox.company.catalogue import FIELDS, Field, Kind, Screen
from narrowgate_sandbox.company.records import ChangeItem, Document, Issue, IssueType, Project
from narrowgate_sandbox.jira import comments, values
from narrowgate_sandbox.jira.call import Call, VendorError
from narrowgate_sandbox.jira.values import RefusedError

OFF_SCREEN = "Field '{0}' cannot be set. It is not on the appropriate screen, or unknown."
_LISTS = {Kind.LABELS, Kind.COMPONENTS, Kind.VERSIONS}


@dataclass(slots=True)
class Edit:
    """Values by field id, comments to add, and what was wrong by field id."""

    values: dict[str, Any] = field(default_factory=dict)
    comments: list[tuple[Document, dict[str, Any]]] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)

    def check(self) -> None:
        if self.errors:
            raise VendorError(400, errors=self.errors)


def read(
    call: Call,
    project: Project,
    kind: IssueType,
    screen: Screen,
    *,
    before: Mapping[str, Any],
    ignored: frozenset[str] = frozenset(),
) -> Edit:
    """The edit that the request's body describes. `ignored` fields were read elsewhere.

    Nothing raises here but a body of the wrong shape: what was wrong with fields stands in `errors`.
    """
    body = call.object()
    fields, update = _mapping(body, "fields"), _mapping(body, "update")
    edit = Edit()
    for name, value in fields.items():
        if name not in ignored:
            _set(call, project, kind, screen, edit, name, value)
    for name, operations in update.items():
        if name in fields:
            edit.errors[name] = f"Field '{name}' cannot appear in both 'fields' and 'update'"
        elif name not in screen or name not in FIELDS:
            edit.errors[name] = OFF_SCREEN.format(name)
        else:
            _operate(call, project, kind, edit, FIELDS[name], operations, before)
    return edit


def _mapping(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = body.get(name)
    if value is not None and not isinstance(value, dict):
        raise VendorError(400, "Invalid request payload. Refer to the REST API documentation and try again.")
    return value or {}


def _set(
    call: Call, project: Project, kind: IssueType, screen: Screen, edit: Edit, name: str, value: Any
) -> None:
    one = FIELDS.get(name)
    if one is None or name not in screen or one.kind is Kind.FIXED:
        edit.errors[name] = OFF_SCREEN.format(name)
        return
    try:
        edit.values[name] = values.read(call, project, kind, one, value)
    except RefusedError as refused:
        edit.errors[name] = str(refused)


def _operate(
    call: Call,
    project: Project,
    kind: IssueType,
    edit: Edit,
    one: Field,
    operations: Any,
    before: Mapping[str, Any],
) -> None:
    try:
        for verb, value in _operations(operations):
            if one.id == "comment":
                edit.comments.append(_comment(call, verb, value))
            elif verb == "set":
                edit.values[one.id] = values.read(call, project, kind, one, value)
            else:
                current = edit.values.get(one.id, before.get(one.id)) or ()
                edit.values[one.id] = _listed(project, one, verb, value, current)
    except RefusedError as refused:
        edit.errors[one.id] = str(refused)


def _operations(operations: Any) -> list[tuple[str, Any]]:
    if not isinstance(operations, list) or not all(isinstance(one, dict) for one in operations):
        raise RefusedError("data was not an array")
    return [pair for one in operations for pair in one.items()]


def _listed(project: Project, one: Field, verb: str, value: Any, current: tuple[Any, ...]) -> tuple[Any, ...]:
    if one.kind not in _LISTS or verb not in {"add", "remove"}:
        raise RefusedError(f"Field does not support operation: {verb}")
    item = values.read_item(project, one, value)
    rest = tuple(entry for entry in current if entry != item)
    if verb == "remove":
        return rest
    return current if item in current else (*current, item)


def _comment(call: Call, verb: str, value: Any) -> tuple[Document, dict[str, Any]]:
    if verb != "add" or not isinstance(value, dict):
        raise RefusedError(f"Field does not support operation: {verb}")
    return comments.body_of(call, value), comments.properties_of(value)


def commit(call: Call, issue: Issue, edit: Edit, at: datetime, extra: tuple[ChangeItem, ...] = ()) -> None:
    """Make the edit, note it in the history, and add the comments."""
    items = [*extra]
    for name, value in edit.values.items():
        old = issue.values.get(name)
        issue.values[name] = value
        if (old or None) != (value or None):
            items.append(_item(FIELDS[name], old, value))
    call.company.record(issue, call.user, at, items)
    for body, properties in edit.comments:
        call.company.add_comment(issue, call.user, at, body).properties.update(properties)


def _item(one: Field, old: Any, new: Any) -> ChangeItem:
    (old_id, old_words), (new_id, new_words) = values.name(old), values.name(new)
    return ChangeItem(
        _HISTORY_NAMES.get(one.id, one.name if one.custom else one.id),
        one.id,
        one.custom,
        old_id,
        old_words,
        new_id,
        new_words,
    )


_HISTORY_NAMES = {"fixVersions": "Fix Version", "components": "Component", "parent": "IssueParentAssociation"}

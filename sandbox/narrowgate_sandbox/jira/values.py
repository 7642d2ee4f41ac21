"""How a field's value is read from a request, shown in an answer, and named in the history."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from narrowgate_sandbox.company.catalogue import Field, Kind
from narrowgate_sandbox.company.records import Choice, Issue, IssueType, Project, User
from narrowgate_sandbox.jira import adf, rendering
from narrowgate_sandbox.jira.call import Call

SUMMARY_LIMIT = 255
NOT_A_DOCUMENT = "Operation value must be an Atlassian Document (see the Atlassian Document Format)"


class RefusedError(Exception):
    """Why a value cannot be what a field wants, in the vendor's words."""


def read(call: Call, project: Project, kind: IssueType, field: Field, value: Any) -> Any:
    """What the company stores; raises RefusedError."""
    if field.kind is Kind.PARENT:
        return _parent(call, project, kind, value)
    if field.kind is Kind.COMPONENTS:
        return _several(project.components, "Component", value)
    if field.kind is Kind.VERSIONS:
        return _several(project.versions, "Version", value)
    if field.kind is Kind.OPTION:
        return _option(field, value)
    return _READERS[field.kind](call, value)


def read_item(project: Project, field: Field, value: Any) -> Any:
    """One entry of a list, for the verbs that add and remove."""
    if field.kind is Kind.LABELS:
        return _label(value)
    if field.kind is Kind.COMPONENTS:
        return _named(project.components, "Component", value)
    return _named(project.versions, "Version", value)


def _summary(_call: Call, value: Any) -> str:
    if value is None or (isinstance(value, str) and not value.strip()):
        raise RefusedError("You must specify a summary of the issue.")
    if not isinstance(value, str):
        raise RefusedError("Operation value must be a string")
    if "\n" in value or "\r" in value:
        raise RefusedError("The summary is invalid because it contains newline characters.")
    if len(value) > SUMMARY_LIMIT:
        raise RefusedError(f"Summary can't exceed {SUMMARY_LIMIT} characters.")
    return value


def document(call: Call, value: Any) -> Any:
    """A rich text, or None."""
    if value is None:
        return None
    if not adf.is_document(value):
        raise RefusedError(NOT_A_DOCUMENT)
    if not adf.is_valid(value):
        raise RefusedError("INVALID_INPUT")
    if any(call.company.attachment(media) is None for media in adf.media_ids(value)):
        raise RefusedError("ATTACHMENT_VALIDATION_ERROR")
    if len(adf.plain_text(value)) > adf.TEXT_LIMIT:
        raise RefusedError("The entered text is too long. It exceeds the allowed limit of 32,767 characters.")
    return value


def _user(call: Call, value: Any) -> User | None:
    if value is None:
        return None
    wanted = _part(value, "accountId", "id")
    if wanted is None:
        raise RefusedError("expected 'id' property to be provided")
    found = call.company.user(wanted)
    if found is None:
        raise RefusedError(f"Specify a valid value for assignee: user '{wanted}' does not exist.")
    if not found.active or found.kind == "customer":
        raise RefusedError(f"User '{wanted}' cannot be assigned issues.")
    return found


def _labels(_call: Call, value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise RefusedError("data was not an array")
    return tuple(dict.fromkeys(_label(one) for one in value))


def _label(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise RefusedError("string expected at index 0")
    if any(mark.isspace() for mark in value):
        raise RefusedError(f"The label '{value}' contains spaces which is invalid.")
    return value


def _priority(call: Call, value: Any) -> Choice:
    return _named(call.company.priorities, "Priority", value)


def _resolution(call: Call, value: Any) -> Choice | None:
    return None if value is None else _named(call.company.resolutions, "Resolution", value)


def _several(choices: Sequence[Choice], what: str, value: Any) -> tuple[Choice, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise RefusedError("data was not an array")
    return tuple(dict.fromkeys(_named(choices, what, one) for one in value))


def _named(choices: Sequence[Choice], what: str, value: Any) -> Choice:
    wanted = _part(value, "id")
    if wanted is not None:
        found = next((one for one in choices if one.id == wanted), None)
        if found is None:
            raise RefusedError(f"{what} with id '{wanted}' is not valid")
        return found
    wanted = _part(value, "name")
    if wanted is None:
        raise RefusedError(f"Specify a valid 'id' or 'name' for {what}")
    found = next((one for one in choices if one.name == wanted), None)
    if found is None:
        raise RefusedError(f"{what} name '{wanted}' is not valid")
    return found


def _option(field: Field, value: Any) -> Choice | None:
    if value is None:
        return None
    wanted = _part(value, "id") or _part(value, "value")
    if wanted is None:
        raise RefusedError(f"Specify a valid 'id' or 'name' for {field.name}")
    found = next((one for one in field.choices if wanted in (one.id, one.name)), None)
    if found is None:
        raise RefusedError(f"Option value '{wanted}' is not valid")
    return found


def _date(_call: Call, value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise RefusedError("Operation value must be a string")
    try:
        day = date.fromisoformat(value)
    except ValueError:
        day = None
    if day is None or day.isoformat() != value:
        raise RefusedError(f"Error parsing date string: {value}")
    return value


def _number(_call: Call, value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise RefusedError("Operation value must be a number")
    return float(value)


def _parent(call: Call, project: Project, kind: IssueType, value: Any) -> Issue | None:
    if value is None:
        if kind.subtask:
            raise RefusedError("Issue type is a sub-task but parent issue key or id not specified.")
        return None
    wanted = _part(value, "key") or _part(value, "id")
    found = call.company.find(wanted) if wanted else None
    if found is None or not call.sees(found.project):
        raise RefusedError("Could not find issue by id or key.")
    if found.type.level != kind.level + 1 or (kind.subtask and found.project is not project):
        raise RefusedError("Given parent issue does not belong to appropriate hierarchy.")
    return found


def _part(value: Any, *names: str) -> str | None:
    """One of an object's string entries."""
    if not isinstance(value, dict):
        return None
    return next((value[name] for name in names if isinstance(value.get(name), str) and value[name]), None)


_READERS: dict[Kind, Callable[[Call, Any], Any]] = {
    Kind.TEXT: _summary,
    Kind.DOCUMENT: document,
    Kind.USER: _user,
    Kind.LABELS: _labels,
    Kind.PRIORITY: _priority,
    Kind.RESOLUTION: _resolution,
    Kind.DATE: _date,
    Kind.NUMBER: _number,
}


def show(call: Call, field: Field, value: Any) -> Any:
    """A stored value as an answer has it."""
    several = {Kind.LABELS: list, Kind.COMPONENTS: "component", Kind.VERSIONS: "version"}.get(field.kind)
    if several is list:
        return list(value or ())
    if isinstance(several, str):
        return [rendering.choice(call, several, one) for one in value or ()]
    single: dict[Kind, Callable[[], Any]] = {
        Kind.USER: lambda: rendering.user(call, value),
        Kind.PRIORITY: lambda: rendering.choice(call, "priority", value),
        Kind.RESOLUTION: lambda: rendering.choice(call, "resolution", value),
        Kind.OPTION: lambda: rendering.option(call, value),
        Kind.PARENT: lambda: rendering.reference(call, value) if value else None,
    }
    return single.get(field.kind, lambda: value)()


def name(value: Any) -> tuple[str | None, str | None]:
    """A value's id and its words, as the history keeps them."""
    if value is None or value == ():
        return None, None
    if isinstance(value, tuple):
        named = [name(one) for one in value]
        ids = ", ".join(one for one, _ in named if one)
        separator = " " if isinstance(value[0], str) else ", "
        return ids or None, separator.join(words or "" for _, words in named)
    return _ident(value), _words(value)


def _ident(value: Any) -> str | None:
    if isinstance(value, User):
        return value.account_id
    return value.id if isinstance(value, Choice | Issue) else None


def _words(value: Any) -> str:
    if isinstance(value, User | Choice):
        return value.name
    if isinstance(value, Issue):
        return value.key
    return adf.plain_text(value) if isinstance(value, dict) else str(value)

"""The fields narrowgate reads and writes, by their names here and at Jira."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from narrowgate_common.richtext.formats import Name
from narrowgate_issues.custom_fields import CustomField, FieldType
from narrowgate_issues.port import Changes, FieldValue, Part

STAMP = "narrowgate.request"
"""The entity property that tells one request's effect from another's."""

LISTED = (
    "summary", "status", "issuetype", "priority", "assignee", "labels", "updated", "duedate", "project",
)  # fmt: skip
"""What a list of issues shows."""

_ALONE = (
    "reporter", "components", "fixVersions", "resolution", "parent", "created", "description", "subtasks",
)  # fmt: skip
"""What an issue by itself shows too."""

PARTS: Mapping[Part, str] = {
    Part.COMMENTS: "comment",
    Part.ATTACHMENTS: "attachment",
    Part.LINKS: "issuelinks",
}
EXPANDS: Mapping[Part, str] = {Part.TRANSITIONS: "transitions", Part.HISTORY: "changelog"}

VENDOR_NAMES: Mapping[str, str] = {
    "title": "summary",
    "description": "description",
    "labels": "labels",
    "assignee": "assignee",
    "priority": "priority",
    "due_date": "duedate",
    "components": "components",
    "fix_versions": "fixVersions",
    "parent": "parent",
    "resolution": "resolution",
}

IMPLIED = frozenset({"project", "issuetype", "reporter"})
"""On most screens, and given by an argument of the tool or by Jira itself."""

OUR_NAMES = {vendor: name for name, vendor in VENDOR_NAMES.items()} | {"comment": "comment"}


def our_name(field_id: str, aliases: Mapping[str, CustomField]) -> str | None:
    """What the safelists call a field of Jira's, or None where they do not know it."""
    named = {alias.id: alias.alias for alias in aliases.values()}
    return named.get(field_id) or OUR_NAMES.get(field_id)


_DECLARED: Mapping[tuple[str, str], FieldType] = {
    ("string", ""): "text",
    ("number", ""): "number",
    ("date", ""): "date",
    ("datetime", ""): "datetime",
    ("option", ""): "option",
    ("array", "option"): "options",
    ("array", "string"): "labels",
    ("user", ""): "user",
}


def declared_type(schema: Mapping[str, Any]) -> FieldType | None:
    """The alias type for a field of this schema; a text area is rich text, a text field is a line."""
    kind, items, custom = (str(schema.get(name) or "") for name in ("type", "items", "custom"))
    if custom.endswith(":textarea"):
        return "rich_text"
    return _DECLARED.get((kind, items))


@dataclass(frozen=True, slots=True)
class Edition:
    """What differs between the editions in how values are written and read, as functions."""

    rich: Name
    """The format of rich texts."""
    user_key: str
    """The key of a user's id: `accountId` on Cloud, `name` on Data Center."""


def encoded(changes: Changes, aliases: Mapping[str, CustomField], edition: Edition) -> dict[str, Any]:
    """The body of a create or an edit, built key by key: nothing of the caller's shape goes through."""
    body: dict[str, Any] = {"fields": encoded_fields(changes, aliases, edition)}
    edits = [{"add": label} for label in changes.add_labels]
    edits += [{"remove": label} for label in changes.remove_labels]
    return {**body, "update": {"labels": edits}} if edits else body


def encoded_fields(changes: Changes, aliases: Mapping[str, CustomField], edition: Edition) -> dict[str, Any]:
    plain = {name: value for name, value in changes.values.items() if name not in changes.rich}
    fields = dict(_encoded_one(name, value, aliases, edition) for name, value in plain.items())
    return fields | {_vendor_name(name, aliases): text.original for name, text in changes.rich.items()}


def _vendor_name(name: str, aliases: Mapping[str, CustomField]) -> str:
    return aliases[name].id if name in aliases else VENDOR_NAMES[name]


def _encoded_one(
    name: str, value: FieldValue, aliases: Mapping[str, CustomField], edition: Edition
) -> tuple[str, Any]:
    if name in aliases:
        return aliases[name].id, None if value is None else _custom(aliases[name].type, value, edition)
    return VENDOR_NAMES[name], _built_in(name, value, edition)


def _built_in(name: str, value: FieldValue, edition: Edition) -> Any:
    if name in {"labels", "components", "fix_versions"}:
        items = _listed(value)
        return items if name == "labels" else [{"name": item} for item in items]
    if value is None:
        return None
    writers: Mapping[str, Callable[[Any], Any]] = {
        "assignee": lambda user: {edition.user_key: user},
        "priority": lambda label: {"name": label},
        "resolution": lambda label: {"name": label},
        "parent": lambda key: {"key": key},
    }
    return writers.get(name, lambda plain: plain)(value)


def _custom(kind: str, value: Any, edition: Edition) -> Any:
    writers: Mapping[str, Callable[[Any], Any]] = {
        "datetime": vendor_moment,
        "option": lambda label: {"value": label},
        "options": lambda labels: [{"value": label} for label in labels],
        "labels": list,
        "user": lambda user: {edition.user_key: user},
    }
    return writers.get(kind, lambda plain: plain)(value)


def _listed(value: FieldValue) -> list[str]:
    return list(value) if isinstance(value, tuple) else []


def vendor_moment(iso: str) -> str:
    """Jira takes `2026-01-21T15:00:00.000+0000` only: no colon in the offset, and the milliseconds."""
    moment = datetime.fromisoformat(iso)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}" + moment.strftime("%z")


def wanted_fields(aliases: Iterable[CustomField], include: Iterable[Part] = ()) -> list[str]:
    """Of an issue by itself."""
    parts = [PARTS[part] for part in include if part in PARTS]
    return [*LISTED, *_ALONE, *parts, *(alias.id for alias in aliases)]

"""The safelists of the issues server: what create, update and transition accept, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from narrowgate_common.safelist import Field, Kind
from narrowgate_issues.custom_fields import CustomField, FieldType

RICH_TEXT_CHARS = 32_767
"""Jira refuses longer text in a comment or rich field."""

BUILT_IN: Mapping[str, Field] = {
    field.name: field
    for field in (
        Field("title", Kind.LINE, clearable=False),
        Field("description", Kind.RICH_TEXT, max_chars=RICH_TEXT_CHARS),
        Field("labels", Kind.NAMES),
        Field("assignee", Kind.NAME),
        Field("priority", Kind.NAME, clearable=False),
        Field("due_date", Kind.DATE),
        Field("components", Kind.NAMES),
        Field("fix_versions", Kind.NAMES),
        Field("parent", Kind.NAME),
        Field("add_labels", Kind.NAMES, clearable=False),
        Field("remove_labels", Kind.NAMES, clearable=False),
        Field("resolution", Kind.NAME, clearable=False),
    )
}

_CREATE = (
    "title", "description", "labels", "assignee", "priority", "due_date", "components", "fix_versions", "parent",
)  # fmt: skip

SAFELISTS: Mapping[str, tuple[str, ...]] = {
    "create": _CREATE,
    "update": (*_CREATE, "add_labels", "remove_labels"),
    "transition": ("resolution", "assignee", "fix_versions"),
}

NEVER = frozenset({
    "reporter", "creator", "security", "security_level", "permission", "permissions", "property", "properties",
    "watcher", "watchers", "watches", "project", "project_key", "type", "issue_type", "issuetype", "votes",
    "visibility", "restrictions", "comment", "worklog", "attachment", "attachments", "issuelinks", "status", "key",
    "id", "created", "updated", "summary", "duedate", "fixversions", "fields", "update", "transition",
    "history_metadata", "notify_users", "error", "untrusted",
})  # fmt: skip
"""Names no alias may take, so that no configuration can make them writable, or look it."""

_ALIAS_KINDS: Mapping[FieldType, Kind] = {
    "text": Kind.LINE,
    "rich_text": Kind.RICH_TEXT,
    "number": Kind.NUMBER,
    "date": Kind.DATE,
    "datetime": Kind.DATETIME,
    "option": Kind.NAME,
    "options": Kind.NAMES,
    "user": Kind.NAME,
    "labels": Kind.NAMES,
}


def safelist(
    action: str, aliases: Iterable[CustomField], narrowed: Collection[str] | None
) -> dict[str, Field]:
    """The rows for one action, with the aliases, narrowed to what the configuration keeps."""
    rows = {name: BUILT_IN[name] for name in SAFELISTS[action]}
    rows |= {alias.alias: _alias_row(alias) for alias in aliases if _is_free(alias.alias)}
    return rows if narrowed is None else {name: row for name, row in rows.items() if _kept(name, narrowed)}


def _is_free(alias: str) -> bool:
    """The settings refuse such names already; what decides does not rely on it."""
    return alias not in BUILT_IN and alias not in NEVER


def _alias_row(alias: CustomField) -> Field:
    limit = RICH_TEXT_CHARS if alias.type == "rich_text" else 255
    return Field(alias.alias, _ALIAS_KINDS[alias.type], max_chars=limit)


def _kept(name: str, narrowed: Collection[str]) -> bool:
    """Editing labels one by one is writing labels."""
    return name in narrowed or (name in {"add_labels", "remove_labels"} and "labels" in narrowed)

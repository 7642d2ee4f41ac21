"""Whether a write took effect, field by field: "success" that changed nothing is the commonest bug of this trade."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from narrowgate_issues.custom_fields import CustomField
from narrowgate_issues.port import Changes, FieldValue, Issue, User


def verdicts(
    wanted: Changes, found: Issue, aliases: Mapping[str, CustomField]
) -> tuple[list[str], list[str]]:
    """The names of the fields that were applied, and of those that were ignored."""
    applied: list[str] = []
    ignored: list[str] = []
    for name, value in wanted.values.items():
        held = _holds(name, value, found, aliases)
        (applied if held else ignored).append(name)
    labels = set(found.labels)
    for name, held in (
        ("add_labels", set(wanted.add_labels) <= labels),
        ("remove_labels", not set(wanted.remove_labels) & labels),
    ):
        if getattr(wanted, name):
            (applied if held else ignored).append(name)
    return applied, ignored


def _holds(name: str, value: FieldValue, found: Issue, aliases: Mapping[str, CustomField]) -> bool:
    alias = aliases.get(name)
    if alias is not None and alias.type == "user":
        return _same_user(value, found.people.get(name))
    if alias is not None:
        return _custom_holds(alias, value, found.custom.get(name))
    if name == "description":
        return _same_text(value, found.description)
    return _BUILT_IN[name](value, found)


def _custom_holds(field: CustomField, value: FieldValue, found: FieldValue) -> bool:
    if value is None:
        return found in (None, (), "")
    if field.type == "rich_text":
        return _same_text(value, found)
    if field.type == "datetime":
        return _same_moment(str(value), str(found))
    if isinstance(value, tuple):
        return set(found if isinstance(found, tuple) else ()) == set(value)
    return _same_line(value, found)


def _same_text(value: FieldValue, found: FieldValue) -> bool:
    return str(value or "").strip() == str(found or "").strip()


def _same_line(value: FieldValue, found: FieldValue) -> bool:
    """Trackers trim what is one line."""
    if isinstance(value, str) and isinstance(found, str):
        return value.strip() == found.strip()
    return found == value


def _same_moment(one: str, other: str) -> bool:
    try:
        return _second(one) == _second(other)
    except ValueError:
        return one == other


def _second(text: str) -> datetime:
    """A time without a zone was written as UTC; fractions of a second are not read back."""
    moment = datetime.fromisoformat(text).replace(microsecond=0)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _same_name(value: FieldValue, found: str | None) -> bool:
    return str(value or "").casefold() == (found or "").casefold()


def _same_names(value: FieldValue, found: tuple[str, ...]) -> bool:
    wanted = value if isinstance(value, tuple) else ()
    return {name.casefold() for name in wanted} == {name.casefold() for name in found}


def _same_user(value: FieldValue, found: User | None) -> bool:
    return (found.id if found else None) == value


def _same_parent(value: FieldValue, found: Issue) -> bool:
    return (found.parent.key if found.parent else None) == value


_BUILT_IN: Mapping[str, Callable[[FieldValue, Issue], bool]] = {
    "title": lambda value, issue: _same_line(value, issue.title),
    "labels": lambda value, issue: set(value if isinstance(value, tuple) else ()) == set(issue.labels),
    "assignee": lambda value, issue: _same_user(value, issue.assignee),
    "priority": lambda value, issue: _same_name(value, issue.priority),
    "due_date": lambda value, issue: issue.due_date == value,
    "components": lambda value, issue: _same_names(value, issue.components),
    "fix_versions": lambda value, issue: _same_names(value, issue.fix_versions),
    "parent": _same_parent,
    "resolution": lambda value, issue: _same_name(value, issue.resolution),
}

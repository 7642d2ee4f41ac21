"""From a flat map of fields to changes that may be written: picked, resolved, searched for what may not leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_common.errors import bad_input
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.safelist import pick
from narrowgate_common.text import project_with_offsets
from narrowgate_issues.port import Changes, FieldValue, Issue
from narrowgate_issues.tools import people
from narrowgate_issues.tools.desk import Desk


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace one passage of a text field: `old` must stand there exactly once."""

    field: str
    old: str
    new: str


def checked(given: Mapping[str, Any], action: str, desk: Desk) -> dict[str, FieldValue]:
    """The fields that may be written, checked as far as they can be before anything is asked of the tracker."""
    picked = pick(given, desk.house.safelists[action])
    _check_labels(picked)
    for name, value in picked.items():
        if action != "update" and is_rich(name, desk) and isinstance(value, str):
            desk.tracker.rewritten(Rich(), value)
    if isinstance(picked.get("parent"), str):
        picked["parent"] = desk.key(str(picked["parent"]))
    return picked


async def drafted(
    picked: Mapping[str, FieldValue],
    desk: Desk,
    *,
    at: str,
    before: Issue | None = None,
    allow_removals: bool = False,
) -> Changes:
    """`at` is the issue or project the people must be assignable to; `before` holds the text that was there."""
    for name, value in picked.items():
        _check_text(name, value, before)
    values = {name: await _resolved(name, value, desk, at) for name, value in picked.items()}
    add, remove = values.pop("add_labels", ()), values.pop("remove_labels", ())
    rich = _rewritten(values, before, desk, allow_removals=allow_removals)
    values |= {name: text.markdown for name, text in rich.items()}
    return Changes(values, rich, _tuple(add), _tuple(remove))


def _rewritten(
    values: Mapping[str, FieldValue], before: Issue | None, desk: Desk, *, allow_removals: bool
) -> dict[str, Rewrite]:
    """The rich texts among them in place of those that are there; one that is cleared is judged and not kept."""
    found: dict[str, Rewrite] = {}
    for name, value in values.items():
        if is_rich(name, desk):
            old = before.rich.get(name, Rich()) if before else Rich()
            text = desk.tracker.rewritten(old, str(value or ""), allow_removals=allow_removals)
            found |= {} if value is None else {name: text}
    return found


def _check_labels(picked: Mapping[str, FieldValue]) -> None:
    if "labels" in picked and ("add_labels" in picked or "remove_labels" in picked):
        raise bad_input("Give either labels, or add_labels and remove_labels", reason="conflicting_fields")
    both = set(_tuple(picked.get("add_labels"))) & set(_tuple(picked.get("remove_labels")))
    if both:
        raise bad_input("The same label cannot be added and removed", reason="conflicting_fields")
    for name in ("labels", "add_labels", "remove_labels"):
        if any(label.split() != [label] for label in _tuple(picked.get(name))):
            raise bad_input(f'"{name}" takes labels without spaces', reason="wrong_type")


def _check_text(name: str, value: FieldValue, before: Issue | None) -> None:
    old = current_text(name, before) if before else ""
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str):
            check_outgoing(text, old)


def is_rich(name: str, desk: Desk) -> bool:
    alias = desk.house.aliases.get(name)
    return name == "description" or (alias is not None and alias.type == "rich_text")


def current_text(name: str, issue: Issue) -> str:
    if name in {"title", "description"}:
        return issue.title if name == "title" else issue.description
    value = issue.custom.get(name)
    return value if isinstance(value, str) else ""


def current_value(name: str, issue: Issue) -> FieldValue:
    """What a field of the safelist holds now, people by their id."""
    plain: Mapping[str, FieldValue] = {
        "labels": issue.labels,
        "assignee": issue.assignee.id if issue.assignee else None,
        "priority": issue.priority,
        "due_date": issue.due_date,
        "components": issue.components,
        "fix_versions": issue.fix_versions,
        "parent": issue.parent.key if issue.parent else None,
        "resolution": issue.resolution,
    }
    if name in plain:
        return plain[name]
    return issue.custom[name] if name in issue.custom else current_text(name, issue)


async def _resolved(name: str, value: FieldValue, desk: Desk, at: str) -> FieldValue:
    alias = desk.house.aliases.get(name)
    if isinstance(value, str) and (name == "assignee" or (alias is not None and alias.type == "user")):
        return (await people.resolve(desk.tracker, value, assignable_to=at)).id
    if isinstance(value, str) and name == "parent":
        return (await desk.issue(value)).key
    return value


def edited(edits: Sequence[Edit], issue: Issue, desk: Desk) -> dict[str, FieldValue]:
    """The new whole texts that the edits make. Raises bad_input when a passage does not stand there exactly once."""
    texts: dict[str, str] = {}
    for edit in edits:
        if edit.field != "title" and not is_rich(edit.field, desk) and not _is_line(edit.field, desk):
            raise bad_input("Edits replace text in title, description or a text field", reason="not_editable")
        text = texts.get(edit.field, current_text(edit.field, issue))
        texts[edit.field] = _replaced(text, edit)
    return dict(texts)


def _is_line(name: str, desk: Desk) -> bool:
    alias = desk.house.aliases.get(name)
    return alias is not None and alias.type == "text"


def _replaced(text: str, edit: Edit) -> str:
    """Found in what was shown of the text; what the projection hides elsewhere stays in the text."""
    shown, offsets = project_with_offsets(text)
    found = shown.count(edit.old)
    if found != 1:
        problem = "does not stand" if found == 0 else f"stands {found} times"
        raise bad_input(
            f'The old text {problem} in "{edit.field}"; copy it exactly from get_issue, with enough around it',
            reason="edit_not_found" if found == 0 else "edit_ambiguous",
        )
    start = shown.index(edit.old)
    end = start + len(edit.old)
    rest = text[offsets[end] :] if end < len(offsets) else ""
    return text[: offsets[start]] + edit.new + rest


def _tuple(value: FieldValue) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()

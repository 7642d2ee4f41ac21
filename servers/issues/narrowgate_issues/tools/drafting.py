"""From a flat map of fields to changes that may be written: picked, resolved, searched for what may not leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_common.errors import GatewayError, bad_input, configuration_error
from narrowgate_common.safelist import pick
from narrowgate_common.text import one_line
from narrowgate_issues.port import Changes, FieldValue, Issue, ScreenField
from narrowgate_issues.tools import people
from narrowgate_issues.tools.desk import Desk, check_outgoing


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
        if is_rich(name, desk) and isinstance(value, str):
            desk.tracker.canonical(value)
    if isinstance(picked.get("parent"), str):
        picked["parent"] = desk.key(str(picked["parent"]))
    return picked


async def drafted(
    picked: Mapping[str, FieldValue], desk: Desk, *, at: str, before: Issue | None = None
) -> Changes:
    """`at` is the issue or project the people must be assignable to; `before` holds the text that was there."""
    for name, value in picked.items():
        _check_text(name, value, before)
    values = {name: await _resolved(name, value, desk, at) for name, value in picked.items()}
    add, remove = values.pop("add_labels", ()), values.pop("remove_labels", ())
    return Changes(values, _tuple(add), _tuple(remove))


def _check_labels(picked: Mapping[str, FieldValue]) -> None:
    if "labels" in picked and ("add_labels" in picked or "remove_labels" in picked):
        raise bad_input("Give either labels, or add_labels and remove_labels", reason="conflicting_fields")
    both = set(_tuple(picked.get("add_labels"))) & set(_tuple(picked.get("remove_labels")))
    if both:
        raise bad_input("The same label cannot be added and removed", reason="conflicting_fields")
    for name in ("labels", "add_labels", "remove_labels"):
        if any(" " in label for label in _tuple(picked.get(name))):
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


async def _resolved(name: str, value: FieldValue, desk: Desk, at: str) -> FieldValue:
    alias = desk.house.aliases.get(name)
    if isinstance(value, str) and (name == "assignee" or (alias is not None and alias.type == "user")):
        return (await people.resolve(desk.tracker, value, assignable_to=at)).id
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
    found = text.count(edit.old)
    if found != 1:
        problem = "does not stand" if found == 0 else f"stands {found} times"
        raise bad_input(
            f'The old text {problem} in "{edit.field}"; copy it exactly from get_issue, with enough around it',
            reason="edit_not_found" if found == 0 else "edit_ambiguous",
        )
    return text.replace(edit.old, edit.new)


def refuse_losses(names: Sequence[str], losses: Mapping[str, Sequence[str]]) -> None:
    """A rewritten document would lose what Markdown does not show, so it is not rewritten."""
    lost = [f"{name}: {one_line(word, 80)}" for name in names for word in losses.get(name, ())]
    if lost:
        raise bad_input(
            "Rewriting this text would lose what Markdown cannot show; nothing was changed",
            reason="would_lose",
            details=[f"would be lost: {line}" for line in lost],
        )


def demanded(
    screen: Sequence[ScreenField], given: Sequence[str], desk: Desk, action: str
) -> GatewayError | None:
    """What a screen demands and was not given: the caller's omission, or the administrator's."""
    missing = [field for field in screen if _is_missing(field, given)]
    closed = [field for field in missing if writable_name(field, action, desk) is None]
    if closed:
        return configuration_error(
            "The tracker demands a field that this server may not write; see what its administrator can do",
            reason="field_not_configured",
            details=[configuration_line(field) for field in closed],
        )
    if missing:
        return bad_input(
            "The tracker demands fields that were not given; nothing was changed",
            reason="fields_required",
            details=[_required_line(field, writable_name(field, action, desk)) for field in missing],
        )
    return None


def _is_missing(field: ScreenField, given: Sequence[str]) -> bool:
    if not field.required or field.has_default or field.implied:
        return False
    return field.name not in given


def configuration_line(field: ScreenField) -> str:
    """The lines of the configuration file that would open this field, on one line."""
    if field.declare_as is None or field.name is not None:
        return f"cannot be written through this server: {one_line(field.label or field.id, 60)}"
    kind = field.declare_as
    return f'[fields.{suggested_alias(field)}] id = "{one_line(field.id, 40)}" type = "{kind}"'


def suggested_alias(field: ScreenField) -> str:
    letters = "".join(char if char.isascii() and char.isalnum() else "_" for char in field.label.lower())
    words = "_".join(word for word in letters.split("_") if word)[:40]
    return words if words[:1].isalpha() else f"field_{words}".rstrip("_")


def _required_line(field: ScreenField, name: str | None) -> str:
    allowed = f": {', '.join(one_line(each, 40) for each in field.allowed[:8])}" if field.allowed else ""
    return f"required: {name} ({one_line(field.type, 40)}){allowed}"


def writable_name(field: ScreenField, action: str, desk: Desk) -> str | None:
    """What a write calls this field, if the safelist has it."""
    return field.name if field.name in desk.house.safelists[action] else None


def _tuple(value: FieldValue) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()

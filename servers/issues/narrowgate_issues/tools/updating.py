"""update_issue: atomic edits, refused when they would overwrite or lose something, verified field by field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.room import prefix
from narrowgate_common.safelist import unknown_field
from narrowgate_common.shaping import given, names
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Changes, FieldValue, Issue, Part
from narrowgate_issues.tools.arguments import UpdateIssue
from narrowgate_issues.tools.creating import rewriting, rewriting_lines, written, written_text
from narrowgate_issues.tools.desk import Desk
from narrowgate_issues.tools.drafting import (
    Edit,
    checked,
    current_value,
    drafted,
    edited,
)
from narrowgate_issues.tools.since import Since
from narrowgate_issues.versions import Version


async def update_issue(arguments: UpdateIssue, desk: Desk) -> Data:
    if not arguments.fields and not arguments.edits:
        raise bad_input("Give fields or edits", reason="invalid_arguments")
    key = desk.key(arguments.key)
    picked = checked(arguments.fields, "update", desk)
    _check_edits(arguments, desk)
    seen = None if arguments.version is None else Version.parse(arguments.version)
    before = await _current(key, seen, desk)
    changes = await _changes(picked, arguments, Since(before, seen), desk)
    if arguments.preview:
        return Preview(before, changes, desk).shown()
    return await _applied(
        before, changes, desk, guarded=arguments.version is not None or bool(arguments.edits)
    )


async def _current(key: str, seen: Version | None, desk: Desk) -> Issue:
    """With the history, where it may have to tell what others changed."""
    return await (desk.issue(key) if seen is None else desk.issue(key, Part.HISTORY))


def _check_edits(arguments: UpdateIssue, desk: Desk) -> None:
    for edit in arguments.edits:
        if edit.field not in desk.house.safelists["update"]:
            raise unknown_field(edit.field, desk.house.safelists["update"])
        if edit.field in arguments.fields:
            raise bad_input("The same field stands in fields and in edits", reason="conflicting_fields")


async def _changes(
    picked: Mapping[str, FieldValue], arguments: UpdateIssue, since: Since, desk: Desk
) -> Changes:
    before = since.issue
    if not arguments.allow_removals:
        since.refuse_partial(picked)
    picked = {name: since.merged(name, value) for name, value in picked.items()}
    passages = [Edit(edit.field, edit.old, edit.new) for edit in arguments.edits]
    rewritten = checked(edited(passages, before, desk), "update", desk)
    for name, text in rewritten.items():
        since.refuse_foreign(name, str(text))
    return await drafted(
        {**picked, **rewritten},
        desk,
        at=before.key,
        before=before,
        allow_removals=arguments.allow_removals,
    )


async def _applied(before: Issue, changes: Changes, desk: Desk, *, guarded: bool) -> Data:
    """An answer that was lost is no failure if the fields stand as asked; the read that follows tells."""
    lost = None
    try:
        await desk.tracker.update_issue(before.key, changes, guarded=guarded)
    except GatewayError as error:
        if error.outcome != "unknown":
            raise await _explained(error, before.key, desk) from None
        lost = proving.lost(f"{before.key} was updated", "get_issue", {"key": before.key})
    try:
        after = await desk.issue(before.key)
    except GatewayError:
        if lost is not None:
            raise lost from None
        return {"key": before.key, "url": before.url, "verified": False}
    data = {**written(after, changes, desk), **rewriting(changes)}
    if lost is None:
        return data
    if data["ignored"]:
        raise lost
    return {**data, "reconciled": True}


async def _explained(error: GatewayError, key: str, desk: Desk) -> GatewayError:
    """An account that may not edit is told that its fields are wrong; its screen is empty."""
    if error.reason != "refused_by_tracker":
        return error
    try:
        screen = await desk.tracker.edit_screen(key)
    except GatewayError:
        return error
    if screen:
        return error
    return permission_denied("This account may not edit that issue", reason="forbidden_by_tracker")


@dataclass(frozen=True, slots=True)
class Preview:
    """Every field as it is and as it would be; nothing is sent."""

    before: Issue
    changes: Changes
    desk: Desk

    def shown(self) -> Data:
        labels = {"add_labels": self.changes.add_labels, "remove_labels": self.changes.remove_labels}
        pairs = {
            name: (current_value(name, self.before), value) for name, value in self.changes.values.items()
        }
        pairs |= {name: (self.before.labels, value) for name, value in labels.items() if value}
        room = self.desk.house.max_result_chars // (3 * len(pairs))
        rows = [_row(name, old, new, room) for name, (old, new) in pairs.items()]
        issue = {"key": self.before.key, "url": self.before.url, "version": str(self.before.version)}
        return {**issue, "preview": True, "changes": rows, **rewriting(self.changes)}


def _row(name: str, old: FieldValue, new: FieldValue, room: int) -> Data:
    untrusted = {"before": _shown(old, room), "after": _shown(new, room)}
    cut = any(isinstance(each, str) and prefix(each, room).truncated for each in (old, new))
    return {"field": name, "untrusted": untrusted, **given(truncated=cut or None)}


def _shown(value: FieldValue, room: int) -> Any:
    if isinstance(value, str):
        return prefix(value, room).text
    return names(value) if isinstance(value, tuple) else value


def updated_text(data: Data) -> Rendering:
    if not data.get("preview"):
        return written_text(data)
    rows = [f"{row['field']}:\n{_difference(row)}" for row in data.get("changes", [])]
    head = (
        f"Preview for {data['key']}: nothing was written. "
        f"To write it, repeat without preview and with version={data['version']}."
    )
    return Rendering(head, "\n".join([*rows, *rewriting_lines(data)]))


_SIGNS = {"add_labels": "+", "remove_labels": "-"}


def _difference(row: Data) -> str:
    """Only the lines that change, and what stands around them."""
    old, new = (_lines(row["untrusted"].get(name)) for name in ("before", "after"))
    if row["field"] in _SIGNS:
        return _SIGNS[row["field"]] + " ".join(new)
    return "\n".join(list(unified_diff(old, new, lineterm="", n=2))[2:]) or "(no change)"


def _lines(value: Any) -> list[str]:
    if isinstance(value, list):
        return [", ".join(value)]
    return [] if value is None else str(value).splitlines()

"""update_issue: atomic edits, refused when they would overwrite or lose something, verified field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import unified_diff
from typing import Any

from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.safelist import unknown_field
from narrowgate_common.text import one_line
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Changes, FieldValue, Issue, Part, same_version
from narrowgate_issues.tools import proving, shapes
from narrowgate_issues.tools.arguments import TextEdit, UpdateIssue
from narrowgate_issues.tools.creating import written, written_text
from narrowgate_issues.tools.desk import Desk
from narrowgate_issues.tools.drafting import (
    Edit,
    checked,
    current_value,
    drafted,
    edited,
    is_rich,
    refuse_losses,
)
from narrowgate_issues.tools.room import prefix


async def update_issue(arguments: UpdateIssue, desk: Desk) -> Data:
    if not arguments.fields and not arguments.edits:
        raise bad_input("Give fields or edits", reason="invalid_arguments")
    key = desk.key(arguments.key)
    picked = checked(arguments.fields, "update", desk)
    _check_edits(arguments, desk)
    before = await _current(key, arguments.version, desk)
    changes = await _changes(picked, arguments.edits, before, desk)
    if arguments.preview:
        return Preview(before, changes, desk).shown()
    return await _applied(
        before, changes, desk, guarded=arguments.version is not None or bool(arguments.edits)
    )


async def _current(key: str, version: str | None, desk: Desk) -> Issue:
    if version is None:
        return await desk.issue(key)
    issue = await desk.issue(key, Part.HISTORY)
    if not same_version(issue.version, version):
        raise _stale(issue, version)
    return issue


def _stale(issue: Issue, version: str) -> GatewayError:
    """Which fields others changed since, by the history's own names."""
    since = {one_line(line.field, 40) for line in issue.history or () if _later(line.at, version)}
    return bad_input(
        "The issue was changed since that version; read it again, then repeat what is still wanted",
        reason="stale_version",
        details=[f"changed since: {', '.join(sorted(since))}"] if since else [],
    )


def _later(at: str, version: str) -> bool:
    try:
        return datetime.fromisoformat(at) >= datetime.fromisoformat(version.partition("/")[0]).replace(
            microsecond=0
        )
    except (ValueError, TypeError):
        return False


def _check_edits(arguments: UpdateIssue, desk: Desk) -> None:
    for edit in arguments.edits:
        if edit.field not in desk.house.safelists["update"]:
            raise unknown_field(edit.field, desk.house.safelists["update"])
        if edit.field in arguments.fields:
            raise bad_input("The same field stands in fields and in edits", reason="conflicting_fields")


async def _changes(
    picked: Mapping[str, FieldValue], edits: Sequence[TextEdit], before: Issue, desk: Desk
) -> Changes:
    named = [*picked, *(edit.field for edit in edits)]
    refuse_losses([name for name in dict.fromkeys(named) if is_rich(name, desk)], before.losses)
    passages = [Edit(edit.field, edit.old, edit.new) for edit in edits]
    rewritten = checked(edited(passages, before, desk), "update", desk)
    return await drafted({**picked, **rewritten}, desk, at=before.key, before=before)


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
    data = written(after, changes, desk)
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
        pairs = {name: (current_value(name, self.before), self._after(name)) for name in self.changes.values}
        pairs |= {name: (self.before.labels, value) for name, value in labels.items() if value}
        room = self.desk.house.max_result_chars // (3 * len(pairs))
        rows = [_row(name, old, new, room) for name, (old, new) in pairs.items()]
        issue = {"key": self.before.key, "url": self.before.url, "version": self.before.version}
        return {**issue, "preview": True, "changes": rows}

    def _after(self, name: str) -> FieldValue:
        value = self.changes.values[name]
        rich = is_rich(name, self.desk) and isinstance(value, str)
        return self.desk.tracker.canonical(str(value)) if rich else value


def _row(name: str, old: FieldValue, new: FieldValue, room: int) -> Data:
    untrusted = {"before": _shown(old, room), "after": _shown(new, room)}
    cut = any(isinstance(each, str) and prefix(each, room).truncated for each in (old, new))
    return {"field": name, "untrusted": untrusted, **shapes.given(truncated=cut or None)}


def _shown(value: FieldValue, room: int) -> Any:
    if isinstance(value, str):
        return prefix(value, room).text
    return shapes.names(value) if isinstance(value, tuple) else value


def updated_text(data: Data) -> Rendering:
    if not data.get("preview"):
        return written_text(data)
    rows = [f"{row['field']}:\n{_difference(row)}" for row in data.get("changes", [])]
    head = (
        f"Preview for {data['key']}: nothing was written. "
        f"To write it, repeat without preview and with version={data['version']}."
    )
    return Rendering(head, "\n".join(rows))


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

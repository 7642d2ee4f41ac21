"""create_issue: one request that adds an issue, stamped, found again when its answer is lost, and read back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.listings import origin_notes
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.quoting import quoted
from narrowgate_common.shaping import given, name
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Changes, Issue
from narrowgate_issues.scope import Scope
from narrowgate_issues.tools.demands import Demand
from narrowgate_issues.tools.desk import Desk
from narrowgate_issues.tools.drafting import checked, drafted
from narrowgate_issues.tools.verification import verdicts


async def create_issue(arguments: Any, desk: Desk) -> Data:
    project = sole_project(arguments, desk)
    if "title" not in arguments.fields:
        raise bad_input('fields needs a "title"', reason="invalid_arguments")
    check_outgoing(arguments.type)
    changes = await drafted(checked(arguments.fields, "create", desk), desk, at=project)
    key, reconciled = await proving.done_or_found(
        lambda: _send(project, arguments.type, changes, desk),
        lambda: desk.tracker.find_created(project, stamp=desk.stamp()),
        _lost(project, desk),
        desk,
    )
    made = await _read_back(key, changes, desk)
    return {**made, **rewriting(changes), **given(reconciled=reconciled or None)}


def sole_project(arguments: Any, desk: Desk) -> str:
    """The project given, or the only one there is."""
    given = getattr(arguments, "project", None)
    (project,) = desk.scope.narrowed([given] if given else [])
    return project


async def _send(project: str, issue_type: str, changes: Changes, desk: Desk) -> str:
    try:
        return await desk.tracker.create_issue(project, issue_type, changes, stamp=desk.stamp())
    except GatewayError as error:
        if error.reason != "refused_by_tracker":
            raise
        raise await _explained(error, project, issue_type, changes, desk) from None


async def _explained(
    error: GatewayError, project: str, issue_type: str, changes: Changes, desk: Desk
) -> GatewayError:
    """A refusal may come from the type or from a field the screen demands: which, and who can mend it."""
    try:
        types = await desk.tracker.issue_types(project)
        if not types:
            return permission_denied(
                "This account may not create issues in that project", reason="forbidden_by_tracker"
            )
        if issue_type not in types:
            return _no_such_type(types)
        screen = await desk.tracker.create_screen(project, issue_type)
    except GatewayError:
        return error
    return Demand(screen, tuple(changes.values), "create").explained(error, desk)


def _no_such_type(types: Sequence[str]) -> GatewayError:
    names = ", ".join(quoted(each, 60) for each in types)
    return bad_input(
        "The project has no issue type of exactly that name; nothing was created",
        reason="no_such_type",
        details=[f"available: {names}"],
    )


def _lost(project: str, desk: Desk) -> GatewayError:
    return proving.lost(
        f"the issue was created in {project}", "search_issues", newest_of_mine(project, desk.scope)
    )


def newest_of_mine(project: str, scope: Scope) -> Data:
    """A search by who and when: one for the title might miss what its own rules leave out."""
    several = scope.projects is None or len(scope.projects) > 1
    within: Data = {"projects": [project]} if several else {}
    return within | {"reporter": "me", "created_after": "-1d", "order": "created"}


async def _read_back(key: str, changes: Changes, desk: Desk) -> Data:
    """The issue exists whatever this read says: a failure here is not the create's."""
    try:
        issue = await desk.issue(key)
    except GatewayError:
        return {"key": key, "url": f"{desk.house.site}/browse/{key}", "verified": False}
    return written(issue, changes, desk)


def written(issue: Issue, changes: Changes, desk: Desk) -> Data:
    """What a write of fields reports: each field applied or ignored, as the tracker shows it afterwards."""
    applied, ignored = verdicts(changes, issue, desk.house.aliases)
    return {
        "key": issue.key,
        "url": issue.url,
        "version": str(issue.version),
        "verified": True,
        "applied": applied,
        "ignored": ignored,
        "untrusted": given(title=name(issue.title), status=name(issue.status)),
    }


def rewriting(changes: Changes) -> Data:
    """What a rich text lost, and what the tracker's format holds only in another form, by field."""
    lost = [f"{name}: {line}" for name, text in changes.rich.items() for line in text.losses]
    changed = [f"{name}: {line}" for name, text in changes.rich.items() for line in text.notes]
    told = given(lost=lost, changed=changed)
    return {"rewriting": {"untrusted": told}} if told else {}


def rewriting_lines(data: Data) -> list[str]:
    told = data.get("rewriting", {}).get("untrusted", {})
    lines = [f"lost: {line}" for line in told.get("lost", [])]
    return lines + [f"written otherwise: {line}" for line in told.get("changed", [])]


def written_text(data: Data) -> Rendering:
    lines = [f"{data['key']} {data.get('url', '')}", *_notes(data)]
    words = data.get("untrusted", {})
    body = [f"{words.get('title', '')} [{words.get('status', '')}]"] if words else []
    return Rendering("\n".join(lines), "\n".join([*body, *rewriting_lines(data)]))


def _notes(data: Data) -> list[str]:
    notes = []
    if data.get("applied"):
        notes.append(f"applied: {', '.join(data['applied'])}")
    if data.get("ignored"):
        notes.append(f"IGNORED by the tracker, unchanged: {', '.join(data['ignored'])}")
    if data.get("version"):
        notes.append(f"version: {data['version']}")
    if data.get("verified") is False:
        notes.append("It was written, but reading it back failed; read it with get_issue.")
    return notes + origin_notes(data)

"""transition_issue: by the name people use, with everything its screen demands named before anything moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from narrowgate_common import proving
from narrowgate_common.errors import Category, GatewayError, bad_input, permission_denied
from narrowgate_common.listings import origin_notes
from narrowgate_common.quoting import quoted
from narrowgate_common.rich_text import Rewrite
from narrowgate_common.shaping import given, name
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Changes, Issue, Part, Transition
from narrowgate_issues.tools.arguments import TransitionIssue
from narrowgate_issues.tools.commenting import audience_for, checked_body, commented
from narrowgate_issues.tools.demands import Demand
from narrowgate_issues.tools.desk import Desk
from narrowgate_issues.tools.drafting import checked, drafted
from narrowgate_issues.tools.verification import verdicts

_STEP = "transition"
_BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Moved:
    """A transition that happened, by the names of its statuses."""

    before: str
    target: str
    with_comment: bool
    """Whether the comment went along: only where the screen demands one. Apart it carries a stamp."""
    since: str = ""
    """When the issue was last changed before."""
    proven: bool = False
    """Found by looking, not answered."""

    @classmethod
    def noted(cls, note: Data, *, proven: bool) -> Moved:
        return cls(
            str(note["status"]), str(note["target"]), bool(note["comment"]), str(note["since"]), proven
        )

    def note(self) -> Data:
        """What is on disk before the request leaves."""
        return {
            "status": self.before,
            "target": self.target,
            "comment": self.with_comment,
            "since": self.since,
        }


async def transition_issue(arguments: TransitionIssue, desk: Desk) -> Data:
    key = desk.key(arguments.key)
    comment = None if arguments.comment is None else checked_body(arguments.comment, desk)
    picked = checked(arguments.fields, "transition", desk)
    issue = await desk.issue(key)
    changes = await drafted(picked, desk, at=issue.key)
    earlier = _earlier_move(desk)
    if earlier is None:
        moved = await _move(arguments.to, comment, issue, changes, desk)
    else:
        moved = await _prove_earlier(issue.key, earlier, desk)
    data = {"key": issue.key, "url": issue.url, **given(reconciled=moved.proven or None)}
    if comment is not None and not moved.with_comment:
        data |= await _comment_apart(issue, comment, desk)
    return {**data, **await _after(issue.key, comment, changes, moved, desk)}


async def _move(to: str, comment: Rewrite | None, issue: Issue, changes: Changes, desk: Desk) -> Moved:
    move = chosen(to, issue, await desk.tracker.transitions(issue.key))
    _check_screen(move, changes, comment, issue, desk)
    rides_along = comment is not None and _demands_comment(move)
    moved = Moved(issue.status, move.to_status, rides_along, issue.updated)
    if desk.entry is not None:
        desk.entry.note(_BEFORE, moved.note())
    along = comment if rides_along else None
    _, proven = await proving.done_or_found(
        lambda: _sent(issue, move, changes, along, desk),
        lambda: _arrived(issue.key, moved, desk),
        _lost(issue.key),
        desk,
    )
    return replace(moved, proven=proven)


async def _sent(
    issue: Issue, move: Transition, changes: Changes, comment: Rewrite | None, desk: Desk
) -> Issue | None:
    try:
        await desk.tracker.transition(issue.key, move, changes, comment=comment)
    except GatewayError as error:
        if error.reason != "refused_by_tracker":
            raise
        raise _demand(move, changes, comment, issue).explained(error, desk) from None
    return None


async def _arrived(key: str, moved: Moved, desk: Desk) -> Issue | None:
    """Only a status that this account changed to the target proves a transition; a loop back proves nothing."""
    if moved.before == moved.target:
        return None
    found = await desk.issue(key, Part.HISTORY)
    if found.status != moved.target or not await _by_us(found, moved, desk):
        return None
    if desk.entry is not None:
        desk.entry.received(_STEP, {"status": 204, "body": ""})
    return found


async def _by_us(issue: Issue, moved: Moved, desk: Desk) -> bool:
    """A colleague may have moved it there meanwhile; the history says who."""
    me = (await desk.tracker.whoami()).name
    newest = [line for line in issue.history or () if line.field.casefold() == "status"][:1]
    return any(line.author == me and line.new == moved.target and line.at >= moved.since for line in newest)


def _earlier_move(desk: Desk) -> Data | None:
    """What an earlier run of this call noted before it sent the move, if it sent it."""
    entry = desk.entry
    if entry is None or not (entry.is_open(_STEP) or entry.receipt(_STEP)):
        return None
    return entry.noted(_BEFORE)


async def _prove_earlier(key: str, note: Data, desk: Desk) -> Moved:
    if desk.entry is not None and desk.entry.receipt(_STEP):
        return Moved.noted(note, proven=False)
    moved = Moved.noted(note, proven=True)
    if await _arrived(key, moved, desk) is None:
        raise _lost(key)
    return moved


def _lost(key: str) -> GatewayError:
    return proving.lost(f"{key} was moved", "get_issue", {"key": key, "include": ["history"]})


def chosen(to: str, issue: Issue, possible: Sequence[Transition]) -> Transition:
    """The transition whose name or target status was meant. Raises bad_input listing what is possible."""
    wanted = to.strip().casefold()
    by_name = [move for move in possible if move.name.casefold() == wanted]
    by_status = [move for move in possible if move.to_status.casefold() == wanted != issue.status.casefold()]
    for found in (by_name, by_status):
        if len(found) == 1:
            return found[0]
        if found:
            raise _choose("Several transitions fit; give the name of one", found, "ambiguous_transition")
    if issue.status.casefold() == wanted:
        raise bad_input("The issue is in that status already", reason="already_there")
    raise _choose("That is not possible from the issue's current status", possible, "no_such_transition")


def _choose(message: str, moves: Sequence[Transition], reason: str) -> GatewayError:
    shown = [f"{quoted(move.name, 60)} (to {quoted(move.to_status, 60)})" for move in moves]
    return bad_input(message, reason=reason, details=[f"available: {', '.join(shown) or 'nothing'}"])


def _demands_comment(move: Transition) -> bool:
    return any(field.name == "comment" and field.required for field in move.fields)


def _check_screen(
    move: Transition, changes: Changes, comment: Rewrite | None, issue: Issue, desk: Desk
) -> None:
    on_screen = {field.name for field in move.fields}
    strangers = [name for name in changes.values if name not in on_screen]
    if strangers:
        raise bad_input(
            "That transition's screen does not have these fields; set them with update_issue",
            reason="not_on_screen",
            details=[f"not on the screen: {', '.join(strangers)}"],
        )
    omitted = _demand(move, changes, comment, issue).omitted(desk)
    if omitted is not None:
        raise omitted
    _check_comment(move, comment, issue)


def _demand(move: Transition, changes: Changes, comment: Rewrite | None, issue: Issue) -> Demand:
    given = (*changes.values, *(("comment",) if comment is not None else ()))
    return Demand(move.fields, given, "transition", issue)


def _check_comment(move: Transition, comment: Rewrite | None, issue: Issue) -> None:
    demanded = _demands_comment(move)
    if demanded and issue.service_desk:
        raise permission_denied(
            "That transition demands a comment that customers would see; do it in the tracker",
            reason="public_comment",
        )
    if demanded and comment is None:
        raise bad_input("That transition demands a comment; nothing was changed", reason="fields_required")


async def _comment_apart(issue: Issue, body: Rewrite, desk: Desk) -> Data:
    audience = audience_for(issue, None, public_allowed=False)
    try:
        comment, found = await commented(issue.key, body, audience, desk)
    except GatewayError as error:
        raise _comment_waits(issue.key) if error.reason == "look_only" else error from None
    return {"comment_id": comment.id, **given(reconciled=found or None)}


def _comment_waits(key: str) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        f"{key} was moved, as looking shows, but the comment was not sent. Repeat this call to send the comment.",
        reason="look_only",
        outcome="unknown",
    )


async def _after(key: str, comment: Rewrite | None, changes: Changes, moved: Moved, desk: Desk) -> Data:
    try:
        after = await desk.issue(key, *((Part.COMMENTS,) if moved.with_comment else ()))
    except GatewayError:
        return {"verified": False}
    applied, ignored = verdicts(changes, after, desk.house.aliases)
    if after.status == moved.target:
        applied.insert(0, "status")
    elif after.status == moved.before:
        ignored.insert(0, "status")
    if moved.with_comment and comment is not None:
        (applied if _shows(after, comment) else ignored).append("comment")
    return {
        "verified": True,
        "version": str(after.version),
        "applied": applied,
        "ignored": ignored,
        "untrusted": {"from": name(moved.before), "status": name(after.status)},
    }


def _shows(issue: Issue, comment: Rewrite) -> bool:
    return any(each.body.strip() == comment.markdown.strip() for each in issue.comments or ())


def transitioned_text(data: Data) -> Rendering:
    lines = [f"{data['key']} {data.get('url', '')}"]
    if data.get("applied"):
        lines.append(f"applied: {', '.join(data['applied'])}")
    if data.get("verified") is False:
        lines.append("It was moved, but reading it back failed; read it with get_issue.")
    if data.get("ignored"):
        lines.append(f"IGNORED by the tracker, unchanged: {', '.join(data['ignored'])}")
    if data.get("comment_id"):
        lines.append(f"comment {data['comment_id']} added")
    words = data.get("untrusted", {})
    return Rendering(
        "\n".join(lines + origin_notes(data)), f"{words.get('from', '')} -> {words.get('status', '')}"
    )

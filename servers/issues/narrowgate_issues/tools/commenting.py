"""add_comment and edit_comment; what a service desk's customers could see needs an administrator's leave."""

from __future__ import annotations

from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.text import bound
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Audience, Comment, Issue
from narrowgate_issues.references import comment_id
from narrowgate_issues.tools import proving, shapes
from narrowgate_issues.tools.arguments import AddComment, EditComment
from narrowgate_issues.tools.creating import origin_notes
from narrowgate_issues.tools.desk import Desk, check_outgoing
from narrowgate_issues.tools.drafting import refuse_losses

_SHOWN_CHARS = 1_000


async def add_comment(arguments: AddComment, desk: Desk) -> Data:
    key = desk.key(arguments.key)
    checked_body(arguments.body, desk)
    issue = await desk.issue(key)
    audience = audience_for(issue, arguments.audience, public_allowed=desk.house.public_comments)
    comment, reconciled = await commented(issue.key, arguments.body, audience, desk)
    ignored = [] if _is_for(comment, audience) else ["audience"]
    return {
        **_written(issue, comment),
        **_verdict(comment, arguments.body, ignored, desk),
        **shapes.given(reconciled=reconciled or None),
    }


def _is_for(comment: Comment, audience: Audience | None) -> bool:
    """Where the tracker says who sees a comment, it must be who was meant."""
    return audience is None or comment.internal is None or comment.internal == (audience == "internal")


def _verdict(comment: Comment, body: str, ignored: list[str], desk: Desk) -> Data:
    held = comment.body.strip() == desk.tracker.canonical(body).strip()
    return {"applied": ["body"] if held else [], "ignored": ignored + ([] if held else ["body"])}


def checked_body(body: str, desk: Desk, before: str = "") -> None:
    if not body.strip():
        raise bad_input("The comment is empty", reason="invalid_arguments")
    check_outgoing(body, before)
    desk.tracker.canonical(body)


def audience_for(issue: Issue, asked: Audience | None, *, public_allowed: bool) -> Audience | None:
    """On a service desk nothing is public unless it was asked for and an administrator allows it."""
    if not issue.service_desk:
        if asked is None:
            return None
        raise bad_input("Only comments of a service desk have an audience", reason="not_a_service_desk")
    if asked == "public" and not public_allowed:
        raise permission_denied(
            "Only this server's administrator can allow comments that customers see; post it as internal",
            reason="public_comment",
        )
    return asked or "internal"


async def commented(key: str, body: str, audience: Audience | None, desk: Desk) -> tuple[Comment, bool]:
    """The comment and whether it was found by looking rather than answered."""
    return await proving.done_or_found(
        lambda: desk.tracker.add_comment(key, body, audience=audience, stamp=desk.stamp()),
        lambda: desk.tracker.find_comment(key, stamp=desk.stamp()),
        proving.lost(f"the comment was added to {key}", "get_issue", {"key": key, "include": ["comments"]}),
        desk,
    )


def _written(issue: Issue, comment: Comment) -> Data:
    return {
        "key": issue.key,
        "url": f"{issue.url}?focusedCommentId={comment.id}",
        "comment": shapes.comment(comment, bound(comment.body, _SHOWN_CHARS).text),
    }


async def edit_comment(arguments: EditComment, desk: Desk) -> Data:
    key = desk.key(arguments.key)
    identity = comment_id(arguments.comment, key, desk.house.site)
    issue = await desk.issue(key)
    before = await desk.tracker.get_comment(issue.key, identity)
    checked_body(arguments.body, desk, before.body)
    _check_visible(issue, before, public_allowed=desk.house.public_comments)
    refuse_losses(["comment"], {"comment": before.losses})
    comment, reconciled = await proving.done_or_found(
        lambda: desk.tracker.edit_comment(issue.key, identity, arguments.body),
        lambda: _changed(issue.key, identity, arguments.body, desk),
        proving.lost(
            f"comment {identity} was edited", "get_issue", {"key": issue.key, "include": ["comments"]}
        ),
        desk,
    )
    return {
        **_written(issue, comment),
        **_verdict(comment, arguments.body, [], desk),
        **shapes.given(reconciled=reconciled or None),
    }


def _check_visible(issue: Issue, before: Comment, *, public_allowed: bool) -> None:
    """Where the tracker does not say whether customers see a comment, they might."""
    if issue.service_desk and before.internal is not True and not public_allowed:
        raise permission_denied(
            "Customers may see that comment, and only this server's administrator can allow that; add an internal one",
            reason="public_comment",
        )


async def _changed(key: str, identity: str, body: str, desk: Desk) -> Comment | None:
    try:
        found = await desk.tracker.get_comment(key, identity)
    except GatewayError:
        return None
    return found if found.body.strip() == desk.tracker.canonical(body).strip() else None


def commented_text(data: Data) -> Rendering:
    comment = data.get("comment", {})
    lines = [f"Comment {comment.get('id', '')} on {data['key']}: {data.get('url', '')}"]
    if data.get("ignored"):
        lines.append(f"IGNORED by the tracker: {', '.join(data['ignored'])}; read the issue with get_issue")
    return Rendering("\n".join(lines + origin_notes(data)), comment.get("untrusted", {}).get("body", ""))

"""add_comment and edit_comment; what a service desk's customers could see needs an administrator's leave."""

from __future__ import annotations

from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input, permission_denied
from narrowgate_common.listings import origin_notes
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.shaping import given
from narrowgate_common.text import bound
from narrowgate_common.tools import Data, Rendering
from narrowgate_issues.port import Audience, Changes, Comment, Issue
from narrowgate_issues.references import comment_id
from narrowgate_issues.tools import shapes
from narrowgate_issues.tools.arguments import AddComment, EditComment
from narrowgate_issues.tools.creating import rewriting, rewriting_lines
from narrowgate_issues.tools.desk import Desk

_SHOWN_CHARS = 1_000


async def add_comment(arguments: AddComment, desk: Desk) -> Data:
    key = desk.key(arguments.key)
    body = checked_body(arguments.body, desk)
    issue = await desk.issue(key)
    audience = audience_for(issue, arguments.audience, public_allowed=desk.house.public_comments)
    comment, reconciled = await commented(issue.key, body, audience, desk)
    ignored = [] if _is_for(comment, audience) else ["audience"]
    return {
        **_written(issue, comment),
        **_verdict(comment, body, ignored),
        **rewriting(Changes(rich={"body": body})),
        **given(reconciled=reconciled or None),
    }


def _is_for(comment: Comment, audience: Audience | None) -> bool:
    """Where the tracker says who sees a comment, it must be who was meant."""
    return audience is None or comment.internal is None or comment.internal == (audience == "internal")


def _verdict(comment: Comment, body: Rewrite, ignored: list[str]) -> Data:
    held = comment.body.strip() == body.markdown.strip()
    return {"applied": ["body"] if held else [], "ignored": ignored + ([] if held else ["body"])}


def checked_body(
    body: str, desk: Desk, before: Rich | None = None, *, allow_removals: bool = False
) -> Rewrite:
    """The comment as it will be written, in place of `before` if there was one."""
    if not body.strip():
        raise bad_input("The comment is empty", reason="invalid_arguments")
    old = before or Rich()
    check_outgoing(body, old.markdown)
    return desk.tracker.rewritten(old, body, allow_removals=allow_removals)


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


async def commented(key: str, body: Rewrite, audience: Audience | None, desk: Desk) -> tuple[Comment, bool]:
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
    _check_visible(issue, before, public_allowed=desk.house.public_comments)
    body = checked_body(arguments.body, desk, before.rich, allow_removals=arguments.allow_removals)
    comment, reconciled = await proving.done_or_found(
        lambda: desk.tracker.edit_comment(issue.key, identity, body),
        lambda: _changed(issue.key, identity, body, desk),
        proving.lost(
            f"comment {identity} was edited", "get_issue", {"key": issue.key, "include": ["comments"]}
        ),
        desk,
    )
    return {
        **_written(issue, comment),
        **_verdict(comment, body, []),
        **rewriting(Changes(rich={"body": body})),
        **given(reconciled=reconciled or None),
    }


def _check_visible(issue: Issue, before: Comment, *, public_allowed: bool) -> None:
    """Where the tracker does not say whether customers see a comment, they might."""
    if issue.service_desk and before.internal is not True and not public_allowed:
        raise permission_denied(
            "Customers may see that comment, and only this server's administrator can allow that; add an internal one",
            reason="public_comment",
        )


async def _changed(key: str, identity: str, body: Rewrite, desk: Desk) -> Comment | None:
    try:
        found = await desk.tracker.get_comment(key, identity)
    except GatewayError:
        return None
    return found if found.body.strip() == body.markdown.strip() else None


def commented_text(data: Data) -> Rendering:
    comment = data.get("comment", {})
    lines = [f"Comment {comment.get('id', '')} on {data['key']}: {data.get('url', '')}"]
    if data.get("ignored"):
        lines.append(f"IGNORED by the tracker: {', '.join(data['ignored'])}; read the issue with get_issue")
    shown = [comment.get("untrusted", {}).get("body", ""), *rewriting_lines(data)]
    return Rendering("\n".join(lines + origin_notes(data)), "\n".join(shown))

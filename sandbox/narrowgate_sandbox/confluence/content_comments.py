"""Comments in the first API and on Data Center; inline comments can be read there, and answered, but not begun.

Source: https://docs.atlassian.com/ConfluenceServer/rest/latest/#api/content/{id}/child-commentsOfContent
"""

from __future__ import annotations

from narrowgate_sandbox.company.wiki_records import WikiComment
from narrowgate_sandbox.confluence import comment_shapes, content_shapes, paging, storage, writing
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import expansion, find, part, written_body
from narrowgate_sandbox.web import Answer

LOCATIONS = ("footer", "inline", "resolved")
# What Data Center 8.5 was seen to miss in requests that come from anywhere but its own editor.
_FROM_THE_EDITOR = ("matchIndex", "lastFetchTime", "serializedHighlights")


def get_comments(call: Call) -> Answer:
    """Of a page, or the replies to a comment; `depth=all` brings replies of replies too."""
    above = find(call, call.path["id"])
    places = call.arguments("location")
    if any(place not in LOCATIONS for place in places):
        raise WikiError(400, f"Unsupported location: {', '.join(places)}")
    found = _below(call, above)
    if call.argument("depth") == "all":
        found = [deeper for one in found for deeper in _with_replies(call, one)]
    expand = expansion(call)
    wanted = [one for one in found if not places or _place(one) in places]
    return paging.numbered(call, wanted, lambda one: comment_shapes.comment(call, one, expand))


def _below(call: Call, above: object) -> list[WikiComment]:
    if isinstance(above, WikiComment):
        return call.wiki.replies(above)
    return [one for one in call.wiki.comments.values() if one.page is above and one.parent is None]


def _with_replies(call: Call, comment: WikiComment) -> list[WikiComment]:
    below = [deeper for one in call.wiki.replies(comment) for deeper in _with_replies(call, one)]
    return [comment, *below]


def _place(comment: WikiComment) -> str:
    if not comment.inline:
        return "footer"
    return "resolved" if comment.resolution == "resolved" else "inline"


def create_comment(call: Call) -> Answer:
    """In the footer, or as a reply to the last of `ancestors`."""
    said = call.object()
    page = call.page(str(part(said, "container", dict).get("id")))
    call.check_may_write()
    if said.get("extensions", {}).get("location") == "inline" and not said.get("ancestors"):
        raise WikiError(400, "Could not create content with type comment", keys=_FROM_THE_EDITOR)
    above = said.get("ancestors") or []
    parent = call.comment(str(above[-1]["id"])) if above else None
    body = storage.check(written_body(said), call.wiki.temper.body_limit)
    comment = call.wiki.add_comment(
        page,
        body,
        call.user,
        call.company.moment(),
        parent=parent.id if parent else None,
        anchor=parent.anchor if parent else None,
    )
    return _alone(call, comment)


def update_comment(call: Call, comment: WikiComment) -> Answer:
    said = call.object()
    call.check_may_write()
    number = part(said, "version", dict).get("number")
    if number != comment.version + 1:
        raise WikiError(409, f"Version must be incremented on update. Current version is: {comment.version}")
    body = storage.check(written_body(said), call.wiki.temper.body_limit)
    writing.renew_comment(call, comment, body)
    return _alone(call, comment)


def _alone(call: Call, comment: WikiComment) -> Answer:
    expand = expansion(call, content_shapes.USUAL | {"container", "body.storage"})
    return Answer(200, content_shapes.alone(call, comment_shapes.comment(call, comment, expand)))

"""Comments in the second API: in the footer, and on words of the page.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-comment/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.wiki_records import Anchor, WikiComment, WikiPage
from narrowgate_sandbox.confluence import markers, paging, shapes, storage, writing
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.pages import typed, written_body
from narrowgate_sandbox.web import Answer


def get_footer_comments_of(call: Call) -> Answer:
    return _listed(call, call.wiki.comments_of(call.page(), inline=False))


def get_inline_comments_of(call: Call) -> Answer:
    statuses = call.arguments("resolution-status")
    found = call.wiki.comments_of(call.page(), inline=True)
    return _listed(call, [one for one in found if not statuses or one.resolution in statuses])


def get_footer_comments(call: Call) -> Answer:
    return _listed(call, _everywhere(call, inline=False))


def get_inline_comments(call: Call) -> Answer:
    return _listed(call, _everywhere(call, inline=True))


def _everywhere(call: Call, *, inline: bool) -> list[WikiComment]:
    return [one for one in call.wiki.comments.values() if one.inline is inline and call.sees(one.page)]


def get_footer_replies(call: Call) -> Answer:
    return _listed(call, call.wiki.replies(_of_kind(call, inline=False)))


def get_inline_replies(call: Call) -> Answer:
    return _listed(call, call.wiki.replies(_of_kind(call, inline=True)))


def _listed(call: Call, comments: list[WikiComment]) -> Answer:
    backwards = call.argument("sort").startswith("-")
    ordered = sorted(comments, key=lambda one: (one.created, int(one.id)), reverse=backwards)
    return paging.listed(call, ordered, lambda one: shapes.comment(call, one))


def _of_kind(call: Call, *, inline: bool) -> WikiComment:
    found = call.comment()
    if found.inline is not inline:
        raise call.missing(found.id)
    return found


def get_footer_comment(call: Call) -> Answer:
    return Answer(200, _single(call, _of_kind(call, inline=False)))


def get_inline_comment(call: Call) -> Answer:
    return Answer(200, _single(call, _of_kind(call, inline=True)))


def _single(call: Call, comment: WikiComment) -> dict[str, Any]:
    shape = shapes.comment(call, comment, shapes.ONE)
    if call.flag("include-properties"):
        held = [shapes.stored_property(one) for one in comment.properties]
        place = f"/wiki/api/v2/comments/{comment.id}/properties"
        shape["properties"] = {**shape.get("properties", {}), **shapes.optional(held, place)}
    if comment.resolved_by is not None:
        who, when = comment.resolved_by
        shape |= {"resolutionLastModifierId": who.account_id, "resolutionLastModifiedAt": shapes.moment(when)}
    return shapes.single(call, shape)


def _written(call: Call, comment: WikiComment, status: int) -> Answer:
    kind = "inline" if comment.inline else "footer"
    place = {"location": f"{call.site}/api/v2/{kind}-comments/{comment.id}"} if status == 201 else {}
    return Answer(status, _single(call.with_(query_string="body-format=storage"), comment), place)


def create_footer_comment(call: Call) -> Answer:
    said = call.object()
    page, parent = _target(call, said, inline=False)
    return _written(call, _add(call, page, _body(call, said), parent, None), 201)


def create_inline_comment(call: Call) -> Answer:
    """On a selection of the page's text, which gets a marker without becoming a new version; or a reply."""
    said = call.object()
    page, parent = _target(call, said, inline=True)
    if parent is not None:
        return _written(call, _add(call, page, _body(call, said), parent, parent.anchor), 201)
    selection, place = _selected(page, said.get("inlineCommentProperties"))
    body = _body(call, said)
    anchor = Anchor(call.wiki.marker(page), selection)
    call.wiki.rewrite(page, markers.marked(page.body, place, anchor.ref))
    return _written(call, _add(call, page, body, None, anchor), 201)


def _add(
    call: Call, page: WikiPage, body: str, parent: WikiComment | None, anchor: Anchor | None
) -> WikiComment:
    above = parent.id if parent else None
    at = call.company.moment()
    comment = call.wiki.add_comment(page, body, call.user, at, parent=above, anchor=anchor)
    comment.unseen_reads = call.wiki.temper.stale_reads
    return comment


def _target(call: Call, said: dict[str, Any], *, inline: bool) -> tuple[WikiPage, WikiComment | None]:
    """The page, and the comment that is answered; exactly one of them may be named."""
    known = ("pageId", "blogPostId", "parentCommentId")
    named = [name for name in known if said.get(name)]
    if len(named) != 1:
        raise WikiError(400, f"Exactly one of {', '.join(known)} must be provided.")
    number = str(said[named[0]])
    if named[0] != "parentCommentId":
        page = call.page(number)
        if page.status != "current":
            raise call.missing(number)
        call.check_may_write()
        return page, None
    parent = call.comment(number)
    if parent.inline is not inline:
        raise call.missing(number)
    call.check_may_write()
    return parent.page, parent


def _body(call: Call, said: dict[str, Any]) -> str:
    if not said.get("body"):
        raise WikiError(400, "The field 'body' must be provided.")
    return storage.check(written_body(said), call.wiki.temper.body_limit)


def _selected(page: WikiPage, said: Any) -> tuple[str, list[markers.Letter]]:
    """The selection and its place; the count has to be the true one, the index counts from zero."""
    if not isinstance(said, dict) or not isinstance(said.get("textSelection"), str):
        raise WikiError(400, "inlineCommentProperties with a textSelection must be provided.")
    selection = said["textSelection"]
    found = markers.occurrences(page.body, selection)
    count, index = said.get("textSelectionMatchCount"), said.get("textSelectionMatchIndex")
    if not found:
        raise WikiError(400, f"The text selection '{selection[:80]}' was not found on the page.")
    if count != len(found):
        raise WikiError(400, f"textSelectionMatchCount is {count}, but the text occurs {len(found)} times.")
    if type(index) is not int or not 0 <= index < len(found):
        raise WikiError(400, f"textSelectionMatchIndex must be between 0 and {len(found) - 1}.")
    return selection, found[index]


def update_footer_comment(call: Call) -> Answer:
    comment = _of_kind(call, inline=False)
    said = call.object()
    call.check_may_write()
    _check_version(comment, said)
    writing.renew_comment(call, comment, _body(call, said), _message(said))
    return _written(call, comment, 200)


def update_inline_comment(call: Call) -> Answer:
    """Another body, or resolved or opened again, or both."""
    comment = _of_kind(call, inline=True)
    said = call.object()
    call.check_may_write()
    _check_version(comment, said)
    body = _body(call, said) if said.get("body") else comment.body
    resolved = said.get("resolved")
    if resolved is not None and comment.parent is not None:
        raise WikiError(400, "Only top level inline comments can be resolved.")
    writing.renew_comment(call, comment, body, _message(said))
    if resolved is not None:
        comment.resolution = "resolved" if typed(resolved, "resolved", bool) else "reopened"
        comment.resolved_by = (call.user, call.company.clock.now)
    return _written(call, comment, 200)


def _check_version(comment: WikiComment, said: dict[str, Any]) -> None:
    number = typed(said.get("version"), "version", dict).get("number")
    if number != comment.version + 1:
        raise writing.StaleVersionError(comment.version, number)


def _message(said: dict[str, Any]) -> str:
    return str(said["version"].get("message") or "")


def delete_footer_comment(call: Call) -> Answer:
    return _deleted(call, _of_kind(call, inline=False))


def delete_inline_comment(call: Call) -> Answer:
    return _deleted(call, _of_kind(call, inline=True))


def _deleted(call: Call, comment: WikiComment) -> Answer:
    call.check_may_write()
    call.company.moment()
    if comment.anchor is not None and comment.parent is None:
        call.wiki.rewrite(comment.page, markers.unmarked(comment.page.body, comment.anchor.ref))
    call.wiki.remove_comment(comment)
    return Answer(204)

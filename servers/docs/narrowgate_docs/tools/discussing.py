"""list_comments and add_comment: below a page, on words of it, or in answer to another."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from narrowgate_common import proving
from narrowgate_common.errors import bad_input, not_found
from narrowgate_common.listings import listing, origin_notes, theirs
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.paging import Listing, Page, Place
from narrowgate_common.rich_text import Rewrite
from narrowgate_common.shaping import given
from narrowgate_common.text import bound
from narrowgate_common.tools import Data, Rendering
from narrowgate_docs.port import Anchor, Comment, PageRef
from narrowgate_docs.references import comment_id
from narrowgate_docs.tools import shapes
from narrowgate_docs.tools.anchoring import anchored
from narrowgate_docs.tools.arguments import ListComments
from narrowgate_docs.tools.desk import Desk, refuse_standing
from narrowgate_docs.tools.written import rewriting, rewriting_lines

_SHOWN_CHARS = 4_000
_ANSWERED_CHARS = 1_000


async def list_comments(arguments: ListComments, desk: Desk) -> Data:
    page = await desk.page(arguments.page)
    asked = arguments.model_dump(mode="json")
    place = Place.read(desk.unseal("list_comments", asked, arguments.cursor))
    above = None if arguments.replies_to is None else await _comment(arguments.replies_to, page, desk)

    def fetch(size: int, token: str | None) -> Awaitable[Page[Comment]]:
        if above is not None:
            return desk.wiki.replies(above, limit=size, token=token)
        return desk.wiki.comments(page, arguments.location, arguments.status, limit=size, token=token)

    rows, more = await Listing(fetch, _row).rows(
        place, limit=arguments.limit, room=desk.house.max_result_chars
    )
    return {"page": page.id, "comments": rows, **given(cursor=desk.seal("list_comments", asked, more))}


def _row(each: Comment) -> Data:
    body = bound(each.body, _SHOWN_CHARS)
    return {**shapes.comment(each, body.text), **given(truncated=body.truncated or None)}


async def _comment(pasted: str, page: PageRef, desk: Desk) -> Comment:
    """The comment, if it belongs to the page."""
    found = await desk.wiki.comment(comment_id(pasted, desk.house.site))
    if found.page != page.id:
        raise not_found("That comment on that page")
    return found


def comments_text(data: Data) -> Rendering:
    return listing(data, "comments", "comment", map(_comment_text, data.get("comments", [])))


def _comment_text(each: Data) -> str:
    words = theirs(each)
    state = {"True": ", resolved", "False": ", open"}.get(str(each.get("resolved")), "")
    anchor = f' on "{words["anchor"]}"' if words.get("anchor") else ""
    head = f"[{each.get('id', '')}] {words.get('author', '')}, {each.get('created', '')}{state}{anchor}:"
    return f"{head}\n{words.get('body', '')}"


async def add_comment(arguments: Any, desk: Desk) -> Data:
    if not arguments.body.strip():
        raise bad_input("The comment is empty", reason="invalid_arguments")
    if arguments.preview and arguments.request_id is not None:
        raise bad_input("A preview takes no request_id", reason="conflicting_arguments")
    check_outgoing(arguments.body)
    page, above, anchor = await _place(arguments, desk)
    refuse_standing(page)
    stamp = "" if arguments.preview else desk.stamp()
    body = desk.wiki.commented(arguments.body, stamp)
    if arguments.preview:
        shown = {"text": body.markdown, "source": str(body.original)}
        return {"page": page.id, "preview": True, "untrusted": {"changes": shown}, **rewriting(body)}
    comment, reconciled = await _added(page, body, above, anchor, stamp, desk)
    held = comment.body.strip() == body.markdown.strip()
    return {
        "page": page.id,
        "url": comment.url,
        "comment": shapes.comment(comment, bound(comment.body, _ANSWERED_CHARS).text),
        "applied": ["body"] if held else [],
        "ignored": [] if held else ["body"],
        **rewriting(body),
        **given(reconciled=reconciled or None),
    }


async def _place(arguments: Any, desk: Desk) -> tuple[PageRef, Comment | None, Anchor | None]:
    words = getattr(arguments, "anchor", None)
    if words is not None and arguments.reply_to is not None:
        raise bad_input(
            "An answer stands below its comment: give anchor or reply_to", reason="conflicting_arguments"
        )
    if words is not None:
        document = await desk.document(arguments.page)
        places = desk.wiki.occurrences(document, words)
        return document.page, None, anchored(words, places, getattr(arguments, "occurrence", None))
    page = await desk.page(arguments.page)
    return page, None if arguments.reply_to is None else await _comment(arguments.reply_to, page, desk), None


async def _added(
    page: PageRef, body: Rewrite, above: Comment | None, anchor: Anchor | None, stamp: str, desk: Desk
) -> tuple[Comment, bool]:
    location = "inline" if anchor is not None or (above and above.location == "inline") else "footer"
    look: Data = {"page": page.id, "location": location}
    if above is not None:
        look["replies_to"] = above.id
    return await proving.done_or_found(
        lambda: desk.wiki.add_comment(page, body, reply_to=above, anchor=anchor),
        lambda: desk.wiki.find_comment(page, stamp, reply_to=above, anchor=anchor),
        proving.lost("the comment was added", "list_comments", look),
        desk,
    )


def commented_text(data: Data) -> Rendering:
    if data.get("preview"):
        shown = theirs(data).get("changes", {})
        return Rendering(
            "Preview: nothing was written.", "\n".join([*shown.values(), *rewriting_lines(data)])
        )
    comment = data.get("comment", {})
    lines = [f"Comment {comment.get('id', '')} on page {data.get('page', '')}: {data.get('url', '')}"]
    if data.get("ignored"):
        lines.append("The wiki stored it in another form; read it with list_comments")
    body = [theirs(comment).get("body", ""), *rewriting_lines(data)]
    return Rendering("\n".join(lines + origin_notes(data)), "\n".join(body))

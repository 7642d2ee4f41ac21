"""create_page: a title is free or it is said who has it; a lost answer is looked for by the title."""

from __future__ import annotations

from typing import Any

from narrowgate_common import proving
from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.safelist import FieldValue
from narrowgate_common.shaping import given, name
from narrowgate_common.tools import Data
from narrowgate_docs.port import Document, Filter, PageRef
from narrowgate_docs.tools.desk import Desk
from narrowgate_docs.tools.drafting import names_of, picked, rewritten, wanted_parent
from narrowgate_docs.tools.finding import sole_space
from narrowgate_docs.tools.written import place, rewriting

STEP = "page_create"
"""The route by which a page is made, as the ledger names it."""
_FREE = "free"
_LOOKED_THROUGH = 10


async def create_page(arguments: Any, desk: Desk) -> Data:
    found = picked(arguments.fields, "create", desk)
    if "title" not in found:
        raise bad_input('fields needs a "title"', reason="invalid_arguments")
    if arguments.preview and arguments.request_id is not None:
        raise bad_input("A preview takes no request_id", reason="conflicting_arguments")
    space, title = sole_space(getattr(arguments, "space", None), desk), str(found["title"]).strip()
    check_outgoing(title)
    check_outgoing(str(found.get("body", "")))
    body = await rewritten(Rich(), str(found.get("body", "")), desk)
    parent = await wanted_parent(found, space, desk)
    await _require_free(space, title, desk)
    if arguments.preview:
        return _preview(space, title, body, parent, found)
    page, reconciled = await _created(space, title, body, parent, desk)
    if labels := names_of(found, "labels"):
        await desk.wiki.add_labels(page, labels)
    return {
        **await _read_back(page, title, body, parent, found, desk),
        **rewriting(body),
        **given(reconciled=reconciled or None),
    }


async def _require_free(space: str, title: str, desk: Desk) -> None:
    """Titles are unique in a space, so a page that was not there before and is there afterwards is the one made."""
    entry = desk.entry
    if entry is not None and (entry.is_open(STEP) or entry.receipt(STEP)):
        return
    taken = await desk.wiki.find_titled(space, title)
    if taken is not None:
        raise title_taken(taken.page)
    if entry is not None:
        entry.note(_FREE, {"title": title})


def title_taken(page: PageRef) -> GatewayError:
    """Says which page has it; in words of ours, since the title is the caller's own."""
    return bad_input(
        "A page of that title exists in the space; change it with update_page, or choose another title",
        reason="title_taken",
        details=[f"page {page.id} ({page.standing}): {page.url}"],
    )


async def _created(
    space: str, title: str, body: Rewrite, parent: PageRef | None, desk: Desk
) -> tuple[PageRef, bool]:
    return await proving.done_or_found(
        lambda: _send(space, title, body, parent, desk),
        lambda: _made(space, title, desk),
        proving.lost("the page was created", "get_page", {"page": f"{space}/{title}"}),
        desk,
    )


async def _send(space: str, title: str, body: Rewrite, parent: PageRef | None, desk: Desk) -> PageRef:
    try:
        return await desk.wiki.create_page(space, title, body, parent=None if parent is None else parent.id)
    except GatewayError as error:
        if error.reason != "title_taken":
            raise
        raise await _holder(space, title, desk) or error from None


async def _holder(space: str, title: str, desk: Desk) -> GatewayError | None:
    """The page whose title differs in case alone, which no look by title finds."""
    try:
        found = await desk.wiki.search(
            Filter(title=title, spaces=(space,)), limit=_LOOKED_THROUGH, token=None
        )
    except GatewayError:
        return None
    pages = [hit.page for hit in found.items if hit.page.title.casefold() == title.casefold()]
    return title_taken(pages[0]) if pages else None


async def _made(space: str, title: str, desk: Desk) -> PageRef | None:
    """The page of the title that was free before, if this account wrote its first and only version."""
    found = await desk.wiki.find_titled(space, title)
    return found.page if found is not None and found.number == 1 and await _is_ours(found, desk) else None


async def _is_ours(found: Document, desk: Desk) -> bool:
    me = await desk.wiki.whoami()
    return found.author in {me.id, me.name}


async def _read_back(
    page: PageRef,
    title: str,
    body: Rewrite,
    parent: PageRef | None,
    found: dict[str, FieldValue],
    desk: Desk,
) -> Data:
    """The page exists whatever this read says: a failure here is not the create's."""
    try:
        after = await desk.document(page.id)
    except GatewayError:
        return {"id": page.id, "url": page.url, "space": page.space, "verified": False}
    wanted = {label.casefold() for label in names_of(found, "labels")}
    verdicts = {
        "title": after.page.title.strip() == title,
        "body": after.body.markdown.strip() == body.markdown.strip(),
        "labels": wanted <= {label.casefold() for label in after.labels or ()},
        "parent": parent is None or after.page.parent == parent.id,
    }
    asked = [field for field in verdicts if field in found]
    return {
        **place(after),
        "verified": True,
        "applied": [field for field in asked if verdicts[field]],
        "ignored": [field for field in asked if not verdicts[field]],
    }


def _preview(
    space: str, title: str, body: Rewrite, parent: PageRef | None, found: dict[str, FieldValue]
) -> Data:
    shown = given(
        title=name(title),
        text=body.markdown,
        source=str(body.original),
        labels=list(names_of(found, "labels")),
        parent=name(parent.title) if parent else None,
    )
    return {"space": space, "preview": True, "untrusted": {"changes": shown}, **rewriting(body)}

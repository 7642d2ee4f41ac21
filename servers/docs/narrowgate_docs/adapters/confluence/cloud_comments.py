"""Comments of Confluence Cloud, and who wrote them: the second API has two kinds, each with addresses of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_common.errors import GatewayError, not_found
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite
from narrowgate_common.routes import QueryValue, Route
from narrowgate_docs.adapters.confluence import mapping, originals, picking
from narrowgate_docs.adapters.confluence.cloud_pages import STORAGE, CloudPages, at, written
from narrowgate_docs.adapters.confluence.confluence import receipt
from narrowgate_docs.adapters.confluence.continuation import continued, cut
from narrowgate_docs.adapters.confluence.routes import CLOUD
from narrowgate_docs.port import Anchor, Comment, Document, Draft, Location, PageRef, Resolution

_RESOLUTIONS: Mapping[Resolution, Sequence[str]] = {
    "open": ("open", "reopened", "dangling"),
    "resolved": ("resolved",),
    "any": ("open", "reopened", "dangling", "resolved"),
}
_NEWEST = 50
"""Comments looked through for a stamp."""
_ABOVE = 20
"""Answers climbed until the comment that names its page."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """The routes of one kind."""

    on_page: Route
    replies: Route
    one: Route
    add: Route


_KINDS: Mapping[Location, _Kind] = {
    "footer": _Kind(CLOUD.footer_comments, CLOUD.footer_replies, CLOUD.footer_comment, CLOUD.footer_add),
    "inline": _Kind(CLOUD.inline_comments, CLOUD.inline_replies, CLOUD.inline_comment, CLOUD.inline_add),
}


class CloudComments(CloudPages):
    async def comments(
        self, page: PageRef, location: Location, resolution: Resolution, *, limit: int, token: str | None
    ) -> Page[Comment]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {**STORAGE, "limit": size, "sort": "created-date", **at(cursor)}
        if location == "inline":
            query["resolution-status"] = _RESOLUTIONS[resolution]
        raw = await self._json(_KINDS[location].on_page, {"id": page.id}, query)
        return Page(await self._told(raw, page.id, location), continued(size, raw, "cursor"))

    async def replies(self, comment: Comment, *, limit: int, token: str | None) -> Page[Comment]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {**STORAGE, "limit": size, "sort": "created-date", **at(cursor)}
        raw = await self._json(_KINDS[comment.location].replies, {"id": comment.id}, query)
        return Page(await self._told(raw, comment.page, comment.location), continued(size, raw, "cursor"))

    async def _told(self, raw: Any, page_id: str, location: Location) -> tuple[Comment, ...]:
        rows = picking.listed(raw)
        names = await self._names(rows)
        return await self._aside(mapping.second_api_comments, rows, page_id, location, names, self._web)

    async def _names(self, rows: Iterable[Any]) -> Mapping[str, str]:
        """The second API names authors by ids; where they cannot be asked for, the ids stay."""
        ids = {picking.text(picking.obj(each, "version"), "authorId") for each in rows} - {""}
        if not ids:
            return {}
        try:
            raw = await self._json(CLOUD.people, json={"accountIds": sorted(ids)})
            people = picking.readable(picking.listed(raw), mapping.user)
        except GatewayError:
            return {}
        return {person.id: person.name for person in people}

    async def comment(self, comment_id: str) -> Comment:
        for location, kind in _KINDS.items():
            raw = await self._or_none(kind.one, {"id": comment_id}, STORAGE)
            if raw is not None:
                page_id = await self._page_of(raw, kind.one)
                names = await self._names([raw])
                return mapping.second_api_comment(raw, page_id, location, names, self._web)
        raise not_found("That comment")

    async def _page_of(self, raw: Any, route: Route) -> str:
        """Answers name the comment above them, and perhaps only the first one its page."""
        for _ in range(_ABOVE):
            if (page_id := picking.maybe_identity(raw, "pageId")) is not None:
                return page_id
            above = picking.maybe_identity(raw, "parentCommentId")
            raw = None if above is None else await self._or_none(route, {"id": above}, STORAGE)
            if raw is None:
                break
        raise not_found("That comment")

    async def add_comment(
        self, page: PageRef, body: Rewrite, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment:
        asked: dict[str, Any] = {"body": written(str(body.original))}
        asked |= {"pageId": page.id} if reply_to is None else {"parentCommentId": reply_to.id}
        if anchor is not None:
            asked["inlineCommentProperties"] = {
                "textSelection": anchor.text,
                "textSelectionMatchCount": anchor.count,
                "textSelectionMatchIndex": anchor.index,
            }
        location = _location(reply_to, anchor)
        raw = await self._json(_KINDS[location].add, json=asked)
        made = mapping.with_body(raw, str(body.original))
        return receipt(mapping.second_api_comment, made, page.id, location, {}, self._web)

    async def find_comment(
        self, page: PageRef, stamp: str, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment | None:
        kind = _KINDS[location := _location(reply_to, anchor)]
        route, above = (kind.on_page, page.id) if reply_to is None else (kind.replies, reply_to.id)
        query: dict[str, QueryValue] = {**STORAGE, "limit": _NEWEST, "sort": "-created-date"}
        for each in picking.listed(await self._json(route, {"id": above}, query)):
            if originals.carries(mapping.stored(each), stamp):
                return mapping.second_api_comment(each, page.id, location, {}, self._web)
        return None

    async def draft(self, found: Document) -> Draft | None:
        """Whether a page without a draft answers 404 or itself is not documented: both mean none."""
        query: dict[str, QueryValue] = {**STORAGE, "get-draft": True}
        raw = await self._or_none(CLOUD.page, {"id": found.page.id}, query)
        if raw is None or not await self._differs(raw, found):
            return None
        version = picking.obj(raw, "version")
        author = picking.text(version, "authorId")
        names = await self._names([raw])
        return Draft(names.get(author, author), picking.moment(picking.text(version, "createdAt")))


def _location(reply_to: Comment | None, anchor: Anchor | None) -> Location:
    return "inline" if anchor is not None or (reply_to and reply_to.location == "inline") else "footer"

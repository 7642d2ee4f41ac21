"""Confluence Data Center: everything by the one API there is; comments on words can be read and not begun."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from narrowgate_common.errors import configuration_error, not_found
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite
from narrowgate_common.routes import FilePart, QueryValue, Request
from narrowgate_docs.adapters.confluence import mapping, originals, picking
from narrowgate_docs.adapters.confluence.confluence import form_fields, receipt
from narrowgate_docs.adapters.confluence.continuation import continued, cut, next_of
from narrowgate_docs.adapters.confluence.cql import compile_filter, confine, searched
from narrowgate_docs.adapters.confluence.data_center_pages import DataCenterPages, at, written
from narrowgate_docs.adapters.confluence.routes import DATA_CENTER
from narrowgate_docs.port import (
    Anchor,
    Attachment,
    Comment,
    Filter,
    Hit,
    Location,
    PageRef,
    Resolution,
    Space,
    User,
)

_COMMENT = (
    "body.storage,version,history,container,ancestors,extensions.inlineProperties,extensions.resolution"
)
_PLACES: Mapping[tuple[Location, Resolution], Sequence[str]] = {
    ("footer", "open"): ("footer",),
    ("footer", "resolved"): ("footer",),
    ("footer", "any"): ("footer",),
    ("inline", "open"): ("inline",),
    ("inline", "resolved"): ("resolved",),
    ("inline", "any"): ("inline", "resolved"),
}
"""What Data Center calls the places of comments: resolved ones on words have a place of their own."""

_LOOKED_AT = 50
_MOST_LOOKS = 20
"""Pages of comments looked through for a stamp, since the newest come last."""


class ConfluenceDataCenter(DataCenterPages):
    """https://docs.atlassian.com/ConfluenceServer/rest/latest/"""

    labels_add = DATA_CENTER.labels_add
    label_remove = DATA_CENTER.label_remove
    files = DATA_CENTER.attachments
    files_query: ClassVar[Mapping[str, QueryValue]] = {"expand": "version"}

    async def whoami(self) -> User:
        return mapping.user(await self._json(DATA_CENTER.myself))

    async def spaces(self, keys: Sequence[str], *, limit: int, token: str | None) -> Page[Space]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "expand": "homepage", **at(start)}
        if keys:
            query["spaceKey"] = tuple(keys)
        raw = await self._json(DATA_CENTER.spaces, query=query)
        found = picking.readable(picking.listed(raw), lambda each: mapping.space(each, self._web))
        return Page(found, continued(size, raw, "start"))

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Hit]:
        words = f"{wanted.text or ''} {wanted.title or ''}"
        return await self._hits(DATA_CENTER.search, compile_filter(wanted), words, limit, token, by="start")

    async def search_native(
        self, query: str, *, spaces: Sequence[str], limit: int, token: str | None
    ) -> Page[Hit]:
        cql = confine(query, spaces)
        return await self._hits(DATA_CENTER.search, cql, searched(query), limit, token, by="start")

    async def comments(
        self, page: PageRef, location: Location, resolution: Resolution, *, limit: int, token: str | None
    ) -> Page[Comment]:
        size, start = cut(token, limit)
        places = _PLACES[location, resolution]
        query: dict[str, QueryValue] = {"limit": size, "expand": _COMMENT, "location": places, **at(start)}
        raw = await self._json(DATA_CENTER.comments, {"id": page.id}, query)
        found = await self._aside(mapping.first_api_comments, raw, page.id, self._web)
        wanted = tuple(each for each in found if each.location == location and _is(each, resolution))
        return Page(wanted, continued(size, raw, "start"))

    async def replies(self, comment: Comment, *, limit: int, token: str | None) -> Page[Comment]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "expand": _COMMENT, **at(start)}
        raw = await self._json(DATA_CENTER.comments, {"id": comment.id}, query)
        found = await self._aside(mapping.first_api_comments, raw, comment.page, self._web)
        return Page(found, continued(size, raw, "start"))

    async def comment(self, comment_id: str) -> Comment:
        raw = await self._or_none(DATA_CENTER.content, {"id": comment_id}, {"expand": _COMMENT})
        page_id = picking.maybe_identity(picking.obj(raw, "container"), "id")
        if picking.text(raw, "type") != "comment" or page_id is None:
            raise not_found("That comment")
        return mapping.first_api_comment(raw, page_id, self._web)

    async def add_comment(
        self, page: PageRef, body: Rewrite, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment:
        if anchor is not None:
            raise configuration_error(
                "This wiki has no way to comment on words of a page", reason="unsupported"
            )
        asked: dict[str, Any] = {
            "type": "comment",
            "container": {"id": page.id, "type": "page"},
            "body": written(str(body.original)),
        }
        if reply_to is not None:
            asked["ancestors"] = [{"id": reply_to.id}]
        raw = await self._json(DATA_CENTER.comment_add, json=asked)
        shown = mapping.with_body(raw, str(body.original))
        made = receipt(mapping.first_api_comment, shown, page.id, self._web)
        return made if reply_to is None else replace(made, parent=reply_to.id)

    async def find_comment(
        self, page: PageRef, stamp: str, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment | None:
        del anchor
        above = page.id if reply_to is None else reply_to.id
        start: str | None = None
        for _ in range(_MOST_LOOKS):
            query: dict[str, QueryValue] = {"limit": _LOOKED_AT, "expand": _COMMENT, **at(start)}
            raw = await self._json(DATA_CENTER.comments, {"id": above}, query)
            for each in picking.listed(raw):
                if originals.carries(mapping.stored(each), stamp):
                    return mapping.first_api_comment(each, page.id, self._web)
            if (start := next_of(raw, "start")) is None:
                break
        return None

    async def attachments(self, page: PageRef, *, limit: int, token: str | None) -> Page[Attachment]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, **self.files_query, **at(start)}
        raw = await self._json(DATA_CENTER.attachments, {"id": page.id}, query)
        found = picking.readable(picking.listed(raw), mapping.attachment)
        return Page(found, continued(size, raw, "start"))

    async def attach_file(
        self, page: PageRef, filename: str, content: bytes, media_type: str, *, stamp: str
    ) -> Attachment:
        """A name that is there gets a new version by another address."""
        part = FilePart(filename, content, media_type, fields=form_fields(stamp))
        known = await self.attachment_named(page, filename)
        if known is None:
            new = await self._sender.send(Request(DATA_CENTER.attach, {"id": page.id}, file=part))
            return receipt(mapping.attached, picking.items(new.json, "results"))
        path = {"id": page.id, "attachment": known.id}
        again = await self._sender.send(Request(DATA_CENTER.attach_again, path, file=part))
        return receipt(mapping.attached, [again.json])

    def download(self, page: PageRef, attachment: Attachment) -> AsyncGenerator[bytes]:
        path = {"id": page.id, "filename": attachment.filename}
        return self._sender.stream(Request(DATA_CENTER.download, path, {"version": attachment.version}))


def _is(comment: Comment, resolution: Resolution) -> bool:
    return (
        comment.location == "footer" or resolution == "any" or comment.resolved == (resolution == "resolved")
    )

"""Confluence Cloud: pages and comments by the second API; search, labels and files by the first, which alone has it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from narrowgate_common.paging import Page
from narrowgate_common.routes import FilePart, QueryValue, Request
from narrowgate_docs.adapters.confluence import mapping, picking
from narrowgate_docs.adapters.confluence.cloud_comments import CloudComments
from narrowgate_docs.adapters.confluence.cloud_pages import at
from narrowgate_docs.adapters.confluence.confluence import form_fields, receipt
from narrowgate_docs.adapters.confluence.continuation import continued, cut
from narrowgate_docs.adapters.confluence.cql import compile_filter, confine, searched
from narrowgate_docs.adapters.confluence.routes import CLOUD
from narrowgate_docs.port import Attachment, Filter, Hit, PageRef, Space, User


class ConfluenceCloud(CloudComments):
    """https://developer.atlassian.com/cloud/confluence/rest/v2/intro/ and .../rest/v1/intro/"""

    labels_add = CLOUD.labels_add
    label_remove = CLOUD.label_remove
    files = CLOUD.attachments

    async def whoami(self) -> User:
        return mapping.user(await self._json(CLOUD.myself))

    async def spaces(self, keys: Sequence[str], *, limit: int, token: str | None) -> Page[Space]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "sort": "key", **at(cursor)}
        if keys:
            query["keys"] = tuple(keys)
        raw = await self._json(CLOUD.spaces, query=query)
        self._remember(raw)
        found = picking.readable(picking.listed(raw), lambda each: mapping.space(each, self._web))
        return Page(found, continued(size, raw, "cursor"))

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Hit]:
        words = f"{wanted.text or ''} {wanted.title or ''}"
        return await self._hits(CLOUD.search, compile_filter(wanted), words, limit, token, by="cursor")

    async def search_native(
        self, query: str, *, spaces: Sequence[str], limit: int, token: str | None
    ) -> Page[Hit]:
        cql = confine(query, spaces)
        return await self._hits(CLOUD.search, cql, searched(query), limit, token, by="cursor")

    async def attachments(self, page: PageRef, *, limit: int, token: str | None) -> Page[Attachment]:
        size, cursor = cut(token, limit)
        raw = await self._json(CLOUD.attachments, {"id": page.id}, {"limit": size, **at(cursor)})
        found = picking.readable(picking.listed(raw), mapping.attachment)
        return Page(found, continued(size, raw, "cursor"))

    async def attach_file(
        self, page: PageRef, filename: str, content: bytes, media_type: str, *, stamp: str
    ) -> Attachment:
        """PUT takes new names and, of those that are there, new versions."""
        part = FilePart(filename, content, media_type, fields=form_fields(stamp))
        reply = await self._sender.send(Request(CLOUD.attach, {"id": page.id}, file=part))
        return receipt(mapping.attached, picking.items(reply.json, "results"))

    def download(self, page: PageRef, attachment: Attachment) -> AsyncGenerator[bytes]:
        """The only address that takes API tokens; it sends on to the media service."""
        path = {"id": page.id, "attachment": attachment.id}
        return self._sender.stream(Request(CLOUD.download, path, {"version": attachment.version}))

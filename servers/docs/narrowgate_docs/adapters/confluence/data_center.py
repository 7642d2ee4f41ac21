"""Confluence Data Center: https://docs.atlassian.com/ConfluenceServer/rest/latest/"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from narrowgate_common.errors import Category, GatewayError, configuration_error, not_found, upstream_error
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.routes import FilePart, QueryValue, Request
from narrowgate_docs.adapters.confluence import mapping, originals
from narrowgate_docs.adapters.confluence.cloud import hit, note_of
from narrowgate_docs.adapters.confluence.confluence import (
    Confluence,
    check_size,
    continued,
    cut,
    not_a_page,
)
from narrowgate_docs.adapters.confluence.cql import compile_filter, confine, searched
from narrowgate_docs.adapters.confluence.routes import DATA_CENTER
from narrowgate_docs.port import (
    Address,
    Anchor,
    Attachment,
    Comment,
    Document,
    Draft,
    Filter,
    Hit,
    Location,
    PageRef,
    Resolution,
    Space,
    User,
)

_WHOLE = "body.storage,version,space,ancestors,metadata.labels,history"
_PLACE = "version,space,ancestors"
_COMMENT = (
    "body.storage,version,history,container,ancestors,extensions.inlineProperties,extensions.resolution"
)
_LOCATIONS: Mapping[Location, Sequence[str]] = {"footer": ("footer",), "inline": ("inline", "resolved")}
"""What Data Center calls the places of comments: resolved ones on words have a place of their own."""

_NEWEST = 50
"""Comments looked through for a stamp."""


class ConfluenceDataCenter(Confluence):
    """Everything by the one API there is; comments on words of a page can be read and not begun."""

    below = ""

    async def whoami(self) -> User:
        return mapping.user(await self._json(DATA_CENTER.myself))

    async def spaces(self, keys: Sequence[str], *, limit: int, token: str | None) -> Page[Space]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "start": start or "0", "expand": "homepage"}
        if keys:
            query["spaceKey"] = tuple(keys)
        raw = await self._json(DATA_CENTER.spaces, query=query)
        found = mapping.readable(mapping.listed(raw), lambda each: mapping.space(each, self._site))
        return Page(found, continued(size, mapping.next_token(raw, ("start",))))

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Hit]:
        return await self._search(compile_filter(wanted), wanted.text or wanted.title, limit, token)

    async def search_native(
        self, query: str, *, spaces: Sequence[str], limit: int, token: str | None
    ) -> Page[Hit]:
        return await self._search(confine(query, spaces), searched(query), limit, token)

    async def _search(self, cql: str, words: str | None, limit: int, token: str | None) -> Page[Hit]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"cql": cql, "limit": size, "start": start or "0", "expand": _WHOLE}
        raw = await self._json(DATA_CENTER.search, query=query)
        found = mapping.readable(mapping.listed(raw), lambda each: hit(each, self._site, words))
        return Page(found, continued(size, mapping.next_token(raw, ("start",))))

    async def document(self, address: Address) -> Document:
        if address.id is None:
            return await self._titled(str(address.space), str(address.title), "current")
        query = {"expand": _WHOLE, "status": "any"}
        return await self._document(await self._json(DATA_CENTER.content, {"id": address.id}, query))

    async def _titled(self, space: str, title: str, status: str) -> Document:
        query: dict[str, QueryValue] = {
            "spaceKey": space, "title": title, "type": "page", "status": status, "expand": _WHOLE,
        }  # fmt: skip
        raw = await self._json(DATA_CENTER.contents, query=query)
        for each in mapping.listed(raw):
            return await self._document(each)
        raise not_found("That page")

    async def _document(self, raw: Any) -> Document:
        _require_page(raw)
        source, version = mapping.stored(raw), mapping.obj(raw, "version")
        by = mapping.obj(version, "by")
        return Document(
            page=mapping.first_api_page(raw, self._site),
            number=mapping.number(version, "number"),
            body=await self._rich(source),
            source=source,
            labels=mapping.labels(mapping.obj(mapping.obj(raw, "metadata"), "labels")),
            created=mapping.moment(mapping.text(mapping.obj(raw, "history"), "createdDate")),
            author=mapping.text(by, "username") or mapping.text(by, "displayName"),
        )

    async def document_at(self, page: PageRef, number: int) -> Rich | None:
        query: dict[str, QueryValue] = {"status": "historical", "version": number, "expand": "body.storage"}
        try:
            raw = await self._json(DATA_CENTER.content, {"id": page.id}, query)
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise
        return await self._rich(mapping.stored(raw))

    async def draft(self, found: Document) -> Draft | None:
        query = {"status": "draft", "expand": "body.storage,version"}
        try:
            raw = await self._json(DATA_CENTER.content, {"id": found.page.id}, query)
        except GatewayError as error:
            if error.category in {Category.NOT_FOUND, Category.BAD_INPUT}:
                return None
            raise
        if mapping.stored(raw) == found.source and mapping.text(raw, "title") == found.page.title:
            return None
        version = mapping.obj(raw, "version")
        by = mapping.text(mapping.obj(version, "by"), "displayName")
        return Draft(by, mapping.moment(mapping.text(version, "when")))

    async def rendered(self, page: PageRef) -> str:
        raw = await self._json(DATA_CENTER.content, {"id": page.id}, {"expand": "body.export_view"})
        return await self._rendering(
            mapping.text(mapping.obj(mapping.obj(raw, "body"), "export_view"), "value")
        )

    async def children(
        self, space: str, parent: str | None, *, limit: int, token: str | None
    ) -> Page[PageRef]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "start": start or "0", "expand": _PLACE}
        if parent is None:
            raw = await self._json(DATA_CENTER.roots, {"key": space}, {**query, "depth": "root"})
        else:
            raw = await self._json(DATA_CENTER.children, {"id": parent}, query)
        found = mapping.readable(mapping.listed(raw), lambda each: mapping.first_api_page(each, self._site))
        return Page(found, continued(size, mapping.next_token(raw, ("start",))))

    async def ref(self, page_id: str) -> PageRef:
        raw = await self._json(DATA_CENTER.content, {"id": page_id}, {"expand": _PLACE, "status": "any"})
        _require_page(raw)
        return mapping.first_api_page(raw, self._site)

    async def comments(
        self, page: PageRef, location: Location, resolution: Resolution, *, limit: int, token: str | None
    ) -> Page[Comment]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {
            "limit": size, "start": start or "0", "expand": _COMMENT, "location": _LOCATIONS[location],
        }  # fmt: skip
        raw = await self._json(DATA_CENTER.comments, {"id": page.id}, query)
        found = mapping.readable(mapping.listed(raw), lambda each: self._comment(each, page.id))
        wanted = tuple(each for each in found if each.location == location and _is_wanted(each, resolution))
        return Page(wanted, continued(size, mapping.next_token(raw, ("start",))))

    async def replies(self, comment: Comment, *, limit: int, token: str | None) -> Page[Comment]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "start": start or "0", "expand": _COMMENT}
        raw = await self._json(DATA_CENTER.comments, {"id": comment.id}, query)
        found = mapping.readable(mapping.listed(raw), lambda each: self._comment(each, comment.page))
        return Page(found, continued(size, mapping.next_token(raw, ("start",))))

    def _comment(self, raw: Any, page_id: str) -> Comment:
        extensions, version = mapping.obj(raw, "extensions"), mapping.obj(raw, "version")
        inline = mapping.text(extensions, "location") in _LOCATIONS["inline"]
        history, comment_id = mapping.obj(raw, "history"), mapping.identity(raw)
        by = mapping.obj(history, "createdBy") or mapping.obj(version, "by")
        above = raw.get("ancestors") if isinstance(raw, dict) else None
        status = mapping.text(mapping.obj(extensions, "resolution"), "status")
        source = mapping.stored(raw)
        return Comment(
            id=comment_id,
            page=page_id,
            url=f"{self._site}/pages/viewpage.action?pageId={page_id}&focusedCommentId={comment_id}",
            location="inline" if inline else "footer",
            author=mapping.text(by, "displayName"),
            created=mapping.moment(mapping.text(history, "createdDate") or mapping.text(version, "when")),
            body=originals.shown(source).markdown,
            parent=mapping.maybe_identity(above[-1], "id") if isinstance(above, list) and above else None,
            resolved=status == "resolved" if inline else None,
            anchor=mapping.text(mapping.obj(extensions, "inlineProperties"), "originalSelection"),
            source=source,
        )

    async def comment(self, comment_id: str) -> Comment:
        try:
            raw = await self._json(DATA_CENTER.content, {"id": comment_id}, {"expand": _COMMENT})
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                raise not_found("That comment") from None
            raise
        if mapping.text(raw, "type") != "comment":
            raise not_found("That comment")
        return self._comment(raw, mapping.identity(mapping.obj(raw, "container")))

    async def attachments(self, page: PageRef, *, limit: int, token: str | None) -> Page[Attachment]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "start": start or "0", "expand": "version"}
        raw = await self._json(DATA_CENTER.attachments, {"id": page.id}, query)
        found = mapping.readable(mapping.listed(raw), mapping.attachment)
        return Page(found, continued(size, mapping.next_token(raw, ("start",))))

    async def attachment_named(self, page: PageRef, filename: str) -> Attachment | None:
        return next((mapping.attachment(each) for each in await self._files(page, filename)), None)

    async def _files(self, page: PageRef, filename: str) -> list[Any]:
        query = {"filename": filename, "expand": "version"}
        raw = await self._json(DATA_CENTER.attachments, {"id": page.id}, query)
        return [each for each in mapping.listed(raw) if mapping.text(each, "title") == filename]

    async def create_page(self, space: str, title: str, body: Rewrite, *, parent: str | None) -> PageRef:
        check_size(str(body.original))
        asked: dict[str, Any] = {
            "type": "page",
            "title": title,
            "space": {"key": space},
            "body": _written(str(body.original)),
        }
        if parent is not None:
            asked["ancestors"] = [{"id": parent}]
        return mapping.first_api_page(await self._json(DATA_CENTER.page_create, json=asked), self._site)

    async def find_titled(self, space: str, title: str) -> Document | None:
        try:
            return await self._titled(space, title, "any")
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise

    async def write_page(self, found: Document, *, title: str, body: str, message: str) -> None:
        await self._write(found, title, body, message, found.page.parent, found.number)

    async def _write(
        self, found: Document, title: str, body: str, message: str, parent: str | None, number: int
    ) -> None:
        """The parent is always named: some versions move a page to the top of its space where it is not."""
        check_size(body)
        asked: dict[str, Any] = {
            "id": found.page.id,
            "type": "page",
            "title": title,
            "body": _written(body),
            "version": {"number": number + 1, "message": message},
        }
        if parent is not None:
            asked["ancestors"] = [{"id": parent}]
        await self._json(DATA_CENTER.page_write, {"id": found.page.id}, json=asked, guarded=True)

    async def move_page(self, found: Document, parent: str) -> None:
        """A move is a write of the page as it is now, with another parent: there is no other."""
        now = await self._document(
            await self._json(DATA_CENTER.content, {"id": found.page.id}, {"expand": _WHOLE})
        )
        await self._write(now, now.page.title, now.source, "", parent, now.number)

    async def add_labels(self, page: PageRef, labels: Sequence[str]) -> None:
        asked = [{"prefix": "global", "name": label} for label in labels]
        await self._json(DATA_CENTER.labels_add, {"id": page.id}, json=asked)

    async def remove_label(self, page: PageRef, label: str) -> None:
        await self._json(DATA_CENTER.label_remove, {"id": page.id}, {"name": label})

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
            "body": _written(str(body.original)),
        }
        if reply_to is not None:
            asked["ancestors"] = [{"id": reply_to.id}]
        raw = await self._json(DATA_CENTER.comment_add, json=asked)
        if not mapping.obj(mapping.obj(raw, "body"), "storage"):
            raw = {**raw, "body": {"storage": {"value": str(body.original)}}}
        return self._comment(raw, page.id)

    async def find_comment(
        self, page: PageRef, stamp: str, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment | None:
        del anchor
        above = page.id if reply_to is None else reply_to.id
        start: str | None = "0"
        while start is not None:
            query: dict[str, QueryValue] = {"limit": _NEWEST, "start": start, "expand": _COMMENT}
            raw = await self._json(DATA_CENTER.comments, {"id": above}, query)
            for each in mapping.listed(raw):
                if originals.carries(mapping.stored(each), stamp):
                    return self._comment(each, page.id)
            start = mapping.next_token(raw, ("start",))
        return None

    async def attach_file(
        self, page: PageRef, filename: str, content: bytes, media_type: str, *, stamp: str
    ) -> Attachment:
        """A name that is there gets a new version by another address."""
        fields = (("minorEdit", "true"), ("comment", note_of(stamp)))
        part = FilePart(filename, content, media_type, fields=fields)
        known = await self.attachment_named(page, filename)
        request = Request(DATA_CENTER.attach, {"id": page.id}, file=part)
        if known is not None:
            path = {"id": page.id, "attachment": known.id}
            request = Request(DATA_CENTER.attach_again, path, file=part)
        answered = (await self._sender.send(request)).json
        rows = mapping.listed(answered) if known is None else [answered]
        for each in rows:
            return mapping.attachment(each)
        raise upstream_error("The wiki does not say what it attached", reason="unreadable")

    async def find_attached(self, page: PageRef, filename: str, *, stamp: str) -> Attachment | None:
        for each in await self._files(page, filename):
            if mapping.attachment_note(each) == note_of(stamp):
                return mapping.attachment(each)
        return None

    def download(self, page: PageRef, attachment: Attachment) -> AsyncGenerator[bytes]:
        path = {"id": page.id, "filename": attachment.filename}
        return self._sender.stream(Request(DATA_CENTER.download, path, {"version": attachment.version}))


def _require_page(raw: Any) -> None:
    if mapping.text(raw, "type") != "page":
        raise not_a_page()


def _is_wanted(comment: Comment, resolution: Resolution) -> bool:
    return (
        comment.location == "footer" or resolution == "any" or comment.resolved == (resolution == "resolved")
    )


def _written(source: str) -> Mapping[str, Any]:
    return {"storage": {"value": source, "representation": "storage"}}

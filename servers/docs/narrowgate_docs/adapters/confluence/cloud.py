"""Confluence Cloud: https://developer.atlassian.com/cloud/confluence/rest/v2/intro/"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from narrowgate_common.errors import Category, GatewayError, not_found, upstream_error
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.routes import FilePart, QueryValue, Request, Route
from narrowgate_docs.adapters.confluence import mapping, originals
from narrowgate_docs.adapters.confluence.confluence import (
    Confluence,
    check_size,
    continued,
    cut,
    not_a_page,
)
from narrowgate_docs.adapters.confluence.cql import compile_filter, confine, searched
from narrowgate_docs.adapters.confluence.passages import passages
from narrowgate_docs.adapters.confluence.routes import CLOUD
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

_STORAGE = {"body-format": "storage"}
_EXPANDED = "body.storage,space,version,ancestors,metadata.labels"
_READABLE = ("current", "archived")
_RESOLUTIONS: Mapping[Resolution, Sequence[str]] = {
    "open": ("open", "reopened", "dangling"),
    "resolved": ("resolved",),
    "any": ("open", "reopened", "dangling", "resolved"),
}
_NEWEST = 25
"""Comments looked through for a stamp."""
_ABOVE = 3
"""Answers climbed until the comment that names its page."""


class ConfluenceCloud(Confluence):
    """Pages by the second API; search, labels, moves and uploads by the first, which alone has them."""

    below = "/wiki"

    async def whoami(self) -> User:
        return mapping.user(await self._json(CLOUD.myself))

    async def spaces(self, keys: Sequence[str], *, limit: int, token: str | None) -> Page[Space]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "sort": "key", **_cursor(cursor)}
        if keys:
            query["keys"] = tuple(keys)
        raw = await self._json(CLOUD.spaces, query=query)
        self._remember(raw)
        found = mapping.readable(mapping.listed(raw), lambda each: mapping.space(each, self._site))
        return Page(found, continued(size, mapping.next_token(raw, ("cursor",))))

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Hit]:
        return await self._search(compile_filter(wanted), wanted.text or wanted.title, limit, token)

    async def search_native(
        self, query: str, *, spaces: Sequence[str], limit: int, token: str | None
    ) -> Page[Hit]:
        return await self._search(confine(query, spaces), searched(query), limit, token)

    async def _search(self, cql: str, words: str | None, limit: int, token: str | None) -> Page[Hit]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {"cql": cql, "limit": size, "expand": _EXPANDED, **_cursor(cursor)}
        raw = await self._json(CLOUD.search, query=query)
        found = mapping.readable(mapping.listed(raw), lambda each: hit(each, self._site, words))
        return Page(found, continued(size, mapping.next_token(raw, ("cursor",))))

    async def document(self, address: Address) -> Document:
        if address.id is None:
            return await self._titled(str(address.space), str(address.title), _READABLE)
        query: dict[str, QueryValue] = {**_STORAGE, "include-labels": True}
        return await self._document(await self._page(address.id, query))

    async def _page(self, page_id: str, query: Mapping[str, QueryValue]) -> Any:
        try:
            return await self._json(CLOUD.page, {"id": page_id}, query)
        except GatewayError as error:
            if error.category is not Category.NOT_FOUND or not await self._is_blog_post(page_id):
                raise
        raise not_a_page()

    async def _is_blog_post(self, content_id: str) -> bool:
        try:
            await self._json(CLOUD.blog_post, {"id": content_id})
        except GatewayError:
            return False
        return True

    async def _titled(self, space: str, title: str, statuses: tuple[str, ...]) -> Document:
        """The list by title has no labels, so the page itself is asked for."""
        query: dict[str, QueryValue] = {
            "space-id": await self._space_id(space), "title": title, "status": statuses, "limit": 2,
        }  # fmt: skip
        raw = await self._json(CLOUD.pages, query=query)
        for each in mapping.listed(raw):
            return await self.document(Address(id=mapping.identity(each)))
        raise not_found("That page")

    async def _document(self, raw: Any) -> Document:
        source, version = mapping.stored(raw), mapping.obj(raw, "version")
        return Document(
            page=await self._ref(raw),
            number=mapping.number(version, "number"),
            body=await self._rich(source),
            source=source,
            labels=mapping.labels(raw.get("labels")) if "labels" in raw else None,
            created=mapping.moment(mapping.text(raw, "createdAt")),
            author=mapping.text(version, "authorId"),
        )

    async def _ref(self, raw: Any) -> PageRef:
        page_id, key = mapping.identity(raw), await self._space_key(mapping.identity(raw, "spaceId"))
        return PageRef(
            page_id,
            mapping.text(raw, "title"),
            key,
            mapping.page_url(self._site, key, page_id),
            mapping.maybe_identity(raw, "parentId"),
            mapping.standing(raw),
            mapping.moment(mapping.text(mapping.obj(raw, "version"), "createdAt")),
        )

    async def _space_key(self, space_id: str) -> str:
        """The second API names spaces by numbers; which key each has is asked once and never changes."""
        if space_id not in self._profile.spaces:
            self._remember(await self._json(CLOUD.spaces, query={"ids": (space_id,)}))
        if space_id not in self._profile.spaces:
            raise not_found("That page")
        return self._profile.spaces[space_id]

    async def _space_id(self, key: str) -> str:
        if (known := self._known_id(key)) is None:
            self._remember(await self._json(CLOUD.spaces, query={"keys": (key,)}))
            known = self._known_id(key)
        if known is None:
            raise not_found("That page")
        return known

    def _known_id(self, key: str) -> str | None:
        return next((number for number, known in self._profile.spaces.items() if known == key), None)

    def _remember(self, raw: Any) -> None:
        for each in mapping.listed(raw):
            self._profile.spaces[mapping.identity(each)] = mapping.space_key(each)

    async def document_at(self, page: PageRef, number: int) -> Rich | None:
        try:
            raw = await self._json(CLOUD.page, {"id": page.id}, {**_STORAGE, "version": number})
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise
        return await self._rich(mapping.stored(raw))

    async def draft(self, found: Document) -> Draft | None:
        """Whether a page without a draft answers 404 or itself is not documented: both mean none."""
        try:
            raw = await self._json(CLOUD.page, {"id": found.page.id}, {**_STORAGE, "get-draft": True})
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise
        if mapping.stored(raw) == found.source and mapping.text(raw, "title") == found.page.title:
            return None
        version = mapping.obj(raw, "version")
        return Draft(mapping.text(version, "authorId"), mapping.moment(mapping.text(version, "createdAt")))

    async def rendered(self, page: PageRef) -> str:
        raw = await self._json(CLOUD.page, {"id": page.id}, {"body-format": "export_view"})
        return await self._rendering(
            mapping.text(mapping.obj(mapping.obj(raw, "body"), "export_view"), "value")
        )

    async def children(
        self, space: str, parent: str | None, *, limit: int, token: str | None
    ) -> Page[PageRef]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, **_cursor(cursor)}
        if parent is None:
            path, query = (
                {"id": await self._space_id(space)},
                {**query, "depth": "root", "status": ("current",)},
            )
            raw = await self._json(CLOUD.roots, path, query)
        else:
            raw = await self._json(CLOUD.children, {"id": parent}, query)
        found = [await self._child(each, parent) for each in mapping.listed(raw)]
        return Page(tuple(found), continued(size, mapping.next_token(raw, ("cursor",))))

    async def _child(self, raw: Any, parent: str | None) -> PageRef:
        return replace(await self._ref(raw), parent=parent)

    async def ref(self, page_id: str) -> PageRef:
        return await self._ref(await self._page(page_id, {}))

    async def comments(
        self, page: PageRef, location: Location, resolution: Resolution, *, limit: int, token: str | None
    ) -> Page[Comment]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {
            **_STORAGE, "limit": size, "sort": "created-date", **_cursor(cursor),
        }  # fmt: skip
        route = CLOUD.footer_comments
        if location == "inline":
            route, query = CLOUD.inline_comments, {**query, "resolution-status": _RESOLUTIONS[resolution]}
        raw = await self._json(route, {"id": page.id}, query)
        return await self._comment_page(raw, size, page.id, location)

    async def replies(self, comment: Comment, *, limit: int, token: str | None) -> Page[Comment]:
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {
            **_STORAGE, "limit": size, "sort": "created-date", **_cursor(cursor),
        }  # fmt: skip
        route = CLOUD.inline_replies if comment.location == "inline" else CLOUD.footer_replies
        raw = await self._json(route, {"id": comment.id}, query)
        return await self._comment_page(raw, size, comment.page, comment.location)

    async def _comment_page(self, raw: Any, size: int, page_id: str, location: Location) -> Page[Comment]:
        rows = mapping.listed(raw)
        names = await self._names(rows)
        found = mapping.readable(rows, lambda each: self._comment(each, page_id, location, names))
        return Page(found, continued(size, mapping.next_token(raw, ("cursor",))))

    async def _names(self, rows: Iterable[Any]) -> Mapping[str, str]:
        """The second API names authors by ids; where they cannot be asked for, the ids stay."""
        ids = {mapping.text(mapping.obj(each, "version"), "authorId") for each in rows} - {""}
        if not ids:
            return {}
        try:
            raw = await self._json(CLOUD.people, json={"accountIds": sorted(ids)})
        except GatewayError:
            return {}
        people = mapping.readable(mapping.listed(raw), mapping.user)
        return {person.id: person.name for person in people}

    def _comment(self, raw: Any, page_id: str, location: Location, names: Mapping[str, str]) -> Comment:
        source, version = mapping.stored(raw), mapping.obj(raw, "version")
        author, status = mapping.text(version, "authorId"), mapping.text(raw, "resolutionStatus")
        properties, comment_id = mapping.obj(raw, "properties"), mapping.identity(raw)
        anchor = mapping.text(properties, "inlineOriginalSelection")
        return Comment(
            id=comment_id,
            page=page_id,
            url=f"{self._site}/pages/viewpage.action?pageId={page_id}&focusedCommentId={comment_id}",
            location=location,
            author=names.get(author, author),
            created=mapping.moment(mapping.text(version, "createdAt")),
            body=originals.shown(source).markdown,
            parent=mapping.maybe_identity(raw, "parentCommentId"),
            resolved=None if location == "footer" or not status else status == "resolved",
            anchor=anchor or mapping.text(properties, "inline-original-selection"),
            source=source,
        )

    async def comment(self, comment_id: str) -> Comment:
        try:
            raw, location = await self._single(CLOUD.footer_comment, comment_id), "footer"
        except GatewayError as error:
            if error.category is not Category.NOT_FOUND:
                raise
            raw, location = await self._single(CLOUD.inline_comment, comment_id), "inline"
        place: Location = "inline" if location == "inline" else "footer"
        page_id = await self._page_of(raw, place)
        return self._comment(raw, page_id, place, await self._names([raw]))

    async def _single(self, route: Route, comment_id: str) -> Any:
        try:
            return await self._json(route, {"id": comment_id}, _STORAGE)
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                raise not_found("That comment") from None
            raise

    async def _page_of(self, raw: Any, location: Location) -> str:
        """Answers name the comment above them, and only the first one its page."""
        route = CLOUD.inline_comment if location == "inline" else CLOUD.footer_comment
        for _ in range(_ABOVE):
            if (page_id := mapping.maybe_identity(raw, "pageId")) is not None:
                return page_id
            raw = await self._single(route, mapping.identity(raw, "parentCommentId"))
        raise not_found("That comment")

    async def attachments(self, page: PageRef, *, limit: int, token: str | None) -> Page[Attachment]:
        size, cursor = cut(token, limit)
        raw = await self._json(CLOUD.attachments, {"id": page.id}, {"limit": size, **_cursor(cursor)})
        found = mapping.readable(mapping.listed(raw), mapping.attachment)
        return Page(found, continued(size, mapping.next_token(raw, ("cursor",))))

    async def attachment_named(self, page: PageRef, filename: str) -> Attachment | None:
        return next((mapping.attachment(each) for each in await self._files(page, filename)), None)

    async def _files(self, page: PageRef, filename: str) -> list[Any]:
        raw = await self._json(CLOUD.attachments, {"id": page.id}, {"filename": filename})
        return [each for each in mapping.listed(raw) if mapping.text(each, "title") == filename]

    async def create_page(self, space: str, title: str, body: Rewrite, *, parent: str | None) -> PageRef:
        check_size(str(body.original))
        asked: dict[str, Any] = {
            "spaceId": await self._space_id(space),
            "status": "current",
            "title": title,
            "body": _written(str(body.original)),
        }
        if parent is not None:
            asked["parentId"] = parent
        return await self._ref(await self._json(CLOUD.page_create, json=asked))

    async def find_titled(self, space: str, title: str) -> Document | None:
        try:
            return await self._titled(space, title, (*_READABLE, "trashed"))
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise

    async def write_page(self, found: Document, *, title: str, body: str, message: str) -> None:
        check_size(body)
        asked = {
            "id": found.page.id,
            "status": "current",
            "title": title,
            "body": _written(body),
            "version": {"number": found.number + 1, "message": message},
        }
        await self._json(CLOUD.page_write, {"id": found.page.id}, json=asked, guarded=True)

    async def move_page(self, found: Document, parent: str) -> None:
        await self._json(CLOUD.move, {"id": found.page.id, "target": parent})

    async def add_labels(self, page: PageRef, labels: Sequence[str]) -> None:
        asked = [{"prefix": "global", "name": label} for label in labels]
        await self._json(CLOUD.labels_add, {"id": page.id}, json=asked)

    async def remove_label(self, page: PageRef, label: str) -> None:
        await self._json(CLOUD.label_remove, {"id": page.id}, {"name": label})

    async def add_comment(
        self, page: PageRef, body: Rewrite, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment:
        asked: dict[str, Any] = {"body": _written(str(body.original))}
        asked |= {"pageId": page.id} if reply_to is None else {"parentCommentId": reply_to.id}
        if anchor is not None:
            asked["inlineCommentProperties"] = {
                "textSelection": anchor.text,
                "textSelectionMatchCount": anchor.count,
                "textSelectionMatchIndex": anchor.index,
            }
        location = _location(reply_to, anchor)
        route = CLOUD.inline_add if location == "inline" else CLOUD.footer_add
        raw = await self._json(route, json=asked)
        if not mapping.obj(mapping.obj(raw, "body"), "storage"):
            raw = {**raw, "body": {"storage": {"value": str(body.original)}}}
        return self._comment(raw, page.id, location, {})

    async def find_comment(
        self, page: PageRef, stamp: str, *, reply_to: Comment | None, anchor: Anchor | None
    ) -> Comment | None:
        location = _location(reply_to, anchor)
        query: dict[str, QueryValue] = {**_STORAGE, "limit": _NEWEST, "sort": "-created-date"}
        if reply_to is None:
            route = CLOUD.inline_comments if location == "inline" else CLOUD.footer_comments
            raw = await self._json(route, {"id": page.id}, query)
        else:
            route = CLOUD.inline_replies if location == "inline" else CLOUD.footer_replies
            raw = await self._json(route, {"id": reply_to.id}, query)
        for each in mapping.listed(raw):
            if originals.carries(mapping.stored(each), stamp):
                return self._comment(each, page.id, location, {})
        return None

    async def attach_file(
        self, page: PageRef, filename: str, content: bytes, media_type: str, *, stamp: str
    ) -> Attachment:
        part = FilePart(filename, content, media_type, fields=_beside(stamp))
        reply = await self._sender.send(Request(CLOUD.attach, {"id": page.id}, file=part))
        for each in mapping.listed(reply.json):
            return mapping.attachment(each)
        raise upstream_error("The wiki does not say what it attached", reason="unreadable")

    async def find_attached(self, page: PageRef, filename: str, *, stamp: str) -> Attachment | None:
        for each in await self._files(page, filename):
            if mapping.attachment_note(each) == note_of(stamp):
                return mapping.attachment(each)
        return None

    def download(self, page: PageRef, attachment: Attachment) -> AsyncGenerator[bytes]:
        return self._sender.stream(Request(CLOUD.download, {"id": page.id, "attachment": attachment.id}))


def hit(raw: Any, site: str, words: str | None) -> Hit:
    """A search's row; what is no page raises and is left out."""
    if mapping.text(raw, "type") != "page":
        raise not_a_page()
    return Hit(
        mapping.first_api_page(raw, site),
        passages(mapping.stored(raw), words or ""),
        mapping.labels(mapping.obj(mapping.obj(raw, "metadata"), "labels")),
        mapping.path_of(raw),
        mapping.number(mapping.obj(raw, "version"), "number"),
    )


def note_of(stamp: str) -> str:
    """What stands beside a file's version: it tells people where it came from, and us that it is there."""
    return f"narrowgate {originals.mark_of(stamp)[:13]}"


def _beside(stamp: str) -> tuple[tuple[str, str], ...]:
    return (("minorEdit", "true"), ("comment", note_of(stamp)))


def _written(source: str) -> dict[str, str]:
    return {"representation": "storage", "value": source}


def _cursor(cursor: str | None) -> dict[str, QueryValue]:
    return {} if cursor is None else {"cursor": cursor}


def _location(reply_to: Comment | None, anchor: Anchor | None) -> Location:
    return "inline" if anchor is not None or (reply_to and reply_to.location == "inline") else "footer"

"""Pages of Confluence Data Center: https://docs.atlassian.com/ConfluenceServer/rest/latest/"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrowgate_common.errors import Category, GatewayError, not_found
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.routes import QueryValue
from narrowgate_docs.adapters.confluence import mapping, picking
from narrowgate_docs.adapters.confluence.addresses import DATA_CENTER as ADDRESSES
from narrowgate_docs.adapters.confluence.confluence import RENDERING, Confluence, check_size, receipt
from narrowgate_docs.adapters.confluence.continuation import continued, cut
from narrowgate_docs.adapters.confluence.routes import DATA_CENTER
from narrowgate_docs.port import Address, Document, Draft, PageRef, Standing

_WHOLE = "body.storage,version,space,ancestors,metadata.labels,history"
_PLACE = "version,space,ancestors"


class DataCenterPages(Confluence):
    addresses = ADDRESSES

    async def document(self, address: Address) -> Document:
        if address.id is not None:
            return await self._document(await self._content(address.id, _WHOLE))
        found = await self._titled(str(address.space), str(address.title), "current")
        if found is None:
            raise not_found("That page")
        return found

    async def _content(self, page_id: str, expand: str) -> Any:
        """Also from the trash. Raises `not_found`, or `not_a_page` for everything else that has an id."""
        raw = await self._or_none(DATA_CENTER.content, {"id": page_id}, {"expand": expand})
        if raw is None:
            thrown_away = {"expand": expand, "status": "trashed"}
            raw = await self._or_none(DATA_CENTER.content, {"id": page_id}, thrown_away)
        if raw is None:
            raise not_found("That page")
        if picking.text(raw, "type") != "page":
            raise mapping.not_a_page()
        return raw

    async def _titled(self, space: str, title: str, status: str) -> Document | None:
        """Drafts have no title of their own yet."""
        query: dict[str, QueryValue] = {"spaceKey": space, "title": title, "type": "page", "status": status}
        raw = await self._or_none(DATA_CENTER.contents, {}, {**query, "expand": _WHOLE})
        rows = [] if raw is None else picking.listed(raw)
        held = [each for each in rows if mapping.standing(each) is not Standing.DRAFT]
        for each in sorted(held, key=lambda each: mapping.standing(each) is not Standing.CURRENT):
            return await self._document(each)
        return None

    async def find_titled(self, space: str, title: str) -> Document | None:
        return await self._titled(space, title, "any")

    async def _document(self, raw: Any) -> Document:
        source, version = mapping.stored(raw), picking.obj(raw, "version")
        by = picking.obj(version, "by")
        return Document(
            page=mapping.first_api_page(raw, self._web),
            number=picking.number(version, "number"),
            body=await self._rich(source),
            source=source,
            labels=mapping.labels(picking.obj(picking.obj(raw, "metadata"), "labels")),
            created=picking.moment(picking.text(picking.obj(raw, "history"), "createdDate")),
            author=picking.text(by, "username") or picking.text(by, "displayName"),
        )

    async def document_at(self, page: PageRef, number: int) -> Rich | None:
        query: dict[str, QueryValue] = {"status": "historical", "version": number, "expand": "body.storage"}
        raw = await self._or_none(DATA_CENTER.content, {"id": page.id}, query)
        return None if raw is None else await self._rich(mapping.stored(raw))

    async def draft(self, found: Document) -> Draft | None:
        """Versions that keep no drafts by the page's id refuse the question, or answer it with nothing."""
        query = {"status": "draft", "expand": "body.storage,version"}
        try:
            raw = await self._or_none(DATA_CENTER.content, {"id": found.page.id}, query)
        except GatewayError as error:
            if error.category is not Category.BAD_INPUT:
                raise
            return None
        if raw is None or not await self._differs(raw, found):
            return None
        version = picking.obj(raw, "version")
        by = picking.text(picking.obj(version, "by"), "displayName")
        return Draft(by, picking.moment(picking.text(version, "when")))

    async def rendered(self, page: PageRef) -> str:
        return await self._rendering(await self._content(page.id, f"body.{RENDERING}"))

    async def children(
        self, space: str, parent: str | None, *, limit: int, token: str | None
    ) -> Page[PageRef]:
        size, start = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, "expand": _PLACE, **at(start)}
        if parent is None:
            raw = await self._json(DATA_CENTER.roots, {"key": space}, {**query, "depth": "root"})
        else:
            raw = await self._json(DATA_CENTER.children, {"id": parent}, query)
        found = picking.readable(picking.listed(raw), lambda each: mapping.first_api_page(each, self._web))
        return Page(found, continued(size, raw, "start"))

    async def ref(self, page_id: str) -> PageRef:
        return mapping.first_api_page(await self._content(page_id, _PLACE), self._web)

    async def create_page(self, space: str, title: str, body: Rewrite, *, parent: str | None) -> PageRef:
        check_size(str(body.original))
        asked: dict[str, Any] = {
            "type": "page",
            "title": title,
            "space": {"key": space},
            "body": written(str(body.original)),
        }
        if parent is not None:
            asked["ancestors"] = [{"id": parent}]
        raw = await self._json(DATA_CENTER.page_create, json=asked)
        return receipt(mapping.made_page, raw, space, title, parent, self._web)

    async def write_page(self, found: Document, *, title: str, body: str, message: str) -> None:
        await self._write(found, title=title, body=body, message=message, parent=found.page.parent)

    async def _write(
        self, found: Document, *, title: str, body: str, message: str, parent: str | None
    ) -> None:
        """The parent is always named: some versions move a page to the top of its space where it is not."""
        check_size(body)
        asked: dict[str, Any] = {
            "id": found.page.id,
            "type": "page",
            "title": title,
            "body": written(body),
            "version": {"number": found.number + 1, "message": message},
        }
        if parent is not None:
            asked["ancestors"] = [{"id": parent}]
        await self._json(DATA_CENTER.page_write, {"id": found.page.id}, json=asked, guarded=True)

    async def move_page(self, found: Document, parent: str) -> None:
        """A move is a write of the page as it is now, with another parent: there is no other."""
        now = await self._document(await self._content(found.page.id, _WHOLE))
        try:
            await self._write(now, title=now.page.title, body=now.source, message="", parent=parent)
        except GatewayError as error:
            if error.outcome != "unknown" or (await self.ref(now.page.id)).parent != parent:
                raise


def written(source: str) -> Mapping[str, Any]:
    return {"storage": {"value": source, "representation": "storage"}}


def at(start: str | None) -> dict[str, QueryValue]:
    return {} if start is None else {"start": start}

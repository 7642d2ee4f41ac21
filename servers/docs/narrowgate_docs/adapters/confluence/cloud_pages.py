"""Pages of Confluence Cloud, by the second API: https://developer.atlassian.com/cloud/confluence/rest/v2/intro/"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from narrowgate_common.errors import not_found
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.routes import QueryValue
from narrowgate_docs.adapters.confluence import mapping, picking
from narrowgate_docs.adapters.confluence.addresses import CLOUD as ADDRESSES
from narrowgate_docs.adapters.confluence.confluence import RENDERING, Confluence, check_size, receipt
from narrowgate_docs.adapters.confluence.continuation import continued, cut
from narrowgate_docs.adapters.confluence.routes import CLOUD
from narrowgate_docs.port import Address, Document, PageRef, Standing

STORAGE: Mapping[str, QueryValue] = {"body-format": "storage"}
_READABLE = ("current", "archived")
_MOST_LABELS = 250
_ROOTS: Mapping[str, QueryValue] = {"depth": "root", "status": ("current",)}


class CloudPages(Confluence):
    addresses = ADDRESSES

    async def document(self, address: Address) -> Document:
        if address.id is None:
            return await self._titled(str(address.space), str(address.title), _READABLE)
        raw = await self._page(address.id, {**STORAGE, "include-labels": True})
        found = await self._document(raw)
        more = picking.obj(picking.obj(raw, "labels"), "meta").get("hasMore") is True
        return replace(found, labels=await self._all_labels(found.page.id)) if more else found

    async def _page(self, page_id: str, query: Mapping[str, QueryValue]) -> Any:
        """Raises `not_found`, or `not_a_page` for a blog post, which has an address of its own."""
        raw = await self._or_none(CLOUD.page, {"id": page_id}, query)
        if raw is not None:
            return raw
        if await self._or_none(CLOUD.blog_post, {"id": page_id}) is not None:
            raise mapping.not_a_page()
        raise not_found("That page")

    async def _titled(self, space: str, title: str, statuses: tuple[str, ...]) -> Document:
        """The list by title has no labels, so the page itself is asked for: a current one before any other."""
        query: dict[str, QueryValue] = {
            "space-id": await self._space_id(space),
            "title": title,
            "status": statuses,
        }
        rows = picking.listed(await self._json(CLOUD.pages, query=query))
        ranked = sorted(rows, key=lambda each: _rank(picking.text(each, "status"), statuses))
        for each in ranked:
            return await self.document(Address(id=picking.identity(each)))
        raise not_found("That page")

    async def find_titled(self, space: str, title: str) -> Document | None:
        """Archived pages keep their titles, and perhaps trashed ones too."""
        query: dict[str, QueryValue] = {"space-id": await self._space_id(space), "title": title}
        raw = await self._json(CLOUD.pages, query={**query, **STORAGE, "status": (*_READABLE, "trashed")})
        for each in picking.listed(raw):
            return await self._document(each)
        return None

    async def _document(self, raw: Any) -> Document:
        source, version = mapping.stored(raw), picking.obj(raw, "version")
        return Document(
            page=(await self._pages([raw]))[0],
            number=picking.number(version, "number"),
            body=await self._rich(source),
            source=source,
            labels=mapping.labels(picking.obj(raw, "labels")) if picking.obj(raw, "labels") else None,
            created=picking.moment(picking.text(raw, "createdAt")),
            author=picking.text(version, "authorId"),
        )

    async def _all_labels(self, page_id: str) -> tuple[str, ...]:
        """A page shows fifty of them with itself."""
        return mapping.labels(await self._json(CLOUD.labels, {"id": page_id}, {"limit": _MOST_LABELS}))

    async def _pages(self, rows: list[Any]) -> list[PageRef]:
        """Raises GatewayError for what is none."""
        await self._learn(rows)
        return [mapping.second_api_page(each, self._profile.spaces, self._web) for each in rows]

    async def _learn(self, rows: Iterable[Any]) -> None:
        """The second API names spaces by numbers; which key each has is asked once and never changes."""
        numbers = {number for each in rows if (number := picking.maybe_identity(each, "spaceId"))}
        unknown = sorted(numbers - self._profile.spaces.keys())
        if unknown:
            self._remember(await self._json(CLOUD.spaces, query={"ids": unknown, "limit": len(unknown)}))

    async def _space_id(self, key: str) -> str:
        if (known := self._known_id(key)) is None:
            self._remember(await self._json(CLOUD.spaces, query={"keys": (key,)}))
            known = self._known_id(key)
        if known is None:
            raise not_found("That space")
        return known

    def _known_id(self, key: str) -> str | None:
        return next((number for number, known in self._profile.spaces.items() if known == key), None)

    def _remember(self, raw: Any) -> None:
        known = picking.readable(
            picking.listed(raw), lambda each: (picking.identity(each), picking.space_key(each))
        )
        self._profile.spaces.update(known)

    async def document_at(self, page: PageRef, number: int) -> Rich | None:
        raw = await self._or_none(CLOUD.page, {"id": page.id}, {**STORAGE, "version": number})
        return None if raw is None else await self._rich(mapping.stored(raw))

    async def rendered(self, page: PageRef) -> str:
        return await self._rendering(await self._page(page.id, {"body-format": RENDERING}))

    async def children(
        self, space: str, parent: str | None, *, limit: int, token: str | None
    ) -> Page[PageRef]:
        """Archived pages are not part of the tree that people see."""
        size, cursor = cut(token, limit)
        query: dict[str, QueryValue] = {"limit": size, **at(cursor)}
        if parent is None:
            raw = await self._json(CLOUD.roots, {"id": await self._space_id(space)}, {**query, **_ROOTS})
        else:
            raw = await self._json(CLOUD.children, {"id": parent}, query)
        rows = picking.listed(raw)
        await self._learn(rows)
        found = picking.readable(
            rows, lambda each: mapping.second_api_page(each, self._profile.spaces, self._web)
        )
        shown = (replace(each, parent=parent) for each in found if each.standing is Standing.CURRENT)
        return Page(tuple(shown), continued(size, raw, "cursor"))

    async def ref(self, page_id: str) -> PageRef:
        return (await self._pages([await self._page(page_id, {})]))[0]

    async def create_page(self, space: str, title: str, body: Rewrite, *, parent: str | None) -> PageRef:
        check_size(str(body.original))
        asked: dict[str, Any] = {
            "spaceId": await self._space_id(space),
            "status": "current",
            "title": title,
            "body": written(str(body.original)),
        }
        if parent is not None:
            asked["parentId"] = parent
        raw = await self._json(CLOUD.page_create, json=asked)
        return receipt(mapping.made_page, raw, space, title, parent, self._web)

    async def write_page(self, found: Document, *, title: str, body: str, message: str) -> None:
        check_size(body)
        asked = {
            "id": found.page.id,
            "status": "current",
            "title": title,
            "body": written(body),
            "version": {"number": found.number + 1, "message": message},
        }
        await self._json(CLOUD.page_write, {"id": found.page.id}, json=asked, guarded=True)

    async def move_page(self, found: Document, parent: str) -> None:
        await self._json(CLOUD.move, {"id": found.page.id, "target": parent})


def written(source: str) -> dict[str, str]:
    return {"representation": "storage", "value": source}


def at(cursor: str | None) -> dict[str, QueryValue]:
    return {} if cursor is None else {"cursor": cursor}


def _rank(status: str, statuses: tuple[str, ...]) -> int:
    return statuses.index(status) if status in statuses else len(statuses)

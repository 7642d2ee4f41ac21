"""What both editions of Confluence do alike; Cloud and Data Center are two classes that do the rest their own way."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, TypeVarTuple

import anyio.to_thread

from narrowgate_common.errors import Category, GatewayError, bad_input
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.richtext.html import markdown_of
from narrowgate_common.routes import QueryValue, Request, Route
from narrowgate_common.troubles import unknown_outcome
from narrowgate_docs.adapters import Profile
from narrowgate_docs.adapters.confluence import mapping, originals, picking
from narrowgate_docs.adapters.confluence.addresses import Addresses
from narrowgate_docs.adapters.confluence.continuation import continued, cut
from narrowgate_docs.adapters.confluence.passages import occurrences
from narrowgate_docs.adapters.confluence.rejections import credential_rejected, credential_was_rejected
from narrowgate_docs.port import Attachment, Document, Hit, PageRef

LONG = 50_000
"""Of a text or an answer; what is shorter becomes values within a few milliseconds."""

RENDERING = "export_view"
"""The rendering with whole addresses, and with the content of macros that a browser would load later or in a frame."""

_FACTS = "space,version,ancestors,metadata.labels"
Made = TypeVar("Made")
Given = TypeVarTuple("Given")


class Confluence:
    """One Confluence, for the time of one call."""

    addresses: ClassVar[Addresses]
    labels_add: ClassVar[Route]
    label_remove: ClassVar[Route]
    files: ClassVar[Route]
    files_query: ClassVar[Mapping[str, QueryValue]] = {}
    """What a list of attachments is asked with, so that it tells everything."""

    def __init__(self, sender: Sender, profile: Profile) -> None:
        self._sender = sender
        self._profile = profile
        self._web = self.addresses.at(profile.site)
        self._read = 0

    def rewritten(self, before: Rich, markdown: str, *, allow_removals: bool = False) -> Rewrite:
        return originals.rewritten(before, markdown, allow_removals=allow_removals)

    def commented(self, markdown: str, stamp: str) -> Rewrite:
        return originals.stamped(markdown, stamp)

    def occurrences(self, found: Document, words: str) -> tuple[str, ...]:
        return occurrences(found.source, words)

    async def add_labels(self, page: PageRef, labels: Sequence[str]) -> None:
        asked = [{"prefix": "global", "name": label} for label in labels]
        await self._json(self.labels_add, {"id": page.id}, json=asked)

    async def remove_label(self, page: PageRef, label: str) -> None:
        """One that is not there is gone; that of a page which is not there is told by reading it."""
        try:
            await self._json(self.label_remove, {"id": page.id}, {"name": label})
        except GatewayError as error:
            if error.category is not Category.NOT_FOUND:
                raise

    async def attachment_named(self, page: PageRef, filename: str) -> Attachment | None:
        return next((mapping.attachment(each) for each in await self._files(page, filename)), None)

    async def find_attached(self, page: PageRef, filename: str, *, stamp: str) -> Attachment | None:
        for each in await self._files(page, filename):
            if mapping.attachment_note(each) == note_of(stamp):
                return mapping.attachment(each)
        return None

    async def _files(self, page: PageRef, filename: str) -> list[Any]:
        raw = await self._json(self.files, {"id": page.id}, {**self.files_query, "filename": filename})
        return [each for each in picking.listed(raw) if same_name(picking.text(each, "title"), filename)]

    async def _hits(
        self, route: Route, cql: str, words: str, limit: int, token: str | None, *, by: str
    ) -> Page[Hit]:
        """`by` is the parameter that pages go on with. Pages of more text than is read come without their passages."""
        size, at = cut(token, limit)
        query: dict[str, QueryValue] = {"cql": cql, "limit": size, **({} if at is None else {by: at})}
        try:
            raw = await self._json(route, query={**query, "expand": f"body.storage,{_FACTS}"})
        except GatewayError as error:
            if (error.category, error.reason) != (Category.UPSTREAM_ERROR, "too_large"):
                raise
            raw = await self._json(route, query={**query, "expand": _FACTS})
        found = await self._aside(mapping.hits, raw, self._web, words)
        return Page(found, continued(size, raw, by))

    async def _rich(self, source: str) -> Rich:
        return await _made(len(source), originals.shown, source)

    async def _rendering(self, raw: Any) -> str:
        html = mapping.rendering(raw, RENDERING)
        return await _made(len(html), markdown_of, html)

    async def _differs(self, raw: Any, found: Document) -> bool:
        """Whether a draft reads otherwise than the page: the editor alone changes bytes that nobody sees."""
        if picking.text(raw, "title") != found.page.title:
            return True
        source = mapping.stored(raw)
        return source != found.source and (await self._rich(source)).markdown != found.body.markdown

    async def _json(
        self,
        route: Route,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, QueryValue] | None = None,
        *,
        json: Any = None,
        guarded: bool = False,
    ) -> Any:
        request = Request(route, path or {}, query or {}, json=json, guarded=guarded)
        reply = await self._sender.send(request)
        if route.operation is Operation.READ and credential_was_rejected(reply):
            raise credential_rejected()
        self._read += len(reply.body)
        return reply.json if route.answers == "json" else None

    async def _or_none(
        self, route: Route, path: Mapping[str, str], query: Mapping[str, QueryValue] | None = None
    ) -> Any:
        """None where the wiki does not have it, or does not show it."""
        try:
            return await self._json(route, path, query)
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise

    async def _aside(self, make: Callable[[*Given], Made], *given: *Given) -> Made:
        return await _made(self._read, make, *given)


async def _made(size: int, make: Callable[[*Given], Made], *given: *Given) -> Made:
    """What takes a while to be made is made in a thread: other calls, and deadlines, go on meanwhile."""
    return await anyio.to_thread.run_sync(make, *given) if size >= LONG else make(*given)


def receipt(make: Callable[[*Given], Made], *given: *Given) -> Made:
    """What a write's answer shows. One that shows nothing readable leaves the effect in doubt, and does not deny it."""
    try:
        return make(*given)
    except GatewayError:
        raise unknown_outcome() from None


def check_size(body: str) -> None:
    """https://jira.atlassian.com/browse/CONFCLOUD-73881"""
    if len(body.encode()) > originals.LONGEST:
        raise bad_input("The page would be larger than 5 MiB; split it", reason="too_large")


def same_name(one: str, other: str) -> bool:
    """However the accents are composed: file systems and the wiki differ in that."""
    return unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


def note_of(stamp: str) -> str:
    """What stands beside a file's version: it tells people where it came from, and us that it is there."""
    return f"narrowgate {originals.mark_of(stamp)[:13]}"


def form_fields(stamp: str) -> tuple[tuple[str, str], ...]:
    return (("minorEdit", "true"), ("comment", note_of(stamp)))

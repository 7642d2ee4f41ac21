"""What both editions of Confluence do alike; Cloud and Data Center are two classes that do the rest their own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, TypeVarTuple

import anyio.to_thread

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Sender
from narrowgate_common.replies import Reply
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.richtext.html import markdown_of
from narrowgate_common.routes import QueryValue, Request, Route
from narrowgate_docs.adapters import Profile
from narrowgate_docs.adapters.confluence import originals
from narrowgate_docs.adapters.confluence.passages import occurrences
from narrowgate_docs.adapters.confluence.rejections import credential_rejected, credential_was_rejected
from narrowgate_docs.port import Document

LONG_TEXT = 50_000
"""Characters; what is shorter becomes Markdown within a few milliseconds."""

Made = TypeVar("Made")
Given = TypeVarTuple("Given")


async def aside(size: int, make: Callable[[*Given], Made], *given: *Given) -> Made:
    """What takes a while to be made is made in a thread: other calls, and deadlines, go on meanwhile."""
    return await anyio.to_thread.run_sync(make, *given) if size >= LONG_TEXT else make(*given)


class Confluence:
    """One Confluence, for the time of one call."""

    below: str
    """The path below the site under which people browse."""

    def __init__(self, sender: Sender, profile: Profile) -> None:
        self._sender = sender
        self._profile = profile
        self._site = profile.site + self.below

    def rewritten(self, before: Rich, markdown: str, *, allow_removals: bool = False) -> Rewrite:
        return originals.rewritten(before, markdown, allow_removals=allow_removals)

    def commented(self, markdown: str, stamp: str) -> Rewrite:
        return originals.stamped(markdown, stamp)

    def occurrences(self, found: Document, words: str) -> tuple[str, ...]:
        return occurrences(found.source, words)

    async def _rich(self, source: str) -> Rich:
        return await aside(len(source), originals.shown, source)

    async def _rendering(self, html: str) -> str:
        return await aside(len(html), markdown_of, html)

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
        reply: Reply = await self._sender.send(request)
        if route.operation is Operation.READ and credential_was_rejected(reply):
            raise credential_rejected()
        return reply.json if route.answers == "json" else None


def check_size(body: str) -> None:
    """https://jira.atlassian.com/browse/CONFCLOUD-73881"""
    if len(body.encode()) > originals.LONGEST:
        raise bad_input("The page would be larger than 5 MiB; split it", reason="too_large")


def not_a_page() -> GatewayError:
    return bad_input(
        "That is a blog post or something else; this server works with pages", reason="not_a_page"
    )


def cut(token: str | None, limit: int) -> tuple[int, str | None]:
    """The size of the list's pages and the vendor's own token: a list that was begun with a size keeps it.

    Changing it while following a cursor skips and repeats entries at some sites.
    """
    if token is None:
        return limit, None
    size, _, rest = token.partition("|")
    return int(size), rest


def continued(size: int, token: str | None) -> str | None:
    return None if token is None else f"{size}|{token}"

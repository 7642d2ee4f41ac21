"""Watches an application from the outside: everything it is asked, and everything it answers, by the vendor's book."""

from __future__ import annotations

import json
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from tests.vendor_contract import PREFIX, Description, description
from tests.vendor_wiki_contract import FIRST_PREFIX, SECOND_PREFIX, wiki_description


class Watch:
    """An ASGI application around another one: notes what contradicts the description on its way in and out.

    Only paths of the API are looked at. `in_requests` is for what a product sends, `in_answers` for what a
    counterpart says; a test of refusals expects the first and never the second.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.in_requests: list[str] = []
        self.in_answers: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _watched(scope["path"]):
            await self.app(scope, receive, send)
            return
        taken, given, status = bytearray(), bytearray(), [0]

        async def receiving() -> Message:
            message = await receive()
            taken.extend(message.get("body", b""))
            return message

        async def sending(message: Message) -> None:
            status[0] = message.get("status", status[0])
            given.extend(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self._note(scope, bytes(taken), status[0], bytes(given))
            await send(message)

        await self.app(scope, receiving, sending)

    def _note(self, scope: Scope, taken: bytes, status: int, given: bytes) -> None:
        method, path, query = scope["method"], scope["path"], scope["query_string"].decode("latin-1")
        book = _book(path)
        asked = book.request_problems(method, path, query, _json(taken))
        self.in_requests += [f"{method} {path}?{query}: {one}" for one in asked]
        said = book.response_problems(method, path, status, _json(given))
        self.in_answers += [f"{method} {path}?{query} -> {status}: {one}" for one in said]


def _watched(path: str) -> bool:
    return any(prefix in path for prefix in (PREFIX, FIRST_PREFIX, SECOND_PREFIX))


def _book(path: str) -> Description:
    return description() if PREFIX in path else wiki_description(path) or description()


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return None

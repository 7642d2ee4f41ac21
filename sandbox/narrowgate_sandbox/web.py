"""What every vendor's part of the sandbox needs of the web: answers, uploaded files, and a log of what arrived."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived and what it was answered; `path` is without the query."""

    method: str
    path: str
    query: str
    status: int


@dataclass(frozen=True, slots=True)
class Answer:
    """`body` is JSON unless it is bytes; None is an empty body."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    media_type: str
    content: bytes


def response(answer: Answer) -> Response:
    if isinstance(answer.body, bytes) or answer.body is None:
        return Response(answer.body, answer.status, dict(answer.headers))
    raw = json.dumps(answer.body, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(
        raw, answer.status, {"content-type": "application/json;charset=UTF-8"} | dict(answer.headers)
    )


def media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def uploads(form: FormData) -> tuple[Upload, ...]:
    """The files in the parts named `file`."""
    parts = [part for name, part in form.multi_items() if name == "file" and isinstance(part, UploadFile)]
    return tuple([await _upload(part) for part in parts])


async def _upload(part: UploadFile) -> Upload:
    kind = part.content_type or "application/octet-stream"
    return Upload(part.filename or "attachment", kind, await part.read())


class Logged:
    """Notes every request with the status it was answered."""

    def __init__(self, app: ASGIApp, requests: list[Seen]) -> None:
        self.app, self.requests = app, requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                query = scope["query_string"].decode("latin-1")
                self.requests.append(Seen(scope["method"], scope["path"], query, message["status"]))
            await send(message)

        await self.app(scope, receive, sending)

"""The tracker as an ASGI application: reads a request, finds who sent it, and lets a handler answer."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import fernwood
from narrowgate_sandbox.jira import attachments, credentials, site
from narrowgate_sandbox.jira.call import Answer, Call, Handler, Upload, VendorError
from narrowgate_sandbox.jira.routes import ROUTES

Endpoint = Callable[[Request], Awaitable[Response]]
_WRITING = {"POST", "PUT"}
_DEAD_LINK = (
    "<!DOCTYPE html><html><head><title>Oops, you've found a dead link.</title></head><body></body></html>"
)


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived and what it was answered; `path` is without the query."""

    method: str
    path: str
    query: str
    status: int


def create_app(company: Company | None = None) -> Starlette:
    """The tracker of a company, by default a fresh Fernwood Bikes.

    `app.state.company` is its state, `app.state.requests` the list of requests seen so far. The same API stands
    below `/ex/jira/{cloudId}`, where scoped tokens go.
    """
    owner = company if company is not None else fernwood()
    requests: list[Seen] = []
    gateway = [
        Route(path, _endpoint(owner, one, gateway=True), methods=[method]) for method, path, one in ROUTES
    ]
    routes = [
        *(Route(path, _endpoint(owner, one), methods=[method]) for method, path, one in ROUTES),
        Route("/_edge/tenant_info", _open(owner, site.get_tenant)),
        Route("/media/file/{media}/binary", _open(owner, attachments.get_media)),
        Route("/ex/jira/{cloud}/media/file/{media}/binary", _open(owner, attachments.get_media)),
        Mount(f"/ex/jira/{owner.cloud_id}", routes=gateway),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _no_such_page})
    app.state.company, app.state.requests = owner, requests
    app.add_middleware(_Logged, requests=requests)
    return app


def _endpoint(company: Company, handler: Handler, *, gateway: bool = False) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        header = request.headers.get("authorization", "")
        account = credentials.identify(company, header, gateway=gateway)
        if isinstance(account, Answer):
            return _response(account)
        try:
            body, uploads = await _content(request)
            call = _call(company, request, account, body, uploads)
            return _response(handler(call))
        except VendorError as refusal:
            return _response(refusal.answer())

    return endpoint


def _open(company: Company, handler: Handler) -> Endpoint:
    """For addresses that need no credentials, and ignore them."""

    async def endpoint(request: Request) -> Response:
        try:
            return _response(handler(_call(company, request, None, None, ())))
        except VendorError as refusal:
            return _response(refusal.answer())

    return endpoint


def _call(company: Company, request: Request, account: Any, body: Any, uploads: tuple[Upload, ...]) -> Call:
    return Call(
        company,
        account,
        f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}",
        request.path_params,
        request.url.query,
        request.headers,
        body,
        uploads,
    )


async def _content(request: Request) -> tuple[Any, tuple[Upload, ...]]:
    if request.method not in _WRITING:
        return None, ()
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == "multipart/form-data":
        return None, await _uploads(request)
    raw = await request.body()
    if media_type != "application/json":
        raise VendorError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type")
    try:
        return json.loads(raw), ()
    except ValueError as wrong:
        raise VendorError(
            400, "There was an error parsing JSON. Check that your request body is valid."
        ) from wrong


async def _uploads(request: Request) -> tuple[Upload, ...]:
    async with request.form() as form:
        parts = [part for name, part in form.multi_items() if name == "file" and isinstance(part, UploadFile)]
        return tuple([await _upload(part) for part in parts])


async def _upload(part: UploadFile) -> Upload:
    media_type = part.content_type or "application/octet-stream"
    return Upload(part.filename or "attachment", media_type, await part.read())


def _response(answer: Answer) -> Response:
    if isinstance(answer.body, bytes) or answer.body is None:
        return Response(answer.body, answer.status, dict(answer.headers))
    raw = json.dumps(answer.body, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(
        raw, answer.status, {"content-type": "application/json;charset=UTF-8"} | dict(answer.headers)
    )


async def _no_such_page(_request: Request, wrong: Exception) -> Response:
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    return Response(_DEAD_LINK, status, {"content-type": "text/html;charset=UTF-8"})


class _Logged:
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

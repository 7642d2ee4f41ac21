"""The tracker's addresses: reads a request, finds who sent it, and lets a handler answer."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.jira import attachments, credentials, site
from narrowgate_sandbox.jira.call import Answer, Call, Handler, Upload, VendorError
from narrowgate_sandbox.jira.routes import ROUTES
from narrowgate_sandbox.web import Endpoint, media_type, response, uploads

_WRITING = {"POST", "PUT"}


def routes(company: Company) -> list[BaseRoute]:
    """On the site itself, and below `/ex/jira/{cloudId}`, where scoped tokens go."""
    gateway = [
        Route(path, _endpoint(company, one, gateway=True), methods=[method]) for method, path, one in ROUTES
    ]
    return [
        *(Route(path, _endpoint(company, one), methods=[method]) for method, path, one in ROUTES),
        Route("/_edge/tenant_info", _open(company, site.get_tenant)),
        Route("/media/file/{media}/binary", _open(company, attachments.get_media)),
        Route("/ex/jira/{cloud}/media/file/{media}/binary", _open(company, attachments.get_media)),
        Mount(f"/ex/jira/{company.cloud_id}", routes=gateway),
    ]


def _endpoint(company: Company, handler: Handler, *, gateway: bool = False) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        header = request.headers.get("authorization", "")
        account = credentials.identify(company, header, gateway=gateway)
        if isinstance(account, Answer):
            return response(account)
        try:
            body, files = await _content(request)
            call = _call(company, request, account, body, files)
            return response(handler(call))
        except VendorError as refusal:
            return response(refusal.answer())

    return endpoint


def _open(company: Company, handler: Handler) -> Endpoint:
    """For addresses that need no credentials, and ignore them."""

    async def endpoint(request: Request) -> Response:
        try:
            return response(handler(_call(company, request, None, None, ())))
        except VendorError as refusal:
            return response(refusal.answer())

    return endpoint


def _call(company: Company, request: Request, account: Any, body: Any, files: tuple[Upload, ...]) -> Call:
    return Call(
        company,
        account,
        f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}",
        request.path_params,
        request.url.query,
        request.headers,
        body,
        files,
    )


async def _content(request: Request) -> tuple[Any, tuple[Upload, ...]]:
    if request.method not in _WRITING:
        return None, ()
    kind = media_type(request)
    if kind == "multipart/form-data":
        async with request.form() as form:
            return None, await uploads(form)
    raw = await request.body()
    if kind != "application/json":
        raise VendorError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type")
    try:
        return json.loads(raw), ()
    except ValueError as wrong:
        raise VendorError(
            400, "There was an error parsing JSON. Check that your request body is valid."
        ) from wrong

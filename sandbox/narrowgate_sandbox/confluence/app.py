"""The wiki's addresses: reads a request, finds who sent it, and lets a handler answer."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
from collections.abc import Iterable
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.records import Account
from narrowgate_sandbox.confluence import files
from narrowgate_sandbox.confluence.call import Call, Family, Handler, WikiError
from narrowgate_sandbox.confluence.routes import DATA_CENTER, FIRST, SECOND, Routes
from narrowgate_sandbox.jira import credentials
from narrowgate_sandbox.web import Answer, Endpoint, Upload, media_type, response, uploads

_WRITING = {"POST", "PUT"}
_NO_ENTRY = (
    "<html><body><h1>HTTP Status 401</h1>"
    "<p>Basic Authentication Failure - Reason : AUTHENTICATED_FAILED</p></body></html>"
)
DC_REFUSED = Answer(
    401,
    _NO_ENTRY.encode(),
    {
        "content-type": "text/html;charset=UTF-8",
        "www-authenticate": 'OAuth realm="sandbox"',
        "x-seraph-loginreason": "AUTHENTICATED_FAILED",
    },
)


def routes(company: Company) -> list[BaseRoute]:
    """Cloud below `/wiki` and behind the gateway, Data Center below `/confluence`."""
    gateway = f"/ex/confluence/{company.cloud_id}/wiki"
    return [
        Mount("/wiki", routes=_cloud(company, gateway=False)),
        Mount(gateway, routes=_cloud(company, gateway=True)),
        Route("/media/wiki/{file}/{version}/binary", _open(company, files.media)),
        Mount("/confluence", routes=list(_routes(company, DATA_CENTER, "dc"))),
    ]


def _cloud(company: Company, *, gateway: bool) -> list[BaseRoute]:
    return [
        *_routes(company, SECOND, "v2", gateway=gateway),
        *_routes(company, FIRST, "v1", gateway=gateway),
    ]


def _routes(company: Company, table: Routes, family: Family, *, gateway: bool = False) -> Iterable[BaseRoute]:
    """One route for each path, so that a wrong method is answered as such."""
    for path in dict.fromkeys(path for _, path, _ in table):
        handlers = {method: handler for method, one, handler in table if one == path}
        yield Route(path, _endpoint(company, handlers, family, gateway=gateway), methods=list(handlers))


def _endpoint(company: Company, handlers: dict[str, Handler], family: Family, *, gateway: bool) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        account = _account(company, request, family, gateway=gateway)
        if isinstance(account, Answer):
            return response(account)
        try:
            body, files, form = await _content(request)
            call = _call(company, request, account, family).with_(body=body, uploads=files, form=form)
            _ = call.user
            method = "GET" if request.method == "HEAD" else request.method
            return response(handlers[method](call))
        except WikiError as refusal:
            return response(refusal.answer(family))

    return endpoint


def _open(company: Company, handler: Handler) -> Endpoint:
    """For addresses that need no credentials, and ignore them."""

    async def endpoint(request: Request) -> Response:
        try:
            return response(handler(_call(company, request, None, "v1")))
        except WikiError as refusal:
            return response(refusal.answer("v1"))

    return endpoint


def _call(company: Company, request: Request, account: Account | None, family: Family) -> Call:
    context = "/confluence" if family == "dc" else "/wiki"
    root = request.scope.get("root_path", "")
    return Call(
        company,
        account,
        family,
        f"{request.url.scheme}://{request.url.netloc}{context}",
        request.path_params,
        request.url.path[len(root) :],
        request.url.query,
        request.headers,
    )


def _account(company: Company, request: Request, family: Family, *, gateway: bool) -> Account | Answer | None:
    header = request.headers.get("authorization", "")
    if family != "dc":
        return credentials.identify(company, header, gateway=gateway)
    if not header:
        return None
    scheme, _, rest = header.partition(" ")
    found = _by_token(company, rest) if scheme.lower() == "bearer" else _by_name(company, rest)
    return found or DC_REFUSED


def _by_token(company: Company, token: str) -> Account | None:
    """A personal access token."""
    sent = token.strip().encode()
    return next((one for one in company.accounts if hmac.compare_digest(one.token.encode(), sent)), None)


def _by_name(company: Company, encoded: str) -> Account | None:
    """A user name, which is what stands before the @, and a password, which here is the token."""
    try:
        name, _, password = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    known = (one for one in company.accounts if name in (one.user.email.partition("@")[0], one.user.email))
    return next((one for one in known if one.token == password), None)


async def _content(request: Request) -> tuple[Any, tuple[Upload, ...], dict[str, str]]:
    if request.method not in _WRITING:
        return None, (), {}
    kind = media_type(request)
    if kind == "multipart/form-data":
        async with request.form() as form:
            texts = {name: value for name, value in form.multi_items() if not isinstance(value, UploadFile)}
            return None, await uploads(form), texts
    raw = await request.body()
    if not raw and request.method == "PUT":
        return None, (), {}
    if kind != "application/json":
        raise WikiError(415, "Unsupported Media Type")
    try:
        return json.loads(raw), (), {}
    except ValueError as wrong:
        raise WikiError(400, "The request body could not be read as JSON.") from wrong

"""The chat's addresses: finds who asks and which method, and answers in the vendor's manner."""

from __future__ import annotations

import hmac

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from narrowgate_sandbox.company.chat_records import Token
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.slack import arguments, limits
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.methods import METHODS, Method
from narrowgate_sandbox.web import Answer, Endpoint, response

API, FILES = "/slack/api", "/slack-files"


def routes(company: Company) -> list[BaseRoute]:
    return [Route(f"{API}/{{method:path}}", _endpoint(company), methods=["GET", "POST"])]


def _endpoint(company: Company) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        try:
            return response(await _answer(company, request))
        except SlackError as refusal:
            return response(refusal.answer())

    return endpoint


async def _answer(company: Company, request: Request) -> Answer:
    name = request.path_params["method"]
    method = METHODS.get(name)
    if method is None:
        raise SlackError("unknown_method")
    said, among = await arguments.read(request)
    token = identify(company, bearer(request) or among)
    call = Call(company, token, name, said, f"{request.url.scheme}://{request.url.netloc}{FILES}")
    return _done(call, method)


def _done(call: Call, method: Method) -> Answer:
    limits.check(call)
    if method.users_only and not call.token.user:
        raise SlackError("not_allowed_token_type")
    call.need(*method.scopes)
    found = method.handler(call)
    after = call.chat.temper.fails_after.pop(call.method, None)
    if after is not None:
        raise SlackError(after)
    scopes = {
        "x-oauth-scopes": ",".join(sorted(call.token.scopes)),
        "x-accepted-oauth-scopes": ",".join(method.scopes),
    }
    return Answer(200, {"ok": True} | found, scopes)


def bearer(request: Request) -> str:
    scheme, _, rest = request.headers.get("authorization", "").partition(" ")
    return rest.strip() if scheme.lower() == "bearer" else ""


def identify(company: Company, sent: str) -> Token:
    if not sent:
        raise SlackError("not_authed")
    known = (one for one in company.chat.tokens if hmac.compare_digest(one.text.encode(), sent.encode()))
    token = next(known, None)
    if token is None:
        raise SlackError("invalid_auth")
    if not token.member.active:
        raise SlackError("account_inactive")
    return token

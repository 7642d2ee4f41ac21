"""The chat's addresses: finds who asks and which method, and answers in the vendor's manner."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.slack import arguments, file_host, limits
from narrowgate_sandbox.slack.authentication import bearer, identify
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.methods import METHODS, Method
from narrowgate_sandbox.web import Answer, Endpoint, response

API, FILES = "/slack/api", "/slack-files"


def routes(company: Company) -> list[BaseRoute]:
    pri, cdn = f"{FILES}/files-pri/{{place}}", f"{FILES}/cdn/{{place}}"
    return [
        Route(f"{API}/{{method:path}}", _endpoint(company), methods=["GET", "POST"]),
        Route(f"{FILES}/upload/v1/{{secret}}", file_host.upload(company), methods=["POST"]),
        Route(f"{pri}/{{name}}", file_host.download(company)),
        Route(f"{pri}/download/{{name}}", file_host.download(company)),
        Route(f"{cdn}/{{name}}", file_host.download(company, moves=False)),
        Route(f"{cdn}/download/{{name}}", file_host.download(company, moves=False)),
    ]


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

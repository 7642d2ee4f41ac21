"""The company as one ASGI application: its tracker, its wiki and its chat."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import fernwood
from narrowgate_sandbox.confluence import app as confluence
from narrowgate_sandbox.jira import app as jira
from narrowgate_sandbox.slack import app as slack
from narrowgate_sandbox.web import Logged, Seen

_DEAD_LINK = (
    "<!DOCTYPE html><html><head><title>Oops, you've found a dead link.</title></head><body></body></html>"
)


def create_app(company: Company | None = None) -> Starlette:
    """A company's services, by default those of a fresh Fernwood Bikes.

    `app.state.company` is its state, `app.state.requests` the list of requests seen so far. The tracker stands at the
    root and below `/ex/jira/{cloudId}`, where scoped tokens go; the wiki below `/wiki` and
    `/ex/confluence/{cloudId}/wiki`, and once more as a Data Center site below `/confluence`; the chat below
    `/slack/api`, with its files' own host below `/slack-files`.
    """
    owner = company if company is not None else fernwood()
    requests: list[Seen] = []
    routes = [*confluence.routes(owner), *slack.routes(owner), *jira.routes(owner)]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _no_such_page})
    app.state.company, app.state.requests = owner, requests
    app.add_middleware(Logged, requests=requests)
    return app


async def _no_such_page(_request: Request, wrong: Exception) -> Response:
    status = wrong.status_code if isinstance(wrong, HTTPException) else 500
    return Response(_DEAD_LINK, status, {"content-type": "text/html;charset=UTF-8"})

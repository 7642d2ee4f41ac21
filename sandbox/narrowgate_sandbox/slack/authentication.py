"""Whose token a request brings."""

from __future__ import annotations

import hmac

from starlette.requests import Request

from narrowgate_sandbox.company.chat_records import Token
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.slack.errors import SlackError


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

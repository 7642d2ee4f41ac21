"""Who a request comes from, and how wrong credentials are refused.

Source: https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
"""

from __future__ import annotations

import base64
import binascii
import hmac

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.records import Account
from narrowgate_sandbox.jira.call import Answer
from narrowgate_sandbox.jira.users import SIGN_IN

REFUSED = Answer(
    401,
    SIGN_IN,
    {
        "content-type": "text/html;charset=UTF-8",
        "www-authenticate": 'OAuth realm="sandbox"',
        "x-seraph-loginreason": "AUTHENTICATED_FAILED",
    },
)
GATEWAY_REFUSED = Answer(401, {"code": 401, "message": "Unauthorized"})
NO_BEARER_HERE = Answer(403, {"error": "Failed to parse Connect Session Auth Token"})


def identify(company: Company, header: str, *, gateway: bool) -> Account | Answer | None:
    """The account, the refusal, or None for somebody without credentials.

    The site itself takes e-mail and token; the gateway takes these or the token alone, and nobody without.
    """
    scheme, _, rest = header.partition(" ")
    if not header:
        return GATEWAY_REFUSED if gateway else None
    if scheme.lower() == "bearer":
        return _by_token(company, rest) if gateway else NO_BEARER_HERE
    return _by_name(company, rest) or (GATEWAY_REFUSED if gateway else REFUSED)


def _by_token(company: Company, token: str) -> Account | Answer:
    sent = token.strip().encode()
    found = next((one for one in company.accounts if hmac.compare_digest(one.token.encode(), sent)), None)
    return found or GATEWAY_REFUSED


def _by_name(company: Company, encoded: str) -> Account | None:
    try:
        email, _, token = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None
    known = (one for one in company.accounts if one.user.email == email.lower())
    return next((one for one in known if one.token == token), None)

"""Confluence's own words about a rejection, read from its known error fields only."""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.errors import (
    Category,
    GatewayError,
    bad_input,
    configuration_error,
    not_found,
    permission_denied,
    upstream_error,
)
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request
from narrowgate_common.text import visible_ascii

_WORDS_CHARS = 170
_DENIED_LOGINS = ("AUTHENTICATED_FAILED", "AUTHENTICATION_DENIED")
_TAKEN = ("already exists", "same title")
_CREATES = {"page_create", "page_write"}


def explain(request: Request, reply: Reply) -> GatewayError:
    """The category of a 4xx answer, with the vendor's words marked as the vendor's."""
    if credential_was_rejected(reply):
        return credential_rejected()
    words = vendor_words(reply)
    if reply.status == 400 and request.route.name in _CREATES and _says_taken(words):
        return bad_input(
            "A page of that title exists in the space; choose another", reason="title_taken", details=words
        )
    return _BY_STATUS.get(reply.status, _unexpected)(words, reply)


def _says_taken(words: list[str]) -> bool:
    return any(sign in line.lower() for line in words for sign in _TAKEN)


def credential_rejected() -> GatewayError:
    return configuration_error(
        "The wiki does not accept this server's credential; an administrator has to renew it",
        reason="credential_rejected",
    )


def credential_was_rejected(reply: Reply) -> bool:
    """Whether it says so, also where a bad token is treated as anonymous.

    https://confluence.atlassian.com/kb/x-seraph-loginreason-header-values
    """
    login = reply.headers.get("x-seraph-loginreason", "").upper()
    anonymous = reply.headers.get("x-ausername", "").lower() == "anonymous"
    return reply.status == 401 or anonymous or any(word in login for word in _DENIED_LOGINS)


def vendor_words(reply: Reply) -> list[str]:
    """A line for each message: the second API's `errors`, the first one's `message`."""
    errors = reply.known("errors")
    found = [_second(each) for each in errors] if isinstance(errors, list) else []
    message = reply.known("message")
    if isinstance(message, str):
        found.append(message)
    return [f'wiki says: "{visible_ascii(line, _WORDS_CHARS)}"' for line in found if line]


def _second(error: object) -> str:
    if not isinstance(error, dict):
        return ""
    parts = [error.get(name) for name in ("title", "detail")]
    return ": ".join(part for part in parts if isinstance(part, str) and part)


def _refused(words: list[str], _reply: Reply) -> GatewayError:
    return bad_input("The wiki refused that; see its words below", reason="refused_by_wiki", details=words)


def _forbidden(words: list[str], reply: Reply) -> GatewayError:
    if "json" not in reply.headers.get("content-type", ""):
        return permission_denied(
            "The request was forbidden, perhaps by a firewall in front of the wiki", reason="blocked"
        )
    return permission_denied(
        "The wiki does not let this account do that", reason="forbidden_by_wiki", details=words
    )


def _absent(_words: list[str], _reply: Reply) -> GatewayError:
    return not_found("That page")


def _conflict(words: list[str], _reply: Reply) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "Somebody changed the same page just now; read it again, then repeat what is still wanted",
        reason="conflict",
        details=words,
    )


def _gone(words: list[str], _reply: Reply) -> GatewayError:
    return configuration_error(
        "The wiki no longer has this interface; check that connection.kind fits the site",
        reason="wrong_kind",
        details=words,
    )


def _too_large(words: list[str], _reply: Reply) -> GatewayError:
    return bad_input("The wiki refuses anything that large", reason="too_large", details=words)


def _unexpected(words: list[str], _reply: Reply) -> GatewayError:
    return upstream_error("The wiki refused the request", reason="refused_by_wiki", details=words)


_BY_STATUS: dict[int, Callable[[list[str], Reply], GatewayError]] = {
    400: _refused,
    403: _forbidden,
    404: _absent,
    405: _gone,
    409: _conflict,
    410: _gone,
    413: _too_large,
    422: _refused,
}

"""Confluence's own words about a rejection, read from its known error fields only."""

from __future__ import annotations

import re
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
from narrowgate_common.operations import Operation
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request
from narrowgate_common.text import visible_ascii

_WORDS_CHARS = 170
_READ_CHARS = 5_000
"""Of a message that is looked at for what it says."""
_DENIED_LOGINS = ("AUTHENTICATED_FAILED", "AUTHENTICATION_DENIED")
_NOBODYS = ("Connect Session Auth Token", "cannot access Confluence", "not permitted to use Confluence")
_CLASS = re.compile(r"(?:[a-z][A-Za-z0-9_]*\.){2,12}[A-Z][A-Za-z0-9_$]*: ", re.ASCII)
"""The name of a class before a message, which tells nobody anything."""
_PAGE_WRITES = {"page_create", "page_write"}
_PLACE = re.compile(r"\[row,\s?col[^\]]{0,80}\]: \[([0-9]{1,9}),([0-9]{1,9})\]", re.ASCII)

Words = list[str]


def explain(request: Request, reply: Reply) -> GatewayError:
    """The category of a 4xx answer, with the vendor's words marked as the vendor's."""
    if credential_was_rejected(reply):
        return credential_rejected()
    said = messages(reply)
    read = _by_words(request, reply.status, " ".join(said).lower())
    return (read or _BY_STATUS.get(reply.status, _unexpected))(vendor_words(said), request, reply)


def credential_rejected() -> GatewayError:
    return configuration_error(
        "The wiki does not accept this server's credential, or its account may not use the wiki; ask an administrator",
        reason="credential_rejected",
    )


def credential_was_rejected(reply: Reply) -> bool:
    """Whether it says so, also where a bad token is treated as anonymous.

    https://confluence.atlassian.com/kb/x-seraph-loginreason-header-values
    """
    login = reply.headers.get("x-seraph-loginreason", "").upper()
    anonymous = reply.headers.get("x-ausername", "").lower() == "anonymous"
    denied = any(word in login for word in _DENIED_LOGINS)
    return reply.status == 401 or anonymous or denied or _is_nobodys(reply)


def _is_nobodys(reply: Reply) -> bool:
    """Cloud's answers to a bearer token that is none of its own, and to an account that may not use Confluence."""
    if reply.status != 403:
        return False
    said = " ".join([str(reply.known("error") or ""), *messages(reply)])
    return any(sign in said for sign in _NOBODYS)


def messages(reply: Reply) -> list[str]:
    """The second API's `errors`, and the first one's `message`."""
    errors = reply.known("errors")
    found = [_second(each) for each in errors] if isinstance(errors, list) else []
    message = reply.known("message")
    if isinstance(message, str):
        found.append(message)
    return [_CLASS.sub("", line[:_READ_CHARS], count=1) for line in found if line]


def _second(error: object) -> str:
    if not isinstance(error, dict):
        return ""
    parts = [error.get(name) for name in ("title", "detail")]
    return ": ".join(part for part in parts if isinstance(part, str) and part)


def vendor_words(said: list[str]) -> Words:
    """A line for each message, after the place in the body that one names: it stands at a message's end."""
    places = [found for line in said if (found := _PLACE.search(line))]
    lines = [f"in the body that was sent, row {found[1]}, column {found[2]}" for found in places[:1]]
    return lines + [f'wiki says: "{visible_ascii(line, _WORDS_CHARS)}"' for line in said]


_Read = Callable[[Words, Request, Reply], GatewayError]


def _by_words(request: Request, status: int, said: str) -> _Read | None:
    """What the status alone does not tell."""
    if status == 400 and request.route.name in _PAGE_WRITES:
        if "already exists" in said and "title" in said:
            return _title_taken
        if "version must be incremented" in said or "stale" in said:
            return _conflict
    if status == 400 and "parsing xhtml" in said:
        return _ill_formed
    return _no_query if status == 400 and request.route.name == "search" else None


def _title_taken(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return bad_input(
        "A page of that title exists in the space; choose another", reason="title_taken", details=words
    )


def _ill_formed(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return bad_input(
        "The wiki does not take that text as well-formed; change less of it at a time",
        reason="ill_formed",
        details=words,
    )


def _no_query(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return bad_input("The wiki cannot read that query; see its words", reason="invalid_query", details=words)


def _refused(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return bad_input("The wiki refused that; see its words below", reason="refused_by_wiki", details=words)


def _forbidden(words: Words, _request: Request, reply: Reply) -> GatewayError:
    if "json" not in reply.headers.get("content-type", ""):
        return permission_denied(
            "The request was forbidden, perhaps by a firewall in front of the wiki", reason="blocked"
        )
    return permission_denied(
        "The wiki does not let this account do that", reason="forbidden_by_wiki", details=words
    )


def _absent(_words: Words, request: Request, _reply: Reply) -> GatewayError:
    """Without the vendor's words: what is out of scope is answered alike, and has none."""
    if request.route.operation is Operation.READ:
        return not_found("That page")
    return not_found("That page", details=["the wiki answers so, too, where the account may not change it"])


def _conflict(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "Somebody changed the same page just now; read it again, then repeat what is still wanted",
        reason="conflict",
        details=words,
    )


def _gone(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return configuration_error(
        "The wiki no longer has this interface; check that connection.kind fits the site",
        reason="wrong_kind",
        details=words,
    )


def _too_large(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return bad_input("The wiki refuses anything that large", reason="too_large", details=words)


def _unexpected(words: Words, _request: Request, _reply: Reply) -> GatewayError:
    return upstream_error("The wiki refused the request", reason="refused_by_wiki", details=words)


_BY_STATUS: dict[int, _Read] = {
    400: _refused,
    403: _forbidden,
    404: _absent,
    405: _gone,
    409: _conflict,
    410: _gone,
    413: _too_large,
    422: _refused,
}

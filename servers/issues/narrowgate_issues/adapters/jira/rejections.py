"""Jira's own words about a rejection, read from its known error fields only."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from narrowgate_issues.adapters.jira.fieldset import OUR_NAMES

_WORDS_CHARS = 170
_DENIED_LOGINS = ("AUTHENTICATED_FAILED", "AUTHENTICATION_DENIED")


def explain(_request: Request, reply: Reply, names: Mapping[str, str]) -> GatewayError:
    """The category of a 4xx answer, with the vendor's words marked as the vendor's; `names` has aliases by field id."""
    if credential_was_rejected(reply):
        return credential_rejected()
    return _BY_STATUS.get(reply.status, _unexpected)(vendor_words(reply, names), reply)


def credential_rejected() -> GatewayError:
    return configuration_error(
        "The tracker does not accept this server's credential; an administrator has to renew it",
        reason="credential_rejected",
    )


def credential_was_rejected(reply: Reply) -> bool:
    """Whether it says so, also where Jira treats a bad token as anonymous: with 404, or with an empty 200.

    https://confluence.atlassian.com/kb/x-seraph-loginreason-header-values
    """
    login = reply.headers.get("x-seraph-loginreason", "").upper()
    anonymous = reply.headers.get("x-ausername", "").lower() == "anonymous"
    return (
        reply.status == 401
        or anonymous
        or any(word in login for word in _DENIED_LOGINS)
        or _bad_bearer(reply)
    )


def _bad_bearer(reply: Reply) -> bool:
    """Cloud's answer to a bearer token that is none of its own."""
    return reply.status == 403 and "Connect Session Auth Token" in str(reply.known("error") or "")


def vendor_words(reply: Reply, names: Mapping[str, str]) -> list[str]:
    """A line for each message; a field goes by the name that our tools take."""
    ours = {**OUR_NAMES, **names}
    messages = reply.known("errorMessages")
    fields = reply.known("errors")
    lines = [text for text in messages if isinstance(text, str)] if isinstance(messages, list) else []
    if isinstance(fields, dict):
        lines += [f"{ours.get(name, name)}: {text}" for name, text in fields.items() if isinstance(text, str)]
    return [f'tracker says: "{visible_ascii(line, _WORDS_CHARS)}"' for line in lines]


def _refused(words: list[str], _reply: Reply) -> GatewayError:
    return bad_input(
        "The tracker refused the values; see its words below. describe_fields tells what it takes",
        reason="refused_by_tracker",
        details=words,
    )


def _forbidden(words: list[str], reply: Reply) -> GatewayError:
    if "json" not in reply.headers.get("content-type", ""):
        return permission_denied(
            "The request was forbidden, perhaps by a firewall in front of the tracker", reason="blocked"
        )
    return permission_denied(
        "The tracker does not let this account do that", reason="forbidden_by_tracker", details=words
    )


def _absent(words: list[str], _reply: Reply) -> GatewayError:
    return not_found("What was asked for", details=words)


def _conflict(words: list[str], _reply: Reply) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "Somebody is changing the same issue right now; read it again, then repeat what is still wanted",
        reason="conflict",
        details=words,
    )


def _gone(words: list[str], _reply: Reply) -> GatewayError:
    return configuration_error(
        "The tracker no longer has this interface; check that connection.kind fits the site",
        reason="wrong_kind",
        details=words,
    )


def _too_large(words: list[str], _reply: Reply) -> GatewayError:
    return bad_input("The tracker refuses anything that large", reason="too_large", details=words)


def _unexpected(words: list[str], _reply: Reply) -> GatewayError:
    return upstream_error("The tracker refused the request", reason="refused_by_tracker", details=words)


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

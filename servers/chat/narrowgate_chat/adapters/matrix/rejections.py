"""A homeserver's own words about a rejection, from its known fields only: {errcode, error}.

https://spec.matrix.org/latest/client-server-api/#standard-error-response
"""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.errors import (
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
_THINGS = {
    "alias": "That channel",
    "members": "That channel",
    "messages": "That channel",
    "profile": "That person",
    "download": "That file",
}
_READS = {"event", "context", "thread"}


def explain(request: Request, reply: Reply) -> GatewayError:
    """The category of a 4xx answer, with the vendor's words marked as the vendor's."""
    code = reply.known("errcode")
    if reply.status == 401:
        return _credential_rejected(vendor_words(reply))
    name = request.route.name
    is_hidden = code == "M_FORBIDDEN" and name in _READS
    if reply.status == 404 or code == "M_NOT_FOUND" or is_hidden:
        return not_found(_THINGS.get(name, "That message"))
    made = _BY_CODE.get(code if isinstance(code, str) else "", _refused)
    return made(vendor_words(reply))


def vendor_words(reply: Reply) -> list[str]:
    words = reply.known("error")
    return [f'chat says: "{visible_ascii(words, _WORDS_CHARS)}"'] if isinstance(words, str) and words else []


def _credential_rejected(_words: list[str]) -> GatewayError:
    return configuration_error(
        "The chat does not accept this server's credential; an administrator has to renew it",
        reason="credential_rejected",
    )


def _forbidden(words: list[str]) -> GatewayError:
    return permission_denied(
        "The chat does not let this account do that: it may have to be invited to the room, or be given a higher "
        "power level there",
        reason="not_a_member",
        details=words,
    )


def _too_large(words: list[str]) -> GatewayError:
    return bad_input("The chat refuses anything that large", reason="too_large", details=words)


def _already_there(words: list[str]) -> GatewayError:
    return bad_input("That is there already", reason="already_there", details=words)


def _deactivated(words: list[str]) -> GatewayError:
    return configuration_error(
        "This server's account was deactivated or locked; ask an administrator of the homeserver",
        reason="account_locked",
        details=words,
    )


def _refused(words: list[str]) -> GatewayError:
    return bad_input("The chat refused that; see its words below", reason="refused_by_chat", details=words)


def _unexpected(words: list[str]) -> GatewayError:
    return upstream_error("The chat refused the request", reason="refused_by_chat", details=words)


_BY_CODE: dict[str, Callable[[list[str]], GatewayError]] = {
    "M_UNKNOWN_TOKEN": _credential_rejected,
    "M_MISSING_TOKEN": _credential_rejected,
    "M_FORBIDDEN": _forbidden,
    "M_GUEST_ACCESS_FORBIDDEN": _forbidden,
    "M_DUPLICATE_ANNOTATION": _already_there,
    "M_TOO_LARGE": _too_large,
    "M_USER_DEACTIVATED": _deactivated,
    "M_USER_LOCKED": _deactivated,
    "M_UNRECOGNIZED": _unexpected,
}

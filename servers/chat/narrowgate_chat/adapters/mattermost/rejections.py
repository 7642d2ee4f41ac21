"""Mattermost's own words about a rejection, read from its known error fields only.

Every error is {id, message, detailed_error, request_id, status_code}; `id` is a stable word, `detailed_error` may hold
anything and is left out. https://developers.mattermost.com/api-documentation/#error-handling
"""

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
_ABSENT = {
    "channel": "That channel",
    "channel_named": "That channel",
    "user": "That person",
    "user_named": "That person",
    "user_mailed": "That person",
    "team": "The team that connection.team names",
    "team_named": "The team that connection.team names",
    "download": "That file",
    "files": "That file",
}


def explain(request: Request, reply: Reply) -> GatewayError:
    """The category of a 4xx answer, with the vendor's words marked as the vendor's."""
    if reply.status == 401:
        return credential_rejected()
    words, word = vendor_words(reply), _word(reply)
    for sign, known in _BY_WORD.items():
        if sign in word:
            return known(words)
    if request.route.name.startswith("team") and reply.status in {400, 403, 404}:
        return _no_team(words)
    if reply.status in {400, 404} and request.route.name in _ABSENT:
        return not_found(_ABSENT[request.route.name])
    return _BY_STATUS.get(reply.status, _unexpected)(words, reply)


def credential_rejected() -> GatewayError:
    return configuration_error(
        "The chat does not accept this server's credential; an administrator has to renew it",
        reason="credential_rejected",
    )


def vendor_words(reply: Reply) -> list[str]:
    message = reply.known("message")
    return (
        [f'chat says: "{visible_ascii(message, _WORDS_CHARS)}"']
        if isinstance(message, str) and message
        else []
    )


def _word(reply: Reply) -> str:
    found = reply.known("id")
    return found if isinstance(found, str) else ""


def _archived(words: list[str]) -> GatewayError:
    return bad_input(
        "That channel is archived; nothing can be written there", reason="archived", details=words
    )


def _not_a_root(words: list[str]) -> GatewayError:
    return bad_input(
        "The message to answer was not found in that channel, or is no first message of a thread",
        reason="not_a_root",
        details=words,
    )


def _too_long(words: list[str]) -> GatewayError:
    return bad_input(
        "The chat refuses a message of that length; send it in parts", reason="too_long", details=words
    )


def _bad_emoji(words: list[str]) -> GatewayError:
    return bad_input(
        "The chat knows no emoji of that name; give a name such as thumbsup",
        reason="bad_emoji",
        details=words,
    )


def _not_yours(words: list[str]) -> GatewayError:
    return permission_denied(
        "The chat does not let that message be edited: it is another account's, or too old",
        reason="not_editable",
        details=words,
    )


def _no_permission(words: list[str]) -> GatewayError:
    return permission_denied(
        "The chat does not let this account do that: it may have to be invited to the channel, or be given the "
        "permission by an administrator",
        reason="not_a_member",
        details=words,
    )


def _no_team(words: list[str]) -> GatewayError:
    return configuration_error(
        "The team that connection.team names was not found, or this account is not in it",
        reason="no_team",
        details=words,
    )


_BY_WORD: dict[str, Callable[[list[str]], GatewayError]] = {
    "can_not_post_to_deleted": _archived,
    "deleted_channel": _archived,
    "create_post.root_id": _not_a_root,
    "create_post.channel_root_id": _not_a_root,
    "create_post.parent_id": _not_a_root,
    "is_valid.message_length": _too_long,
    "is_valid.msg": _too_long,
    "is_valid.emoji_name": _bad_emoji,
    "emoji.get_by_name": _bad_emoji,
    "update_post.permissions": _not_yours,
    "permissions_time_limit": _not_yours,
    "api.context.permissions": _no_permission,
}
"""Parts of the vendor's stable words: https://github.com/mattermost/mattermost/blob/master/server/i18n/en.json"""


def _refused(words: list[str], _reply: Reply) -> GatewayError:
    return bad_input("The chat refused that; see its words below", reason="refused_by_chat", details=words)


def _forbidden(words: list[str], reply: Reply) -> GatewayError:
    if "json" not in reply.headers.get("content-type", ""):
        return permission_denied(
            "The request was forbidden, perhaps by a firewall in front of the chat", reason="blocked"
        )
    return _no_permission(words)


def _absent(_words: list[str], _reply: Reply) -> GatewayError:
    return not_found("That message")


def _conflict(words: list[str], _reply: Reply) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "Somebody changed the same thing just now; read it again, then repeat what is still wanted",
        reason="conflict",
        details=words,
    )


def _too_large(words: list[str], _reply: Reply) -> GatewayError:
    return bad_input("The chat refuses anything that large", reason="too_large", details=words)


def _unexpected(words: list[str], _reply: Reply) -> GatewayError:
    return upstream_error("The chat refused the request", reason="refused_by_chat", details=words)


_BY_STATUS: dict[int, Callable[[list[str], Reply], GatewayError]] = {
    400: _refused,
    403: _forbidden,
    404: _absent,
    409: _conflict,
    413: _too_large,
}

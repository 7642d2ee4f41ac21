"""Slack's own words about a rejection, which comes with status 200: read from its known error fields only.

https://docs.slack.dev/reference/methods/chat.postMessage#errors
"""

from __future__ import annotations

import re

from narrowgate_common.errors import (
    GatewayError,
    bad_input,
    configuration_error,
    not_found,
    permission_denied,
    upstream_error,
)
from narrowgate_common.operations import Ended
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request
from narrowgate_common.text import visible_ascii

_WORD = re.compile(r"[a-z0-9_]{1,80}", re.ASCII)
_WORDS_CHARS = 170
_MOST_MESSAGES = 3

_THROTTLED = {"ratelimited", "rate_limited"}
_IN_DOUBT = {"internal_error", "fatal_error", "service_unavailable", "request_timeout"}
"""The vendor documents of the first two that a part of the work may have been done."""

_CREDENTIAL = {
    "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "no_permission_token",
}  # fmt: skip
_ABSENT = {
    "channel_not_found": "That channel",
    "thread_not_found": "That thread",
    "message_not_found": "That message",
    "user_not_found": "That person",
    "users_not_found": "That person",
    "user_not_visible": "That person",
    "file_not_found": "That file",
    "file_deleted": "That file",
    "no_item_specified": "That message",
    "team_not_found": "That workspace",
}
_LONG = {"msg_too_long", "msg_blocks_too_long", "invalid_blocks", "file_upload_size_restricted"}
_FORBIDDEN = {
    "cant_update_message": "Only messages of this account can be edited",
    "edit_window_closed": "The workspace does not let messages be edited that long after they were sent",
    "cant_broadcast_message": "This account may not show that reply in the channel",
    "posting_to_channel_denied": "This account may not post files there",
    "user_disabled": "That person's account is deactivated",
    "method_not_supported_for_channel_type": "Such a conversation does not take that",
    "ekm_access_denied": "An administrator has suspended posting there",
    "access_denied": "The workspace does not let this account do that",
    "no_permission": "The workspace does not let this account do that",
    "org_login_required": "The workspace is being moved, and takes no requests now",
    "team_access_not_granted": "This app has no access to that workspace",
    "enterprise_is_restricted": "That cannot be done from an organisation's token",
}


def verdict(_request: Request, reply: Reply) -> Ended | None:
    """What `ok: false` proves. An answer of bytes or without content has no such word."""
    body = reply.known("ok")
    if body is not False:
        return None
    error = reply.known("error")
    if error in _THROTTLED:
        return Ended.THROTTLED
    return Ended.AMBIGUOUS if error in _IN_DOUBT else Ended.REJECTED


def explain(_request: Request, reply: Reply) -> GatewayError:
    """The category of a rejection, with the vendor's words marked as the vendor's."""
    error = error_of(reply)
    words = _words(error, reply)
    if error in _CREDENTIAL or (reply.status == 401 and not error):
        return configuration_error(
            "The chat does not accept this server's token; an administrator has to renew it",
            reason="credential_rejected",
        )
    if error in _ABSENT:
        return not_found(_ABSENT[error])
    if error == "missing_scope":
        return _missing_scope(reply)
    return _SPECIAL[error](words) if error in _SPECIAL else _general(error, words, reply)


def error_of(reply: Reply) -> str:
    """The vendor's word for it; empty where there is none."""
    found = reply.known("error")
    return found if isinstance(found, str) and _WORD.fullmatch(found) else ""


def _words(error: str, reply: Reply) -> list[str]:
    messages = reply.known("response_metadata", "messages")
    more = [each for each in messages if isinstance(each, str)] if isinstance(messages, list) else []
    told = [error, *more[:_MOST_MESSAGES]]
    return [f'chat says: "{visible_ascii(each, _WORDS_CHARS)}"' for each in told if each]


def _missing_scope(reply: Reply) -> GatewayError:
    needed = reply.known("needed")
    named = visible_ascii(needed, 100) if isinstance(needed, str) and needed else "a further one"
    return configuration_error(
        "This server's token lacks a scope; an administrator has to add it to the app and install it anew",
        reason="missing_scope",
        details=[f"the chat names the scope: {named}"],
    )


def not_a_member(words: list[str]) -> GatewayError:
    return permission_denied(
        "This account is not a member of that channel; somebody there has to invite it",
        reason="not_a_member",
        details=words,
    )


def _archived(words: list[str]) -> GatewayError:
    return bad_input(
        "That channel is archived; nothing can be written there", reason="archived", details=words
    )


def _empty(words: list[str]) -> GatewayError:
    return bad_input("The message is empty", reason="invalid_arguments", details=words)


def _user_tokens(words: list[str]) -> GatewayError:
    return configuration_error(
        "The chat offers that to users' tokens only, and this server has a bot's",
        reason="wrong_token_kind",
        details=words,
    )


def _emoji(words: list[str]) -> GatewayError:
    return bad_input("The workspace has no emoji of that name", reason="unknown_emoji", details=words)


def _already(words: list[str]) -> GatewayError:
    return bad_input("That reaction is there already", reason="already_reacted", details=words)


def _too_many(words: list[str]) -> GatewayError:
    return bad_input("The message has too many reactions already", reason="too_many", details=words)


_SPECIAL = {
    "not_in_channel": not_a_member,
    "is_archived": _archived,
    "no_text": _empty,
    "not_allowed_token_type": _user_tokens,
    "invalid_name": _emoji,
    "already_reacted": _already,
    "too_many_emoji": _too_many,
    "too_many_reactions": _too_many,
}


def _general(error: str, words: list[str], reply: Reply) -> GatewayError:
    if error in _FORBIDDEN or error.startswith("restricted_action"):
        message = _FORBIDDEN.get(error, "The channel's settings do not let this account write there")
        return permission_denied(message, reason="forbidden_by_chat", details=words)
    if error in _LONG:
        return bad_input("The chat refuses anything that large", reason="too_large", details=words)
    if error.startswith("invalid_") or error == "metadata_must_be_sent_from_app":
        return bad_input("The chat refused that; see its words below", reason=error, details=words)
    if reply.status == 403:
        return permission_denied(
            "The request was forbidden, perhaps by a firewall in front of the chat", reason="blocked"
        )
    return upstream_error("The chat refused the request", reason="refused_by_chat", details=words)

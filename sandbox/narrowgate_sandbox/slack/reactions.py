"""Reactions to messages."""

from __future__ import annotations

import re
from typing import Any

from narrowgate_sandbox.company.chat_records import Channel, ChatMessage
from narrowgate_sandbox.slack.arguments import TS
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.message_shape import shape

_NAME = re.compile(r"[a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?", re.ASCII)


def reactions_add(call: Call) -> dict[str, Any]:
    _, message = _message(call)
    if not call.chat.react(message, _name(call), call.member.id):
        raise SlackError("already_reacted")
    call.company.moment()
    return {}


def reactions_remove(call: Call) -> dict[str, Any]:
    _, message = _message(call)
    if not call.chat.unreact(message, _name(call), call.member.id):
        raise SlackError("no_reaction")
    call.company.moment()
    return {}


def reactions_get(call: Call) -> dict[str, Any]:
    channel, message = _message(call)
    return {"type": "message", "channel": channel.id, "message": shape(call, message)}


def _message(call: Call) -> tuple[Channel, ChatMessage]:
    ts = call.arguments.text("timestamp")
    if not ts or not call.arguments.given("channel"):
        raise SlackError("no_item_specified")
    channel = call.channel()
    if not TS.fullmatch(ts):
        raise SlackError("bad_timestamp")
    return channel, call.message(channel, "timestamp")


def _name(call: Call) -> str:
    said = call.arguments.text("name").strip(":")
    if not _NAME.fullmatch(said):
        raise SlackError("invalid_name")
    return said

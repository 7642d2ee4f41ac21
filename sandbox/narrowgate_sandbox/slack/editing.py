"""Changing a message, taking it back, and linking to it."""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.chat_records import Channel, ChatMessage
from narrowgate_sandbox.slack import content
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.message_shape import shape


def chat_update(call: Call) -> dict[str, Any]:
    """Text without blocks takes the blocks away, blocks without text leave the text."""
    channel = call.channel()
    message = _own(call, channel, "cant_update_message")
    if len(call.arguments.text("text")) > content.UPDATE_LIMIT:
        raise SlackError("msg_too_long")
    said = content.read(call)
    beside = content.metadata(call)
    given = call.arguments.given
    worded = given("text") or given("markdown_text")
    message.text = said.text if worded else message.text
    message.blocks = said.blocks if worded or given("blocks") else message.blocks
    if given("attachments"):
        message.attachments = said.attachments
    message.metadata = beside if given("metadata") else message.metadata
    message.pinged |= said.pinged
    message.edited = (call.member.id, call.chat.stamp(call.company.moment()))
    shown = shape(call, message, metadata=True)
    return {"channel": channel.id, "ts": message.ts, "text": message.text, "message": shown}


def chat_delete(call: Call) -> dict[str, Any]:
    channel = call.channel()
    message = _own(call, channel, "cant_delete_message")
    call.company.moment()
    call.chat.remove(channel, message)
    return {"channel": channel.id, "ts": message.ts}


def chat_get_permalink(call: Call) -> dict[str, Any]:
    channel = call.channel()
    message = call.message(channel, "message_ts")
    return {"channel": channel.id, "permalink": permalink(call, message)}


def permalink(call: Call, message: ChatMessage) -> str:
    """The address in the workspace; that of a reply names its thread."""
    place = f"archives/{message.channel}/p{message.ts.replace('.', '')}"
    thread = f"?thread_ts={message.thread_ts}&cid={message.channel}" if message.is_reply else ""
    return f"https://{call.chat.workspace.domain}.slack.com/{place}{thread}"


def _own(call: Call, channel: Channel, wrong: str) -> ChatMessage:
    """The message of the arguments, which has to be the caller's."""
    message = call.message(channel)
    if message.subtype == "tombstone":
        raise SlackError("message_not_found")
    if message.author.id != call.member.id:
        raise SlackError(wrong)
    return message

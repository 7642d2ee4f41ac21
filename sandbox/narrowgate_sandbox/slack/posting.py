"""Sending a message."""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.chat_records import Channel
from narrowgate_sandbox.slack import content
from narrowgate_sandbox.slack.arguments import TS
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.conversations import partner
from narrowgate_sandbox.slack.errors import SlackError
from narrowgate_sandbox.slack.message_shape import shape


def chat_post_message(call: Call) -> dict[str, Any]:
    channel = _destination(call)
    _check_may_post(call, channel)
    said = content.read(call)
    beside = content.metadata(call)
    thread = _thread(call)
    temper = call.chat.temper
    at = call.company.moment()
    message = call.chat.post(
        channel,
        call.member,
        said.text,
        at,
        blocks=said.blocks,
        attachments=said.attachments,
        pinged=said.pinged,
        metadata=beside,
        thread_ts=thread,
        broadcast=bool(thread) and call.arguments.flag("reply_broadcast"),
        unfurls=_unfurls(call),
        written=call.company.writes,
        unseen_reads=temper.unseen_replies if thread else temper.unseen_reads,
    )
    if message.broadcast:
        message.subtype = "thread_broadcast"
    return {"channel": channel.id, "ts": message.ts, "message": shape(call, message, metadata=True)}


def _thread(call: Call) -> str | None:
    """A number is no ts: such messages go to the channel, and the vendor says nothing about it."""
    value = call.arguments.raw("thread_ts")
    return value if isinstance(value, str) and TS.fullmatch(value) else None


def _unfurls(call: Call) -> bool:
    """Media are unfurled unless that is turned off, other links only when it is turned on."""
    said = call.arguments
    return said.flag("unfurl_links") or said.flag("unfurl_media", default=True)


def _destination(call: Call) -> Channel:
    """By id, by the name of a channel, or by the id of a person, whose direct conversation it is."""
    said = call.arguments.text("channel")
    if said.startswith("U") and call.chat.member(said):
        return call.chat.direct([call.member, partner(call, said)], call.company.clock.now)[0]
    found = call.visible(said) or call.chat.find(said.removeprefix("#").lower())
    if found is None or not call.sees(found):
        raise SlackError("channel_not_found")
    return found


def _check_may_post(call: Call, channel: Channel) -> None:
    if channel.archived:
        raise SlackError("is_archived")
    anywhere = not call.token.user and "chat:write.public" in call.token.scopes and channel.kind == "public"
    if not call.belongs(channel) and not anywhere:
        raise SlackError("not_in_channel")
    if channel.refuses and call.member.id != channel.creator:
        raise SlackError(channel.refuses)

"""Which conversations there are, who belongs to them, and opening direct ones."""

from __future__ import annotations

from itertools import islice
from typing import Any

from narrowgate_sandbox.company.chat_records import Channel, Member
from narrowgate_sandbox.slack import paging
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.channel_shape import shape
from narrowgate_sandbox.slack.errors import SlackError

_TYPES = {
    "public_channel": ("public", "channels:read"),
    "private_channel": ("private", "groups:read"),
    "mpim": ("group", "mpim:read"),
    "im": ("direct", "im:read"),
}
_MOST_IN_GROUP = 8


def conversations_list(call: Call) -> dict[str, Any]:
    asked = [one.strip() for one in call.arguments.text("types", "public_channel").split(",")]
    if any(one not in _TYPES for one in asked):
        raise SlackError("invalid_types")
    call.need(*(_TYPES[one][1] for one in asked))
    kinds = {_TYPES[one][0] for one in asked}
    archived = not call.arguments.flag("exclude_archived")
    known = [
        one
        for one in call.chat.channels.values()
        if one.kind in kinds and _listed(call, one, archived=archived)
    ]
    crowd = call.chat.temper.more_channels if "public" in kinds else 0

    def take(start: int, size: int) -> list[Channel]:
        rest = range(max(start - len(known), 0), min(max(start + size - len(known), 0), crowd))
        return [*known[start : start + size], *(call.chat.crowd_channel(one) for one in rest)]

    channels, cursor = paging.numbered(call, "team", 100, take)
    return {"channels": [shape(call, one, counted=True) for one in channels]} | paging.onward(cursor)


def _listed(call: Call, channel: Channel, *, archived: bool) -> bool:
    of_the_crowd = channel.name.startswith("crowd-")
    return call.sees(channel) and (archived or not channel.archived) and not of_the_crowd


def conversations_info(call: Call) -> dict[str, Any]:
    found = call.channel()
    call.need_for(found, "read")
    return {"channel": shape(call, found, counted=call.arguments.flag("include_num_members"))}


def conversations_members(call: Call) -> dict[str, Any]:
    found = call.channel()
    call.need_for(found, "read")
    members, cursor = paging.numbered(
        call, "member", 100, lambda start, size: list(islice(found.members, start, start + size))
    )
    return {"members": list(members)} | paging.onward(cursor)


def conversations_open(call: Call) -> dict[str, Any]:
    """Resumes a conversation by its id, or opens the one with certain people."""
    if call.arguments.given("channel"):
        found, known = call.channel(), True
        if found.kind not in ("direct", "group"):
            raise SlackError("method_not_supported_for_channel_type")
    else:
        people = _people(call)
        call.need("im:write" if len(people) <= 2 else "mpim:write")
        found, known = call.chat.direct(people, call.company.clock.now)
    whole = call.arguments.flag("return_im")
    shown = shape(call, found) if whole else {"id": found.id}
    return ({"no_op": True, "already_open": True} if known else {}) | {"channel": shown}


def _people(call: Call) -> list[Member]:
    """Everybody in the conversation to be, first who asks."""
    asked = [one.strip() for one in call.arguments.text("users").split(",") if one.strip()]
    if not asked:
        raise SlackError("users_list_not_supplied")
    if len(asked) > _MOST_IN_GROUP:
        raise SlackError("too_many_users")
    return [call.member, *(partner(call, one) for one in dict.fromkeys(asked) if one != call.member.id)]


def partner(call: Call, member_id: str) -> Member:
    """Somebody to talk to directly."""
    found = call.chat.member(member_id) if member_id.startswith("U") else None
    if found is None:
        raise SlackError("user_not_found")
    if not found.active:
        raise SlackError("user_disabled")
    if found.workspace:
        raise SlackError("user_not_visible")
    return found

"""A conversation as the vendor shows it: channels and group conversations have one shape, direct ones another."""

from __future__ import annotations

from narrowgate_sandbox.company.chat_records import Channel, Json
from narrowgate_sandbox.slack.call import Call


def shape(call: Call, channel: Channel, *, counted: bool = False) -> Json:
    """`counted` adds the number of members."""
    return _direct(call, channel) if channel.kind == "direct" else _open(call, channel, counted=counted)


def _direct(call: Call, channel: Channel) -> Json:
    other = next((one for one in channel.members if one != call.member.id), call.member.id)
    found = call.chat.member(other)
    return {
        "id": channel.id,
        "created": channel.created,
        "is_archived": channel.archived,
        "is_im": True,
        "is_org_shared": False,
        "user": other,
        "is_user_deleted": found is None or not found.active,
        "priority": 0,
    }


def _open(call: Call, channel: Channel, *, counted: bool) -> Json:
    home, away = call.chat.workspace.id, list(channel.shared_with)
    noted = {"creator": channel.creator, "last_set": channel.created}
    empty = {"value": "", "creator": "", "last_set": 0}
    said: Json = {
        "id": channel.id,
        "name": channel.name,
        "name_normalized": channel.name,
        "created": channel.created,
        "creator": channel.creator,
        "is_channel": channel.kind != "group",
        "is_group": False,
        "is_im": False,
        "is_mpim": channel.kind == "group",
        "is_private": channel.private,
        "is_archived": channel.archived,
        "is_general": channel.general,
        "is_shared": channel.shared,
        "is_ext_shared": channel.shared,
        "is_org_shared": False,
        "is_pending_ext_shared": False,
        "is_member": call.belongs(channel),
        "is_read_only": channel.refuses == "restricted_action_read_only_channel",
        "unlinked": 0,
        "pending_shared": [],
        "previous_names": [],
        "shared_team_ids": [home, *away],
        "topic": {"value": channel.topic, **noted} if channel.topic else empty,
        "purpose": {"value": channel.purpose, **noted} if channel.purpose else empty,
    }
    if channel.shared:
        said |= {"connected_team_ids": away, "conversation_host_id": home, "internal_team_ids": [home]}
    return said | ({"num_members": len(channel.members)} if counted else {})

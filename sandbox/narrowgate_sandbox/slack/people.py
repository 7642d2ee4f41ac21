"""Who asks, who is there, and the workspace they are in."""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.chat_records import Json, Member
from narrowgate_sandbox.slack import paging
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError

_UPDATED = 1_764_460_800
_COLOURS = ("9f69e7", "4bbe2e", "e7392d", "3c989f")


def auth_test(call: Call) -> dict[str, Any]:
    home, member = call.chat.workspace, call.member
    said = {
        "url": f"https://{home.domain}.slack.com/",
        "team": home.name,
        "user": member.handle,
        "team_id": home.id,
        "user_id": member.id,
        "is_enterprise_install": False,
    }
    return said | ({"bot_id": member.bot_id} if member.bot and not call.token.user else {})


def team_info(call: Call) -> dict[str, Any]:
    home = call.chat.workspace
    asked = call.arguments.text("team", home.id)
    if asked not in (home.id, *call.chat.others):
        raise SlackError("team_not_found")
    found = home if asked == home.id else call.chat.others[asked]
    shown = {"id": found.id, "name": found.name, "domain": found.domain, "email_domain": "", "icon": {}}
    return {"team": shown | {"icon": {"image_default": True}}}


def users_info(call: Call) -> dict[str, Any]:
    found = call.chat.member(call.arguments.text("user"))
    if found is None or not call.arguments.text("user").startswith("U"):
        raise SlackError("user_not_found")
    return {"user": shape(call, found)}


def users_lookup_by_email(call: Call) -> dict[str, Any]:
    found = call.chat.by_email(call.arguments.text("email")) if call.arguments.given("email") else None
    if found is None or not found.active or found.workspace:
        raise SlackError("users_not_found")
    return {"user": shape(call, found)}


def users_list(call: Call) -> dict[str, Any]:
    """Without a limit the vendor tries to give everybody, and gives up where there are many."""
    most = call.chat.people_count
    if not call.arguments.given("limit") and most > 10_000:
        raise SlackError("limit_required")
    members, cursor = paging.numbered(call, "user", 1000, call.chat.people)
    shapes = [shape(call, one) for one in members]
    return {"members": shapes, "cache_ts": int(call.company.clock.now.timestamp())} | paging.onward(cursor)


def shape(call: Call, member: Member) -> Json:
    """E-mail addresses are there for tokens that may read them, and for no bot."""
    said: Json = {
        "id": member.id,
        "team_id": member.workspace or call.chat.workspace.id,
        "name": member.handle,
        "deleted": not member.active,
        "profile": _profile(call, member),
        "is_bot": member.bot,
        "is_app_user": False,
        "updated": _UPDATED,
    }
    if not member.active:
        return said
    zone = {"tz": member.zone, "tz_label": member.zone, "tz_offset": member.offset_minutes * 60}
    ranks = ("is_admin", "is_owner", "is_primary_owner")
    said |= {"real_name": member.name, "color": _COLOURS[sum(member.id.encode()) % 4]} | zone
    said |= dict.fromkeys(ranks, False)
    said |= {"is_restricted": member.guest or member.visitor, "is_ultra_restricted": member.visitor}
    return said | ({"is_stranger": False} if member.workspace else {})


def _profile(call: Call, member: Member) -> Json:
    names = {"real_name": member.name, "real_name_normalized": member.name}
    shown = "" if member.bot else member.handle
    said: Json = {
        **names,
        "display_name": shown,
        "display_name_normalized": shown,
        "title": member.title,
        "phone": "",
        "skype": "",
        "status_text": "",
        "status_emoji": "",
        "avatar_hash": f"g{member.id[-6:].lower()}",
        "fields": None,
        "team": member.workspace or call.chat.workspace.id,
    }
    if member.bot:
        return said | {"bot_id": member.bot_id, "api_app_id": member.app_id, "always_active": True}
    hidden = not member.email or member.workspace or "users:read.email" not in call.token.scopes
    return said if hidden else said | {"email": member.email}

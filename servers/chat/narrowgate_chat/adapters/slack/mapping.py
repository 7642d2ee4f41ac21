"""Slack's JSON into the port's values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.mrkdwn import Names
from narrowgate_chat.adapters.slack.picking import flag, items, number, obj, text
from narrowgate_chat.adapters.slack.reading import markdown
from narrowgate_chat.port import Channel, File, Kind, Message, Reaction, User
from narrowgate_common.errors import upstream_error

STAMP_EVENT = "narrowgate_sent"
"""The type of metadata under which a stamp travels."""

_SHARED = ("is_ext_shared", "is_pending_ext_shared")
_GONE = "tombstone"


@dataclass(frozen=True, slots=True)
class Myself:
    """`home` is where the workspace is browsed, with a slash at the end; empty where it is not known."""

    user_id: str
    bot_id: str = ""
    home: str = ""
    handle: str = ""


def myself(raw: Any) -> Myself:
    user_id = pick.identity(raw, "user_id", pick.USER_ID)
    return Myself(user_id, pick.bot_id(raw), pick.site(raw), text(raw, "user"))


def user(raw: Any) -> User:
    profile = obj(raw, "profile")
    handle = text(profile, "display_name") or text(raw, "name")
    name = text(raw, "real_name") or text(profile, "real_name") or handle
    return User(
        pick.identity(raw, "id", pick.USER_ID),
        name,
        handle,
        text(profile, "email") or None,
        flag(raw, "is_bot"),
        not flag(raw, "deleted"),
    )


def handles(raw: Any) -> set[str]:
    """Everything by which people could call somebody, in small letters."""
    profile = obj(raw, "profile")
    found = (text(raw, "name"), text(profile, "display_name"), text(profile, "display_name_normalized"))
    return {each.casefold() for each in found if each}


def kind_of(raw: Any) -> Kind:
    if flag(raw, "is_im"):
        return Kind.DIRECT
    if flag(raw, "is_mpim"):
        return Kind.GROUP
    return Kind.PRIVATE if flag(raw, "is_private") or flag(raw, "is_group") else Kind.PUBLIC


def channel(raw: Any, names: Names, home: str) -> Channel:
    """A direct conversation is called by the other's handle; who asks is always a member of one."""
    channel_id = pick.identity(raw, "id", pick.CHANNEL_ID)
    kind = kind_of(raw)
    direct = kind is Kind.DIRECT
    return Channel(
        channel_id,
        f"@{names.user(text(raw, 'user'))}" if direct else text(raw, "name"),
        kind,
        f"{home}archives/{channel_id}" if home else "",
        text(obj(raw, "topic"), "value"),
        True if direct else _maybe(raw, "is_member"),
        flag(raw, "is_archived"),
        any(flag(raw, name) for name in _SHARED),
    )


def _maybe(raw: Any, name: str) -> bool | None:
    found = raw.get(name) if isinstance(raw, dict) else None
    return found if isinstance(found, bool) else None


def file(raw: Any) -> File:
    """One that the token may not see has an id and little else."""
    file_id = pick.identity(raw, "id", pick.FILE_ID)
    location = text(raw, "url_private_download") or text(raw, "url_private")
    filename = text(raw, "name") or text(raw, "title") or file_id
    return File(file_id, filename, number(raw, "size"), text(raw, "mimetype"), location)


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages of one channel. `me` is None where it was not asked who that is."""

    channel: str
    names: Names
    me: Myself

    def message(self, raw: Any) -> Message:
        """Raises upstream_error where it has no id."""
        ts = pick.identity(raw, "ts", pick.TS)
        thread = pick.maybe(raw, "thread_ts", pick.TS)
        root = thread if thread and thread != ts else None
        return Message(
            ts,
            self.channel,
            self._author(raw),
            pick.moment(ts),
            "" if text(raw, "subtype") == _GONE else markdown(raw, self.names),
            self.url(ts, root),
            ts,
            root,
            number(raw, "reply_count"),
            bool(obj(raw, "edited")),
            self._is_mine(raw),
            pick.readable(items(raw, "files"), file),
            pick.readable(items(raw, "reactions"), self._reaction),
            stamp_of(raw),
        )

    def url(self, ts: str, root: str | None) -> str:
        """https://docs.slack.dev/reference/methods/chat.getPermalink"""
        if not self.me.home:
            return ""
        thread = f"?thread_ts={root}&cid={self.channel}" if root else ""
        return f"{self.me.home}archives/{self.channel}/p{ts.replace('.', '')}{thread}"

    def _author(self, raw: Any) -> User:
        user_id = pick.maybe(raw, "user", pick.USER_ID)
        bot = pick.bot_id(raw)
        profile = obj(raw, "user_profile") or obj(raw, "bot_profile")
        handle = self.names.user(user_id) if user_id else ""
        given = text(profile, "real_name") or text(profile, "name") or text(raw, "username")
        known = handle if handle != user_id else ""
        return User(user_id or bot, given or known or user_id or bot, known, bot=bool(bot))

    def _is_mine(self, raw: Any) -> bool:
        user_id = text(raw, "user")
        return (
            user_id == self.me.user_id
            if user_id
            else bool(self.me.bot_id) and pick.bot_id(raw) == self.me.bot_id
        )

    def _reaction(self, raw: Any) -> Reaction:
        emoji = text(raw, "name")
        if not emoji:
            raise upstream_error("The chat's answer lacks a name it promises", reason="unreadable")
        return Reaction(emoji, number(raw, "count"), self.me.user_id in items(raw, "users"))


def stamp_of(raw: Any) -> str:
    metadata = obj(raw, "metadata")
    return text(obj(metadata, "event_payload"), "k") if text(metadata, "event_type") == STAMP_EVENT else ""

"""Matrix's events into the port's values: picked field by field, tolerant of null and of what should not be there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import quote

from narrowgate_chat.adapters.matrix.html_reading import markdown_of_html, markdown_of_plain
from narrowgate_chat.port import File, Message, Reaction, User
from narrowgate_common.errors import GatewayError, not_found, upstream_error

STAMP = "narrowgate.stamp"
"""The key of a message's content that holds our stamp."""

_SERVER = r"[A-Za-z0-9.\-\[\]:]{1,200}"
_EVENT = re.compile(rf"\$[A-Za-z0-9_\-+/=.]{{1,200}}(?::{_SERVER})?", re.ASCII)
_ROOM = re.compile(rf"![A-Za-z0-9_\-+=~]{{1,200}}(?::{_SERVER})?", re.ASCII)
_USER = re.compile(rf"@[a-zA-Z0-9._=/+\-]{{1,200}}:{_SERVER}", re.ASCII)
_ALIAS = re.compile(rf"#[^\s:#@!$/]{{1,200}}:{_SERVER}")
_MEDIA = re.compile(rf"mxc://({_SERVER})/([A-Za-z0-9_\-]{{1,255}})", re.ASCII)
_LAST_MOMENT = 253_402_300_799_999
_FILES = {"m.file", "m.image", "m.audio", "m.video"}
Json = Mapping[str, Any]
Made = TypeVar("Made")


def obj(raw: Any, *names: str) -> Json:
    for name in names:
        raw = raw.get(name) if isinstance(raw, dict) else None
    return raw if isinstance(raw, dict) else {}


def text(raw: Any, name: str) -> str:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, str) else ""


def number(raw: Any, name: str) -> int:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**15 else 0


def rows(raw: Any, name: str) -> list[Any]:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, list) else []


def is_event(value: str) -> bool:
    return _EVENT.fullmatch(value) is not None


def is_room(value: str) -> bool:
    return _ROOM.fullmatch(value) is not None


def is_user(value: str) -> bool:
    return _USER.fullmatch(value) is not None


def is_alias(value: str) -> bool:
    return _ALIAS.fullmatch(value) is not None


def checked(raw: Any, name: str, is_one: Callable[[str], bool]) -> str:
    """Raises upstream_error for what could be something else."""
    value = text(raw, name)
    if not is_one(value):
        raise upstream_error("The chat's answer names nothing by an id", reason="unreadable")
    return value


def readable(raw: Iterable[Any], make: Callable[[Any], Made]) -> tuple[Made, ...]:
    """What can be read of a list; one strange entry does not hide the others."""
    found: list[Made] = []
    for each in raw:
        try:
            found.append(make(each))
        except GatewayError:
            continue
    return tuple(found)


def moment(milliseconds: int) -> str:
    """ISO 8601 in UTC; empty for what is none."""
    if not 0 < milliseconds <= _LAST_MOMENT:
        return ""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{rest:03d}Z"


def server_of(identifier: str) -> str:
    return identifier.partition(":")[2]


def user(raw: Any, name: str = "user_id") -> User:
    user_id = checked(raw, name, is_user)
    shown = text(raw, "display_name") or text(raw, "displayname")
    return User(user_id, shown or user_id, user_id[1:])


def permalink(*parts: str) -> str:
    return "https://matrix.to/#/" + "/".join(quote(part, safe="") for part in parts)


def root_of(event: Any) -> str | None:
    relation = obj(event, "content", "m.relates_to")
    found = text(relation, "event_id")
    return found if text(relation, "rel_type") == "m.thread" and is_event(found) else None


def is_message(event: Any) -> bool:
    """What somebody wrote and is still there: no edit of another, no remainder of what was deleted."""
    content = obj(event, "content")
    is_edit = text(obj(content, "m.relates_to"), "rel_type") == "m.replace"
    known = text(event, "type") == "m.room.message" and is_event(text(event, "event_id"))
    return known and bool(text(content, "msgtype")) and not is_edit


def present(event: Any) -> Any:
    """Raises not_found for what is no message, or no longer one."""
    if not is_message(event):
        raise not_found("That message")
    return event


def shown_content(event: Any) -> tuple[Json, bool]:
    """As last edited, by the one who wrote it, and whether it was."""
    latest = obj(event, "unsigned", "m.relations", "m.replace")
    newer = obj(latest, "content", "m.new_content")
    if newer and text(latest, "sender") == text(event, "sender"):
        return newer, True
    return obj(event, "content"), False


def shown_text(content: Json) -> str:
    formatted = text(content, "formatted_body")
    if formatted and text(content, "format") == "org.matrix.custom.html":
        return markdown_of_html(formatted)
    body = text(content, "body")
    is_name = text(content, "msgtype") in _FILES and text(content, "filename") in ("", body)
    return "" if is_name else markdown_of_plain(body)


def message(
    event: Any, room: str, author: User, *, mine: str, reactions: tuple[Reaction, ...] = ()
) -> Message:
    event_id = checked(event, "event_id", is_event)
    content, edited = shown_content(event)
    return Message(
        event_id,
        room,
        author,
        moment(number(event, "origin_server_ts")),
        shown_text(content),
        permalink(room, event_id),
        event_id,
        root_of(event),
        number(obj(event, "unsigned", "m.relations", "m.thread"), "count"),
        edited,
        author.id == mine,
        readable([event], file) if text(content, "msgtype") in _FILES else (),
        reactions,
        stamp_of(event),
    )


def stamp_of(event: Any) -> str:
    return text(obj(event, "content"), STAMP)


def file(event: Any) -> File:
    """Goes by the id of its message, which holds one."""
    content, _ = shown_content(event)
    location, info = text(content, "url"), obj(content, "info")
    if _MEDIA.fullmatch(location) is None:
        raise upstream_error("The chat's answer names no file", reason="unreadable")
    name = text(content, "filename") or text(content, "body")
    event_id = checked(event, "event_id", is_event)
    return File(event_id, name, number(info, "size"), text(info, "mimetype"), location)


def media(location: str) -> tuple[str, str]:
    """The server and the id of what is stored. Raises upstream_error."""
    found = _MEDIA.fullmatch(location)
    if found is None:
        raise upstream_error("The chat's answer names no file", reason="unreadable")
    return found[1], found[2]

"""Mattermost's JSON into the port's values: picked field by field, tolerant of null and of what should not be there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import quote

from narrowgate_chat.port import Channel, File, Kind, Message, Reaction, User
from narrowgate_common.errors import GatewayError, not_found, upstream_error

STAMP = "narrowgate"
"""The key of a post's `props` that holds our stamp."""

_ID = re.compile(r"[a-z0-9]{26}", re.ASCII)
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,127}", re.ASCII)
_LAST_MOMENT = 253_402_300_799_999
_KINDS: Mapping[str, Kind] = {
    "O": Kind.PUBLIC,
    "P": Kind.PRIVATE,
    "G": Kind.GROUP,
    "D": Kind.DIRECT,
}
Json = Mapping[str, Any]
Made = TypeVar("Made")


def obj(raw: Any, name: str) -> Json:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, dict) else {}


def text(raw: Any, name: str) -> str:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, str) else ""


def number(raw: Any, name: str) -> int:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**15 else 0


def flag(raw: Any, name: str) -> bool:
    return isinstance(raw, dict) and raw.get(name) is True


def rows(raw: Any) -> list[Any]:
    """An answer that is a list. Raises upstream_error where it is none."""
    if not isinstance(raw, list):
        raise upstream_error("The chat's answer holds no list", reason="unreadable")
    return raw


def is_id(value: str) -> bool:
    return _ID.fullmatch(value) is not None


def is_name(value: str) -> bool:
    return _NAME.fullmatch(value) is not None


def identity(raw: Any, name: str = "id") -> str:
    """Raises upstream_error for what could be something else."""
    value = text(raw, name)
    if not is_id(value):
        raise upstream_error("The chat's answer names nothing by an id", reason="unreadable")
    return value


def maybe_identity(raw: Any, name: str) -> str | None:
    value = text(raw, name)
    return value if is_id(value) else None


def created(raw: Any) -> int:
    return number(raw, "create_at")


def moment(milliseconds: int) -> str:
    """ISO 8601 in UTC; empty for what is none."""
    if not 0 < milliseconds <= _LAST_MOMENT:
        return ""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{rest:03d}Z"


def readable(raw: Iterable[Any], make: Callable[[Any], Made]) -> tuple[Made, ...]:
    """What can be read of a list; one strange entry does not hide the others."""
    found: list[Made] = []
    for each in raw:
        try:
            found.append(make(each))
        except GatewayError:
            continue
    return tuple(found)


def posts(raw: Any) -> list[Any]:
    """The posts of a list as the vendor orders them. `posts` holds others as well: the roots of what is listed."""
    order, found = raw.get("order") if isinstance(raw, dict) else None, obj(raw, "posts")
    if not isinstance(order, list):
        raise upstream_error("The chat's answer holds no list", reason="unreadable")
    listed = (found[each] for each in order if isinstance(each, str) and each in found)
    return [each for each in listed if isinstance(each, dict) and text(each, "id") in order]


def is_message(post: Any) -> bool:
    """What somebody wrote, and is still there: the vendor's own notes (joins, renames) have a type of `system_`."""
    has_id = is_id(text(post, "id")) and is_id(text(post, "channel_id"))
    return has_id and not number(post, "delete_at") and not text(post, "type").startswith("system_")


def user(raw: Any) -> User:
    handle = text(raw, "username")
    whole = f"{text(raw, 'first_name')} {text(raw, 'last_name')}".strip()
    return User(
        identity(raw),
        whole or text(raw, "nickname") or handle,
        handle if is_name(handle) else "",
        text(raw, "email") or None,
        flag(raw, "is_bot"),
        not number(raw, "delete_at"),
    )


def channel(raw: Any, *, url: str, other: User | None = None, member: bool | None = None) -> Channel:
    """`other` is the person of a direct conversation, whose own name is made of two ids."""
    kind = _KINDS.get(text(raw, "type"), Kind.PRIVATE)
    name = text(raw, "display_name") if kind is Kind.GROUP else text(raw, "name")
    if kind is Kind.DIRECT and other is not None:
        name = f"@{other.handle or other.id}"
    return Channel(
        identity(raw),
        name,
        kind,
        url,
        text(raw, "header") or text(raw, "purpose"),
        True if kind in {Kind.DIRECT, Kind.GROUP} else member,
        bool(number(raw, "delete_at")),
        flag(raw, "shared"),
    )


def other_id(raw: Any, mine: str) -> str | None:
    """Whom a direct conversation is with: one's own id stands there twice in a conversation with oneself."""
    first, _, second = text(raw, "name").partition("__")
    if text(raw, "type") != "D" or not (is_id(first) and is_id(second)):
        return None
    return second if first == mine else first


def message(raw: Any, author: User, *, url: str, mine: str, position: str) -> Message:
    post_id, root = identity(raw), maybe_identity(raw, "root_id")
    return Message(
        post_id,
        identity(raw, "channel_id"),
        author,
        moment(created(raw)),
        shown_text(raw),
        url,
        position,
        None if root == post_id else root,
        number(raw, "reply_count") if root is None else 0,
        bool(number(raw, "edit_at")),
        text(raw, "user_id") == mine,
        readable(_files(raw), file),
        _reactions(raw, mine),
        stamp_of(raw),
    )


def stamp_of(raw: Any) -> str:
    return text(obj(raw, "props"), STAMP)


def shown_text(raw: Any) -> str:
    """A message without a text shows what integrations hang on it.

    https://developers.mattermost.com/integrate/reference/message-attachments/
    """
    written = text(raw, "message").replace("\r\n", "\n")
    if written:
        return written
    hung = obj(raw, "props").get("attachments")
    return "\n\n".join(filter(None, map(_attachment, hung))) if isinstance(hung, list) else ""


def _attachment(raw: Any) -> str:
    parts = [text(raw, name) for name in ("pretext", "title", "text")]
    fields = raw.get("fields") if isinstance(raw, dict) else None
    for each in fields if isinstance(fields, list) else []:
        value = each.get("value") if isinstance(each, dict) else None
        parts.append(f"{text(each, 'title')}: {value}" if isinstance(value, str | int) else "")
    return "\n".join(filter(None, parts)) or text(raw, "fallback")


def _files(raw: Any) -> list[Any]:
    found = obj(raw, "metadata").get("files")
    return found if isinstance(found, list) else []


def file(raw: Any) -> File:
    return File(identity(raw), text(raw, "name"), number(raw, "size"), text(raw, "mime_type"))


def _reactions(raw: Any, mine: str) -> tuple[Reaction, ...]:
    found = obj(raw, "metadata").get("reactions")
    listed = [each for each in found if text(each, "emoji_name")] if isinstance(found, list) else []
    counts = Counter(text(each, "emoji_name") for each in listed)
    own = {text(each, "emoji_name") for each in listed if text(each, "user_id") == mine}
    return tuple(Reaction(name, count, name in own) for name, count in counts.items())


def channel_url(site: str, team: str, raw: Any, other: User | None) -> str:
    if text(raw, "type") == "D":
        return f"{site}/{team}/messages/@{quote(other.handle)}" if other is not None and other.handle else ""
    name = text(raw, "name")
    return f"{site}/{team}/channels/{quote(name)}" if is_name(name) else ""


def present(raw: Any) -> Any:
    """Raises not_found for a message that was deleted, which some accounts may still read."""
    if number(raw, "delete_at"):
        raise not_found("That message")
    return raw

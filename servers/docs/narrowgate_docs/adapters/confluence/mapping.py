"""Confluence's JSON into the port's values: picked field by field, tolerant of null and of what should not be there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import parse_qs, quote, urlsplit

from narrowgate_common.errors import GatewayError, upstream_error
from narrowgate_docs.port import Attachment, PageRef, Space, Standing, User

_ID = re.compile(r"[1-9][0-9]{0,18}", re.ASCII)
_ATTACHMENT_ID = re.compile(r"(att)?[1-9][0-9]{0,18}", re.ASCII)
_SPACE = re.compile(r"~?[A-Za-z0-9_][A-Za-z0-9_:.@-]{0,254}", re.ASCII)
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})?",
    re.ASCII,
)
_SECONDS = len("2026-11-30T09:12:01")
_STANDINGS: Mapping[str, Standing] = {
    "current": Standing.CURRENT,
    "archived": Standing.ARCHIVED,
    "trashed": Standing.TRASHED,
    "deleted": Standing.TRASHED,
    "draft": Standing.DRAFT,
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
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12 else 0


def listed(raw: Any, name: str = "results") -> list[Any]:
    """The list that an answer promises. Raises upstream_error where there is none."""
    found = raw.get(name) if isinstance(raw, dict) else None
    if not isinstance(found, list):
        raise upstream_error("The wiki's answer holds no list", reason="unreadable")
    return found


def identity(raw: Any, name: str = "id") -> str:
    """An id as digits, which some answers give as a number. Raises upstream_error for what could be something else."""
    value = raw.get(name) if isinstance(raw, dict) else None
    found = str(value) if isinstance(value, (str, int)) else ""
    if not _ID.fullmatch(found):
        raise upstream_error("The wiki's answer names nothing by an id", reason="unreadable")
    return found


def maybe_identity(raw: Any, name: str) -> str | None:
    value = raw.get(name) if isinstance(raw, dict) else None
    found = str(value) if isinstance(value, (str, int)) else ""
    return found if _ID.fullmatch(found) else None


def space_key(raw: Any, name: str = "key") -> str:
    found = text(raw, name)
    if not _SPACE.fullmatch(found):
        raise upstream_error("The wiki's answer names no space", reason="unreadable")
    return found


def moment(raw: str) -> str:
    """A time as ISO 8601 in UTC; empty for what is none."""
    if not _MOMENT.fullmatch(raw):
        return ""
    try:
        found = datetime.fromisoformat(raw)
    except ValueError:
        return ""
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC).isoformat()[:_SECONDS] + "Z"


def standing(raw: Any) -> Standing:
    """What is not known takes no changes."""
    return _STANDINGS.get(text(raw, "status"), Standing.ARCHIVED)


def readable(raw: Iterable[Any], make: Callable[[Any], Made]) -> tuple[Made, ...]:
    """What can be read of a list; one strange entry does not hide the others."""
    found: list[Made] = []
    for each in raw:
        try:
            found.append(make(each))
        except GatewayError:
            continue
    return tuple(found)


def page_url(site: str, space: str, page_id: str) -> str:
    return f"{site}/spaces/{quote(space, safe='~')}/pages/{page_id}"


def next_token(raw: Any, names: tuple[str, ...]) -> str | None:
    """The parameters of the vendor's own link to the next page, and nothing else of it; None at the end."""
    link = text(obj(raw, "_links"), "next")
    if not link:
        return None
    asked = parse_qs(urlsplit(link).query)
    for name in names:
        if asked.get(name, [""])[0]:
            return asked[name][0]
    raise upstream_error("The wiki's list goes on in a way this server does not know", reason="unreadable")


def stored(raw: Any) -> str:
    """The body in storage format. Raises upstream_error where it did not come along."""
    value = obj(obj(raw, "body"), "storage").get("value")
    if not isinstance(value, str):
        raise upstream_error("The page came without its text", reason="unreadable")
    return value


def space(raw: Any, site: str) -> Space:
    key = space_key(raw)
    home = maybe_identity(raw, "homepageId") or maybe_identity(obj(raw, "homepage"), "id")
    return Space(key, text(raw, "name"), text(raw, "type"), f"{site}/spaces/{quote(key, safe='~')}", home)


def labels(raw: Any) -> tuple[str, ...]:
    found = raw.get("results") if isinstance(raw, dict) else None
    return (
        tuple(name for each in found or [] if (name := text(each, "name"))) if isinstance(found, list) else ()
    )


def attachment(raw: Any) -> Attachment:
    """Of either API: the second has its facts at the top, the first in `extensions`."""
    found = text(raw, "id")
    if not _ATTACHMENT_ID.fullmatch(found):
        raise upstream_error("The wiki's answer names no attachment", reason="unreadable")
    extensions, version = obj(raw, "extensions"), obj(raw, "version")
    return Attachment(
        id=found,
        filename=text(raw, "title"),
        size=number(raw, "fileSize") or number(extensions, "fileSize"),
        media_type=text(raw, "mediaType") or text(extensions, "mediaType"),
        created=moment(text(version, "createdAt") or text(version, "when")),
        author=text(obj(version, "by"), "displayName"),
        version=number(version, "number") or 1,
    )


def attachment_note(raw: Any) -> str:
    """What was written beside the version."""
    return (
        text(raw, "comment")
        or text(obj(raw, "extensions"), "comment")
        or text(obj(raw, "version"), "message")
    )


def user(raw: Any) -> User:
    """Cloud names people by account ids, Data Center by user names."""
    found = text(raw, "accountId") or text(raw, "username") or text(raw, "userKey")
    if not found:
        raise upstream_error("The wiki does not say who this account is", reason="unreadable")
    return User(found, text(raw, "displayName") or text(raw, "publicName") or found)


def first_api_page(raw: Any, site: str) -> PageRef:
    """A page as the first API and Data Center show it, with `space`, `version` and `ancestors` expanded."""
    page_id, key = identity(raw), space_key(obj(raw, "space"))
    above = raw.get("ancestors") if isinstance(raw, dict) else None
    parent = maybe_identity(above[-1], "id") if isinstance(above, list) and above else None
    return PageRef(
        page_id,
        text(raw, "title"),
        key,
        page_url(site, key, page_id),
        parent,
        standing(raw),
        moment(text(obj(raw, "version"), "when")),
    )


def path_of(raw: Any) -> tuple[str, ...]:
    above = raw.get("ancestors") if isinstance(raw, dict) else None
    return tuple(text(each, "title") for each in above) if isinstance(above, list) else ()

"""Confluence's JSON into the port's values, of the second API and of the first, which Data Center shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrowgate_common.errors import GatewayError, bad_input, upstream_error
from narrowgate_docs.adapters.confluence import originals
from narrowgate_docs.adapters.confluence.addresses import Web
from narrowgate_docs.adapters.confluence.passages import passages
from narrowgate_docs.adapters.confluence.picking import (
    attachment_identity,
    identity,
    items,
    listed,
    maybe_identity,
    moment,
    number,
    obj,
    readable,
    space_key,
    text,
)
from narrowgate_docs.port import Attachment, Comment, Hit, Location, PageRef, Space, Standing, User

_STANDINGS: Mapping[str, Standing] = {
    "": Standing.CURRENT,
    "current": Standing.CURRENT,
    "archived": Standing.ARCHIVED,
    "trashed": Standing.TRASHED,
    "deleted": Standing.TRASHED,
    "draft": Standing.DRAFT,
}
_INLINE = ("inline", "resolved")
"""What the first API calls the place of comments on words; resolved ones have a place of their own."""


def not_a_page() -> GatewayError:
    return bad_input(
        "That is a blog post or something else; this server works with pages", reason="not_a_page"
    )


def stored(raw: Any) -> str:
    """The body in storage format. Raises upstream_error where it did not come along."""
    value = obj(obj(raw, "body"), "storage").get("value")
    if not isinstance(value, str):
        raise upstream_error("The page came without its text", reason="unreadable")
    return value


def rendering(raw: Any, view: str) -> str:
    """The body as the vendor shows it. Raises upstream_error where it did not come along."""
    value = obj(obj(raw, "body"), view).get("value")
    if not isinstance(value, str):
        raise upstream_error("The page came without its rendering", reason="unreadable")
    return value


def standing(raw: Any) -> Standing:
    """What is not known takes no changes."""
    return _STANDINGS.get(text(raw, "status"), Standing.ARCHIVED)


def space(raw: Any, web: Web) -> Space:
    key = space_key(raw)
    home = maybe_identity(raw, "homepageId") or maybe_identity(obj(raw, "homepage"), "id")
    return Space(key, text(raw, "name"), text(raw, "type"), web.space(key), home)


def labels(raw: Any) -> tuple[str, ...]:
    """Those that everybody sees: others are somebody's favourites, or the system's."""
    found = (each for each in items(raw, "results") if text(each, "prefix") in ("", "global"))
    return tuple(name for each in found if (name := text(each, "name")))


def second_api_page(raw: Any, keys: Mapping[str, str], web: Web) -> PageRef:
    """A page that names its space by a number; `keys` are the keys by number."""
    page_id = identity(raw)
    key = keys.get(identity(raw, "spaceId"))
    if key is None:
        raise upstream_error("The wiki does not say which space a page is in", reason="unreadable")
    return PageRef(
        page_id,
        text(raw, "title"),
        key,
        web.page(key, page_id),
        maybe_identity(raw, "parentId"),
        standing(raw),
        moment(text(obj(raw, "version"), "createdAt")),
    )


def first_api_page(raw: Any, web: Web) -> PageRef:
    """A page with `space`, `version` and `ancestors` expanded."""
    page_id, key = identity(raw), space_key(obj(raw, "space"))
    above = items(raw, "ancestors")
    return PageRef(
        page_id,
        text(raw, "title"),
        key,
        web.page(key, page_id),
        maybe_identity(above[-1], "id") if above else None,
        standing(raw),
        moment(text(obj(raw, "version"), "when")),
    )


def made_page(raw: Any, space: str, title: str, parent: str | None, web: Web) -> PageRef:
    """A page as it was asked for, under the id that it got."""
    page_id = identity(raw)
    return PageRef(page_id, text(raw, "title") or title, space, web.page(space, page_id), parent)


def with_body(raw: Any, source: str) -> Any:
    """An answer to a write, with what was sent where it does not repeat it."""
    told = not isinstance(raw, dict) or obj(obj(raw, "body"), "storage")
    return raw if told else {**raw, "body": {"storage": {"value": source}}}


def hits(raw: Any, web: Web, words: str) -> tuple[Hit, ...]:
    return readable(listed(raw), lambda each: hit(each, web, words))


def hit(raw: Any, web: Web, words: str) -> Hit:
    """A search's row. Raises GatewayError for what is no page: spaces, comments, files."""
    if text(raw, "type") != "page":
        raise not_a_page()
    source = obj(obj(raw, "body"), "storage").get("value")
    return Hit(
        first_api_page(raw, web),
        passages(source, words) if isinstance(source, str) else (),
        labels(obj(obj(raw, "metadata"), "labels")),
        tuple(text(each, "title") for each in items(raw, "ancestors")),
        number(obj(raw, "version"), "number"),
    )


def second_api_comments(
    rows: Iterable[Any], page_id: str, location: Location, names: Mapping[str, str], web: Web
) -> tuple[Comment, ...]:
    return readable(rows, lambda each: second_api_comment(each, page_id, location, names, web))


def second_api_comment(
    raw: Any, page_id: str, location: Location, names: Mapping[str, str], web: Web
) -> Comment:
    """`names` are those of the authors by id; where one is not known the id stays."""
    source, version = stored(raw), obj(raw, "version")
    author, status = text(version, "authorId"), text(raw, "resolutionStatus")
    properties, comment_id = obj(raw, "properties"), identity(raw)
    return Comment(
        id=comment_id,
        page=page_id,
        url=web.comment(page_id, comment_id),
        location=location,
        author=names.get(author, author),
        created=moment(text(version, "createdAt")),
        body=originals.told(source),
        parent=maybe_identity(raw, "parentCommentId"),
        resolved=None if location == "footer" or not status else status == "resolved",
        anchor=text(properties, "inlineOriginalSelection") or text(properties, "inline-original-selection"),
        source=source,
    )


def first_api_comments(raw: Any, page_id: str, web: Web) -> tuple[Comment, ...]:
    return readable(listed(raw), lambda each: first_api_comment(each, page_id, web))


def first_api_comment(raw: Any, page_id: str, web: Web) -> Comment:
    extensions, version, history = obj(raw, "extensions"), obj(raw, "version"), obj(raw, "history")
    location: Location = "inline" if text(extensions, "location") in _INLINE else "footer"
    source, comment_id = stored(raw), identity(raw)
    above = items(raw, "ancestors")
    by = obj(history, "createdBy") or obj(version, "by")
    return Comment(
        id=comment_id,
        page=page_id,
        url=web.comment(page_id, comment_id),
        location=location,
        author=text(by, "displayName"),
        created=moment(text(history, "createdDate") or text(version, "when")),
        body=originals.told(source),
        parent=maybe_identity(above[-1], "id") if above else None,
        resolved=None if location == "footer" else _is_resolved(extensions),
        anchor=text(obj(extensions, "inlineProperties"), "originalSelection"),
        source=source,
    )


def _is_resolved(extensions: Any) -> bool:
    return "resolved" in (text(obj(extensions, "resolution"), "status"), text(extensions, "location"))


def attachment(raw: Any) -> Attachment:
    """Of either API: the second has its facts at the top, the first in `extensions`."""
    extensions, version = obj(raw, "extensions"), obj(raw, "version")
    return Attachment(
        id=attachment_identity(raw),
        filename=text(raw, "title"),
        size=number(raw, "fileSize") or number(extensions, "fileSize"),
        media_type=(text(raw, "mediaType") or text(extensions, "mediaType"))[:100],
        created=moment(text(version, "createdAt") or text(version, "when")),
        author=text(obj(version, "by"), "displayName"),
        version=number(version, "number") or 1,
    )


def attached(rows: Iterable[Any]) -> Attachment:
    """The file that an upload's answer shows. Raises upstream_error: nothing else says that it was taken."""
    for each in rows:
        if text(each, "type") == "attachment":
            return attachment(each)
    raise upstream_error("The wiki does not say what it attached", reason="unreadable")


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

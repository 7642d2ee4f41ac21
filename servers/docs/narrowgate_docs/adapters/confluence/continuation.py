"""Where a list goes on: the size it was begun with, and the one parameter of the vendor's own next link."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from narrowgate_common.errors import upstream_error
from narrowgate_docs.adapters.confluence import picking


def cut(token: str | None, limit: int) -> tuple[int, str | None]:
    """The size of the list's pages and the vendor's own token: a list that was begun with a size keeps it.

    Changing it while following a cursor skips and repeats entries at some sites.
    """
    if token is None:
        return limit, None
    size, _, rest = token.partition("|")
    return int(size), rest


def continued(size: int, raw: Any, name: str) -> str | None:
    """The token of the next page, None at the end: where there is no next link, however short the page is."""
    after = next_of(raw, name)
    return None if after is None else f"{size}|{after}"


def next_of(raw: Any, name: str) -> str | None:
    """That parameter of the next link, whatever host, path and others it names. Raises upstream_error without it."""
    link = picking.text(picking.obj(raw, "_links"), "next")
    if not link:
        return None
    for pair in _query(link).split("&"):
        found, _, value = pair.partition("=")
        if found == name and value:
            return unquote(value)  # a plus sign is part of a cursor
    raise upstream_error("The wiki's list goes on in a way this server does not know", reason="unreadable")


def _query(link: str) -> str:
    try:
        return urlsplit(link).query
    except ValueError:
        return ""

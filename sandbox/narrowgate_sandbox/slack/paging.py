"""Lists in pages, with cursors that mean nothing to those who carry them."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import SlackError

Item = TypeVar("Item")


def limit(call: Call, default: int) -> int:
    """How many entries a page has."""
    asked = call.arguments.number("limit", default, "invalid_limit")
    if asked < 0 or asked > 1000:
        raise SlackError("invalid_limit")
    return max(min(asked or default, call.chat.temper.most_per_page), 1)


def written(kind: str, place: str) -> str:
    return base64.b64encode(f"{kind}:{place}".encode()).decode()


def place(call: Call, kind: str) -> str:
    """Where a cursor stands, "" when there is none; one of another list is refused."""
    cursor = call.arguments.text("cursor")
    if not cursor:
        return ""
    try:
        said, _, found = base64.b64decode(cursor, validate=True).decode().partition(":")
    except ValueError as wrong:
        raise SlackError("invalid_cursor") from wrong
    if said != kind or not found:
        raise SlackError("invalid_cursor")
    return found


def emptied(call: Call) -> bool:
    """Whether this page is one of those that come empty."""
    if call.chat.temper.empty_pages <= 0:
        return False
    call.chat.temper.empty_pages -= 1
    return True


def numbered(
    call: Call, kind: str, default: int, take: Callable[[int, int], Sequence[Item]]
) -> tuple[Sequence[Item], str]:
    """A page of a list that is known by places, and the cursor to go on, "" at the end."""
    found = place(call, kind) or "0"
    if not found.isdigit():
        raise SlackError("invalid_cursor")
    start, size = int(found), limit(call, default)
    if emptied(call):
        return [], written(kind, str(start))
    ahead = take(start, size + 1)
    return ahead[:size], written(kind, str(start + size)) if len(ahead) > size else ""


def onward(cursor: str) -> dict[str, Any]:
    return {"response_metadata": {"next_cursor": cursor}}

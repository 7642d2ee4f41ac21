"""Lists in pieces: opaque cursors in the second API, `start` and `limit` in the first, a next link in both."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, TypeVar
from urllib.parse import urlencode

from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.web import Answer

One = TypeVar("One")
MOST = 250
_MOVING = ("cursor", "limit", "start", "next", "prev")


def listed(call: Call, values: Sequence[One], shape: Callable[[One], dict[str, Any]]) -> Answer:
    """A list of the second API: `_links.next` and a Link header as long as there is more."""
    asked = call.number("limit", 25)
    if not 1 <= asked <= MOST:
        raise WikiError(400, f"Provided value {{{asked}}} for 'limit' must be between 1 and {MOST}")
    start = start_of(call)
    part, after = piece(call, values, start, asked, continued=bool(call.argument("cursor")))
    links = {"base": call.site}
    headers = {}
    if after is not None:
        links["next"] = (
            f"{call.context}{_route(call)}?{_query(call, cursor=cursor_for(call, after), limit=asked)}"
        )
        headers = {"link": f'<{links["next"]}>; rel="next", <{call.site}>; rel="base"'}
    return Answer(200, {"results": [shape(one) for one in part], "_links": links}, headers)


def piece(
    call: Call, values: Sequence[One], start: int, asked: int, *, continued: bool
) -> tuple[Sequence[One], int | None]:
    """A part of the values, and where the next one begins: by the wiki's temper perhaps shorter than asked."""
    temper = call.wiki.temper
    if continued and temper.empty_pages > 0:
        temper.empty_pages -= 1
        return [], start
    size = min(asked, temper.most_per_page)
    shown = max(size - 1, 1) if temper.short_pages else size
    end = start + shown
    return values[start:end], end if end < len(values) else None


def numbered(
    call: Call, values: Sequence[One], shape: Callable[[One], dict[str, Any]], usual: int = 25
) -> Answer:
    """A list of the first API; the next link leaves the context path out, which is said beside it."""
    start, asked = call.number("start", 0), call.number("limit", usual)
    part, after = piece(call, values, start, asked, continued=start > 0)
    links = {"base": call.site, "context": call.context, "self": f"{call.site}{_route(call)}"}
    if after is not None:
        links["next"] = f"{_route(call)}?{_query(call, limit=asked, start=after)}"
    shapes = [shape(one) for one in part]
    size = min(asked, call.wiki.temper.most_per_page)
    return Answer(
        200, {"results": shapes, "start": start, "limit": size, "size": len(shapes), "_links": links}
    )


def _route(call: Call) -> str:
    """The address below the context path."""
    return call.route


def _query(call: Call, **more: Any) -> str:
    kept = [(name, value) for name, value in call.pairs() if name not in _MOVING]
    return urlencode([*kept, *more.items()])


def _digest(call: Call) -> str:
    kept = sorted((name, value) for name, value in call.pairs() if name not in _MOVING)
    return sha256(f"{call.route} {kept}".encode()).hexdigest()[:12]


def cursor_for(call: Call, start: int) -> str:
    said = json.dumps([_digest(call), start], separators=(",", ":"))
    return base64.urlsafe_b64encode(said.encode()).decode()


def start_of(call: Call) -> int:
    """Where the cursor says the piece begins; it belongs to one list with one set of filters."""
    cursor = call.argument("cursor")
    if not cursor:
        return 0
    try:
        digest, start = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (ValueError, TypeError, binascii.Error):
        digest, start = "", 0
    if digest != _digest(call) or type(start) is not int:
        raise WikiError(400, f"Invalid cursor provided: {cursor[:40]}")
    return start

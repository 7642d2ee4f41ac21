"""The homeserver's search, in rooms that are not encrypted.

https://spec.matrix.org/latest/client-server-api/#server-side-search
"""

from __future__ import annotations

from typing import Any

from narrowgate_chat.adapters.matrix import mapping, routes
from narrowgate_chat.adapters.matrix.asking import Asking
from narrowgate_chat.adapters.matrix.reading import Reading
from narrowgate_chat.port import Filter, Message
from narrowgate_common.errors import bad_input
from narrowgate_common.paging import Page
from narrowgate_common.routes import QueryValue


class Searching:
    """For the time of one call."""

    def __init__(self, asking: Asking, reading: Reading) -> None:
        self._asking = asking
        self._reading = reading

    async def page(self, wanted: Filter, limit: int, token: str | None) -> Page[Message]:
        """Newest first. Dates are no part of the vendor's search: pages may hold less than was asked for."""
        if not wanted.text.strip():
            raise bad_input("Give at least one word to search for", reason="invalid_arguments")
        query: dict[str, QueryValue] = {} if token is None else {"next_batch": token}
        asked = {"search_categories": {"room_events": _asked(wanted, limit)}}
        raw = await self._asking.json(routes.SEARCH, query=query, body=asked)
        found = mapping.obj(raw, "search_categories", "room_events")
        events = [mapping.obj(each, "result") for each in mapping.rows(found, "results")]
        messages = [one for each in events for one in await self._told(each)]
        kept = tuple(each for each in messages if _is_within(each, wanted))
        return Page(kept, mapping.text(found, "next_batch") or None)

    async def _told(self, event: Any) -> tuple[Message, ...]:
        room = mapping.text(event, "room_id")
        return await self._reading.told([event], room) if mapping.is_room(room) else ()


def _asked(wanted: Filter, limit: int) -> dict[str, Any]:
    chosen: dict[str, Any] = {"types": ["m.room.message"], "limit": limit}
    if wanted.channels:
        chosen["rooms"] = [each.id for each in wanted.channels]
    if wanted.author is not None:
        chosen["senders"] = [wanted.author.id]
    return {
        "search_term": wanted.text,
        "keys": ["content.body"],
        "order_by": "recent",
        "filter": chosen,
    }


def _is_within(message: Message, wanted: Filter) -> bool:
    day = message.at[:10]
    return not (wanted.after and day < wanted.after) and not (wanted.before and day >= wanted.before)

"""Conversations: their history, and what came after a position.

A position is the id of the event that was read last: what follows it is told by /context, which knows it even when
its words were deleted. Threads are told apart by what their messages relate to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from narrowgate_chat.adapters.matrix import filters, mapping, routes
from narrowgate_chat.adapters.matrix.asking import Asking
from narrowgate_chat.adapters.matrix.people import People
from narrowgate_chat.port import Message, Place, Reaction, Since
from narrowgate_common.errors import bad_input, upstream_error
from narrowgate_common.paging import Page
from narrowgate_common.routes import QueryValue

_AROUND = 40
"""Events around a position; half of them are later."""
_PER_PAGE = 100
_PAGES = 25
_LOOKED = 5
"""Pages looked through for a stamp, or for a page of a channel's own messages."""


class Reading:
    """What was written, for the time of one call. A channel's own messages are those that answer in no thread."""

    def __init__(self, asking: Asking, people: People) -> None:
        self._asking = asking
        self._people = people

    async def told(
        self, events: Sequence[Any], room: str, reactions: Mapping[str, tuple[Reaction, ...]] | None = None
    ) -> tuple[Message, ...]:
        """Events as messages, in the order given."""
        wanted = [each for each in events if mapping.is_message(each)]
        authors = await self._people.named(mapping.text(each, "sender") for each in wanted)
        mine = await self._people.my_id() if wanted else ""

        def made(event: Any) -> Message:
            author = authors[mapping.checked(event, "sender", mapping.is_user)]
            found = (reactions or {}).get(mapping.text(event, "event_id"), ())
            return mapping.message(event, room, author, mine=mine, reactions=found)

        return mapping.readable(wanted, made)

    async def one(self, room: str, event_id: str) -> Message:
        event = mapping.present(await self.event(room, event_id))
        found = await self.told([event], room)
        if not found:
            raise upstream_error("The chat's answer holds no message", reason="unreadable")
        return found[0]

    async def event(self, room: str, event_id: str) -> Any:
        if not mapping.is_event(event_id):
            raise bad_input("A message's id begins with $", reason="bad_identifier")
        return await self._asking.json(routes.EVENT, {"room": room, "event": event_id})

    async def _messages(self, room: str, **query: QueryValue) -> tuple[list[Any], str | None]:
        raw = await self._asking.json(routes.MESSAGES, {"room": room}, query)
        return mapping.rows(raw, "chunk"), mapping.text(raw, "end") or None

    async def history(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        if place.root is not None:
            return await self._thread_page(place.channel.id, place.root, limit, token)
        return await self._channel_page(place.channel.id, limit, token)

    async def _channel_page(self, room: str, limit: int, token: str | None) -> Page[Message]:
        """Newest first. Answers of threads stand between, so several pages may have to be read for one."""
        own: list[Any] = []
        seen: list[Any] = []
        for _ in range(_LOOKED):
            begun = {"from": token} if token is not None else {}
            events, token = await self._messages(
                room, dir="b", limit=_PER_PAGE, filter=filters.written(filters.EVERY), **begun
            )
            seen += events
            own += [each for each in events if mapping.is_message(each) and mapping.root_of(each) is None]
            if token is None or len(own) >= limit:
                break
        return Page(await self.told(own, room, _reactions(seen, await self._people.my_id())), token)

    async def _thread_page(self, room: str, root: str, limit: int, token: str | None) -> Page[Message]:
        query: dict[str, QueryValue] = {"dir": "f", "limit": min(limit, _PER_PAGE)}
        if token is not None:
            query["from"] = token
        raw = await self._asking.json(routes.THREAD, {"room": room, "event": root}, query)
        first = [await self.event(room, root)] if token is None else []
        events = [*first, *mapping.rows(raw, "chunk")]
        return Page(await self.told(events, room), mapping.text(raw, "next_batch") or None)

    async def since(self, place: Place, position: str) -> Since:
        if not mapping.is_event(position):
            raise bad_input("That cursor is none of this chat's", reason="stale_cursor")
        room = place.channel.id
        events = await self._after(room, position)
        ids = [mapping.text(each, "event_id") for each in events]
        last = next((each for each in reversed(ids) if mapping.is_event(each)), position)
        wanted = [each for each in events if mapping.root_of(each) == place.root]
        return Since(await self.told(wanted, room), last, last != position)

    async def _after(self, room: str, event_id: str) -> list[Any]:
        """The next events, as many as come at once; none only where none is left."""
        chosen = filters.written(filters.MESSAGES)
        query: dict[str, QueryValue] = {"limit": _AROUND, "filter": chosen}
        raw = await self._asking.json(routes.CONTEXT, {"room": room, "event": event_id}, query)
        events, token = mapping.rows(raw, "events_after"), mapping.text(raw, "end") or None
        for _ in range(_PAGES):
            if events or token is None:
                return events
            before = token
            events, token = await self._messages(
                room, dir="f", limit=_PER_PAGE, filter=chosen, **{"from": token}
            )
            if token == before:
                return events
        raise upstream_error(
            "More was written since than can be read at once; read the conversation instead",
            reason="too_much",
        )

    async def latest(self, place: Place) -> str:
        """The room's newest event of any kind: there is always one."""
        events, _ = await self._messages(place.channel.id, dir="b", limit=1)
        if not events:
            raise upstream_error("The chat shows nothing of that room", reason="unreadable")
        return mapping.checked(events[0], "event_id", mapping.is_event)

    async def find_sent(self, place: Place, stamp: str) -> Message | None:
        """Among the newest events of the room, those of its threads included."""
        room = place.channel.id
        token: str | None = None
        mine = await self._people.my_id()
        for _ in range(_LOOKED):
            begun = {"from": token} if token is not None else {}
            events, token = await self._messages(
                room, dir="b", limit=_PER_PAGE, filter=filters.written(filters.MESSAGES), **begun
            )
            sent = [each for each in events if mapping.text(each, "sender") == mine]
            found = await self.told([each for each in sent if mapping.stamp_of(each) == stamp], room)
            if found:
                return found[0]
            if token is None:
                break
        return None


def _reactions(events: Sequence[Any], mine: str) -> dict[str, tuple[Reaction, ...]]:
    """By message. They are newer than what they are about, so that they were met before it."""
    by: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for each in events:
        relation = mapping.obj(each, "content", "m.relates_to")
        if mapping.text(each, "type") == "m.reaction" and mapping.text(relation, "key"):
            by[mapping.text(relation, "event_id")][mapping.text(relation, "key")].add(
                mapping.text(each, "sender")
            )
    return {
        event_id: tuple(Reaction(key, len(people), mine in people) for key, people in keys.items())
        for event_id, keys in by.items()
    }

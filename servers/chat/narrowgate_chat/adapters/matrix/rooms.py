"""Where: rooms that this account has joined, as one sync tells of them.

What anybody may write into a room is no name to decide by: a room goes by an alias only where its homeserver says that
the alias leads to it, and by its own words only with its id behind them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from narrowgate_chat.adapters.matrix import filters, mapping, routes
from narrowgate_chat.adapters.matrix.asking import Asking
from narrowgate_chat.adapters.matrix.people import People
from narrowgate_chat.port import Channel, Kind, Name, User
from narrowgate_common.errors import Category, GatewayError, bad_input, not_found
from narrowgate_common.paging import Page

_PER_PAGE = 20
"""Rooms of one page: each takes a question about its alias."""
Rooms = Mapping[str, Any]


class RoomsOf:
    """For the time of one call."""

    def __init__(self, asking: Asking, people: People) -> None:
        self._asking = asking
        self._people = people

    async def _synced(self, ids: Sequence[str] | None) -> tuple[Rooms, Mapping[str, str]]:
        """Rooms by id, and of direct conversations with whom they are."""
        raw = await self._asking.json(routes.SYNC, query={"filter": filters.rooms(ids), "timeout": 0})
        joined = mapping.obj(raw, "rooms", "join")
        kept = {room: each for room, each in joined.items() if mapping.is_room(room)}
        events = mapping.rows(mapping.obj(raw, "account_data"), "events")
        contents = [
            mapping.obj(each, "content") for each in events if mapping.text(each, "type") == "m.direct"
        ]
        return kept, _direct(contents[-1] if contents else {})

    async def channel(self, name: Name) -> Channel:
        if name.id is not None:
            return await self.by_id(name.id)
        if name.person is not None:
            return await self._with(await self._people.user(name.person))
        return await self.by_id(await self._aliased(str(name.name)))

    async def by_id(self, room_id: str) -> Channel:
        if not mapping.is_room(room_id):
            raise bad_input("A room's id looks like !abc:example.com", reason="bad_identifier")
        rooms, direct = await self._synced([room_id])
        if room_id not in rooms:
            raise not_found("That room, among those that this account has joined,", reason="not_a_member")
        members = await self._asking.json(routes.MEMBERS, {"room": room_id})
        return await self._told(room_id, rooms[room_id], direct, mapping.obj(members, "joined"))

    async def _aliased(self, name: str) -> str:
        alias = f"#{name}" if ":" in name else f"#{name}:{await self._people.my_server()}"
        if not mapping.is_alias(alias):
            raise bad_input("A room goes by its alias, as in #name:example.com", reason="bad_identifier")
        raw = await self._asking.json(routes.ALIAS, {"alias": alias})
        return mapping.checked(raw, "room_id", mapping.is_room)

    async def _with(self, other: User) -> Channel:
        """The conversation there is: a read begins none."""
        direct = _direct(await self._direct_rooms())
        for room_id in [room for room, user_id in direct.items() if user_id == other.id]:
            try:
                found = await self.by_id(room_id)
            except GatewayError as error:
                if error.category is not Category.NOT_FOUND:
                    raise
            else:
                if found.kind is Kind.DIRECT:
                    return found
        raise not_found("A direct conversation with that person", reason="no_conversation")

    async def open_direct(self, other: User) -> Channel:
        try:
            return await self._with(other)
        except GatewayError as error:
            if error.reason != "no_conversation":
                raise
        body = {"preset": "trusted_private_chat", "is_direct": True, "invite": [other.id]}
        raw = await self._asking.json(routes.CREATE_ROOM, body=body, step="direct")
        room_id = mapping.checked(raw, "room_id", mapping.is_room)
        await self._remember_direct(other, room_id)
        return await self.by_id(room_id)

    async def _direct_rooms(self) -> Mapping[str, Any]:
        """What this account keeps of its direct conversations; nothing before there was one."""
        try:
            raw = await self._asking.json(routes.DIRECT_ROOMS, {"user": await self._people.my_id()})
        except GatewayError as error:
            if error.category is not Category.NOT_FOUND:
                raise
            return {}
        return raw if isinstance(raw, dict) else {}

    async def _remember_direct(self, other: User, room_id: str) -> None:
        held = dict(await self._direct_rooms())
        held[other.id] = [*mapping.rows(held, other.id), room_id]
        await self._asking.json(routes.SET_DIRECT_ROOMS, {"user": await self._people.my_id()}, body=held)

    async def page(self, text: str | None, limit: int, token: str | None) -> Page[Channel]:
        """In the order of their ids. Only joined rooms: others cannot be read."""
        rooms, direct = await self._synced(None)
        ids = sorted(room for room in rooms if token is None or room > token)
        size = min(limit, _PER_PAGE)
        shown = [await self._told(room, rooms[room], direct, None) for room in ids[:size]]
        wanted = (text or "").casefold().removeprefix("#")
        kept = tuple(each for each in shown if wanted in f"{each.name} {each.topic}".casefold())
        return Page(kept, ids[size - 1] if len(ids) > size else None)

    async def _told(
        self, room_id: str, raw: Any, direct: Mapping[str, str], joined: Mapping[str, Any] | None
    ) -> Channel:
        """Without the list of members, only those that the summary names tell whether others share it."""
        state = _state(raw)
        people = list(mapping.rows(mapping.obj(raw, "summary"), "m.heroes") if joined is None else joined)
        if joined is not None:
            self._people.learn(joined)
        mine = await self._people.my_server()
        shared = any(isinstance(each, str) and mapping.server_of(each) != mine for each in people)
        other = direct.get(room_id)
        kind = _kind(raw, state, is_direct=other is not None)
        alias = mapping.text(state.get("m.room.canonical_alias"), "alias")
        name = f"@{other[1:]}" if other and kind is Kind.DIRECT else await self._name(room_id, alias, state)
        return Channel(
            room_id,
            name,
            kind,
            mapping.permalink(room_id),
            mapping.text(state.get("m.room.topic"), "topic"),
            True,
            "m.room.tombstone" in state,
            shared,
            "m.room.encryption" in state,
        )

    async def _name(self, room_id: str, alias: str, state: Mapping[str, Any]) -> str:
        """Aliases of this account's own homeserver go without it, as people write them there."""
        if mapping.is_alias(alias) and await self._leads_to(alias, room_id):
            name, _, server = alias[1:].partition(":")
            return name if server == await self._people.my_server() else alias[1:]
        words = mapping.text(state.get("m.room.name"), "name")
        return f"{words} ({room_id})" if words else room_id

    async def _leads_to(self, alias: str, room_id: str) -> bool:
        try:
            raw = await self._asking.json(routes.ALIAS, {"alias": alias})
        except GatewayError as error:
            if error.category in {Category.CONFIGURATION_ERROR, Category.RATE_LIMITED}:
                raise
            return False
        return mapping.text(raw, "room_id") == room_id


def _direct(content: Mapping[str, Any]) -> dict[str, str]:
    """By room, with whom."""
    return {
        room: user_id
        for user_id in content
        if mapping.is_user(user_id)
        for room in mapping.rows(content, user_id)
        if isinstance(room, str) and mapping.is_room(room)
    }


def _state(raw: Any) -> dict[str, Mapping[str, Any]]:
    events = [
        *mapping.rows(mapping.obj(raw, "state"), "events"),
        *mapping.rows(mapping.obj(raw, "timeline"), "events"),
    ]
    return {
        mapping.text(each, "type"): mapping.obj(each, "content")
        for each in events
        if isinstance(each, dict) and each.get("state_key") == ""
    }


def _kind(raw: Any, state: Mapping[str, Any], *, is_direct: bool) -> Kind:
    """A conversation that others were let into is no longer one of two."""
    summary = mapping.obj(raw, "summary")
    people = mapping.number(summary, "m.joined_member_count") + mapping.number(
        summary, "m.invited_member_count"
    )
    if is_direct:
        return Kind.DIRECT if people <= 2 else Kind.GROUP
    is_public = mapping.text(state.get("m.room.join_rules"), "join_rule") == "public"
    return Kind.PUBLIC if is_public else Kind.PRIVATE

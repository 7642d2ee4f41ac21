"""Channels by id, name or person: looked for in a bounded number of pages, and remembered by name."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from narrowgate_chat.adapters.slack import mapping
from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.people import PAGE, PAGES, People
from narrowgate_chat.adapters.slack.routes import SLACK
from narrowgate_chat.port import Channel, Name, User
from narrowgate_common.errors import GatewayError, not_found
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.routes import Request

_CHANNELS = "public_channel,private_channel"
_EVERYTHING = "public_channel,private_channel,mpim,im"
_REMEMBERED = 5_000
_NOT_FOUND_HINT = (
    "Only a part of a large workspace is looked through: a channel's id or address always finds it"
)


@dataclass(frozen=True)
class Places:
    sender: Sender
    people: People

    async def channel(self, name: Name) -> Channel:
        if name.id is not None:
            return await self.by_id(name.id)
        if name.person is not None:
            return await self._with(await self.people.find(name.person))
        return await self._named((name.name or "").lower())

    async def by_id(self, channel_id: str) -> Channel:
        reply = await self.sender.send(Request(SLACK.channel, query={"channel": channel_id}))
        raw = pick.obj(reply.json, "channel")
        await self.people.meet([raw])
        return await self._made(raw)

    async def opened(self, user: User) -> Channel:
        """The vendor answers with the conversation there is, or begins one."""
        body = {"users": user.id, "return_im": True}
        reply = await self.sender.send(Request(SLACK.direct, json=body))
        raw = pick.obj(reply.json, "channel")
        return await self._made({"is_im": True, "user": user.id, **raw})

    async def listed(self, text: str | None, *, limit: int, token: str | None) -> Page[Channel]:
        """Goes on over pages without a hit, up to the bound; the token continues after that."""
        wanted = (text or "").strip().removeprefix("#").casefold()
        found: list[Channel] = []
        for _ in range(PAGES):
            raw = await self._page(_EVERYTHING, limit if text is None else PAGE, token)
            rows = pick.listed(raw, "channels")
            await self.people.meet([each for each in rows if pick.flag(each, "is_im")])
            found += [each for each in [await self._maybe(row) for row in rows] if each is not None]
            found = [each for each in found if wanted in each.name.casefold()]
            token = pick.next_cursor(raw)
            if found or token is None:
                break
        return Page(tuple(found), token)

    async def _maybe(self, raw: Any) -> Channel | None:
        try:
            return await self._made(raw)
        except GatewayError:
            return None

    async def _made(self, raw: Any) -> Channel:
        known = self.people.profile.known.get("me")
        home = known.home if isinstance(known, mapping.Myself) else ""
        found = mapping.channel(raw, self.people, home or f"{self.people.profile.site}/")
        self.people.remember_channel(found.id, found.name)
        return found

    async def _named(self, wanted: str) -> Channel:
        known = self._ids.get(wanted)
        if known is not None:
            found = await self.by_id(known)
            if found.name == wanted:
                return found
        async with aclosing(self._every(_CHANNELS)) as rows:
            async for raw in rows:
                if pick.text(raw, "name").lower() == wanted:
                    return self._remembered(await self._made(raw))
        raise not_found("That channel", details=[_NOT_FOUND_HINT])

    def _remembered(self, channel: Channel) -> Channel:
        self._ids[channel.name.lower()] = channel.id
        if len(self._ids) > _REMEMBERED:
            self._ids.pop(next(iter(self._ids)))
        return channel

    async def _with(self, user: User) -> Channel:
        """The conversation that there is. Raises not_found (`no_conversation`)."""
        async with aclosing(self._every("im")) as rows:
            async for raw in rows:
                if pick.text(raw, "user") == user.id:
                    return await self._made(raw)
        raise not_found(
            "A direct conversation with that person",
            reason="no_conversation",
            details=["send_message begins one"],
        )

    async def _every(self, types: str) -> AsyncGenerator[Any]:
        cursor: str | None = None
        for _ in range(PAGES):
            raw = await self._page(types, PAGE, cursor)
            for each in pick.listed(raw, "channels"):
                yield each
            cursor = pick.next_cursor(raw)
            if cursor is None:
                return

    async def _page(self, types: str, limit: int, cursor: str | None) -> Any:
        """Kinds that the token has no scope for are left out."""
        query: dict[str, Any] = {"types": types, "limit": limit} | ({"cursor": cursor} if cursor else {})
        try:
            return (await self.sender.send(Request(SLACK.channels, query=query))).json
        except GatewayError as error:
            if error.reason != "missing_scope" or "," not in types:
                raise
        query["types"] = "public_channel"
        return (await self.sender.send(Request(SLACK.channels, query=query))).json

    @property
    def _ids(self) -> dict[str, str]:
        found: dict[str, str] = self.people.profile.known.setdefault("channel_ids", {})
        return found

"""Reading conversations: pages, what came since, and where the end is. Positions are the vendor's own message ids.

A channel's history has no replies of threads, and every page of a thread begins with its root.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import anyio

from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.mapping import Messages
from narrowgate_chat.adapters.slack.people import People
from narrowgate_chat.adapters.slack.routes import SLACK
from narrowgate_chat.port import Message, Place, Since
from narrowgate_common.errors import GatewayError, not_found, upstream_error
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.routes import QueryValue, Request

_PAGE = 200
_MOST_PAGES = 25
_EMPTY_PAGES = 5
_LOOKED_THROUGH = 5
_FRESH_S = 1.0
_REMEMBERED = 200
_UNSPOKEN = {
    "channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name", "channel_archive",
    "channel_unarchive", "channel_convert_to_private", "channel_posting_permissions", "group_join", "group_leave",
    "group_topic", "group_purpose", "group_name", "group_archive", "group_unarchive", "pinned_item",
    "unpinned_item", "bot_add", "bot_remove", "tombstone", "reminder_add", "joiner_notification",
}  # fmt: skip
"""What the chat says by itself: nobody's reply."""


@dataclass(frozen=True, slots=True)
class Poll:
    """One read of what came after `oldest`, shared by those who wait for the same."""

    at: float
    oldest: str
    rows: tuple[Any, ...]


@dataclass
class Stretches:
    sender: Sender
    people: People
    clock: Callable[[], float] = time.monotonic
    waited: bool = False
    """Whether this call has waited already: then what another read a moment ago is as good."""

    async def messages(self, channel: str, rows: list[Any] | tuple[Any, ...]) -> tuple[Message, ...]:
        me = await self.people.me()
        await self.people.meet(rows)
        return pick.readable(rows, Messages(channel, self.people, me).message)

    async def one(self, channel: str, ts: str) -> Message:
        """A root or a reply: asked for as a thread, the id of either finds it."""
        query: dict[str, QueryValue] = {
            "channel": channel,
            "ts": ts,
            "limit": 1,
            "include_all_metadata": True,
        }
        found: list[Any] = []
        try:
            raw = (await self.sender.send(Request(SLACK.replies, query=query))).json
            found = [each for each in pick.listed(raw, "messages") if pick.text(each, "ts") == ts]
        except GatewayError as error:
            if error.reason is not None or str(error.category) != "not_found":
                raise
        messages = await self.messages(channel, found)
        if not messages:
            raise not_found("That message")
        return messages[0]

    async def page(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        rows: list[Any] = []
        begins = token is None
        for _ in range(_EMPTY_PAGES):
            raw = await self._asked(place, limit=limit, cursor=token)
            rows = self._rows(place, raw, root=begins)
            token = pick.next_cursor(raw)
            if rows or token is None:
                break
        return Page(await self.messages(place.channel.id, rows), token)

    def _rows(self, place: Place, raw: Any, *, root: bool) -> list[Any]:
        rows = pick.listed(raw, "messages")
        return rows if root else [each for each in rows if pick.text(each, "ts") != place.root]

    async def _asked(self, place: Place, *, limit: int, cursor: str | None, **more: Any) -> Any:
        query = {"channel": place.channel.id, "limit": limit, "include_all_metadata": True, **more}
        if cursor:
            query["cursor"] = cursor
        if place.root is None:
            return (await self.sender.send(Request(SLACK.history, query=query))).json
        return (await self.sender.send(Request(SLACK.replies, query={**query, "ts": place.root}))).json

    async def latest(self, place: Place) -> str:
        raw = await self._asked(place, limit=1, cursor=None)
        found = [pick.maybe(each, "ts", pick.TS) for each in pick.listed(raw, "messages")]
        found += [
            pick.maybe(each, "latest_reply", pick.TS) for each in pick.listed(raw, "messages") if place.root
        ]
        return max([*found, place.root or pick.BEGINNING])

    async def since(self, place: Place, position: str) -> Since:
        """Everything after the position, in one answer: the vendor may list from either end."""
        rows = await self._merged(place, position)
        fresh = {ts: each for each in rows if (ts := pick.maybe(each, "ts", pick.TS)) > position}
        ordered = [fresh[ts] for ts in sorted(fresh) if ts != place.root]
        spoken = [each for each in ordered if pick.text(each, "subtype") not in _UNSPOKEN]
        messages = await self.messages(place.channel.id, spoken) if spoken else ()
        return Since(messages, max(fresh, default=position))

    async def _merged(self, place: Place, position: str) -> tuple[Any, ...]:
        """Those who wait for one conversation at the same time read it once."""
        key = (place.channel.id, place.root)
        lock: anyio.Lock = self._memory("locks").setdefault(key, anyio.Lock())
        async with lock:
            last: Poll | None = self._memory("polls").get(key)
            if self.waited and last and last.oldest <= position and self.clock() - last.at < _FRESH_S:
                return last.rows
            began = self.clock()
            rows = tuple(await self._after(place, position))
            self._memory("polls")[key] = Poll(began, position, rows)
        return rows

    def _memory(self, name: str) -> dict[Any, Any]:
        found: dict[Any, Any] = self.people.profile.known.setdefault(name, {})
        if len(found) > _REMEMBERED:
            found.clear()
        return found

    async def _after(self, place: Place, position: str) -> list[Any]:
        rows: list[Any] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            raw = await self._asked(place, limit=_PAGE, cursor=cursor, oldest=position)
            rows += self._rows(place, raw, root=False)
            cursor = pick.next_cursor(raw)
            if cursor is None:
                return rows
        raise upstream_error(
            "More was written since then than can be caught up with; read the channel from its end instead",
            reason="too_much",
        )

    async def sought(self, place: Place, is_it: Callable[[Any], bool]) -> Message | None:
        """The message that `is_it`: among a channel's last thousand, in a thread among its first five thousand.

        No clock bounds the look: ours need not be the vendor's.
        """
        cursor: str | None = None
        for _ in range(_LOOKED_THROUGH if place.root is None else _MOST_PAGES):
            raw = await self._asked(place, limit=_PAGE, cursor=cursor)
            found = [each for each in pick.listed(raw, "messages") if is_it(each)]
            if found:
                return next(iter(await self.messages(place.channel.id, found)), None)
            cursor = pick.next_cursor(raw)
            if cursor is None:
                return None
        return None


Sleep = Callable[[float], Awaitable[None]]
_INTERVALS_S = (2.0, 3.0, 5.0, 8.0, 10.0)
_SPACING_S = 2.0
"""Between two polls of one token, whatever they are for: 30 a minute, where the vendor allows 50."""


@dataclass
class Patience:
    """How long one call waits between two polls: longer each time, and longer the more conversations are waited for."""

    known: dict[str, Any]
    sleep: Sleep
    turns: int = 0

    async def wait(self, key: Any, seconds: float) -> None:
        waiting: dict[Any, int] = self.known.setdefault("waiting", {})
        waiting[key] = waiting.get(key, 0) + 1
        try:
            interval = max(_INTERVALS_S[min(self.turns, len(_INTERVALS_S) - 1)], _SPACING_S * len(waiting))
            self.turns += 1
            await self.sleep(max(min(interval, seconds), 0.0))
        finally:
            waiting[key] -= 1
            if not waiting[key]:
                del waiting[key]

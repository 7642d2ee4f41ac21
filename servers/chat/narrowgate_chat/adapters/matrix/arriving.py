"""Waiting by a sync that the homeserver holds back until something is there.

What it says is only a reason to look: what came is told by reading, gaps included.
"""

from __future__ import annotations

from collections.abc import Mapping

import anyio

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.matrix import filters, mapping, routes
from narrowgate_chat.adapters.matrix.asking import Asking
from narrowgate_chat.adapters.matrix.reading import Reading
from narrowgate_chat.port import Place
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.routes import QueryValue

_LONGEST_S = 25.0
"""What the homeserver is asked to hold a sync back at most."""
_WITHOUT_S = 3.0
"""How long to wait before the next look where the homeserver did not answer."""


class Arriving:
    """For the time of one call."""

    def __init__(self, asking: Asking, reading: Reading, profile: Profile) -> None:
        self._asking = asking
        self._reading = reading
        self._sleep = profile.sleep
        self._batches: dict[str, str] = {}

    async def wait(self, places: Mapping[Place, str], seconds: float) -> None:
        """Until something may have come, or the time is over. Raises where the credential is refused."""
        with anyio.move_on_after(seconds):
            try:
                for room in {place.channel.id for place in places}:
                    await self._told(room, places, seconds)
            except GatewayError as error:
                if error.category is Category.CONFIGURATION_ERROR:
                    raise
                await self._sleep(_WITHOUT_S)

    async def _told(self, room: str, places: Mapping[Place, str], seconds: float) -> None:
        """What came between the last reading and the first sync is told by no sync, so that it is looked for."""
        if room not in self._batches:
            await self._sync(room, 0)
            if await self._came_before(places):
                return
        await self._sync(room, min(seconds, _LONGEST_S))

    async def _sync(self, room: str, seconds: float) -> None:
        query: dict[str, QueryValue] = {"filter": filters.arrivals(room), "timeout": int(seconds * 1000)}
        if room in self._batches:
            query["since"] = self._batches[room]
        raw = await self._asking.json(routes.SYNC, query=query)
        self._batches[room] = mapping.text(raw, "next_batch")

    async def _came_before(self, places: Mapping[Place, str]) -> bool:
        for place, position in places.items():
            since = await self._reading.since(place, position)
            if since.messages or since.more:
                return True
        return False

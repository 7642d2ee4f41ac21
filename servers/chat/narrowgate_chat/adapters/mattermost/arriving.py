"""Waiting by the websocket: https://developers.mattermost.com/api-documentation/#websocket

What it says is only a reason to look: whether something came is told by reading. That is done once the connection
stands, since what came before is not told, and by the caller after every gap in the numbers and every lost connection.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

import anyio

from narrowgate_chat.adapters.mattermost import mapping, routes
from narrowgate_chat.adapters.mattermost.reading import Reading
from narrowgate_chat.port import Place
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.outbound import Sender
from narrowgate_common.routes import Request

_WITHOUT_S = 3.0
"""How long to wait before the next look where there is no websocket, or it was lost."""


class Arriving:
    """For the time of one call."""

    def __init__(self, sender: Sender, reading: Reading, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._sender = sender
        self._sleep = sleep
        self._reading = reading

    async def wait(self, places: Mapping[Place, str], seconds: float) -> None:
        """Until something may have come, or the time is over. Raises where the credential is refused."""
        with anyio.move_on_after(seconds):
            if not await self._told(places):
                await self._sleep(_WITHOUT_S)

    async def _told(self, places: Mapping[Place, str]) -> bool:
        """Whether there is a reason to look at once; else the connection was lost."""
        expected = 0
        try:
            async with aclosing(self._sender.listen(Request(routes.LISTEN))) as events:
                async for event in events:
                    number = mapping.number(event, "seq")
                    if number != expected or _concerns(event, places):
                        return True
                    expected = number + 1
                    if mapping.text(event, "event") == "hello" and await self._came_before(places):
                        return True
        except GatewayError as error:
            if error.category is Category.CONFIGURATION_ERROR:
                raise
        return False

    async def _came_before(self, places: Mapping[Place, str]) -> bool:
        for place, position in places.items():
            since = await self._reading.since(place, position)
            if since.messages or since.more:
                return True
        return False


def _concerns(event: Any, places: Mapping[Place, str]) -> bool:
    """A new post in one of the places. What cannot be read may be one."""
    if mapping.text(event, "event") != "posted":
        return False
    try:
        post = json.loads(mapping.text(mapping.obj(event, "data"), "post"))
    except (ValueError, RecursionError):
        return True
    channel, root = mapping.text(post, "channel_id"), mapping.maybe_identity(post, "root_id")
    return any(place.channel.id == channel and place.root == root for place in places)

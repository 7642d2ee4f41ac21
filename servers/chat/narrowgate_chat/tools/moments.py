"""Where a reader stands in a conversation: what a wait goes on from. No server remembers it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from narrowgate_chat.port import Channel, Place
from narrowgate_chat.tools.desk import Desk

_TOOL = "wait_for_reply"


@dataclass(frozen=True, slots=True)
class Moment:
    """A channel's id, and for each of its conversations that are watched the position that was read to.

    A root of None stands for the channel's own messages.
    """

    channel: str
    positions: Mapping[str | None, str]

    def sealed(self, desk: Desk) -> str:
        token = json.dumps([self.channel, *self.positions.items()], separators=(",", ":"))
        return desk.house.cursors.seal(_TOOL, desk.principal, "", token)

    @classmethod
    def opened(cls, cursor: str, desk: Desk) -> Moment:
        """Raises bad_input (`stale_cursor`)."""
        token = desk.house.cursors.open(cursor, _TOOL, desk.principal, "")
        channel, *pairs = json.loads(token)
        return cls(channel, dict(pairs))

    def places(self, channel: Channel) -> dict[Place, str]:
        return {Place(channel, root): position for root, position in self.positions.items()}


def looks_like_cursor(text: str) -> bool:
    """Ours have none of the characters by which messages are named."""
    return len(text) > 40 and not set(text) & set("/:.$#@! ")

"""wait_for_reply: reads at once, waits by the vendor's best means, reads once more; loses nothing, repeats nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from narrowgate_chat.port import Channel, Message, Place
from narrowgate_chat.tools import shapes
from narrowgate_chat.tools.arguments import WaitForReply
from narrowgate_chat.tools.desk import Desk, thread_of
from narrowgate_chat.tools.moments import Moment, looks_like_cursor
from narrowgate_common.errors import bad_input
from narrowgate_common.room import SPARE, cost, prefix
from narrowgate_common.tools import Data

_BEAT_S = 10.0
"""How often a client that wants to hear of the progress does."""


async def wait_for_reply(arguments: WaitForReply, desk: Desk) -> Data:
    channel, moment = await _begun(arguments.after, desk)
    if channel.encrypted:
        raise bad_input(
            "That room is encrypted end to end, and this server cannot read it", reason="encrypted"
        )
    wanted = frozenset([(await desk.chat.user(each.removeprefix("@"))).id for each in arguments.authors])
    wait = _Wait(desk, channel, wanted, dict(moment.places(channel)), arguments.timeout_s)
    messages = await wait.until_something()
    return wait.told(messages)


async def _begun(after: str, desk: Desk) -> tuple[Channel, Moment]:
    if looks_like_cursor(after):
        moment = Moment.opened(after, desk)
        return await desk.channel_by_id(moment.channel), moment
    channel, message = await desk.message(after)
    place = thread_of(channel, message)
    return channel, Moment(channel.id, {place.root: message.position})


@dataclass
class _Wait:
    """One wait: the places and how far each was read."""

    desk: Desk
    channel: Channel
    authors: frozenset[str]
    """Whose messages are waited for; everybody's but our own when empty."""
    positions: dict[Place, str]
    timeout_s: float
    _began: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._began = self.desk.deadline.remaining()

    @property
    def waited(self) -> float:
        """Seconds since it began."""
        return self._began - self.desk.deadline.remaining()

    async def until_something(self) -> list[Message]:
        """The replies, or none when the time is over: read before the first wait and after the last."""
        while True:
            found = await self._read()
            left = self.timeout_s - self.waited
            if found or left <= 0:
                return found
            await self._tell()
            await self.desk.chat.arrival(self.positions, min(left, _BEAT_S))

    async def _read(self) -> list[Message]:
        """Everything new in every place; positions go on over what nobody waits for."""
        found: list[Message] = []
        for place in list(self.positions):
            more = True
            while more and not found:
                since = await self.desk.chat.since(place, self.positions[place])
                found += [each for each in since.messages if self._is_wanted(each)]
                self.positions[place] = since.position
                more = since.more
        return sorted(found, key=lambda each: each.at)

    def _is_wanted(self, message: Message) -> bool:
        if self.authors:
            return message.author.id in self.authors
        return not message.mine

    async def _tell(self) -> None:
        if self.desk.progress is not None:
            await self.desk.progress(round(self.waited, 1), float(self.timeout_s), "waiting for a reply")

    def told(self, messages: Sequence[Message]) -> Data:
        positions = {place.root: position for place, position in self.positions.items()}
        return {
            "status": "reply" if messages else "timeout",
            "messages": _fitting(messages, self.desk.house.max_result_chars),
            "wait_cursor": Moment(self.channel.id, positions).sealed(self.desk),
            "waited_s": round(self.waited, 1),
        }


def _fitting(messages: Sequence[Message], room: int) -> list[Data]:
    """All of them, each with its share of the room: what was read is not read again."""
    share = (room - SPARE) // max(len(messages), 1)
    rows = []
    for each in messages:
        rest = share - cost(shapes.message(each, ""))
        text = prefix(each.text, max(rest, 100))
        row = shapes.message(each, text.text)
        rows.append({**row, "truncated": True} if text.truncated else row)
    return rows

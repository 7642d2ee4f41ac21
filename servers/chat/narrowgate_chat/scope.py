"""The channels this server is confined to: judged by what a name resolved to, on every path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrowgate_chat.port import Kind
from narrowgate_common.errors import GatewayError, not_found

if TYPE_CHECKING:
    from narrowgate_chat.port import Channel, Message

_DIRECT = {Kind.DIRECT, Kind.GROUP}


@dataclass(frozen=True, slots=True)
class Scope:
    """`ids` and `names` are what the configuration lists, None for every channel. Names are compared whole."""

    ids: frozenset[str] | None = None
    names: frozenset[str] = frozenset()
    direct_messages: bool = True

    @classmethod
    def of(cls, channels: Iterable[str] | None, *, direct_messages: bool) -> Scope:
        """`#name` is a name, anything else an id."""
        if channels is None:
            return cls(None, frozenset(), direct_messages)
        listed = frozenset(channels)
        names = frozenset(each[1:] for each in listed if each.startswith("#"))
        return cls(frozenset(each for each in listed if not each.startswith("#")), names, direct_messages)

    def admits(self, channel: Channel) -> bool:
        if channel.kind in _DIRECT:
            return self.direct_messages
        return self.ids is None or channel.id in self.ids or channel.name in self.names

    def confined(self, channel: Channel) -> Channel:
        """Outside is answered exactly like absent. Raises not_found."""
        if not self.admits(channel):
            raise absent()
        return channel

    def of_channel(self, message: Message, channel: Channel) -> Message:
        """A message answers for its channel only if it is in it. Raises not_found."""
        if message.channel != channel.id:
            raise not_found("That message in that channel")
        return message


def absent() -> GatewayError:
    return not_found("That channel")

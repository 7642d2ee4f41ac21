"""What the tools ask of any team chat, in its users' words and no vendor's.

Strings that a person could have written are vendor text and untrusted; ids, `url`, positions and times are checked by
the adapter that built the value. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from narrowgate_common.paging import Page


class Kind(StrEnum):
    """What kind of place a channel is."""

    PUBLIC = "public"
    PRIVATE = "private"
    GROUP = "group"
    """A direct conversation of more than two."""
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class User:
    """`handle` is what people write after an `@`."""

    id: str
    name: str
    handle: str = ""
    email: str | None = None
    bot: bool = False
    active: bool = True


@dataclass(frozen=True, slots=True)
class Channel:
    """A place for messages. `shared`: people of other companies are in it."""

    id: str
    name: str
    kind: Kind
    url: str = ""
    topic: str = ""
    member: bool | None = None
    """None where the vendor does not tell."""
    archived: bool = False
    shared: bool = False
    encrypted: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation: a channel, or the thread below one of its messages."""

    channel: Channel
    root: str | None = None
    """The id of the message that the thread hangs on."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a message; its bytes come from `download`."""

    id: str
    filename: str
    size: int
    media_type: str
    location: str = field(default="", repr=False)
    """The adapter's own: what `download` needs besides the id."""


@dataclass(frozen=True, slots=True)
class Reaction:
    emoji: str
    count: int
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `position` orders it in its place, as the adapter writes it."""

    id: str
    channel: str
    author: User
    at: str
    text: str
    """Markdown of the dialect, mentions by name."""
    url: str
    position: str
    root: str | None = None
    """The message whose thread this one answers in; None for a message of the channel itself."""
    replies: int = 0
    edited: bool = False
    mine: bool = False
    files: tuple[File, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    stamp: str = ""
    """What this product put on it when it was sent, where the vendor keeps that."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody, or everybody of a channel, that a text shall ping: only who stands here is."""

    label: str
    """As it stands in the text, after the `@`."""
    user: User | None = None
    """None: everybody in the channel (`channel`), or everybody who is there now (`here`)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One message's worth of a text as the vendor takes it, and the Markdown it will read as."""

    markdown: str
    native: Any = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Written:
    """A text as it will be sent: in as many messages as the vendor's limit needs."""

    pieces: tuple[Piece, ...]
    notes: tuple[str, ...] = ()
    """What the vendor's format holds only in another form."""


@dataclass(frozen=True, slots=True)
class Name:
    """A channel as people name it: exactly one of these."""

    id: str | None = None
    name: str | None = None
    """Without the `#`."""
    person: str | None = None
    """A direct conversation with this person: a handle, an e-mail address or an id."""


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message as people point at it."""

    channel: Name
    id: str
    root: str | None = None
    """The thread that the pointer says it is in."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A search: every given part must hold. Dates are `2026-11-30`."""

    text: str
    channels: tuple[Channel, ...] = ()
    author: User | None = None
    after: str | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Since:
    """What came after a position, oldest first, and the position after that."""

    messages: tuple[Message, ...]
    position: str
    more: bool = False
    """Whether there is more to read at once."""


class Chat(Protocol):
    """One team chat, for the time of one call. Every method sends declared routes only.

    All methods raise GatewayError; a read of something absent or out of sight raises `not_found`.
    """

    async def whoami(self) -> User: ...

    def parse_message(self, pasted: str) -> MessageRef | None:
        """The message that a permalink of this site or an id in the vendor's form names. Nothing is sent."""
        ...

    def parse_channel(self, pasted: str) -> Name | None:
        """The channel that an id or an address of this site names, besides `#name` and `@person`. Nothing is sent."""
        ...

    async def channels(self, text: str | None, *, limit: int, token: str | None) -> Page[Channel]:
        """Those that this account sees, by a part of the name where one is given."""
        ...

    async def channel(self, name: Name) -> Channel:
        """By id, name or person; lazily, with a bounded number of requests."""
        ...

    async def open_direct(self, user: User) -> Channel:
        """The direct conversation with somebody, begun if there is none: safe to repeat."""
        ...

    async def find_users(self, text: str, *, limit: int) -> tuple[User, ...]: ...

    async def user(self, reference: str) -> User:
        """By id, handle or e-mail address."""
        ...

    async def message(self, channel: Channel, message_id: str) -> Message: ...

    async def history(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        """Newest first for a channel, oldest first for a thread, its root included as the first."""
        ...

    async def since(self, place: Place, position: str) -> Since:
        """Nothing lost, nothing twice, whatever the vendor's event channel missed."""
        ...

    async def latest(self, place: Place) -> str:
        """The position after everything that is there now."""
        ...

    async def arrival(self, places: Mapping[Place, str], seconds: float) -> None:
        """Waits by the vendor's best means until something may have come after a place's position, or the time is over.

        It decides nothing: what came is told by `since`. The places are all in one channel.
        """
        ...

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Message]: ...

    def written(self, text: str, mentions: Sequence[Mention]) -> Written:
        """The dialect as the vendor takes it, in pieces under its limit. Pings nobody but the mentions."""
        ...

    async def send(self, place: Place, piece: Piece, *, stamp: str, step: str) -> Message: ...

    async def find_sent(self, place: Place, stamp: str) -> Message | None:
        """The message that carries this stamp, if the vendor keeps stamps and shows it already."""
        ...

    async def edit(self, message: Message, piece: Piece) -> Message: ...

    async def react(self, message: Message, emoji: str) -> None:
        """Repeating it changes nothing."""
        ...

    async def upload(
        self,
        place: Place,
        filename: str,
        content: bytes,
        media_type: str,
        comment: Piece | None,
        *,
        stamp: str,
    ) -> Message: ...

    async def file(self, channel: Channel, message_id: str, file: str) -> File:
        """A file of a message, by id or name."""
        ...

    def download(self, file: File) -> AsyncGenerator[bytes]:
        """The file's bytes as the vendor stores them, streamed."""
        ...

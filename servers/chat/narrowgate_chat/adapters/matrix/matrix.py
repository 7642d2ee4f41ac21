"""Matrix behind the port, for the time of one call."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from hashlib import sha256
from typing import Any
from uuid import uuid4

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.matrix import mapping, pasted, routes
from narrowgate_chat.adapters.matrix.arriving import Arriving
from narrowgate_chat.adapters.matrix.asking import Asking
from narrowgate_chat.adapters.matrix.people import People
from narrowgate_chat.adapters.matrix.reading import Reading
from narrowgate_chat.adapters.matrix.rooms import RoomsOf
from narrowgate_chat.adapters.matrix.searching import Searching
from narrowgate_chat.adapters.matrix.writing import written
from narrowgate_chat.port import (
    Channel,
    File,
    Filter,
    Mention,
    Message,
    MessageRef,
    Name,
    Piece,
    Place,
    Since,
    User,
    Written,
)
from narrowgate_common.errors import GatewayError, bad_input, not_found
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.routes import Request


class Matrix:
    """https://spec.matrix.org/latest/client-server-api/"""

    def __init__(self, sender: Sender, profile: Profile) -> None:
        self._asking = Asking(sender)
        self._people = People(self._asking, profile)
        self._rooms = RoomsOf(self._asking, self._people)
        self._reading = Reading(self._asking, self._people)
        self._arriving = Arriving(self._asking, self._reading, profile)
        self._searching = Searching(self._asking, self._reading)

    async def whoami(self) -> User:
        return await self._people.me()

    def parse_message(self, pasted_text: str) -> MessageRef | None:
        return pasted.message_ref(pasted_text)

    def parse_channel(self, pasted_text: str) -> Name | None:
        return pasted.channel_name(pasted_text)

    async def channels(self, text: str | None, *, limit: int, token: str | None) -> Page[Channel]:
        return await self._rooms.page(text, limit, token)

    async def channel(self, name: Name) -> Channel:
        return await self._rooms.channel(name)

    async def open_direct(self, user: User) -> Channel:
        return await self._rooms.open_direct(user)

    async def find_users(self, text: str, *, limit: int) -> tuple[User, ...]:
        return await self._people.found(text, limit)

    async def user(self, reference: str) -> User:
        return await self._people.user(reference)

    async def message(self, channel: Channel, message_id: str) -> Message:
        return await self._reading.one(channel.id, message_id)

    async def history(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        return await self._reading.history(place, limit=limit, token=token)

    async def since(self, place: Place, position: str) -> Since:
        return await self._reading.since(place, position)

    async def latest(self, place: Place) -> str:
        return await self._reading.latest(place)

    async def arrival(self, places: Mapping[Place, str], seconds: float) -> None:
        await self._arriving.wait(places, seconds)

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Message]:
        return await self._searching.page(wanted, limit, token)

    def written(self, text: str, mentions: Sequence[Mention]) -> Written:
        return written(text, mentions)

    async def send(self, place: Place, piece: Piece, *, stamp: str, step: str) -> Message:
        """The answer holds the id alone; the vendor's time is not known before it is read."""
        room = place.channel.id
        _refuse_encrypted(place.channel)
        content = {**piece.native, **_thread(place.root), mapping.STAMP: stamp}
        path = {"room": room, "transaction": _transaction(room, stamp)}
        raw = await self._asking.json(routes.SEND, path, body=content, step=step, keyed=True)
        sender = await self._people.my_id()
        event = {"type": "m.room.message", "event_id": mapping.text(raw, "event_id"), "sender": sender}
        author = (await self._people.named([sender]))[sender]
        return mapping.message({**event, "content": content}, room, author, mine=sender)

    async def find_sent(self, place: Place, stamp: str) -> Message | None:
        return await self._reading.find_sent(place, stamp)

    async def edit(self, message: Message, piece: Piece) -> Message:
        """One more event, whose key is new: going back to an earlier text is no repetition."""
        relation = {"rel_type": "m.replace", "event_id": message.id}
        fallback = {name: f"* {piece.native[name]}" for name in ("body", "formatted_body")}
        content = {**piece.native, **fallback, "m.new_content": piece.native, "m.relates_to": relation}
        path = {"room": message.channel, "transaction": uuid4().hex}
        await self._asking.json(routes.EDIT, path, body=content, keyed=True)
        event = {"event_id": message.id, "sender": message.author.id, "content": piece.native}
        shown = mapping.message(event, message.channel, message.author, mine=message.author.id)
        return Message(
            shown.id, shown.channel, message.author, message.at, shown.text, message.url, message.position,
            message.root, message.replies, edited=True, mine=True, reactions=message.reactions,
        )  # fmt: skip

    async def react(self, message: Message, emoji: str) -> None:
        relation = {"rel_type": "m.annotation", "event_id": message.id, "key": emoji}
        path = {"room": message.channel, "transaction": uuid4().hex}
        try:
            await self._asking.json(routes.REACT, path, body={"m.relates_to": relation}, keyed=True)
        except GatewayError as error:
            if error.reason != "already_there":
                raise

    async def upload(
        self,
        place: Place,  # noqa: ARG002 - the port's, and so are the others
        filename: str,  # noqa: ARG002
        content: bytes,  # noqa: ARG002
        media_type: str,  # noqa: ARG002
        comment: Piece | None,  # noqa: ARG002
        *,
        stamp: str,  # noqa: ARG002
    ) -> Message:
        """Matrix takes a file as the body of the request itself, which no declared request can be yet."""
        raise bad_input("This server cannot upload files to Matrix", reason="not_supported")

    async def file(self, channel: Channel, message_id: str, file: str) -> File:
        """A message holds one file at most."""
        event = mapping.present(await self._reading.event(channel.id, message_id))
        found = mapping.readable([event], mapping.file)
        for each in found:
            if file in (each.id, each.filename):
                return each
        names = [f'chat says: "{each.filename}"' for each in found]
        raise not_found("That file of that message", details=names)

    async def download(self, file: File) -> AsyncGenerator[bytes]:
        server, media = mapping.media(file.location)
        request = Request(routes.DOWNLOAD, {"server": server, "media": media})
        async with aclosing(self._asking.sender.stream(request)) as chunks:
            async for chunk in chunks:
                yield chunk


def _thread(root: str | None) -> dict[str, Any]:
    """Clients that know no threads show an answer to the root."""
    if root is None:
        return {}
    answered = {"m.in_reply_to": {"event_id": root}, "is_falling_back": True}
    return {"m.relates_to": {"rel_type": "m.thread", "event_id": root, **answered}}


def _transaction(room: str, stamp: str) -> str:
    """The same for every attempt, whoever makes it: the homeserver takes it twice as one."""
    return sha256(f"{room} {stamp}".encode()).hexdigest()[:40]


def _refuse_encrypted(channel: Channel) -> None:
    if channel.encrypted:
        raise bad_input(
            "That room is encrypted end to end, and this server cannot write there", reason="encrypted"
        )

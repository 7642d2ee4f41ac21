"""Slack behind the port: https://docs.slack.dev/apis/web-api"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any
from urllib.parse import urlsplit

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.slack import files
from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.addresses import Addresses
from narrowgate_chat.adapters.slack.compose import written
from narrowgate_chat.adapters.slack.emoji import shortcode
from narrowgate_chat.adapters.slack.mapping import STAMP_EVENT, Messages, stamp_of
from narrowgate_chat.adapters.slack.people import People
from narrowgate_chat.adapters.slack.places import Places
from narrowgate_chat.adapters.slack.routes import SLACK
from narrowgate_chat.adapters.slack.searching import found_page
from narrowgate_chat.adapters.slack.stretches import Patience, Stretches
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
)  # fmt: skip
from narrowgate_common.errors import GatewayError, not_found
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.routes import Request

_QUIET = {"unfurl_links": False, "unfurl_media": False}


class Slack:
    """One call's. What it learns of names is kept in the profile."""

    def __init__(self, sender: Sender, profile: Profile) -> None:
        self._sender = sender
        self._profile = profile
        self._people = People(sender, profile)
        self._places = Places(sender, self._people)
        self._stretches = Stretches(sender, self._people)
        self._patience = Patience(profile.known, profile.sleep)
        self._addresses = Addresses(urlsplit(profile.site).hostname or "")

    async def whoami(self) -> User:
        return await self._people.by_id((await self._people.me()).user_id)

    def parse_message(self, pasted: str) -> MessageRef | None:
        return self._addresses.message(pasted)

    def parse_channel(self, pasted: str) -> Name | None:
        return self._addresses.channel(pasted)

    async def channels(self, text: str | None, *, limit: int, token: str | None) -> Page[Channel]:
        return await self._places.listed(text, limit=limit, token=token)

    async def channel(self, name: Name) -> Channel:
        return await self._places.channel(name)

    async def open_direct(self, user: User) -> Channel:
        return await self._places.opened(user)

    async def find_users(self, text: str, *, limit: int) -> tuple[User, ...]:
        return await self._people.search(text, limit)

    async def user(self, reference: str) -> User:
        return await self._people.find(reference)

    async def message(self, channel: Channel, message_id: str) -> Message:
        return await self._stretches.one(channel.id, message_id)

    async def history(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        return await self._stretches.page(place, limit=limit, token=token)

    async def since(self, place: Place, position: str) -> Since:
        return await self._stretches.since(place, position)

    async def latest(self, place: Place) -> str:
        return await self._stretches.latest(place)

    async def arrival(self, places: Mapping[Place, str], seconds: float) -> None:
        key = frozenset((place.channel.id, place.root) for place in places)
        await self._patience.wait(key, seconds)
        self._stretches.waited = True

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Message]:
        return await found_page(self._sender, self._people, wanted, limit=limit, token=token)

    def written(self, text: str, mentions: Sequence[Mention]) -> Written:
        return written(text, mentions)

    async def send(self, place: Place, piece: Piece, *, stamp: str, step: str) -> Message:
        """A refusal of the stamp is definite: the message goes once without it, and cannot be looked for then."""
        body: dict[str, Any] = {"channel": place.channel.id, **piece.native, **_QUIET}
        if place.root is not None:
            body["thread_ts"] = place.root
        stamped = {"metadata": {"event_type": STAMP_EVENT, "event_payload": {"k": stamp}}}
        me = await self._people.me()
        try:
            reply = await self._sender.send(Request(SLACK.post, json={**body, **stamped}, step=step))
        except GatewayError as error:
            if error.reason != "metadata_must_be_sent_from_app":
                raise
            reply = await self._sender.send(Request(SLACK.post, json=body, step=step))
        return Messages(place.channel.id, self._people, me).message(_answered(reply.json))

    async def find_sent(self, place: Place, stamp: str) -> Message | None:
        file_id = files.uploaded(self._profile, stamp)

        def is_it(raw: Any) -> bool:
            return stamp_of(raw) == stamp or (file_id is not None and files.holds(raw, file_id))

        return await self._stretches.sought(place, is_it)

    async def edit(self, message: Message, piece: Piece) -> Message:
        body = {"channel": message.channel, "ts": message.id, **piece.native}
        me = await self._people.me()
        reply = await self._sender.send(Request(SLACK.update, json=body))
        return Messages(message.channel, self._people, me).message(_answered(reply.json))

    async def react(self, message: Message, emoji: str) -> None:
        body = {"channel": message.channel, "timestamp": message.id, "name": shortcode(emoji)}
        try:
            await self._sender.send(Request(SLACK.react, json=body))
        except GatewayError as error:
            if error.reason != "already_reacted":
                raise

    async def upload(
        self,
        place: Place,
        filename: str,
        content: bytes,
        media_type: str,
        comment: Piece | None,
        *,
        stamp: str,
    ) -> Message:
        """The message is read back: the vendor's answer names the file and not where it stands."""
        upload = files.Upload(self._sender, self._profile)
        file_id = await upload.sent(place, filename, content, media_type, comment, stamp=stamp)
        found = await self._stretches.sought(place, lambda raw: files.holds(raw, file_id))
        if found is None:
            raise files.not_yet()
        return found

    async def file(self, channel: Channel, message_id: str, file: str) -> File:
        message = await self._stretches.one(channel.id, message_id)
        named = [each for each in message.files if file == each.id]
        named = named or [each for each in message.files if file == each.filename]
        if not named:
            raise not_found(
                "That file of that message",
                details=[f"available: {', '.join(each.id for each in message.files[:10])}"]
                if message.files
                else [],
            )
        return named[0]

    async def download(self, file: File) -> AsyncGenerator[bytes]:
        async with aclosing(files.downloaded(self._sender, file)) as chunks:
            async for chunk in chunks:
                yield chunk


def _answered(raw: Any) -> Any:
    """The message of an answer, which names its id beside it."""
    return {**pick.obj(raw, "message"), "ts": pick.identity(raw, "ts", pick.TS)}

"""Mattermost behind the port, for the time of one call."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.mattermost import mapping, pasted, routes, searching
from narrowgate_chat.adapters.mattermost.arriving import Arriving
from narrowgate_chat.adapters.mattermost.asking import Asking
from narrowgate_chat.adapters.mattermost.channels import Channels
from narrowgate_chat.adapters.mattermost.emoji import emoji_name
from narrowgate_chat.adapters.mattermost.names import Names
from narrowgate_chat.adapters.mattermost.reading import Reading
from narrowgate_chat.adapters.mattermost.writing import written
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
from narrowgate_common.errors import not_found, upstream_error
from narrowgate_common.outbound import Sender
from narrowgate_common.paging import Page
from narrowgate_common.routes import FilePart, Request

_FILE_STEP = "file"
_MOST_FOUND = 100


class Mattermost:
    """https://developers.mattermost.com/api-documentation/"""

    def __init__(self, sender: Sender, profile: Profile) -> None:
        self._asking = Asking(sender)
        self._names = Names(self._asking, profile)
        self._channels = Channels(self._asking, self._names)
        self._reading = Reading(self._asking, self._names)
        self._arriving = Arriving(sender, self._reading, profile.sleep)
        self._site = profile.site

    async def whoami(self) -> User:
        return mapping.user(await self._asking.json(routes.MYSELF))

    def parse_message(self, pasted_text: str) -> MessageRef | None:
        return pasted.message_ref(pasted_text, self._site)

    def parse_channel(self, pasted_text: str) -> Name | None:
        return pasted.channel_name(pasted_text, self._site)

    async def channels(self, text: str | None, *, limit: int, token: str | None) -> Page[Channel]:
        return await self._channels.page(text, limit, token)

    async def channel(self, name: Name) -> Channel:
        return await self._names.channel(name)

    async def open_direct(self, user: User) -> Channel:
        mine = await self._names.me()
        return await self._names.told(await self._asking.json(routes.DIRECT, body=[mine.id, user.id]))

    async def find_users(self, text: str, *, limit: int) -> tuple[User, ...]:
        body = {"term": text.strip().removeprefix("@"), "limit": min(limit, _MOST_FOUND)}
        raw = mapping.rows(await self._asking.json(routes.USERS_FOUND, body=body))
        return mapping.readable(raw, mapping.user)[:limit]

    async def user(self, reference: str) -> User:
        return await self._names.user(reference)

    async def message(self, channel: Channel, message_id: str) -> Message:
        """The tools hold the answer's channel against the given one."""
        post = mapping.present(await self._asking.json(routes.POST, {"id": message_id}))
        if mapping.text(post, "channel_id") != channel.id:
            raise not_found("That message in that channel")
        return await self._names.message(post)

    async def history(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        return await self._reading.history(place, limit=limit, token=token)

    async def since(self, place: Place, position: str) -> Since:
        return await self._reading.since(place, position)

    async def latest(self, place: Place) -> str:
        return await self._reading.latest(place)

    async def arrival(self, places: Mapping[Place, str], seconds: float) -> None:
        await self._arriving.wait(places, seconds)

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Message]:
        """A server without a search engine of its own answers with one page."""
        team, _ = await self._names.team()
        number = int(token or 0)
        body = {
            "terms": searching.terms(wanted),
            "is_or_search": False,
            "time_zone_offset": 0,
            "page": number,
            "per_page": limit,
        }
        posts = mapping.posts(await self._asking.json(routes.SEARCH, {"team": team}, body=body))
        channels = {each.id for each in wanted.channels}
        kept = [
            each
            for each in posts
            if mapping.is_message(each) and (not channels or mapping.text(each, "channel_id") in channels)
        ]
        more = str(number + 1) if len(posts) == limit else None
        return Page(await self._names.messages(kept), more)

    def written(self, text: str, mentions: Sequence[Mention]) -> Written:
        return written(text, mentions)

    async def send(self, place: Place, piece: Piece, *, stamp: str, step: str) -> Message:
        return await self._posted(place, piece.native, stamp, step, ())

    async def _posted(
        self, place: Place, text: str, stamp: str, step: str, file_ids: Sequence[str]
    ) -> Message:
        """`pending_post_id` makes a repeat answer with the first post, for 30 s and on one node: no proof."""
        mine = await self._names.prepared()
        body: dict[str, Any] = {
            "channel_id": place.channel.id,
            "message": text,
            "root_id": place.root or "",
            "file_ids": list(file_ids),
            "props": {mapping.STAMP: stamp},
            "pending_post_id": f"{mine.id}:{uuid5(NAMESPACE_URL, stamp)}",
        }
        post = await self._asking.json(routes.SEND, body=body, step=step)
        self._check_files(post, file_ids)
        return await self._names.message(post)

    def _check_files(self, post: Any, file_ids: Sequence[str]) -> None:
        """Files that hang on another post already are left out without a word."""
        held = post.get("file_ids") if isinstance(post, dict) else None
        if file_ids and not set(file_ids) <= set(held if isinstance(held, list) else ()):
            raise upstream_error(
                "The message was sent, but the chat left its file out; upload it again", reason="file_missing"
            )

    async def find_sent(self, place: Place, stamp: str) -> Message | None:
        return await self._reading.find_sent(place, stamp)

    async def edit(self, message: Message, piece: Piece) -> Message:
        await self._names.prepared()
        post = await self._asking.json(routes.EDIT, {"id": message.id}, body={"message": piece.native})
        return await self._names.message(post)

    async def react(self, message: Message, emoji: str) -> None:
        body = {"post_id": message.id, "emoji_name": emoji_name(emoji)}
        await self._asking.json(routes.REACT, body={"user_id": (await self._names.me()).id, **body})

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
        part = FilePart(filename, content, media_type, fields=(("channel_id", place.channel.id),))
        raw = await self._asking.json(routes.UPLOAD, file=part, step=_FILE_STEP)
        infos = raw.get("file_infos") if isinstance(raw, dict) else None
        ids = [mapping.identity(each) for each in mapping.rows(infos)]
        return await self._posted(place, "" if comment is None else comment.native, stamp, "message", ids)

    async def file(self, channel: Channel, message_id: str, file: str) -> File:
        """Of several with one name, the first."""
        post = mapping.present(await self._asking.json(routes.POST, {"id": message_id}))
        if mapping.text(post, "channel_id") != channel.id:
            raise not_found("That message in that channel")
        raw = mapping.rows(await self._asking.json(routes.FILES, {"id": message_id}))
        files = mapping.readable(raw, mapping.file)
        for each in (*[one for one in files if one.id == file], *files):
            if file in (each.id, each.filename):
                return each
        names = [f'chat says: "{each.filename}"' for each in files]
        raise not_found("That file of that message", details=names)

    async def download(self, file: File) -> AsyncGenerator[bytes]:
        async with aclosing(self._asking.sender.stream(Request(routes.DOWNLOAD, {"id": file.id}))) as chunks:
            async for chunk in chunks:
                yield chunk

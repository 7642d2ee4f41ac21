"""What a tool has before it for one call: the chat, the scope, the roots, the cursors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from narrowgate_chat.port import Channel, Chat, Kind, Message, Name, Place
from narrowgate_chat.scope import Scope
from narrowgate_chat.tools.house import House
from narrowgate_common.cursors import question_of
from narrowgate_common.errors import bad_input, configuration_error, permission_denied
from narrowgate_common.outgoing import outgoing_file

if TYPE_CHECKING:
    from narrowgate_common.calls import Progress
    from narrowgate_common.deadlines import Deadline
    from narrowgate_common.downloads import DownloadRoot
    from narrowgate_common.ledger_entry import Entry
    from narrowgate_common.uploads import UploadedFile, UploadRoot

_CHANNEL_FORMS = "Give #name, @person, a channel's id or its address"
_MESSAGE_FORMS = "Give a message as this server names it (channel/id), or its permalink"


@dataclass(frozen=True)
class Desk:
    """What is before a tool for one call."""

    chat: Chat
    house: House
    principal: str
    deadline: Deadline
    entry: Entry | None = None
    """The ledger's entry, for tools that append."""
    files: Mapping[str, str] = field(default_factory=dict)
    """What was to be sent, by path and hash, when the call was recognised."""
    progress: Progress | None = None
    """Where the client wants to hear of it."""

    @property
    def scope(self) -> Scope:
        return self.house.scope

    async def channel(self, pasted: str) -> Channel:
        """The channel, confined to the scope by what the name resolved to."""
        return self.scope.confined(await self.chat.channel(self._name(pasted)))

    async def channel_by_id(self, channel_id: str) -> Channel:
        return self.scope.confined(await self.chat.channel(Name(id=channel_id)))

    def _name(self, pasted: str) -> Name:
        text = pasted.strip()
        if text.startswith("#") and len(text) > 1:
            return Name(name=text[1:])
        if text.startswith("@") and len(text) > 1 and ":" not in text:
            return Name(person=text[1:])
        found = self.chat.parse_channel(text)
        if found is None:
            raise bad_input(_CHANNEL_FORMS, reason="bad_identifier")
        return found

    async def message(self, pasted: str) -> tuple[Channel, Message]:
        """The message and its channel, which must be in the scope before the message is asked for."""
        ref = self.chat.parse_message(pasted.strip())
        if ref is None:
            raise bad_input(_MESSAGE_FORMS, reason="bad_identifier")
        channel = self.scope.confined(await self.chat.channel(ref.channel))
        return channel, self.scope.of_channel(await self.chat.message(channel, ref.id), channel)

    def refuse_writing(self, channel: Channel) -> None:
        """Raises where a message may not be written."""
        if channel.archived:
            raise bad_input("That channel is archived; nothing can be written there", reason="archived")
        if channel.encrypted:
            raise bad_input(
                "That room is encrypted end to end, and this server cannot write there", reason="encrypted"
            )
        if channel.shared and not self.house.shared_channels:
            raise permission_denied(
                "People of other companies read that channel, and only this server's administrator can allow that",
                reason="shared_channel",
            )
        if channel.member is False and channel.kind is not Kind.PUBLIC:
            raise permission_denied(
                "This account is not a member of that channel; somebody has to invite it",
                reason="not_a_member",
            )

    async def pause(self, seconds: float) -> None:
        await self.house.sleep(seconds)

    def stamp(self) -> str:
        if self.entry is None:
            raise configuration_error(
                "Nothing that adds can be written without the ledger", reason="no_ledger"
            )
        return self.entry.stamp

    def upload_root(self) -> UploadRoot:
        if self.house.uploads is None:
            raise configuration_error("No upload root is configured", reason="no_root")
        return self.house.uploads

    def download_root(self) -> DownloadRoot:
        if self.house.downloads is None:
            raise configuration_error("No download root is configured", reason="no_root")
        return self.house.downloads

    async def upload(self, path: str) -> UploadedFile:
        return await outgoing_file(self.upload_root(), path, self.files)

    def seal(self, tool: str, arguments: Mapping[str, Any], place: object | None) -> str | None:
        """A cursor for the place, None at the end of a list."""
        if place is None:
            return None
        return self.house.cursors.seal(tool, self.principal, question_of(tool, arguments), str(place))

    def unseal(self, tool: str, arguments: Mapping[str, Any], cursor: str | None) -> str | None:
        if cursor is None:
            return None
        return self.house.cursors.open(cursor, tool, self.principal, question_of(tool, arguments))


def thread_of(channel: Channel, message: Message) -> Place:
    """Where an answer to a message belongs: below the root of its thread, never below a reply."""
    return Place(channel, message.root or message.id)

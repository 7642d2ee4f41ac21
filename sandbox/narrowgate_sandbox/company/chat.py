"""The chat's state: a workspace with its people and conversations, and the few ways in which they change."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from narrowgate_sandbox.company import chat_crowd
from narrowgate_sandbox.company.chat_records import (
    Channel,
    ChannelKind,
    ChatFile,
    ChatMessage,
    Group,
    Member,
    Reaction,
    Token,
    Workspace,
)
from narrowgate_sandbox.company.chat_temper import ChatTemper

_NOBODY = Workspace("T000000000", "Nobody", "nobody")
_STEP = 100
"""In microseconds: what the vendor counts on within one second."""


@dataclass(slots=True)
class Chat:
    """One company's workspace; `others` are the workspaces of companies that it shares channels with."""

    workspace: Workspace = _NOBODY
    others: dict[str, Workspace] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    """Those known by name, by id."""
    groups: tuple[Group, ...] = ()
    tokens: tuple[Token, ...] = ()
    channels: dict[str, Channel] = field(default_factory=dict)
    files: dict[str, ChatFile] = field(default_factory=dict)
    uploads: dict[str, ChatFile] = field(default_factory=dict)
    """What upload addresses are for, by their secret."""
    temper: ChatTemper = field(default_factory=ChatTemper)
    asked: dict[tuple[str, str], list[datetime]] = field(default_factory=dict)
    """When requests came that have a rate, by token and method."""
    _stamps: set[int] = field(default_factory=set)
    _used: dict[str, int] = field(default_factory=dict)

    def token(self, handle: str, *, user: bool = False) -> str:
        """What the member of that handle signs in with."""
        found = (one for one in self.tokens if one.member.handle == handle and one.user is user)
        return next(found).text

    def member(self, reference: str) -> Member | None:
        """By id; the crowd is known too."""
        known = self.members.get(reference)
        number = None if known else chat_crowd.person_number(reference)
        if number is None or number >= self.temper.more_people:
            return known
        return chat_crowd.person(number)

    def by_email(self, address: str) -> Member | None:
        wanted = address.casefold()
        known = next((one for one in self.members.values() if one.email.casefold() == wanted), None)
        return known or (self.member(wanted) if wanted.endswith("@crowd.example") else None)

    def handle(self, handle: str) -> Member:
        """KeyError when there is nobody of that handle."""
        found = next((one for one in self.members.values() if one.handle == handle), None)
        if found is None:
            raise KeyError(handle)
        return found

    def people(self, start: int, size: int) -> list[Member]:
        """A part of everybody: first those known by name."""
        known = list(self.members.values())
        rest = range(max(start - len(known), 0), max(start + size - len(known), 0))
        crowd = [chat_crowd.person(one) for one in rest if one < self.temper.more_people]
        return [*known[start : start + size], *crowd]

    @property
    def people_count(self) -> int:
        return len(self.members) + self.temper.more_people

    def channel(self, reference: str) -> Channel:
        """By id or name; KeyError when there is none. One of the crowd's is kept from then on."""
        found = self.find(reference.removeprefix("#"))
        if found is None:
            raise KeyError(reference)
        return found

    def find(self, reference: str) -> Channel | None:
        known = self.channels.get(reference)
        known = known or next((one for one in self.channels.values() if one.name == reference), None)
        number = None if known else chat_crowd.channel_number(reference)
        if number is None or number >= self.temper.more_channels:
            return known
        made = chat_crowd.channel(number, next(iter(self.members)))
        return self.channels.setdefault(made.id, made)

    def crowd_channel(self, number: int) -> Channel:
        """For lists, which keep nothing."""
        made = chat_crowd.channel(number, next(iter(self.members)))
        return self.channels.get(made.id, made)

    def next_id(self, kind: str) -> str:
        """A fresh id that begins with the letter of its kind."""
        self._used[kind] = self._used.get(kind, 0) + 1
        return f"{kind}0FERN{self._used[kind]:05d}"

    def stamp(self, at: datetime) -> str:
        """A ts that no other message of the workspace has."""
        moment = round(at.timestamp() * 1_000_000) // _STEP * _STEP
        while moment in self._stamps:
            moment += _STEP
        self._stamps.add(moment)
        return f"{moment // 1_000_000}.{moment % 1_000_000:06d}"

    def open(self, name: str, kind: ChannelKind, members: list[Member], at: datetime, **more: Any) -> Channel:
        """`more` are fields of the channel; the first member is its creator."""
        letter = {"public": "C", "private": "C", "group": "C", "direct": "D"}[kind]
        ids = dict.fromkeys(one.id for one in members)
        channel = Channel(self.next_id(letter), name, kind, members[0].id, int(at.timestamp()), ids, **more)
        self.channels[channel.id] = channel
        return channel

    def direct(self, members: list[Member], at: datetime) -> tuple[Channel, bool]:
        """The conversation of just these people, and whether it was there already."""
        wanted = {one.id for one in members}
        kind: ChannelKind = "direct" if len(wanted) <= 2 else "group"
        for one in self.channels.values():
            if one.kind == kind and set(one.members) == wanted:
                return one, True
        name = "" if kind == "direct" else f"mpdm-{'--'.join(one.handle for one in members)}-1"
        return self.open(name, kind, members, at), False

    def post(self, channel: Channel, author: Member, text: str, at: datetime, **more: Any) -> ChatMessage:
        """`more` are fields of the message. Nothing is checked; a reply goes below the root that `thread_ts` names."""
        message = ChatMessage(self.stamp(at), channel.id, author, text, **more)
        channel.messages[message.ts] = message
        root = channel.messages.get(message.thread_ts or "")
        if message.is_reply and root is not None:
            root.thread_ts = root.thread_ts or root.ts
            insort(root.replies, message, key=_ts)
        if not message.is_reply or message.broadcast:
            insort(channel.timeline, message, key=_ts)
        return message

    def remove(self, channel: Channel, message: ChatMessage) -> None:
        """A root with replies leaves a stone in its place."""
        if message.replies:
            message.subtype, message.text = "tombstone", "This message was deleted."
            message.blocks, message.attachments, message.files = [], [], []
            message.metadata, message.reactions = None, []
            return
        del channel.messages[message.ts]
        if message in channel.timeline:
            channel.timeline.remove(message)
        root = channel.messages.get(message.thread_ts or "")
        if root is not None and message in root.replies:
            root.replies.remove(message)
            root.thread_ts = root.thread_ts if root.replies else None

    def react(self, message: ChatMessage, name: str, member: str) -> bool:
        """False when they had done so already."""
        known = next((one for one in message.reactions if one.name == name), None)
        if known is None:
            message.reactions.append(Reaction(name, (member,)))
            return True
        if member in known.members:
            return False
        self._replace(message, known, (*known.members, member))
        return True

    def unreact(self, message: ChatMessage, name: str, member: str) -> bool:
        """False when they had not."""
        known = next((one for one in message.reactions if one.name == name), None)
        if known is None or member not in known.members:
            return False
        self._replace(message, known, tuple(one for one in known.members if one != member))
        return True

    @staticmethod
    def _replace(message: ChatMessage, known: Reaction, members: tuple[str, ...]) -> None:
        place = message.reactions.index(known)
        message.reactions[place : place + 1] = [Reaction(known.name, members)] if members else []


def _ts(message: ChatMessage) -> str:
    return message.ts

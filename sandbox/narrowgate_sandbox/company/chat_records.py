"""What the chat consists of. What a write can change is an ordinary dataclass, the rest is frozen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
ChannelKind = Literal["public", "private", "group", "direct"]


@dataclass(frozen=True, slots=True)
class Workspace:
    """`domain` is what stands before slack.com."""

    id: str
    name: str
    domain: str


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in the chat. `guest` is for multi-channel guests, `visitor` for single-channel ones."""

    id: str
    handle: str
    name: str
    email: str = ""
    workspace: str = ""
    """The id of their workspace when it is another company's."""
    bot_id: str = ""
    app_id: str = ""
    guest: bool = False
    visitor: bool = False
    active: bool = True
    title: str = ""
    zone: str = "Etc/UTC"
    offset_minutes: int = 0

    @property
    def bot(self) -> bool:
        return bool(self.bot_id)


@dataclass(frozen=True, slots=True)
class Token:
    """A credential: whose, of which kind, and what it may do."""

    text: str
    member: Member
    scopes: frozenset[str]
    user: bool = False
    """Issued to a person (xoxp) and not to an app's bot (xoxb)."""


@dataclass(frozen=True, slots=True)
class Group:
    """A user group, which `<!subteam^ID>` names."""

    id: str
    handle: str
    members: tuple[str, ...]


@dataclass(slots=True, eq=False)
class ChatFile:
    """`content` is None until its bytes have arrived; `shared` holds the channels it was shared in."""

    id: str
    name: str
    title: str
    owner: Member
    created: int
    length: int
    media_type: str = "application/octet-stream"
    content: bytes | None = None
    complete: bool = False
    shared: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reaction:
    name: str
    members: tuple[str, ...]


@dataclass(slots=True, eq=False)
class ChatMessage:
    """`text` is as the vendor stores it; `pinged` whom it notified: ids, `channel`, `here`, `everyone`."""

    ts: str
    channel: str
    author: Member
    text: str
    thread_ts: str | None = None
    broadcast: bool = False
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    files: list[ChatFile] = field(default_factory=list)
    metadata: Json | None = None
    subtype: str | None = None
    client_msg_id: str | None = None
    edited: tuple[str, str] | None = None
    """Who, and when (a ts)."""
    reactions: list[Reaction] = field(default_factory=list)
    replies: list[ChatMessage] = field(default_factory=list)
    pinged: frozenset[str] = frozenset()
    unfurls: bool = False
    """Whether its links may be unfurled."""
    written: int = 0
    """The number of the write that made it, for searches that lag behind."""
    unseen_reads: int = 0
    """How many reads of the history, or of the thread, still miss it."""

    @property
    def is_reply(self) -> bool:
        return self.thread_ts is not None and self.thread_ts != self.ts


@dataclass(slots=True, eq=False)
class Channel:
    """A conversation. `members` are member ids in the order of joining."""

    id: str
    name: str
    kind: ChannelKind
    creator: str
    created: int
    members: dict[str, None] = field(default_factory=dict)
    topic: str = ""
    purpose: str = ""
    general: bool = False
    archived: bool = False
    refuses: str = ""
    """The error that posting there answers to all but its creator: `restricted_action` or one of its kinds."""
    shared_with: tuple[str, ...] = ()
    """The ids of the other companies' workspaces."""
    messages: dict[str, ChatMessage] = field(default_factory=dict)
    """Everything by ts, replies too."""
    timeline: list[ChatMessage] = field(default_factory=list)
    """What the channel itself shows, the oldest first: roots, and replies that were sent to the channel as well."""

    @property
    def private(self) -> bool:
        return self.kind != "public"

    @property
    def shared(self) -> bool:
        return bool(self.shared_with)

    def texts(self) -> list[str]:
        """Of everything in it, in the order of sending."""
        return [one.text for one in self.ordered()]

    def ordered(self) -> Iterator[ChatMessage]:
        return iter(sorted(self.messages.values(), key=lambda one: one.ts))

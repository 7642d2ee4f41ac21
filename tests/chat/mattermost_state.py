"""What a Mattermost server remembers, as far as the adapter can see it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.chat.mattermost_pings import pinged

Json = dict[str, Any]
LONGEST = 16_383
_ALPHABET = "abcdefghijkmnopqrstuwxyz13456789"
_IDS = count(1)
PENDING_MS = 30_000


def new_id() -> str:
    """26 characters, of which the last ones count up, in no order that means anything."""
    number, out = next(_IDS) * 2_654_435_761 % 2**40, ""
    while number:
        number, digit = divmod(number, 32)
        out += _ALPHABET[digit]
    return out.rjust(26, "y")


class Refused(Exception):  # noqa: N818 - what the server answers
    """An answer in the vendor's error shape."""

    def __init__(self, status: int, word: str, message: str = "") -> None:
        super().__init__(word)
        self.status, self.word, self.message = status, word, message or word


@dataclass
class Listener:
    """One websocket. Events are numbered for each by itself."""

    user: str
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[Json | None] = field(default_factory=asyncio.Queue)
    seq: int = 0

    def tell(self, event: Json | None, *, lose: bool = False) -> None:
        numbered = None if event is None else {**event, "seq": self.seq}
        self.seq += 1
        if not lose:
            self.loop.call_soon_threadsafe(self.queue.put_nowait, numbered)


@dataclass
class Server:
    """One team with its people, channels and posts. `clock` stands still unless `tick` is set."""

    clock: int = 1_764_500_000_000
    tick: int = 1
    users: dict[str, Json] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    team: Json = field(
        default_factory=lambda: {"id": new_id(), "name": "fernwood", "display_name": "Fernwood"}
    )
    channels: dict[str, Json] = field(default_factory=dict)
    members: dict[str, set[str]] = field(default_factory=dict)
    posts: dict[str, Json] = field(default_factory=dict)
    files: dict[str, tuple[Json, bytes]] = field(default_factory=dict)
    pending: dict[str, tuple[int, str]] = field(default_factory=dict)
    in_flight: set[str] = field(default_factory=set)
    pings: dict[str, set[str]] = field(default_factory=dict)
    listeners: list[Listener] = field(default_factory=list)
    heard: threading.Event = field(default_factory=threading.Event)
    """Set once somebody listens."""
    left: threading.Event = field(default_factory=threading.Event)
    """Set once somebody does no longer."""
    lose_events: int = 0
    """How many of the next events are numbered and not sent."""
    limited: int = 0
    """How many of the next requests are answered 429."""
    asked: list[str] = field(default_factory=list)

    def now(self) -> int:
        self.clock += self.tick
        return self.clock

    def add_user(self, name: str, *, first: str = "", last: str = "", bot: bool = False) -> Json:
        at = self.now()
        user: Json = {
            "id": new_id(), "create_at": at, "update_at": at, "delete_at": 0, "username": name,
            "first_name": first, "last_name": last, "nickname": "", "email": f"{name}@fernwood.example",
            "roles": "system_user", "locale": "en", **({"is_bot": True} if bot else {}),
        }  # fmt: skip
        self.users[user["id"]] = user
        self.tokens[f"token-{name}"] = user["id"]
        return user

    def add_channel(self, name: str, kind: str = "O", members: tuple[str, ...] = (), **more: Any) -> Json:
        at = self.now()
        of_team = kind in {"O", "P"}
        channel: Json = {
            "id": new_id(), "create_at": at, "update_at": at, "delete_at": 0,
            "team_id": self.team["id"] if of_team else "", "type": kind,
            "display_name": "" if kind == "D" else name.replace("-", " ").title(), "name": name,
            "header": "", "purpose": "", "last_post_at": 0, "total_msg_count": 0, "creator_id": "", **more,
        }  # fmt: skip
        self.channels[channel["id"]] = channel
        self.members[channel["id"]] = set(members)
        return channel

    def direct(self, one: str, other: str) -> Json:
        name = "__".join(sorted((one, other)))
        for channel in self.channels.values():
            if channel["name"] == name:
                return channel
        return self.add_channel(name, "D", (one, other))

    def user_named(self, name: str) -> Json:
        return next(each for each in self.users.values() if each["username"] == name)

    def channel_named(self, name: str) -> Json:
        return next(each for each in self.channels.values() if each["name"] == name)

    def readable(self, channel_id: str, user: str) -> Json:
        channel = self.channels.get(channel_id)
        if channel is None:
            raise Refused(404, "app.channel.get.existing.app_error")
        if user not in self.members[channel_id] and channel["type"] != "O":
            raise Refused(403, "api.context.permissions.app_error")
        return channel

    def ordered(self, channel_id: str) -> list[Json]:
        """Newest first; of one millisecond in any order."""
        found = [
            post for post in self.posts.values() if post["channel_id"] == channel_id and not post["delete_at"]
        ]
        return sorted(found, key=lambda post: (-post["create_at"], post["id"]))

    def said(self, channel: str) -> list[str]:
        """The texts of a channel, oldest first."""
        found = self.ordered(self.channel_named(channel)["id"])
        return [post["message"] for post in sorted(found, key=lambda post: (post["create_at"], post["id"]))]

    def shown(self, post: Json) -> Json:
        replies = [
            each for each in self.posts.values() if each["root_id"] == post["id"] and not each["delete_at"]
        ]
        files = [self.files[each][0] for each in post["file_ids"]]
        metadata: Json = {"files": files} if files else {}
        if post["reactions"]:
            metadata["reactions"] = post["reactions"]
        kept = {name: value for name, value in post.items() if name != "reactions"}
        return {**kept, "reply_count": len(replies), "metadata": metadata}

    def listing(self, posts: list[Json], **more: Any) -> Json:
        roots = [self.posts[each["root_id"]] for each in posts if each["root_id"] in self.posts]
        return {
            "order": [each["id"] for each in posts],
            "posts": {each["id"]: self.shown(each) for each in (*posts, *roots)},
            "next_post_id": "",
            "prev_post_id": "",
            **more,
        }

    def post(self, user: str, body: Json) -> Json:
        """Raises Refused. The same pending id within 30 s is answered with the first post."""
        pending = body.get("pending_post_id") or ""
        if pending in self.in_flight:
            raise Refused(500, "api.post.deduplicate_create_post.pending")
        at, first = self.pending.get(pending, (0, ""))
        if pending and first and self.clock - at < PENDING_MS:
            return self.shown(self.posts[first])
        post = self._made(user, body)
        if pending:
            self.pending[pending] = (self.clock, post["id"])
        return self.shown(post)

    def write(self, name: str, channel: str, message: str, root: str = "", **more: Any) -> Json:
        """As somebody else, from outside of the API."""
        body = {"channel_id": self.channel_named(channel)["id"], "message": message, "root_id": root, **more}
        return self._made(self.user_named(name)["id"], body)

    def _made(self, user: str, body: Json) -> Json:
        channel = self.readable(str(body.get("channel_id")), user)
        self._check(user, channel, body)
        at = self.now()
        ids = [each for each in body.get("file_ids") or [] if not self.files[each][0]["post_id"]]
        post = {
            "id": new_id(), "create_at": at, "update_at": at, "edit_at": 0, "delete_at": 0, "is_pinned": False,
            "user_id": user, "channel_id": channel["id"], "root_id": body.get("root_id") or "",
            "original_id": "", "message": body["message"], "type": body.get("type", ""),
            "props": body.get("props") or {}, "hashtags": "", "file_ids": ids,
            "pending_post_id": body.get("pending_post_id") or "", "reactions": [],
        }  # fmt: skip
        self.posts[post["id"]] = post
        self.pings[post["id"]] = pinged(post["message"])
        for each in ids:
            self.files[each][0]["post_id"] = post["id"]
        self.tell("posted", post)
        return post

    def _check(self, user: str, channel: Json, body: Json) -> None:
        if channel["delete_at"]:
            raise Refused(400, "api.post.create_post.can_not_post_to_deleted.error")
        if user not in self.members[channel["id"]]:
            raise Refused(403, "api.context.permissions.app_error")
        if len(body["message"]) > LONGEST:
            raise Refused(400, "model.post.is_valid.message_length.app_error")
        if root_id := body.get("root_id"):
            root = self.posts.get(root_id)
            if root is None or root["channel_id"] != channel["id"]:
                raise Refused(400, "api.post.create_post.channel_root_id.app_error")
            if root["root_id"]:
                raise Refused(400, "api.post.create_post.root_id.app_error")

    def tell(self, name: str, post: Json) -> None:
        """To everybody who may read it."""
        event = {
            "event": name,
            "data": {"post": json.dumps(self.shown(post)), "channel_type": "O"},
            "broadcast": {"channel_id": post["channel_id"], "user_id": "", "team_id": ""},
        }
        lose = self.lose_events > 0
        self.lose_events -= lose
        for listener in list(self.listeners):
            if listener.user in self.members[post["channel_id"]]:
                listener.tell(event, lose=lose)

    def drop_listeners(self) -> None:
        for listener in list(self.listeners):
            listener.tell(None)

    def delete(self, post_id: str, *, for_good: bool = False) -> None:
        self.posts[post_id]["delete_at"] = self.now()
        if for_good:
            del self.posts[post_id]

    def after(self, channel: str, post_id: str) -> Iterator[Json]:
        """Strictly later than the post, oldest first; nothing where the server does not know it any more."""
        at = self.posts[post_id]["create_at"] if post_id in self.posts else None
        for each in reversed(self.ordered(channel)):
            if at is not None and each["create_at"] > at:
                yield each

    def before(self, channel: str, post_id: str) -> Iterator[Json]:
        at = self.posts[post_id]["create_at"] if post_id in self.posts else None
        for each in self.ordered(channel):
            if at is not None and each["create_at"] < at:
                yield each

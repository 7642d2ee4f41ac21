"""Mattermost in the contract of every team chat: a server of our own making, on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.chat.harness import Office, connected, environment, losing
from tests.chat.mattermost_fake import fernwood_chat, running
from tests.chat.mattermost_state import Server, new_id
from tests.office import Instead, Sent, Twist
from tests.vendor_mattermost_contract import by_the_book, mattermost_specs


@dataclass
class MattermostWorld:
    """A small company's chat."""

    server: Server = field(default_factory=fernwood_chat)
    kind: str = "mattermost"
    channel: str = "#releases"
    closed: str = ""
    archived: str = "#old"
    colleague: str = "ann.berg"
    searches: bool = True

    def __post_init__(self) -> None:
        self.closed = self.server.channel_named("core")["id"]

    @asynccontextmanager
    async def office(self, home: Path, /, **more: str) -> AsyncIterator[Office]:
        with running(self.server) as chat:
            given = {"CONNECTION__TEAM": "fernwood", **more}
            settings = environment(chat.url, "mattermost", "token-agent", home, **given)
            check = None if mattermost_specs() is None else by_the_book
            async with connected(httpx.AsyncHTTPTransport(), settings, check=check) as desk:
                yield desk

    def says(self, text: str, *, root: str | None = None) -> str:
        return str(self.server.write(self.colleague, self.channel[1:], text, root or "")["id"])

    def _mine(self) -> list[dict[str, Any]]:
        me, room = self.server.user_named("agent")["id"], self.server.channel_named(self.channel[1:])
        return [each for each in reversed(self.server.ordered(room["id"])) if each["user_id"] == me]

    def texts(self) -> list[str]:
        return [each["message"] for each in self._mine()]

    def pinged(self) -> set[str]:
        names = {f"@{each['username']}" for each in self.server.users.values()}
        everybody = {"@here", "@channel", "@all"}
        return {each.rstrip(".-:_") for each in self.server.pings[self._mine()[-1]["id"]]} & (
            names | everybody
        )

    def losing_a_send(self, *, after: int = 0) -> Twist:
        return losing(_is_send, after)

    def dropping_sends(self) -> Instead:
        def instead(sent: Sent) -> httpx.Response | None:
            if _is_send(sent):
                raise httpx.ReadError("lost")
            return None

        return instead

    def attaches(self, filename: str, content: bytes) -> str:
        who = self.server.user_named(self.colleague)["id"]
        info = {
            "id": new_id(), "user_id": who, "post_id": "", "create_at": self.server.now(), "delete_at": 0,
            "name": filename, "extension": "txt", "size": len(content), "mime_type": "text/plain",
        }  # fmt: skip
        self.server.files[info["id"]] = info, content
        post = self.server.write(self.colleague, self.channel[1:], "here it is", file_ids=[info["id"]])
        return str(post["id"])

    def files(self) -> list[bytes]:
        return [self.server.files[one][1] for each in self._mine() for one in each["file_ids"]]


def _is_send(sent: Sent) -> bool:
    return sent.method == "POST" and sent.path == "/api/v4/posts"

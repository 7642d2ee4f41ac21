"""The chat server before a Mattermost of our own making, on loopback."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from starlette.types import ASGIApp
from tests.chat.mattermost_fake import Running, fernwood_chat, running
from tests.chat.mattermost_state import Server
from tests.office import Office as AnyOffice
from tests.office import Wiretap, served

from narrowgate_chat.server import NAME, ChatServer
from narrowgate_chat.tools.catalogue import INSTRUCTIONS

PREFIX = "NARROWGATE_CHAT__"
WRITES = {"WRITES__ENABLED": "true"}
ASKING = ("/users/ids", "/users/search", "/posts/search")


@dataclass
class Desk:
    """An agent's desk, the vendor's memory, and where people browse it."""

    office: AnyOffice[ChatServer]
    vendor: Server
    site: str

    async def ok(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        return await self.office.ok(tool, **arguments)

    async def refused(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        return await self.office.refused(tool, **arguments)

    def id_of(self, channel: str) -> str:
        return str(self.vendor.channel_named(channel)["id"])


def environment(url: str, home: Path, **more: str) -> dict[str, str]:
    given = {
        "CONNECTION__KIND": "mattermost",
        "CONNECTION__BASE_URL": url,
        "CONNECTION__TEAM": "fernwood",
        "CONNECTION__AUTH__KIND": "bearer",
        "CONNECTION__AUTH__TOKEN_ENV": "TOKEN",
        "STATE__DIR": str(home / "state"),
        "LOGGING__LEVEL": "error",
        **more,
    }
    token = given.pop("TOKEN", "token-agent")
    return {PREFIX + key: value for key, value in given.items()} | {"TOKEN": token, "HOME": str(home)}


def scoped(*channels: str, **more: str) -> dict[str, str]:
    return {"SCOPE__CHANNELS": json.dumps(channels), **more}


@asynccontextmanager
async def desk(
    home: Path,
    vendor: Server | None = None,
    around: Callable[[ASGIApp], ASGIApp] | None = None,
    /,
    **more: str,
) -> AsyncIterator[Desk]:
    with running(vendor or fernwood_chat(), around) as chat:
        async with process(chat, home, **more) as agent:
            yield agent


@asynccontextmanager
async def process(chat: Running, home: Path, /, **more: str) -> AsyncIterator[Desk]:
    """One server before a chat that outlives it."""
    wire = Wiretap(httpx.AsyncHTTPTransport())
    server = ChatServer.from_environment(None, environment(chat.url, home, **more), transport=wire)
    async with served(server, wire, name=NAME, instructions=INSTRUCTIONS, asking=ASKING) as office:
        yield Desk(office, chat.server, chat.url)

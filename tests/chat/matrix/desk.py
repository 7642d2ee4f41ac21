"""The chat server before a real homeserver, on loopback."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from tests.office import Office, Wiretap, served
from tests.synapse import Account

from narrowgate_chat.server import NAME, ChatServer
from narrowgate_chat.tools.catalogue import INSTRUCTIONS

PREFIX = "NARROWGATE_CHAT__"
WRITES = {"WRITES__ENABLED": "true"}
ASKING = ("/user_directory/search", "/v3/search")


def environment(account: Account, home: Path, **more: str) -> dict[str, str]:
    given = {
        "CONNECTION__KIND": "matrix",
        "CONNECTION__BASE_URL": account.url,
        "CONNECTION__AUTH__KIND": "bearer",
        "CONNECTION__AUTH__TOKEN_ENV": "TOKEN",
        "STATE__DIR": str(home / "state"),
        "LOGGING__LEVEL": "error",
        **more,
    }
    return {PREFIX + key: value for key, value in given.items()} | {"TOKEN": account.token, "HOME": str(home)}


def scoped(*channels: str, **more: str) -> dict[str, str]:
    return {"SCOPE__CHANNELS": json.dumps(channels), **more}


@asynccontextmanager
async def desk(account: Account, home: Path, /, **more: str) -> AsyncIterator[Office[ChatServer]]:
    wire = Wiretap(httpx.AsyncHTTPTransport())
    server = ChatServer.from_environment(None, environment(account, home, **more), transport=wire)
    async with served(server, wire, name=NAME, instructions=INSTRUCTIONS, asking=ASKING) as office:
        yield office

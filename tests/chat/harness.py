"""The chat server without a process of its own, before each vendor's counterpart.

A vendor adds a `World` for its counterpart and a line in WORLDS; the contract in `test_contract.py` then holds for it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import anyio
import httpx
from tests.office import Check, Instead, Sent, Twist, Wiretap, served
from tests.office import Office as AnyOffice
from tests.vendor_chat_contract import chat_description, chat_specs

from narrowgate_chat.server import NAME, ChatServer
from narrowgate_chat.tools.catalogue import INSTRUCTIONS
from narrowgate_sandbox import Company, create_app, fernwood

PREFIX = "NARROWGATE_CHAT__"
SITE = "http://127.0.0.1"
WRITES = {"WRITES__ENABLED": "true"}
_NAP_S = 0.01

Office = AnyOffice[ChatServer]


class World(Protocol):
    """A vendor's counterpart as the contract needs it: what others do there, and what arrived."""

    kind: str
    channel: str
    """A public channel, with its `#`, in which the account under test and a colleague are."""
    closed: str
    """The id of one that is not in the scope of the contract's scoped servers, of which the account is a member."""
    archived: str
    colleague: str
    """A handle, without the `@`."""
    searches: bool

    def office(self, home: Path, /, **more: str) -> AbstractAsyncContextManager[Office]: ...

    def says(self, text: str, *, root: str | None = None) -> str:
        """A colleague writes in `channel`; the message's id."""
        ...

    def texts(self) -> list[str]:
        """What the account under test has said in `channel` and its threads, as the vendor keeps it."""
        ...

    def pinged(self) -> set[str]:
        """Whom the last message of the account under test notifies, as the vendor counts."""
        ...

    def losing_a_send(self, *, after: int = 0) -> Twist:
        """The answer to a message that was accepted is lost; `after`: how many come through before."""
        ...

    def dropping_sends(self) -> Instead: ...

    def attaches(self, filename: str, content: bytes) -> str:
        """A colleague's message with a file; its id."""
        ...

    def files(self) -> list[bytes]:
        """What the account under test has uploaded."""
        ...


def environment(base_url: str, kind: str, token: str, home: Path, **more: str) -> dict[str, str]:
    """`more` adds or replaces keys, without the prefix."""
    given = {
        "CONNECTION__KIND": kind,
        "CONNECTION__BASE_URL": base_url,
        "CONNECTION__AUTH__KIND": "bearer",
        "CONNECTION__AUTH__TOKEN_ENV": "TOKEN",
        "STATE__DIR": str(home / "state"),
        "LOGGING__LEVEL": "error",
        **more,
    }
    used = given.pop("TOKEN", token)
    return {PREFIX + key: value for key, value in given.items()} | {"TOKEN": used, "HOME": str(home)}


@asynccontextmanager
async def connected(
    transport: httpx.AsyncBaseTransport, settings: Mapping[str, str], *, check: Check | None = None
) -> AsyncIterator[Office]:
    """The server before whatever the transport reaches; pauses between polls take next to no time."""
    wire = Wiretap(transport, check=check)
    server = ChatServer.from_environment(None, settings, transport=wire)
    server.__dict__["profile"] = replace(server.profile, sleep=nap)
    async with served(server, wire, name=NAME, instructions=INSTRUCTIONS) as desk:
        yield desk


async def nap(_seconds: float) -> None:
    await anyio.sleep(_NAP_S)


def losing(is_send: Callable[[Sent], bool], after: int) -> Twist:
    left = [after]

    def twist(sent: Sent, answer: httpx.Response) -> httpx.Response:
        if is_send(sent):
            if left[0] == 0:
                left[0] = -1
                raise httpx.ReadError("lost")
            left[0] -= 1
        return answer

    return twist


@dataclass
class SlackWorld:
    """The embedded company's chat."""

    company: Company
    kind: str = "slack"
    channel: str = "#checkout"
    closed: str = ""
    archived: str = "#old-shop"
    colleague: str = "priya.raman"
    searches: bool = False
    token: str = "xoxb-sandbox-agent"

    def __post_init__(self) -> None:
        self.closed = self.company.chat.channel("general").id

    @asynccontextmanager
    async def office(self, home: Path, /, **more: str) -> AsyncIterator[Office]:
        transport = httpx.ASGITransport(create_app(self.company))
        settings = environment(f"{SITE}/slack", "slack", self.token, home, **more)
        check = None if chat_specs() is None else by_the_book
        async with connected(transport, settings, check=check) as desk:
            desk.company = self.company
            yield desk

    @property
    def _room(self) -> Any:
        return self.company.chat.channel(self.channel)

    def says(self, text: str, *, root: str | None = None) -> str:
        chat = self.company.chat
        colleague = chat.handle(self.colleague)
        return chat.post(self._room, colleague, text, self.company.moment(), thread_ts=root).ts

    def _mine(self) -> list[Any]:
        everything = self._room.ordered()
        return [each for each in everything if each.author.handle == "agent" and each.metadata]

    def texts(self) -> list[str]:
        return [each.text for each in self._mine()]

    def pinged(self) -> set[str]:
        return set(self._mine()[-1].pinged)

    def losing_a_send(self, *, after: int = 0) -> Twist:
        return losing(lambda sent: sent.path.endswith("/chat.postMessage"), after)

    def dropping_sends(self) -> Instead:
        def instead(sent: Sent) -> httpx.Response | None:
            if sent.path.endswith("/chat.postMessage"):
                raise httpx.ReadError("lost")
            return None

        return instead

    def attaches(self, filename: str, content: bytes) -> str:
        from narrowgate_sandbox.company.seed.chat import ChatPlanting

        chat = self.company.chat
        who = chat.handle(self.colleague)
        file = ChatPlanting(self.company).file(
            who, "2026-11-30 07:00", filename, content, "text/plain", self._room
        )
        return chat.post(self._room, who, "here it is", self.company.moment(), files=[file]).ts

    def files(self) -> list[bytes]:
        held = [file for each in self._room.ordered() for file in each.files if file.owner.handle == "agent"]
        return [file.content for file in held if file.content is not None]


def by_the_book(method: str, path: str, query: str, body: Any) -> list[str]:
    """What the vendor's description says against a request."""
    from tests.vendor_chat_contract import _arguments

    del method
    if "/slack/api/" not in path:
        return []
    arguments = _arguments(query, b"") | (body if isinstance(body, dict) else {})
    return chat_description().request_problems(path.rpartition("/")[2], arguments)


def _mattermost() -> World:
    from tests.chat.mattermost_world import MattermostWorld

    return MattermostWorld()


WORLDS: Mapping[str, Callable[[], World]] = {
    "slack": lambda: SlackWorld(fernwood()),
    "mattermost": _mattermost,
}

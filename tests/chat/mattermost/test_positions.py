"""What came after a position: nothing lost, nothing twice, whatever shares a millisecond or was deleted."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import anyio
import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chat.mattermost_fake import app_of, fernwood_chat
from tests.chat.mattermost_state import Server

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.mattermost.mattermost import Mattermost
from narrowgate_chat.adapters.mattermost.rejections import explain
from narrowgate_chat.port import Channel, Kind, Name, Place
from narrowgate_common.errors import GatewayError
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request

pytestmark = pytest.mark.anyio


class Plain:
    """Sends without retries and without a socket."""

    def __init__(self, server: Server) -> None:
        transport = httpx.ASGITransport(app_of(server))
        self.http = httpx.AsyncClient(
            transport=transport, base_url="http://chat", headers={"Authorization": "Bearer token-agent"}
        )
        self.sent: list[str] = []

    async def send(self, request: Request) -> Reply:
        self.sent.append(request.route.name)
        found = await self.http.request(request.route.method, request.target(), json=request.json)
        reply = Reply(found.status_code, dict(found.headers), found.content)
        if found.status_code >= 400:
            raise explain(request, reply)
        return reply

    def stream(self, request: Request) -> AsyncGenerator[bytes]:
        raise NotImplementedError

    def listen(self, request: Request) -> AsyncGenerator[Any]:
        raise NotImplementedError


async def drained(chat: Mattermost, place: Place, position: str) -> tuple[list[str], str]:
    texts: list[str] = []
    for _ in range(100):
        found = await chat.since(place, position)
        texts += [each.text for each in found.messages]
        position = found.position
        if not found.more:
            return texts, position
    raise AssertionError("there is always more")


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["post", "reply", "elsewhere", "read", "delete", "purge", "edit"]),
        st.integers(0, 1),
        st.integers(0, 50),
    ),
    max_size=40,
)


@given(STEPS, st.sampled_from(["channel", "thread"]))
@settings(deadline=None, max_examples=150)
def test_every_message_is_told_once(steps: list[tuple[str, int, int]], where: str) -> None:
    anyio.run(_every_message_is_told_once, steps, where == "thread")


async def _every_message_is_told_once(
    steps: list[tuple[str, int, int]],
    in_thread: bool,  # noqa: FBT001 - anyio passes no names
) -> None:
    server = fernwood_chat()
    chat = Mattermost(Plain(server), Profile("http://chat", "fernwood"))
    root = server.write("ben", "releases", "root")
    other = server.write("ben", "releases", "other root")
    channel = await chat.channel(Name(name="releases"))
    place = Place(channel, root["id"] if in_thread else None)
    position = await chat.latest(place)
    told: list[str] = []
    expected: list[str] = []
    gone: set[str] = set()
    for number, (step, tick, which) in enumerate(steps):
        server.tick = tick
        if step == "read":
            texts, position = await drained(chat, place, position)
            told += texts
        elif step in {"delete", "purge", "edit"}:
            some = [each for each in server.posts.values() if each["id"] not in (root["id"], other["id"])]
            if some:
                post = some[which % len(some)]
                if step == "edit":
                    post["update_at"] = post["edit_at"] = server.now()
                    continue
                if post["message"] not in told:
                    gone.add(post["message"])
                server.delete(post["id"], for_good=step == "purge")
        else:
            top = {"post": "", "reply": root["id"], "elsewhere": other["id"]}[step]
            server.write("ann.berg", "releases", f"text {number}", top)
            if step == ("reply" if in_thread else "post"):
                expected.append(f"text {number}")
    texts, _ = await drained(chat, place, position)
    told += texts
    assert sorted(told) == sorted(each for each in expected if each not in gone)


@pytest.mark.parametrize("where", ["channel", "thread"])
async def test_a_thousand_messages_are_each_told_once(where: str) -> None:
    in_thread = where == "thread"
    server = fernwood_chat()
    chat = Mattermost(Plain(server), Profile("http://chat", "fernwood"))
    root = server.write("agent", "releases", "root")
    place = Place(await chat.channel(Name(name="releases")), root["id"] if in_thread else None)
    message = await chat.message(place.channel, root["id"])
    position, told = message.position, []
    for start in range(0, 1000, 20):
        for number in range(start, start + 20):
            server.tick = number % 3 % 2
            server.write("ben", "releases", str(number), root["id"] if in_thread else "")
        if start % 240 == 0:
            texts, position = await drained(chat, place, position)
            told += texts
    texts, position = await drained(chat, place, position)
    told += texts
    assert sorted(map(int, told)) == list(range(1000))


async def test_one_read_of_a_quiet_place_is_one_request() -> None:
    server = fernwood_chat()
    sender = Plain(server)
    chat = Mattermost(sender, Profile("http://chat", "fernwood"))
    for number in range(3):
        server.write("ben", "releases", str(number))
    place = Place(await chat.channel(Name(name="releases")))
    position = await chat.latest(place)
    sender.sent.clear()
    found = await chat.since(place, position)
    assert (found.messages, sender.sent) == ((), ["posts"])


async def test_a_position_of_another_form_is_refused() -> None:
    chat = Mattermost(Plain(fernwood_chat()), Profile("http://chat", "fernwood"))
    place = Place(Channel("c" * 26, "x", Kind.PUBLIC))
    for position in ("", "x", "1.2.3", "1..é", "9" * 20 + "..", "1.." + "a" * 27):
        with pytest.raises(GatewayError, match="cursor"):
            await chat.since(place, position)

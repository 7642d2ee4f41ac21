"""Calls that take long: they say how far they are, have a deadline of their own, and end when nobody wants them."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from anyio.abc import ByteReceiveStream, Process
from anyio.streams.text import TextReceiveStream
from mcp import Client
from mcp_types import CallToolResult
from tests.common.raw_server import silent_server
from tests.common.waiting_product import MARGIN_S, waiting

from narrowgate_common.protocol import mcp_server

ROOT = Path(__file__).parents[2]
NOBODY = "http://127.0.0.1:9"
WITHIN_S = 20.0
"""Far above a second, since a busy machine is no fault; below the 30 or more that the calls would last."""


@asynccontextmanager
async def client(url: str = NOBODY) -> AsyncIterator[Client]:
    """`legacy` is the mode in which the SDK's client speaks the protocol by messages, tokens included."""
    async with waiting(url) as boundary:
        server = mcp_server(boundary.tools.values(), boundary, name="w", version="1", instructions="")
        async with Client(server, mode="legacy") as agent:
            yield agent


def text(result: CallToolResult) -> str:
    assert isinstance(result.structured_content, dict)
    return str(result.structured_content["untrusted"]["text"])


# --- a deadline of its own


@pytest.mark.anyio
async def test_a_tool_may_have_a_deadline_of_its_own() -> None:
    async with client() as agent:
        left = {
            (tool, asked): float(text(await agent.call_tool(tool, {"timeout_s": asked})))
            for tool in ("wait", "look")
            for asked in (2000.0, 4000.0)
        }

    assert 1000 < left["wait", 2000.0] <= 2000 + MARGIN_S < left["wait", 4000.0] <= 4000 + MARGIN_S
    assert max(left["look", 2000.0], left["look", 4000.0]) <= 30


# --- progress


@pytest.mark.anyio
async def test_progress_reaches_a_client_that_asked_for_it() -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with client() as agent:
        await agent.call_tool("wait", {"reports": [0, 10, 20]}, progress_callback=hear)

    assert told == [
        (0, 45.0, "waiting, 0 s"),
        (10, 45.0, "waiting, 10 s"),
        (20, 45.0, "waiting, 20 s"),
    ]


@pytest.mark.anyio
async def test_progress_only_rises() -> None:
    told: list[float] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async with client() as agent:
        await agent.call_tool("wait", {"reports": [1, 1, 0.5, -3, 2, 2, 1.5, 7]}, progress_callback=hear)

    assert told == [1, 2, 7]


# --- over stdio, line by line


class Wire:
    """A client that sees every line."""

    def __init__(self, process: Process, lines: AsyncIterator[dict[str, Any]]) -> None:
        self.process = process
        self._lines = lines

    async def say(self, method: str, params: Mapping[str, Any], number: int | None = None) -> None:
        assert self.process.stdin is not None
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        line = json.dumps(message if number is None else {**message, "id": number})
        await self.process.stdin.send((line + "\n").encode())

    async def call(self, number: int, tool: str, token: str | int | None = None, **arguments: Any) -> None:
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        meta = {} if token is None else {"_meta": {"progressToken": token}}
        await self.say("tools/call", params | meta, number)

    async def heard(self) -> dict[str, Any]:
        return await anext(self._lines)

    async def until(self, number: int) -> list[dict[str, Any]]:
        """Everything up to and with the answer to a request."""
        heard = [await self.heard()]
        while heard[-1].get("id") != number:
            heard.append(await self.heard())
        return heard


async def messages(stream: ByteReceiveStream) -> AsyncIterator[dict[str, Any]]:
    begun = ""
    async for piece in TextReceiveStream(stream):
        *whole, begun = (begun + piece).split("\n")
        for line in whole:
            yield json.loads(line)


@asynccontextmanager
async def stdio(url: str = NOBODY) -> AsyncIterator[Wire]:
    command = [sys.executable, "-m", "tests.common.waiting_product", url]
    async with await anyio.open_process(command, cwd=ROOT, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        wire = Wire(process, messages(process.stdout))
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        await wire.say("initialize", hello, 0)
        await wire.until(0)
        await wire.say("notifications/initialized", {})
        try:
            yield wire
        finally:
            if process.returncode is None:
                process.kill()


@pytest.mark.anyio
@pytest.mark.parametrize("token", ["abc", 7, 0, ""])
async def test_over_stdio_progress_comes_before_the_result(token: str | int) -> None:
    async with stdio() as wire:
        await wire.call(1, "wait", token, reports=[0, 10, 10, 5, 20])
        heard = await wire.until(1)

    assert [message.get("method") for message in heard] == ["notifications/progress"] * 3 + [None]
    assert [message["params"] for message in heard[:-1]] == [
        {"progressToken": token, "progress": done, "total": 45.0, "message": f"waiting, {done:g} s"}
        for done in (0.0, 10.0, 20.0)
    ]


@pytest.mark.anyio
@pytest.mark.parametrize("token", [None, True, ["x"]], ids=["none", "a truth", "a list"])
async def test_over_stdio_nothing_is_reported_without_a_token(token: Any) -> None:
    async with stdio() as wire:
        await wire.call(1, "wait", token, reports=[0, 10])
        heard = await wire.until(1)

    assert [message.get("method") for message in heard] == [None]


@pytest.mark.anyio
async def test_two_calls_at_once_are_reported_under_their_own_tokens() -> None:
    async with stdio() as wire:
        await wire.call(1, "wait", "one", reports=[1, 2])
        await wire.call(2, "wait", "two", reports=[1, 2])
        heard = [await wire.heard() for _ in range(6)]

    for number, token in ((1, "one"), (2, "two")):
        mine = [
            m for m in heard if m.get("id") == number or m.get("params", {}).get("progressToken") == token
        ]
        assert [message.get("params", {}).get("progress") for message in mine] == [1, 2, None]


# --- cancellation


async def until(condition: Any) -> None:
    """In this loop the vendor lives too."""
    while not condition():
        await anyio.lowlevel.checkpoint()


@pytest.mark.anyio
async def test_a_cancelled_read_is_gone_its_upstream_request_closed_and_nothing_is_sent() -> None:
    async with silent_server() as vendor, stdio(f"http://127.0.0.1:{vendor.port}") as wire:
        with anyio.fail_after(WITHIN_S):
            await wire.call(1, "look", asks=True)
            await until(lambda: vendor.heads)
            await wire.say("notifications/cancelled", {"requestId": 1, "reason": "enough"})
            await until(lambda: vendor.closed)
            await wire.call(2, "look")
            heard = await wire.until(2)

    assert [message.get("id") for message in heard] == [2]
    assert vendor.closed == 1


@pytest.mark.anyio
async def test_a_cancelled_call_does_not_disturb_another_one_that_waits() -> None:
    async with silent_server() as vendor, stdio(f"http://127.0.0.1:{vendor.port}") as wire:
        with anyio.fail_after(WITHIN_S):
            await wire.call(1, "look", asks=True)
            await wire.call(2, "look", asks=True)
            await until(lambda: len(vendor.heads) == 2)
            await wire.say("notifications/cancelled", {"requestId": 1})
            await until(lambda: vendor.closed)

            assert vendor.closed == 1


@pytest.mark.anyio
async def test_a_client_that_hangs_up_ends_the_process_and_its_upstream_request() -> None:
    async with silent_server() as vendor, stdio(f"http://127.0.0.1:{vendor.port}") as wire:
        with anyio.fail_after(WITHIN_S):
            await wire.call(1, "wait", asks=True)
            await until(lambda: vendor.heads)
            assert wire.process.stdin is not None
            await wire.process.stdin.aclose()
            await until(lambda: vendor.closed)

            assert await wire.process.wait() == 0


@pytest.mark.anyio
async def test_a_call_cancelled_in_memory_closes_its_upstream_request() -> None:
    async def ask(agent: Client) -> None:
        await agent.call_tool("look", {"asks": True})

    with anyio.fail_after(WITHIN_S):
        async with silent_server() as vendor, client(f"http://127.0.0.1:{vendor.port}") as agent:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask, agent)
                await until(lambda: vendor.heads)
                tasks.cancel_scope.cancel()
            await until(lambda: vendor.closed)

            assert vendor.closed == 1

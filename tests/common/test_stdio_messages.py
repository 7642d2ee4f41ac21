"""Lines become the SDK's messages and messages lines: none is lost, torn, or passed over in silence."""

import json
import os
from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, JSONRPCResponse

from narrowgate_common.stdio_messages import Requests, Responses
from narrowgate_common.stdio_streams import Leaving


def call(**more: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/call", **more})


async def arriving(*lines: str) -> AsyncIterator[str]:
    for line in lines:
        yield line


class Written:
    def __init__(self) -> None:
        self.texts: list[str] = []

    async def write(self, text: str) -> None:
        self.texts.append(text)

    async def ended(self) -> None:
        """Every text is whole."""


def requested(found: SessionMessage | Exception) -> Any:
    return (
        found.message.id
        if isinstance(found, SessionMessage) and isinstance(found.message, JSONRPCRequest)
        else "?"
    )


@pytest.mark.anyio
async def test_the_requests_around_one_that_is_answered_here_go_on() -> None:
    written = Written()
    requests = Requests(arriving(call(id=1), call(id=2, params={"a": "\ud800"}), call(id=3)), written)

    assert [requested(each) async for each in requests] == [1, 3]
    assert [json.loads(text)["id"] for text in written.texts] == [2]


@pytest.mark.anyio
@pytest.mark.parametrize("line", ["", "garbage", "{}", "[]", '{"jsonrpc": "1.0", "id": 1, "method": "ping"}'])
async def test_a_line_that_is_no_message_is_passed_on_as_the_error_it_is(line: str) -> None:
    written = Written()
    found = [each async for each in Requests(arriving(line, call()), written)]

    assert isinstance(found[0], ValueError)
    assert requested(found[1]) == 5
    assert written.texts == []


@pytest.mark.anyio
async def test_messages_can_be_received_one_by_one_until_the_end() -> None:
    async with Requests(arriving(call(id="a")), Written()) as requests:
        assert requested(await requests.receive()) == "a"
        with pytest.raises(anyio.EndOfStream):
            await requests.receive()


def response(text: str) -> SessionMessage:
    return SessionMessage(JSONRPCResponse(jsonrpc="2.0", id=7, result={"text": text}))


@pytest.mark.anyio
async def test_a_response_is_one_line() -> None:
    written = Written()
    async with Responses(written) as responses:
        await responses.send(response("two\nlines \u00e9"))

    assert [text.count("\n") for text in written.texts] == [1]
    assert json.loads(written.texts[0]) == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {"text": "two\nlines \u00e9"},
    }


async def cancelled_halfway(responses: Responses) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(responses.send, response("x" * 300_000))
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()


@pytest.mark.anyio
async def test_a_response_that_was_begun_is_ended_when_the_client_has_left() -> None:
    reading, writing = os.pipe()
    seen = b""

    async def served() -> None:
        async with Responses(Leaving(writing)) as responses:
            await cancelled_halfway(responses)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(served)
        await anyio.wait_all_tasks_blocked()
        with anyio.fail_after(60):
            while not seen.endswith(b"\n"):
                await anyio.wait_readable(reading)
                seen += os.read(reading, 65_536)
    os.close(reading)
    os.close(writing)
    assert json.loads(seen)["result"] == {"text": "x" * 300_000}


@pytest.mark.anyio
async def test_an_interruption_waits_for_no_reader() -> None:
    reading, writing = os.pipe()

    async def interrupted() -> None:
        async with Responses(Leaving(writing)) as responses:
            await cancelled_halfway(responses)
            raise KeyboardInterrupt

    with anyio.fail_after(60), pytest.raises(KeyboardInterrupt):
        await interrupted()
    os.close(reading)
    os.close(writing)

"""Listening to a websocket: pinned, bounded and closed like any other request."""

from contextlib import aclosing
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from tests.common.certificates import Authority, serving_with
from tests.common.fake_product import AGENT, SECRET, Way, way_out
from tests.common.fake_vendor import APPEND, LISTEN, READ
from tests.common.live_server import live_server, raw_live_server, telling, tunnel
from tests.common.raw_server import raw_server, saying
from tests.common.wire_calls import failure
from websockets.asyncio.server import ServerConnection

from narrowgate_common.routes import Grant, Request
from narrowgate_common.websocket import MESSAGE_BYTES

LIVE = Request(LISTEN, query={"connection_id": "c 1"})


async def heard(way: Way, request: Request = LIVE) -> list[Any]:
    async with aclosing(way.session().listen(request)) as messages:
        return [message async for message in messages]


async def first(way: Way) -> Any:
    async with aclosing(way.session().listen(LIVE)) as messages:
        return await anext(messages)


# --- what is heard


@pytest.mark.anyio
async def test_messages_are_heard_parsed_and_in_order_until_goodbye() -> None:
    said: list[str | list[str]] = [
        '{"seq": 0}',
        '{"seq": 1, "text": "\u00e4\U0001f600"}',
        ['{"se', 'q"', ": 2}"],
        "[3]",
    ]
    async with live_server(telling(*said)) as live, way_out(live.url) as way:
        assert await heard(way) == [{"seq": 0}, {"seq": 1, "text": "\u00e4\U0001f600"}, {"seq": 2}, [3]]


@pytest.mark.anyio
async def test_a_thousand_messages_at_once_are_all_heard() -> None:
    async with (
        live_server(telling(*[f'{{"seq": {n}}}' for n in range(1000)])) as live,
        way_out(live.url) as way,
    ):
        assert [message["seq"] for message in await heard(way)] == list(range(1000))


@pytest.mark.anyio
async def test_a_message_that_came_with_the_handshake_is_heard() -> None:
    async with (
        raw_live_server(b"\x81\x02{}\x81\x03[1]\x88\x02\x03\xe8") as raw,
        way_out(f"http://127.0.0.1:{raw.port}") as way,
    ):
        assert await heard(way) == [{}, [1]]


@pytest.mark.anyio
async def test_a_ping_is_answered_while_listening() -> None:
    answered: list[float] = []

    async def talk(connection: ServerConnection) -> None:
        answered.append(await (await connection.ping()))
        await connection.send("{}")

    async with live_server(talk) as live, way_out(live.url) as way:
        assert await heard(way) == [{}]
    assert len(answered) == 1


# --- how it is asked for


@pytest.mark.anyio
async def test_the_handshake_is_a_request_of_its_route_with_the_credential() -> None:
    async with live_server(telling("{}")) as live, way_out(live.url + "/chat/") as way:
        await heard(way)
        await heard(way)

    one, other = live.requests
    assert one.path == "/chat/api/live?connection_id=c+1"
    assert (one.headers["authorization"], one.headers["user-agent"]) == (f"Bearer {SECRET}", AGENT)
    assert one.headers["host"] == f"127.0.0.1:{live.port}"
    assert not {"origin", "cookie", "sec-websocket-extensions", "sec-websocket-protocol"} & {
        name.lower() for name in one.headers
    }
    assert one.headers["sec-websocket-key"] != other.headers["sec-websocket-key"]


def test_the_manifest_shows_it() -> None:
    grant = Grant("wait_for_reply", LISTEN, "https://chat.example")
    assert grant.row() == ("GET", "https://chat.example/api/live", "read", "wait_for_reply")


@pytest.mark.anyio
async def test_tls_and_the_proxy_are_those_of_every_request(tmp_path: Path) -> None:
    ours, targets = Authority.make(tmp_path, "ours"), list[str]()
    tls = serving_with(ours.issue("server"))
    async with live_server(telling("{}"), ssl=tls) as live, tunnel(targets) as port:
        url, proxy = f"https://127.0.0.1:{live.port}", f"http://127.0.0.1:{port}"
        async with way_out(url, ca_file=str(ours.file), proxy=proxy) as way:
            assert await heard(way) == [{}]
        async with way_out(url, proxy=proxy) as way:
            assert (await failure(heard(way))).reason == "certificate"

    assert targets[0] == f"CONNECT 127.0.0.1:{live.port}"
    assert len(live.requests) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("request_", [READ, APPEND], ids=["read", "append"])
async def test_only_a_route_of_that_kind_is_listened_to(request_: Request) -> None:
    async with live_server(telling("{}")) as live, way_out(live.url) as way:
        error = await failure(heard(way, request_))
        way.outbound.allowed -= {LISTEN}
        other = await failure(heard(way))

    assert {error.reason, other.reason} == {"route_not_granted"}
    assert live.requests == []


# --- a vendor that does not consent


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("status", "category", "reason"),
    [
        (401, "configuration_error", "credential_rejected"),
        (404, "not_found", None),
        (302, "upstream_error", "redirect"),
    ],
)
async def test_a_refused_handshake_is_read_like_any_refusal(
    status: int, category: str, reason: str | None
) -> None:
    async with live_server(telling("{}")) as live, way_out(live.url) as way:
        live.refusals += [(status, {"location": "https://evil.example/"}, b"no")]
        error = await failure(heard(way))

    assert (error.category, error.reason, len(live.requests)) == (category, reason, 1)


@pytest.mark.anyio
async def test_a_handshake_is_retried_like_a_read_and_waits_where_it_is_told_to() -> None:
    async with live_server(telling("{}")) as live, way_out(live.url) as way:
        live.refusals += [(429, {"retry-after": "7"}, b""), (503, {}, b"")]

        assert await heard(way) == [{}]
        assert (way.time.pauses[0], len(live.requests)) == (7.0, 3)


@pytest.mark.anyio
async def test_an_answer_that_is_a_page_is_no_consent() -> None:
    page = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"
    async with raw_server(saying(page)) as raw, way_out(f"http://127.0.0.1:{raw.port}") as way:
        error = await failure(heard(way))

    assert (error.category, error.reason) == ("upstream_error", "unreadable")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("accept", "more"),
    [
        ("c3RvbGVu", b""),
        (None, b"Sec-WebSocket-Extensions: permessage-deflate\r\n"),
        (None, b"Sec-WebSocket-Protocol: chat\r\n"),
        (None, b"Sec-WebSocket-Accept: c3RvbGVu\r\n"),
        (None, b"Upgrade: h2c\r\n"),
        (None, b"".join(b"Sec-WebSocket-X%d: y\r\n" % n for n in range(200))),
    ],
    ids=["another key's", "an extension", "a protocol", "two answers", "two upgrades", "too many"],
)
async def test_a_consent_to_something_else_is_none(accept: str | None, more: bytes) -> None:
    async with (
        raw_live_server(b"\x81\x02{}", accept=accept, more=more) as raw,
        way_out(f"http://127.0.0.1:{raw.port}") as way,
    ):
        error = await failure(heard(way))

    assert (error.category, error.reason) == ("upstream_error", "unreadable")


# --- a vendor that misbehaves afterwards


def text_frame(size: int) -> bytes:
    return b"\x81\x7f" + size.to_bytes(8, "big")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"\x81\x01{", "unreadable"),
        (b"\x81\x05\xff\xfe\xfd{}", "unreadable"),
        (b"\x81\x05hello", "unreadable"),
        (b"\x82\x02{}", "unreadable"),
        (b"\x81\x82abcd{}", "unreadable"),
        (b"\xc1\x02{}", "unreadable"),
        (b"\x80\x02{}", "unreadable"),
        (b"\x01\x01{\x81\x01}", "unreadable"),
        (b"\x83\x00", "unreadable"),
        (b"\x88\x01\x00", "unreadable"),
        (text_frame(MESSAGE_BYTES + 1), "too_large"),
        (text_frame(2**62), "too_large"),
        (b"\x01" + text_frame(600_000)[1:] + b" " * 600_000 + b"\x80" + text_frame(600_000)[1:], "too_large"),
        (b"\x88\x02\x03\xf3", "connection_lost"),
        (b"\x88\x00", "connection_lost"),
        (b"\x81\x02{", "connection_lost"),
        (b"", "connection_lost"),
        (b"GET / HTTP/1.1\r\n\r\n", "unreadable"),
    ],
)
async def test_whatever_else_is_said_ends_it_with_a_reason(said: bytes, reason: str) -> None:
    async with (
        raw_live_server(said, then_close=True) as raw,
        way_out(f"http://127.0.0.1:{raw.port}") as way,
    ):
        error = await failure(heard(way))

    assert (error.category, error.reason) == ("upstream_error", reason)
    assert raw.connections == 1


@pytest.mark.anyio
async def test_what_came_before_the_break_is_heard() -> None:
    async with (
        raw_live_server(b'\x81\x07{"a":1}\x81\x05hel', then_close=True) as raw,
        way_out(f"http://127.0.0.1:{raw.port}") as way,
    ):
        seen = []
        async with aclosing(way.session().listen(LIVE)) as messages:
            seen.append(await anext(messages))
            error = await failure(anext(messages))

    assert (seen, error.reason) == ([{"a": 1}], "connection_lost")


@pytest.mark.anyio
async def test_our_own_credential_does_not_come_back_in_a_message() -> None:
    async with live_server(telling(f'{{"text": "{SECRET}"}}')) as live, way_out(live.url) as way:
        assert SECRET not in str(await heard(way))


# --- its end


@pytest.mark.anyio
async def test_it_ends_with_the_deadline_of_its_call() -> None:
    async with live_server(telling("{}", then_stay=True)) as live, way_out(live.url, deadline_s=0.3) as way:
        async with aclosing(way.session().listen(LIVE)) as messages:
            assert await anext(messages) == {}
            error = await failure(anext(messages))
        while not live.ended:
            await anyio.lowlevel.checkpoint()

    assert (error.category, error.reason) == ("upstream_error", "timeout")


@pytest.mark.anyio
async def test_a_deadline_does_not_strike_whoever_works_on_a_message() -> None:
    async with (
        live_server(telling("{}", "{}")) as live,
        way_out(live.url, deadline_s=0.3) as way,
        aclosing(way.session().listen(LIVE)) as messages,
    ):
        await anext(messages)
        with anyio.move_on_after(0.4) as working:
            await anyio.sleep_forever()

    assert working.cancelled_caught


@pytest.mark.anyio
async def test_leaving_early_closes_the_connection() -> None:
    async with live_server(telling("{}", then_stay=True)) as live, way_out(live.url) as way:
        assert await first(way) == {}
        while not live.ended:
            await anyio.lowlevel.checkpoint()

    assert len(live.ended) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("said", [[], ["{}"]], ids=["while nothing is said", "after a message"])
async def test_cancelling_closes_the_connection(said: list[str]) -> None:
    heard: list[Any] = []

    async def listen(way: Way) -> None:
        async with aclosing(way.session().listen(LIVE)) as messages:
            async for message in messages:
                heard.append(message)  # noqa: PERF401 - they are looked at meanwhile

    async with live_server(telling(*said, then_stay=True)) as live, way_out(live.url) as way:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(listen, way)
            while len(heard) < len(said) or not live.requests:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
        with anyio.fail_after(20):
            while not live.ended:
                await anyio.lowlevel.checkpoint()

    assert len(live.ended) == 1


@pytest.mark.anyio
async def test_other_requests_go_on_beside_it() -> None:
    async with live_server(telling("{}", then_stay=True)) as live, way_out(live.url) as way:
        live.refusals += [(200, {}, b"{}")]
        assert (await way.session().send(READ)).json == {}
        async with aclosing(way.session().listen(LIVE)) as messages:
            await anext(messages)
            live.refusals += [(200, {}, b"{}")]
            assert (await way.session().send(READ)).json == {}

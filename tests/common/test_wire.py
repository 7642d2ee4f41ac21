import gzip
import json
import tracemalloc
import zlib

import pytest
from tests.common.fake_product import SECRET, new_wire
from tests.common.fake_vendor import APPEND, GET_FILE, Vendor
from tests.common.raw_server import endlessly, raw_server, saying
from tests.common.wire_calls import JSON, answered, broken, later

from narrowgate_common.operations import Ended
from narrowgate_common.replies import BrokenExchangeError
from narrowgate_common.routes import Request
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy


def coded(coding: str, body: bytes, status: int = 200) -> Fault:
    return Fault.answer(status, body, headers={**JSON, "content-encoding": coding})


PACKED = gzip.compress(b'{"id": "1"}')


@pytest.mark.anyio
@pytest.mark.parametrize("coding", ["gzip", "GZIP"])
async def test_a_packed_answer_is_unpacked(coding: str, vendor: Vendor) -> None:
    assert (await answered(vendor, coded(coding, PACKED))).json == {"id": "1"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (coded("br", b"x"), "encoding"),
        (coded("zstd", b"x"), "encoding"),
        (coded("deflate", b"x"), "encoding"),
        (coded("gzip, gzip", gzip.compress(PACKED)), "encoding"),
        (coded("gzip", b"{}"), "encoding"),
        (coded("gzip", PACKED[:-5]), "cut_body"),
        (coded("gzip", PACKED[:15]), "cut_body"),
        (coded("gzip", PACKED + b"more"), "encoding"),
        (Fault.gzip_bomb(), "too_large"),
        (Fault.huge(), "too_large"),
    ],
    ids=lambda each: each.headers.get("content-encoding", each.name) if isinstance(each, Fault) else None,
)
async def test_an_answer_that_cannot_be_read_to_its_end_is_none(
    fault: Fault, trouble: str, vendor: Vendor
) -> None:
    with pytest.raises(BrokenExchangeError) as error:
        await answered(vendor, fault)

    assert (error.value.ended, error.value.trouble) == (Ended.AMBIGUOUS, trouble)


@pytest.mark.anyio
@pytest.mark.parametrize("status", [302, 400, 401, 429, 503])
@pytest.mark.parametrize("coding", ["br", "gzip"])
async def test_a_refusal_counts_by_its_status_whatever_its_body_is(
    status: int, coding: str, vendor: Vendor
) -> None:
    reply = await answered(vendor, coded(coding, b"not of that coding", status), APPEND)

    assert (reply.status, reply.body) == (status, b"")


@pytest.mark.anyio
async def test_a_body_of_exactly_the_limit_is_read(vendor: Vendor) -> None:
    body = json.dumps("x" * 98).encode()

    assert (await answered(vendor, Fault.answer(200, body, headers=JSON), max_body_bytes=100)).body == body
    with pytest.raises(BrokenExchangeError, match="too_large"):
        await answered(vendor, Fault.answer(200, body, headers=JSON), max_body_bytes=99)


HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
CHUNK = b"10000\r\n" + b"x" * 65_536 + b"\r\n"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("start", "more", "trouble"),
    [
        (HEAD + b"transfer-encoding: chunked\r\n\r\n", CHUNK, "too_large"),
        (HEAD + b"\r\n", b"x" * 65_536, "too_large"),
        (HEAD + b"x: ", b"y" * 65_536, "connection_lost"),
        (HEAD, b"x: y\r\n" * 1_000, "connection_lost"),
        (b"", b"x" * 65_536, "connection_lost"),
    ],
    ids=["chunks", "body", "header", "headers", "garbage"],
)
async def test_an_answer_without_end_ends_here(start: bytes, more: bytes, trouble: str) -> None:
    async with raw_server(endlessly(start, more)) as raw:
        error = await broken(new_wire(f"http://127.0.0.1:{raw.port}", max_body_bytes=1_000_000), APPEND)

    assert (error.ended, error.trouble) == (Ended.AMBIGUOUS, trouble)


@pytest.mark.anyio
@pytest.mark.parametrize("fault", ["bomb", "huge"])
async def test_what_is_too_large_is_not_kept(fault: str) -> None:
    """Half of a bomb is one too: it never comes to its end."""
    bomb = zlib.compressobj(9, zlib.DEFLATED, 31).compress(bytes(100_000_000))
    says = {
        "bomb": saying(HEAD + b"content-encoding: gzip\r\n\r\n" + bomb),
        "huge": endlessly(HEAD + b"transfer-encoding: chunked\r\n\r\n", CHUNK),
    }
    async with raw_server(says[fault]) as raw:
        wire = new_wire(f"http://127.0.0.1:{raw.port}", max_body_bytes=4_000_000)
        tracemalloc.start()
        error = await broken(wire)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert error.trouble == "too_large"
    assert peak < 16_000_000


@pytest.mark.anyio
@pytest.mark.parametrize(
    "first", [b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", b"HTTP/1.1 204 No Content\r\n\r\n"]
)
@pytest.mark.parametrize(
    "left_over",
    [b"{}", b'HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"forged":"1"}'],
    ids=["body", "answer"],
)
async def test_what_stands_behind_an_answer_is_not_the_next_one(first: bytes, left_over: bytes) -> None:
    async with raw_server(saying(first + left_over)) as raw:
        wire = new_wire(f"http://127.0.0.1:{raw.port}")
        replies = [await wire.exchange(APPEND, later()) for _ in range(3)]
        await wire.aclose()

    assert {reply.status for reply in replies} == {int(first.split()[1])}
    assert {reply.body for reply in replies} <= {b"{}", b""}
    assert (len(raw.heads), raw.connections) == (3, 3)


@pytest.mark.anyio
async def test_only_headers_that_are_read_later_are_kept(vendor: Vendor) -> None:
    fault = Fault.answer(200, b"{}", headers={**JSON, "x-secret": SECRET, "retry-after": "9" * 5_000})

    reply = await answered(vendor, fault)

    assert set(reply.headers) == {"content-type", "content-length", "retry-after"}
    assert len(reply.headers["retry-after"]) == 1_000


@pytest.mark.anyio
async def test_a_file_arrives_piece_by_piece_and_uncoded(vendor: Vendor) -> None:
    wire = new_wire(vendor.url)
    incoming = await wire.open(Request(GET_FILE, {"size": "1000000"}), later())
    sizes = [len(piece) async for piece in incoming.chunks()]
    await incoming.aclose()
    await wire.aclose()

    assert (sum(sizes), max(sizes) <= 65_536) == (1_000_000, True)
    assert vendor.board.headers[0]["accept-encoding"] == "identity"


@pytest.mark.anyio
@pytest.mark.parametrize("coding", ["gzip", "br", "gzip, gzip"])
async def test_a_file_that_is_coded_all_the_same_is_refused(coding: str, vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy:
        proxy.next(coded(coding, PACKED))
        wire = new_wire(proxy.url)
        incoming = await wire.open(Request(GET_FILE, {"size": "1"}), later())
        with pytest.raises(BrokenExchangeError, match="encoding"):
            await anext(incoming.chunks())
        await incoming.aclose()
        await wire.aclose()

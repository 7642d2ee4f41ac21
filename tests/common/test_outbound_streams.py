from contextlib import aclosing
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from tests.common.fake_product import way_out
from tests.common.fake_vendor import APPEND, GET_FILE, READ, Vendor
from tests.common.wire_calls import failure

from narrowgate_common.routes import Request
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

FILE = Request(GET_FILE, {"size": "300000"})


async def drained(stream: Any) -> int:
    async with aclosing(stream) as chunks:
        return sum([len(chunk) async for chunk in chunks])


@pytest.mark.anyio
@pytest.mark.parametrize(
    "fault",
    [
        Fault.RESET_BEFORE,
        Fault.RESET_AFTER,
        Fault.CLOSE_AFTER,
        Fault.CUT_HEADER,
        Fault.error(500),
        Fault.error(503),
    ],
    ids=lambda fault: fault.name,
)
async def test_the_opening_of_a_stream_is_retried_like_a_read(fault: Fault, vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(fault, fault)

        assert await drained(way.session().stream(FILE)) == 300_000
        assert (len(proxy.seen), len(way.time.pauses)) == (3, 2)


@pytest.mark.anyio
async def test_the_opening_of_a_stream_waits_for_a_pause_the_vendor_asked_for(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.throttle(retry_after="7"))
        assert await drained(way.session().stream(FILE)) == 300_000
        way.outbound.throttle.pause(60)

        error = await failure(drained(way.session().stream(FILE)))

        assert (way.time.pauses, error.category, error.retry_after_s) == ([7.0], "rate_limited", 60.0)


@pytest.mark.anyio
@pytest.mark.parametrize("fault", [Fault.RESET_AFTER, Fault.refuse(60)], ids=lambda fault: fault.name)
async def test_a_stream_that_cannot_be_opened_is_given_up_after_three_attempts(
    fault: Fault, vendor: Vendor
) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(*[fault] * 4)

        error = await failure(drained(way.session().stream(FILE)))

        assert (error.category, len(way.time.pauses)) == ("upstream_error", 2)


@pytest.mark.anyio
async def test_the_middle_of_a_stream_is_not_retried(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.TRUNCATE)

        error = await failure(drained(way.session().stream(FILE)))

        assert (error.category, error.reason, len(proxy.seen)) == ("upstream_error", "connection_lost", 1)


@pytest.mark.anyio
async def test_a_refused_stream_is_explained_in_the_vendors_words(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.answer(403, b'{"message": "not for you"}'))

        error = await failure(drained(way.session().stream(FILE)))

        assert error.details == ("not for you",)


@pytest.mark.anyio
async def test_a_stream_ends_with_the_deadline_of_its_call(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url, deadline_s=0.3) as way:
        proxy.next(Fault.drip(step=100, every_s=0.01))

        error = await failure(drained(way.session().stream(FILE)))

        assert (error.category, error.reason) == ("upstream_error", "timeout")


@pytest.mark.anyio
async def test_the_deadline_of_a_stream_does_not_strike_whoever_works_on_a_piece(vendor: Vendor) -> None:
    async with way_out(vendor.url, deadline_s=0.3) as way, aclosing(way.session().stream(FILE)) as chunks:
        await anext(chunks)
        with anyio.move_on_after(0.4) as working:
            await anyio.sleep_forever()

        assert working.cancelled_caught
        error = await failure(anext(chunks))

    assert error.reason == "timeout"


@pytest.mark.anyio
async def test_a_stream_that_is_left_early_is_closed(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        async with aclosing(way.session().stream(Request(GET_FILE, {"size": "30000000"}))) as chunks:
            async for _ in chunks:
                break
        assert (await way.session().send(READ)).status == 200
        assert proxy.connections == 2


@pytest.mark.anyio
async def test_a_write_cannot_be_sent_as_a_stream(vendor: Vendor) -> None:
    async with way_out(vendor.url) as way:
        error = await failure(drained(way.session().stream(APPEND)))

    assert error.reason == "route_not_granted"
    assert vendor.board.notes == []

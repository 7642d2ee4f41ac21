from collections.abc import Callable
from dataclasses import dataclass, field

import anyio
import anyio.lowlevel
import pytest
from anyio.lowlevel import checkpoint
from tests.common.fake_product import way_out
from tests.common.fake_vendor import APPEND, READ, REPLACE, Vendor
from tests.common.wire_calls import cancelled_when, failure

from narrowgate_common.operations import Ended
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request
from narrowgate_common.throttle import ThrottleMemory
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

# --- cancellation


@pytest.mark.anyio
async def test_a_write_that_is_cancelled_on_its_way_still_records_how_it_ended(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.drip(step=20, every_s=0.01))
        await cancelled_when(lambda: bool(proxy.seen), way.session().send(APPEND))

        assert [attempt.ended for attempt in way.guard.ends] == [Ended.ANSWERED]
        assert len(vendor.board.notes) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("request_", [REPLACE, APPEND])
async def test_a_write_that_is_cancelled_during_a_pause_is_not_sent_any_more(
    request_: Request, vendor: Vendor
) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.throttle(retry_after="7"))
        way.outbound.sleep = lambda _seconds: anyio.sleep_forever()
        await cancelled_when(lambda: bool(way.guard.ends), way.session().send(request_))

        assert [attempt.ended for attempt in way.guard.ends] == [Ended.THROTTLED]
        assert (len(proxy.seen), vendor.board.headers) == (1, [])


@pytest.mark.anyio
async def test_a_read_that_is_cancelled_ends_at_once(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.HANG)
        await cancelled_when(lambda: bool(proxy.seen), way.session().send(READ))
        reply = await way.session().send(READ)

    assert reply.status == 200


# --- the time


@pytest.mark.anyio
async def test_a_pause_is_remembered_for_all_calls_of_a_credential(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.throttle(retry_after="60"))
        await failure(way.session().send(READ))

        errors = [await failure(way.session().send(request)) for request in (READ, REPLACE, APPEND)]

        assert [(error.category, error.retry_after_s) for error in errors] == [("rate_limited", 60.0)] * 3
        assert (len(proxy.seen), way.guard.about) == (1, [])
        way.time.passed += 60
        await way.session().send(APPEND)
        assert len(vendor.board.notes) == 1


@pytest.mark.anyio
async def test_where_each_method_has_a_limit_a_pause_of_one_holds_up_no_other(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        way.outbound.throttle_per_route = True
        proxy.next(Fault.throttle(retry_after="60"))
        await failure(way.session().send(READ))

        again = await failure(way.session().send(READ))
        await way.session().send(REPLACE)
        await way.session().send(APPEND)

        assert (again.category, again.retry_after_s) == ("rate_limited", 60.0)
        assert (len(proxy.seen), way.time.pauses) == (3, [])
        way.time.passed += 60
        assert (await way.session().send(READ)).status == 200


@dataclass
class Bell:
    """A clock that many sleep by, and that moves when it is rung."""

    passed: float = 0.0
    asleep: int = 0
    rung: anyio.Event = field(default_factory=anyio.Event)

    def clock(self) -> float:
        return self.passed

    async def sleep(self, seconds: float) -> None:
        end = self.passed + seconds
        while self.passed < end:
            self.asleep += 1
            await self.rung.wait()
            self.asleep -= 1

    async def ring(self, seconds: float, seen: Callable[[], bool]) -> None:
        """Let time pass, and wait for what must come of it."""
        self.passed += seconds
        self.rung.set()
        self.rung = anyio.Event()
        while not seen():
            await checkpoint()


@pytest.mark.anyio
async def test_a_hundred_calls_go_one_by_one_into_a_limit_and_together_after_it(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        bell = Bell()
        way.outbound.sleep, way.outbound.throttle = bell.sleep, ThrottleMemory(bell.clock)
        way.outbound.throttle.pause(2)
        proxy.next(Fault.throttle(retry_after="5"), Fault.throttle(retry_after="5"))
        answers: list[Reply] = []

        async def ask() -> None:
            answers.append(await way.session().send(READ))

        async with anyio.create_task_group() as tasks:
            for _ in range(100):
                tasks.start_soon(ask)
            await bell.ring(0, lambda: bell.asleep == 100)
            for arrived in (1, 2):
                await bell.ring(5, lambda arrived=arrived: len(proxy.seen) == arrived and bell.asleep == 100)  # type: ignore[misc]
            await bell.ring(5, lambda: len(answers) == 1 and bell.asleep == 99)
            assert len(proxy.seen) == 3
            await bell.ring(1, lambda: len(answers) == 100)

        assert len(proxy.seen) == 102


@pytest.mark.anyio
async def test_after_the_deadline_nothing_leaves(vendor: Vendor) -> None:
    async with way_out(vendor.url, deadline_s=0) as way:
        errors = [await failure(way.session().send(request)) for request in (READ, REPLACE, APPEND)]

    assert [(error.category, error.reason) for error in errors] == [("upstream_error", "timeout")] * 3
    assert (vendor.board.headers, way.guard.about) == ([], [])


@pytest.mark.anyio
async def test_a_write_that_hangs_leaves_time_to_look_for_it(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url, deadline_s=1.0) as way:
        proxy.next(Fault.HANG_AFTER)
        hanging = way.session()
        assert (await failure(hanging.send(APPEND))).outcome == "unknown"

        assert (await hanging.send(READ)).status == 200

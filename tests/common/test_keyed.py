"""Requests that the vendor takes twice as one: sent again when in doubt, and no doubt is forgotten."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from tests.common.fake_product import HELLO, Product, way_out
from tests.common.fake_product import behind as behind_
from tests.common.fake_vendor import BLIND_TOOL, KEYED, KEYED_TOOL, Vendor
from tests.common.ledger_calls import Clock, opened
from tests.common.wire_calls import failure

from narrowgate_common.audit import Audit
from narrowgate_common.calls import WriteGuard
from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import CallIdentity, Entry
from narrowgate_common.operations import Ended
from narrowgate_common.records import KEY_LASTS_S, RecordedWrites
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.state import StateDirectory
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

AMBIGUOUS = [
    Fault.RESET_BEFORE,
    Fault.RESET_AFTER,
    Fault.CLOSE_AFTER,
    Fault.TRUNCATE,
    Fault.CUT_HEADER,
    Fault.bad_json(forwarded=True),
    Fault.error(408),
    Fault.error(500, forwarded=True),
    Fault.error(503),
]
EACH_FAULT = pytest.mark.parametrize("fault", AMBIGUOUS, ids=lambda fault: fault.name)


# --- within one call


@pytest.mark.anyio
@EACH_FAULT
async def test_a_keyed_request_in_doubt_is_sent_again_and_is_one_effect(fault: Fault, vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(fault, fault)
        reply = await way.session().send(KEYED)

        assert (reply.json["id"], len(proxy.seen), vendor.board.texts) == ("1", 3, ["hello"])
        assert [attempt.ended for attempt in way.guard.ends] == [Ended.AMBIGUOUS] * 2 + [Ended.ANSWERED]


@pytest.mark.anyio
@EACH_FAULT
async def test_without_the_key_the_same_request_is_not_sent_again(fault: Fault, vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(fault)
        error = await failure(way.session().send(replace(KEYED, keyed=False)))

        assert (error.outcome, len(proxy.seen)) == ("unknown", 1)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "last",
    [Fault.error(400), Fault.error(403), Fault.throttle(retry_after="60"), Fault.RESET_BEFORE],
    ids=lambda fault: fault.name,
)
async def test_whatever_follows_an_attempt_in_doubt_but_an_answer_leaves_the_doubt(
    last: Fault, vendor: Vendor
) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.RESET_AFTER, last, last)
        error = await failure(way.session().send(KEYED))

    assert (error.category, error.outcome) == ("upstream_error", "unknown")
    assert vendor.board.texts == ["hello"]


@pytest.mark.anyio
async def test_a_rejected_keyed_request_that_was_never_in_doubt_is_rejected(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.throttle(retry_after="1"), Fault.error(400))
        error = await failure(way.session().send(KEYED))

        assert (error.category, error.outcome, len(proxy.seen)) == ("bad_input", None, 2)


# --- across calls


@asynccontextmanager
async def behind(vendor: Vendor, home: Path) -> AsyncIterator[tuple[FaultProxy, Product]]:
    async with behind_(vendor, home, tools=[KEYED_TOOL, BLIND_TOOL]) as found:
        yield found


@pytest.mark.anyio
@pytest.mark.parametrize("named", [{}, {"request_id": "r1"}], ids=["unnamed", "named"])
@pytest.mark.parametrize("fault", [Fault.RESET_BEFORE, Fault.RESET_AFTER], ids=["before", "after"])
async def test_a_repeat_of_a_keyed_call_that_ended_unknown_sends_again_and_knows(
    fault: Fault, named: dict[str, str], vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(fault, fault, fault)
        lost = await made.call("post_note", **HELLO, **named)
        found = await made.call("post_note", **HELLO, **named)
        unfinished = made.books.ledger.unfinished()

        assert (lost["outcome"], found["id"], unfinished) == ("unknown", "1", ())
        assert found["request_id"] == lost["request_id"]
        assert (proxy.count("PUT"), vendor.board.texts) == (4, ["hello"])


@pytest.mark.anyio
async def test_a_repeat_of_a_call_without_a_key_that_ended_unknown_sends_nothing(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_AFTER)
        errors = [await made.call("post_blindly", **HELLO) for _ in range(3)]

        assert {error["outcome"] for error in errors} == {"unknown"}
        assert (proxy.count("PUT"), vendor.board.texts) == (1, ["hello"])


@pytest.mark.anyio
@pytest.mark.parametrize(
    "fault",
    [Fault.error(403), Fault.throttle(retry_after="60"), Fault.refuse(60)],
    ids=lambda fault: fault.name,
)
async def test_a_repeat_that_is_refused_leaves_the_earlier_call_unknown(
    fault: Fault, vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(*[Fault.RESET_AFTER] * 3)
        lost = await made.call("post_note", **HELLO)
        proxy.next(*[fault] * 3)
        still = await made.call("post_note", **HELLO)
        left = [call.outcome for call in made.books.ledger.unfinished()]

    assert (lost["outcome"], still["outcome"], left) == ("unknown", "unknown", ["unknown"])
    assert still["request_id"] == lost["request_id"]
    assert vendor.board.texts == ["hello"]


@pytest.mark.anyio
async def test_two_repeats_at_once_are_one_effect(vendor: Vendor, tmp_path: Path) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(*[Fault.RESET_BEFORE] * 3)
        await made.call("post_note", **HELLO)
        found: list[str] = []

        async def repeat() -> None:
            found.append((await made.call("post_note", **HELLO))["id"])

        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(repeat)

        assert (found, vendor.board.texts) == (["1"] * 5, ["hello"])


# --- in the books


def guarding(entry: Entry, home: Path) -> WriteGuard:
    audit = Audit.open(StateDirectory.open(home / "state"))
    return RecordedWrites(audit, "ann", "post_note", "", {}, lambda _trouble: None, entry)


@pytest.mark.anyio
@pytest.mark.parametrize(("age_s", "sent"), [(0.0, True), (KEY_LASTS_S - 1, True), (KEY_LASTS_S, False)])
async def test_a_key_is_trusted_for_half_a_day(age_s: float, sent: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a row
    clock = Clock()
    with opened(tmp_path, clock) as ledger:
        identity = CallIdentity("ann", "post_note", "f", "r1")
        first = (await ledger.begin(identity, timeout_s=0)).entry
        guarding(first, tmp_path).about_to_send(KEYED)
        first.unknown({})
        clock.now += age_s
        guard = guarding((await ledger.begin(identity, timeout_s=0)).entry, tmp_path)
        if sent:
            assert guard.about_to_send(KEYED) is None
        else:
            with pytest.raises(GatewayError) as refused:
                guard.about_to_send(KEYED)
            assert refused.value.outcome == "unknown"


@pytest.mark.anyio
@pytest.mark.parametrize("ended", [Ended.REJECTED, Ended.THROTTLED, Ended.NOT_SENT, Ended.AMBIGUOUS])
async def test_a_step_in_doubt_stays_in_the_ledger_until_it_is_answered(ended: Ended, tmp_path: Path) -> None:
    with opened(tmp_path, Clock()) as ledger:
        entry = (await ledger.begin(CallIdentity("ann", "post_note", "f"), timeout_s=0)).entry
        guard = guarding(entry, tmp_path)
        guard.about_to_send(KEYED)
        guard.ended(KEYED, Attempt(Ended.AMBIGUOUS))
        guard.about_to_send(KEYED)
        guard.ended(KEYED, Attempt(ended))
        assert entry.has_open_steps()

        guard.about_to_send(KEYED)
        guard.ended(KEYED, Attempt(Ended.ANSWERED, Reply(200, body=b'{"id": "1"}')))
        assert not entry.has_open_steps()
        assert guard.about_to_send(KEYED) == Reply(200, body=b'{"id": "1"}')

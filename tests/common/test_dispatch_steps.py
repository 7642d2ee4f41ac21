"""Calls that are cancelled, and calls of several steps that stop midway."""

from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.common.fake_product import HELLO, behind
from tests.common.fake_vendor import REPLACE, AddNote, Desk, Vendor, a_tool, add_note
from tests.common.wire_calls import cancelled_when

from narrowgate_common.operations import Operation
from narrowgate_common.tools import Data
from narrowgate_sandbox.fault_proxy import Fault

LABELLED = {"text": "hello", "label": "red"}


# --- cancellation


@pytest.mark.anyio
@pytest.mark.parametrize("named", [{}, {"request_id": "r1"}])
async def test_a_call_cancelled_in_flight_and_issued_again_is_one_effect(
    named: dict[str, str], vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.drip(step=20, every_s=0.01))
        call = made.dispatcher.call("add_note", {**HELLO, **named})
        await cancelled_when(lambda: bool(proxy.seen), call)
        result = await made.call("add_note", "local", **HELLO, **named)

        assert (result["id"], result["repeated"]) == ("1", True)
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])


@pytest.mark.anyio
async def test_a_call_cancelled_between_two_steps_goes_on_after_the_first(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.drip(step=20, every_s=0.01))
        await cancelled_when(lambda: bool(proxy.seen), made.dispatcher.call("add_note", LABELLED))
        assert (vendor.board.texts, vendor.board.labels) == (["hello"], [])

        result = await made.call("add_note", "local", **LABELLED)

        assert "category" not in result
        assert (vendor.board.texts, vendor.board.labels) == (["hello"], ["red"])


@pytest.mark.anyio
async def test_a_call_cancelled_while_it_waits_for_another_changes_nothing_for_that(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.drip(step=20, every_s=0.02))
        results: list[Any] = []

        async def call() -> None:
            results.append(await made.call("add_note", **HELLO))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call)
            await cancelled_when(lambda: bool(proxy.seen), made.call("add_note", **HELLO))

        assert "repeated" not in results[0]
        assert vendor.board.texts == ["hello"]


@pytest.mark.anyio
async def test_a_call_cancelled_during_a_pause_has_done_nothing_and_is_forgotten(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.throttle(retry_after="7"))
        sleeping: list[float] = []

        async def asleep(seconds: float) -> None:
            sleeping.append(seconds)
            await anyio.sleep_forever()

        made.outbound.sleep = asleep
        await cancelled_when(lambda: bool(sleeping), made.dispatcher.call("add_note", HELLO))

        assert made.books.ledger.unfinished() == ()
        assert vendor.board.texts == []


@pytest.mark.anyio
async def test_who_waits_too_long_for_the_same_call_is_told_so(vendor: Vendor, tmp_path: Path) -> None:
    async with behind(vendor, tmp_path, deadline_s=1.0) as (proxy, made):
        proxy.next(Fault.HANG)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(made.dispatcher.call, "add_note", HELLO)
            while not proxy.seen:
                await anyio.lowlevel.checkpoint()
            made.dispatcher.deadline_s = 0.1
            error = await made.call("add_note", "local", **HELLO)

        assert (error["reason"], error["outcome"]) == ("in_flight", "unknown")
        assert proxy.count("POST") == 1


# --- several steps


@pytest.mark.anyio
@pytest.mark.parametrize("named", [{}, {"request_id": "r1"}])
async def test_a_call_that_stopped_midway_is_partial_and_resumes(
    named: dict[str, str], vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.rule(Fault.error(400), path="labels")
        partial = await made.call("add_note", **LABELLED, **named)
        done = await made.call("add_note", **LABELLED, request_id=partial["request_id"])

        assert (partial["category"], partial["outcome"]) == ("bad_input", "partial")
        assert partial["receipts"] == [{"step": "add_note", "done": True}]
        assert done["request_id"] == partial["request_id"]
        assert (vendor.board.texts, vendor.board.labels) == (["hello"], ["red"])


@pytest.mark.anyio
async def test_a_second_step_in_doubt_is_not_sent_again(vendor: Vendor, tmp_path: Path) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.rule(Fault.RESET_AFTER, path="labels")
        errors = [await made.call("add_note", **LABELLED) for _ in range(3)]

        assert {error["outcome"] for error in errors} == {"unknown"}
        assert (vendor.board.texts, vendor.board.labels) == (["hello"], ["red"])


@pytest.mark.anyio
async def test_a_look_that_proves_the_first_step_lets_the_next_call_go_on(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.rule(Fault.RESET_AFTER, path="notes")
        proxy.rule(Fault.error(500), method="GET", times=3)
        outcomes = [(await made.call("add_note", **LABELLED)).get("outcome") for _ in range(3)]

        assert outcomes == ["unknown", "partial", None]
        assert (proxy.count("POST", "notes"), vendor.board.texts, vendor.board.labels) == (
            1,
            ["hello"],
            ["red"],
        )


async def add_and_set(arguments: AddNote, desk: Desk) -> Data:
    """A step that may be sent again, after one that may not."""
    added = await add_note(arguments, desk)
    await desk.sender.send(REPLACE)
    return added


@pytest.mark.anyio
async def test_a_replacing_step_in_doubt_is_repeated_by_the_same_call_and_the_adding_one_is_not(
    vendor: Vendor, tmp_path: Path
) -> None:
    tool = a_tool("add_note", Operation.APPEND, AddNote, add_and_set)
    async with behind(vendor, tmp_path, tools=[tool]) as (proxy, made):
        proxy.rule(Fault.RESET_BEFORE, method="PUT", times=3)
        lost = await made.call("add_note", **HELLO)
        done = await made.call("add_note", **HELLO)

        assert (lost["outcome"], done["id"]) == ("unknown", "1")
        assert (proxy.count("POST"), vendor.board.texts, vendor.board.pinned["text"]) == (1, ["hello"], "new")

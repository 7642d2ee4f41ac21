"""Nothing that adds is done twice, whatever happens to the answer, the caller or the vendor."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.common.fake_product import Product, product
from tests.common.fake_vendor import REPLACE, AddNote, Desk, Vendor, a_tool, add_note
from tests.common.wire_calls import cancelled_when

from narrowgate_common.operations import Operation
from narrowgate_common.tools import Data
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

HELLO = {"text": "hello"}
LABELLED = {"text": "hello", "label": "red"}

ANSWER_LOST = [
    Fault.RESET_AFTER,
    Fault.CLOSE_AFTER,
    Fault.TRUNCATE,
    Fault.GARBAGE,
    Fault.bad_json(forwarded=True),
    Fault.error(502, forwarded=True),
]


@asynccontextmanager
async def behind(vendor: Vendor, home: Path, **more: Any) -> AsyncIterator[tuple[FaultProxy, Product]]:
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, home, **more) as made:
        yield proxy, made


@pytest.mark.anyio
async def test_a_repeat_after_a_delivered_result_is_a_new_effect(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        first, second = [await made.call("add_note", **HELLO) for _ in range(2)]

    assert first["request_id"] != second["request_id"]
    assert "repeated" not in second
    assert vendor.board.texts == ["hello", "hello"]


@pytest.mark.anyio
async def test_the_same_request_id_is_the_first_result(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        first = await made.call("add_note", **HELLO, request_id="r1")
        again = [await made.call("add_note", **HELLO, request_id="r1") for _ in range(3)]

    assert again == [{**first, "repeated": True}] * 3
    assert vendor.board.texts == ["hello"]


@pytest.mark.anyio
async def test_the_same_request_id_for_something_else_is_refused(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        await made.call("add_note", **HELLO, request_id="r1")
        error = await made.call("add_note", text="other", request_id="r1")

    assert (error["category"], error["reason"]) == ("bad_input", "key_reused")
    assert vendor.board.texts == ["hello"]


@pytest.mark.anyio
async def test_the_same_file_with_other_content_is_something_else(vendor: Vendor, tmp_path: Path) -> None:
    content = {"sha": "1"}
    tool = a_tool(
        "add_note", Operation.APPEND, AddNote, add_note, files=lambda _arguments, _desk: dict(content)
    )
    async with product(vendor.url, tmp_path, tools=[tool]) as made:
        await made.call("add_note", **HELLO, request_id="r1")
        again = await made.call("add_note", **HELLO, request_id="r1")
        content["sha"] = "2"
        other = await made.call("add_note", **HELLO, request_id="r1")

    assert (again["repeated"], other["reason"]) == (True, "key_reused")


@pytest.mark.anyio
@pytest.mark.parametrize("named", [{}, {"request_id": "r1"}])
async def test_two_principals_do_not_meet(named: dict[str, str], vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        ann = await made.call("add_note", "ann", **HELLO, **named)
        bob = await made.call("add_note", "bob", **HELLO, **named)

    assert "repeated" not in {**ann, **bob}
    assert [ann["id"], bob["id"]] == ["1", "2"]


@pytest.mark.anyio
@pytest.mark.parametrize("named", [{}, {"request_id": "r1"}])
async def test_identical_calls_in_flight_are_one_effect_with_one_result(
    named: dict[str, str], vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.drip(step=20, every_s=0.01))
        results: list[dict[str, Any]] = []

        async def call() -> None:
            results.append(await made.call("add_note", **HELLO, **named))

        async with anyio.create_task_group() as tasks:
            for _ in range(5):
                tasks.start_soon(call)
                await anyio.lowlevel.checkpoint()

        assert {result["id"] for result in results} == {"1"}
        assert {result["request_id"] for result in results} == {results[0]["request_id"]}
        assert sum("repeated" in result for result in results) == 4
        assert proxy.count("POST") == 1


@pytest.mark.anyio
@pytest.mark.parametrize("fault", ANSWER_LOST, ids=lambda fault: fault.name)
async def test_an_effect_whose_answer_was_lost_is_found_by_looking(
    fault: Fault, vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(fault)
        result = await made.call("add_note", **HELLO)

        assert (result["id"], result["reconciled"]) == ("1", True)
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])


@pytest.mark.anyio
@pytest.mark.parametrize("named", [{}, {"request_id": "r1"}])
async def test_an_unknown_effect_is_only_looked_for_by_the_same_call(
    named: dict[str, str], vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_BEFORE)
        first = await made.call("add_note", **HELLO, **named)
        again = [await made.call("add_note", **HELLO, **named) for _ in range(3)]

        assert (first["category"], first["outcome"]) == ("upstream_error", "unknown")
        assert first["next"] == {"tool": "read_note", "arguments": {"id": "1"}}
        assert {error["request_id"] for error in [first, *again]} == {
            named.get("request_id", first["request_id"])
        }
        assert {error["outcome"] for error in again} == {"unknown"}
        assert (proxy.count("POST"), proxy.count("GET"), vendor.board.texts) == (1, 4, [])


@pytest.mark.anyio
async def test_an_unknown_effect_that_appears_later_is_found_by_the_same_call(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_AFTER)
        proxy.rule(Fault.error(500), method="GET", times=3)
        lost = await made.call("add_note", **HELLO)
        found = await made.call("add_note", **HELLO, request_id=lost["request_id"])
        repeated = await made.call("add_note", **HELLO, request_id=lost["request_id"])

        assert (lost["outcome"], found["id"], found["reconciled"]) == ("unknown", "1", True)
        assert repeated == {**found, "repeated": True}
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])


@pytest.mark.anyio
async def test_a_fresh_request_id_sends_anew(vendor: Vendor, tmp_path: Path) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_BEFORE)
        await made.call("add_note", **HELLO)
        result = await made.call("add_note", **HELLO, request_id="fresh")

        assert (result["id"], vendor.board.texts) == ("1", ["hello"])


@pytest.mark.anyio
async def test_a_look_that_fails_otherwise_leaves_the_effect_unknown(vendor: Vendor, tmp_path: Path) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_BEFORE)
        proxy.rule(Fault.throttle(retry_after="60"), method="GET", times=None)
        first = await made.call("add_note", **HELLO)
        again = await made.call("add_note", **HELLO)

        for error in (first, again):
            assert (error["category"], error["outcome"]) == ("rate_limited", "unknown")
            assert error["request_id"] == first["request_id"]
        assert proxy.count("POST") == 1


@pytest.mark.anyio
@pytest.mark.parametrize("fault", [Fault.error(400), Fault.error(404), Fault.throttle(retry_after="60")])
async def test_a_call_that_was_not_accepted_is_not_remembered(
    fault: Fault, vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(fault)
        refused = await made.call("add_note", **HELLO, request_id="r1")
        made.time.passed += 60
        done = await made.call("add_note", text="mended", request_id="r1")

        assert "outcome" not in refused
        assert (done["id"], vendor.board.texts) == ("1", ["mended"])


@pytest.mark.anyio
@pytest.mark.parametrize("forwarded", [True, False])
async def test_a_redirected_call_may_have_been_accepted_and_is_looked_for(
    *, forwarded: bool, vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.redirect("/x", 302, forwarded=forwarded))
        await made.call("add_note", **HELLO, request_id="r1")
        await made.call("add_note", **HELLO, request_id="r1")

        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"] if forwarded else [])


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


# --- what replaces


@pytest.mark.anyio
@pytest.mark.parametrize(("version", "arrivals"), [(None, 2), (1, 1)])
async def test_only_what_is_not_guarded_by_a_version_is_replaced_again(
    version: int | None, arrivals: int, vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_AFTER)
        result = await made.call("set_note", text="new", version=version)

        assert proxy.count("PUT") == arrivals
        assert result.get("outcome") == (None if version is None else "unknown")
        assert vendor.board.pinned["text"] == "new"


@pytest.mark.anyio
async def test_what_the_model_reads_says_how_it_came_about(vendor: Vendor, tmp_path: Path) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        proxy.next(Fault.RESET_AFTER)
        found = await made.dispatcher.call("add_note", {**HELLO, "request_id": "r1"})
        repeated = await made.dispatcher.call("add_note", {**HELLO, "request_id": "r1"})
        proxy.next(Fault.RESET_BEFORE)
        lost = await made.dispatcher.call("add_note", {**HELLO, "request_id": "r2"})

    assert found.text == "note 1 reconciled"
    assert repeated.text == "note 1 repeated reconciled"
    assert lost.text.split("\n")[1:] == [
        "outcome: unknown",
        "request_id: r2",
        f"next: {json.dumps({'tool': 'read_note', 'arguments': {'id': '1'}})}",
    ]

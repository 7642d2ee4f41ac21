"""Nothing that adds is done twice, whatever happens to the answer, the caller or the vendor."""

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.common.fake_product import HELLO, behind, product
from tests.common.fake_vendor import AddNote, Vendor, a_tool, add_note

from narrowgate_common.operations import Operation
from narrowgate_sandbox.fault_proxy import Fault

ANSWER_LOST = [
    Fault.RESET_AFTER,
    Fault.CLOSE_AFTER,
    Fault.TRUNCATE,
    Fault.GARBAGE,
    Fault.bad_json(forwarded=True),
    Fault.error(502, forwarded=True),
]


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

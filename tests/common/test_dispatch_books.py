"""What is on disk before and after a write, and what happens when it cannot be."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.common.fake_product import SECRET, Product, product
from tests.common.fake_vendor import Desk, SetNote, Vendor, a_tool, set_note
from tests.common.wire_calls import cancelled_when

from narrowgate_common.audit import verify
from narrowgate_common.errors import not_found
from narrowgate_common.operations import Operation
from narrowgate_common.state import StateDirectory
from narrowgate_common.tools import Data
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy


def audited(home: Path) -> list[dict[str, Any]]:
    file = home / "state" / "audit.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def kinds(home: Path) -> list[str]:
    return [record["kind"] for record in audited(home)]


def outcomes(home: Path) -> list[str]:
    return [record["outcome"] for record in audited(home) if record["kind"] == "result"]


def break_audit(home: Path) -> None:
    (home / "state" / "audit.jsonl").rename(home / "away")
    (home / "state" / "audit.jsonl").mkdir()


def mend_audit(home: Path) -> None:
    (home / "state" / "audit.jsonl").rmdir()
    (home / "away").rename(home / "state" / "audit.jsonl")


def ledger_db(made: Product) -> sqlite3.Connection:
    return made.books.ledger._store._connection


def break_ledger(made: Product) -> None:
    ledger_db(made).execute("PRAGMA query_only = ON")


@pytest.mark.anyio
async def test_a_write_is_audited_before_and_after_and_a_read_is_not(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        await made.call("read_note")
        assert audited(tmp_path) == []
        await made.call("set_note", text="new")
        await made.call("add_note", text="hello")

    (replace, replaced, add, added) = audited(tmp_path)
    assert (replace["kind"], replace["principal"], replace["tool"], replace["target"]) == (
        "intent",
        "ann",
        "set_note",
        "note 1",
    )
    assert (replaced["kind"], replaced["id"], replaced["outcome"]) == ("result", replace["id"], "done")
    assert (add["tool"], added["id"], added["outcome"], added["target"]) == (
        "add_note",
        add["id"],
        "done",
        "1",
    )
    assert verify(StateDirectory.open(tmp_path / "state")).unfinished == ()


@pytest.mark.anyio
async def test_the_intent_is_on_disk_before_the_request_arrives(vendor: Vendor, tmp_path: Path) -> None:
    seen: list[list[str]] = []
    async with product(vendor.url, tmp_path) as made:
        vendor.board.on_request = lambda: seen.append(kinds(tmp_path))
        await made.call("set_note", text="new")
        await made.call("add_note", text="hello")

    assert seen == [["intent"], ["intent", "result", "intent"]]


@pytest.mark.anyio
async def test_a_call_of_several_attempts_and_steps_has_one_intent(vendor: Vendor, tmp_path: Path) -> None:
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path) as made:
        proxy.next(Fault.throttle(retry_after="1"), Fault.throttle(retry_after="1"))
        await made.call("add_note", text="hello", label="red")

    assert kinds(tmp_path) == ["intent", "result"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("tool", "faults", "outcome"),
    [
        ("set_note", [Fault.PASS], "done"),
        ("set_note", [Fault.error(400)], "refused"),
        ("set_note", [Fault.throttle(retry_after="60")], "refused"),
        ("set_note", [Fault.RESET_AFTER], "done"),
        ("set_note", [Fault.RESET_AFTER] * 3, "unknown"),
        ("set_note", [Fault.error(500), Fault.error(409)], "refused"),
        ("add_note", [Fault.error(400)], "refused"),
        ("add_note", [Fault.RESET_AFTER], "done"),
        ("add_note", [Fault.RESET_BEFORE], "unknown"),
        ("add_note", [Fault.PASS, Fault.error(400)], "partial"),
        ("add_note", [Fault.PASS, Fault.RESET_AFTER], "unknown"),
    ],
)
async def test_the_audit_says_how_a_write_ended(
    tool: str, faults: list[Fault], outcome: str, vendor: Vendor, tmp_path: Path
) -> None:
    arguments = {"text": "x"} if tool == "set_note" or len(faults) == 1 else {"text": "x", "label": "red"}
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path) as made:
        proxy.next(*faults)
        await made.call(tool, **arguments)

    assert outcomes(tmp_path) == [outcome]


async def written_then(fail: Callable[[], None], arguments: SetNote, desk: Desk) -> Data:
    data = await set_note(arguments, desk)
    fail()
    return data


def missing() -> None:
    raise not_found("The note")


def bug() -> None:
    raise RuntimeError(SECRET)


@pytest.mark.anyio
@pytest.mark.parametrize(("fail", "reason"), [(missing, None), (bug, "internal")])
async def test_the_audit_says_that_something_was_written_before_a_failure(
    fail: Callable[[], None], reason: str | None, vendor: Vendor, tmp_path: Path
) -> None:
    async def function(arguments: SetNote, desk: Desk) -> Data:
        return await written_then(fail, arguments, desk)

    tools = [a_tool("set_note", Operation.REPLACE, SetNote, function)]
    async with product(vendor.url, tmp_path, tools=tools) as made:
        await made.call("set_note", text="new")

    (_, result) = audited(tmp_path)
    assert (result["outcome"], result.get("reason")) == ("partial", reason)


@pytest.mark.anyio
async def test_the_audit_says_that_a_cancelled_write_was_done_in_part(vendor: Vendor, tmp_path: Path) -> None:
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path) as made:
        proxy.next(Fault.drip(step=20, every_s=0.01))
        call = made.dispatcher.call("add_note", {"text": "hello", "label": "red"})
        await cancelled_when(lambda: bool(proxy.seen), call)

    (_, result) = audited(tmp_path)
    assert (result["outcome"], result["reason"]) == ("partial", "cancelled")


# --- no intent, no write


@pytest.mark.anyio
@pytest.mark.parametrize("tool", ["set_note", "add_note"])
async def test_without_an_intent_nothing_is_sent_and_nothing_remembered(
    tool: str, vendor: Vendor, tmp_path: Path
) -> None:
    async with product(vendor.url, tmp_path) as made:
        await made.call("set_note", text="first")
        vendor.board.clear()
        break_audit(tmp_path)
        refused = await made.call(tool, text="hello")

        assert (refused["category"], refused["reason"]) == ("configuration_error", "audit_unwritable")
        assert "outcome" not in refused
        assert vendor.board.headers == []
        mend_audit(tmp_path)
        done = await made.call(tool, text="hello")
        assert (done["id"], "repeated" in done) == ("1", False)


@pytest.mark.anyio
async def test_a_read_needs_no_audit(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        break_audit(tmp_path)
        assert (await made.call("read_note"))["id"] == "1"


@pytest.mark.anyio
@pytest.mark.parametrize("tool", ["set_note", "add_note"])
async def test_an_audit_that_fails_after_the_write_is_logged_and_the_write_is_reported(
    tool: str, vendor: Vendor, tmp_path: Path
) -> None:
    async with product(vendor.url, tmp_path) as made:
        vendor.board.on_request = lambda: break_audit(tmp_path)
        result = await made.call(tool, text="hello")

    assert (result["id"], result["applied"]) == ("1", ["text"])
    assert '"reason": "audit_unwritable"' in made.logged.getvalue()
    mend_audit(tmp_path)
    assert len(verify(StateDirectory.open(tmp_path / "state")).unfinished) == 1


@pytest.mark.anyio
async def test_without_a_ledger_nothing_is_added(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made:
        break_ledger(made)
        error = await made.call("add_note", text="hello")

    assert (error["category"], error["reason"]) == ("configuration_error", "ledger_unwritable")
    assert (vendor.board.headers, audited(tmp_path)) == ([], [])


@pytest.mark.anyio
async def test_books_that_cannot_be_opened_stop_writes_and_no_reads(vendor: Vendor, tmp_path: Path) -> None:
    def unusable() -> Any:
        StateDirectory.open(Path("/proc/no-such-place"))

    async with product(vendor.url, tmp_path) as made:
        made.dispatcher.books = unusable
        errors = [await made.call(tool, text="x") for tool in ("set_note", "add_note")]
        read = await made.call("read_note")

    assert [error["category"] for error in errors] == ["configuration_error"] * 2
    assert (read["id"], len(vendor.board.headers)) == ("1", 1)


# --- a ledger that fails when something has happened


@pytest.mark.anyio
async def test_an_effect_that_cannot_be_written_down_is_reported_all_the_same(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with product(vendor.url, tmp_path) as made:
        vendor.board.on_request = lambda: break_ledger(made)
        result = await made.call("add_note", text="hello", request_id="r1")

    assert (result["id"], result["request_id"]) == ("1", "r1")
    # the receipt, the result, and that it was delivered
    assert made.logged.getvalue().count('"reason": "ledger_unwritable"') == 3
    vendor.board.on_request = lambda: None
    async with product(vendor.url, tmp_path) as later:
        again = await later.call("add_note", text="hello", request_id="r1")
    assert again["reconciled"] is True
    assert vendor.board.texts == ["hello"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fault", "outcome"), [(Fault.RESET_AFTER, "unknown"), (Fault.error(500, forwarded=True), "unknown")]
)
async def test_an_effect_in_doubt_that_cannot_be_written_down_is_still_told(
    fault: Fault, outcome: str, vendor: Vendor, tmp_path: Path
) -> None:
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path) as made:
        vendor.board.on_request = lambda: break_ledger(made)
        proxy.next(fault)
        proxy.rule(Fault.error(500), method="GET", times=None)
        error = await made.call("add_note", text="hello", request_id="r1")

        assert (error["category"], error["outcome"], error["request_id"]) == ("upstream_error", outcome, "r1")
        assert proxy.count("POST") == 1


# --- secrets


@pytest.mark.anyio
async def test_no_secret_and_no_argument_is_found_in_what_is_kept_or_told(
    vendor: Vendor, tmp_path: Path
) -> None:
    words = "a-text-that-only-the-vendor-should-have"
    told: list[str] = []
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path) as made:
        for fault in (Fault.PASS, Fault.error(401), Fault.RESET_AFTER, Fault.error(500), Fault.html(403)):
            for tool in ("read_note", "set_note", "add_note"):
                proxy.next(fault)
                arguments = {} if tool == "read_note" else {"text": words}
                answer = await made.dispatcher.call(tool, arguments)
                told.append(answer.text + json.dumps(answer.data))

    kept = b"".join(file.read_bytes() for file in (tmp_path / "state").rglob("*") if file.is_file())
    assert SECRET not in "".join(told) + made.logged.getvalue()
    assert SECRET.encode() not in kept
    assert words not in made.logged.getvalue()
    assert words not in (tmp_path / "state" / "audit.jsonl").read_text()

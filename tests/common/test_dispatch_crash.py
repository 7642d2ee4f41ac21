"""A process that dies at a write: whoever comes next looks, and sends nothing again."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.common.fake_product import Product, product
from tests.common.fake_vendor import BLIND_TOOL, KEYED_TOOL, Vendor

from narrowgate_common.audit import verify
from narrowgate_common.state import StateDirectory
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

ROOT = Path(__file__).parents[2]
HELLO = '{"text": "hello"}'
LABELLED = '{"text": "hello", "label": "red"}'


@contextmanager
def dying(
    proxy: FaultProxy,
    home: Path,
    arguments: str,
    at: str,
    tool: str = "add_note",
    fault: Fault = Fault.HANG_AFTER,
) -> Iterator[None]:
    """Start a process that calls a tool, and kill it as soon as its request for `at` has arrived."""
    arrived = threading.Event()

    def is_it(verb: str, path: str) -> bool:
        found = verb in {"POST", "PUT"} and at in path
        if found:
            arrived.set()
        return found

    proxy.match(fault, is_it, times=1)
    command = [
        sys.executable,
        "-m",
        "tests.common.product_process",
        proxy.url,
        str(home),
        tool,
        arguments,
    ]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert arrived.wait(30)
        yield
    finally:
        process.send_signal(signal.SIGKILL)
        assert process.wait(30) == -signal.SIGKILL


def until(condition: Any) -> None:
    pause = threading.Event()
    for _ in range(1_000):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it never came to that")


@pytest.mark.anyio
async def test_after_a_kill_the_effect_is_found_and_not_repeated(vendor: Vendor, tmp_path: Path) -> None:
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, HELLO, at="notes"):
            until(lambda: vendor.board.texts)
        unfinished = verify(StateDirectory.open(tmp_path / "state")).unfinished
        async with product(proxy.url, tmp_path) as made:
            outstanding = made.books.ledger.unfinished()
            result = await made.call("add_note", text="hello")

        assert (result["id"], result["reconciled"]) == ("1", True)
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])
        assert [(intent.tool, intent.principal) for intent in unfinished] == [("add_note", "ann")]
        assert [(call.tool, call.outcome) for call in outstanding] == [("add_note", "unknown")]


@pytest.mark.anyio
async def test_after_a_kill_an_effect_that_is_not_found_stays_unknown(vendor: Vendor, tmp_path: Path) -> None:
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, HELLO, at="notes"):
            until(lambda: vendor.board.texts)
        vendor.board.clear()
        async with product(proxy.url, tmp_path) as made:
            errors = [await made.call("add_note", text="hello") for _ in range(3)]

        assert {error["outcome"] for error in errors} == {"unknown"}
        assert len({error["request_id"] for error in errors}) == 1
        assert (proxy.count("POST"), vendor.board.texts) == (1, [])


@pytest.mark.anyio
async def test_after_a_kill_at_the_second_step_the_first_is_not_repeated(
    vendor: Vendor, tmp_path: Path
) -> None:
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, LABELLED, at="labels"):
            until(lambda: vendor.board.labels)
        async with product(proxy.url, tmp_path) as made:
            error = await made.call("add_note", text="hello", label="red")

        assert error["outcome"] == "unknown"
        assert (vendor.board.texts, vendor.board.labels) == (["hello"], ["red"])


@pytest.mark.anyio
async def test_a_call_is_joined_across_processes(vendor: Vendor, tmp_path: Path) -> None:
    """A second process waits for the first, and looks when that dies."""
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, HELLO, at="notes"):
            until(lambda: vendor.board.texts)
            async with product(proxy.url, tmp_path, deadline_s=0.3) as made:
                waiting = await made.call("add_note", text="hello")
        async with product(proxy.url, tmp_path) as made:
            found = await made.call("add_note", text="hello")

        assert (waiting["reason"], waiting["outcome"]) == ("in_flight", "unknown")
        assert (found["id"], found["reconciled"]) == ("1", True)
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])


# --- a vendor that takes the same key twice as one


@asynccontextmanager
async def restarted(proxy: FaultProxy, home: Path) -> AsyncIterator[Product]:
    async with product(proxy.url, home, tools=[KEYED_TOOL, BLIND_TOOL]) as made:
        yield made


@pytest.mark.anyio
@pytest.mark.parametrize("fault", [Fault.HANG, Fault.HANG_AFTER], ids=["before it", "after it"])
async def test_after_a_kill_a_keyed_effect_is_sent_again_and_is_one(
    fault: Fault, vendor: Vendor, tmp_path: Path
) -> None:
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, HELLO, at="keyed", tool="post_note", fault=fault):
            until(lambda: vendor.board.texts or fault is Fault.HANG)
        async with restarted(proxy, tmp_path) as made:
            result = await made.call("post_note", text="hello")
            again = await made.call("post_note", text="hello", request_id=result["request_id"])
            outstanding = made.books.ledger.unfinished()

        assert (result["id"], again["id"], outstanding) == ("1", "1", ())
        assert (proxy.count("PUT"), vendor.board.texts) == (2, ["hello"])
        intents = verify(StateDirectory.open(tmp_path / "state"))
        assert (intents.intact, len(intents.unfinished)) == (True, 1)


@pytest.mark.anyio
@pytest.mark.parametrize("fault", [Fault.HANG, Fault.HANG_AFTER], ids=["before it", "after it"])
async def test_after_a_kill_an_effect_without_a_key_stays_unknown(
    fault: Fault, vendor: Vendor, tmp_path: Path
) -> None:
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, HELLO, at="keyed", tool="post_blindly", fault=fault):
            until(lambda: vendor.board.texts or fault is Fault.HANG)
        async with restarted(proxy, tmp_path) as made:
            errors = [await made.call("post_blindly", text="hello") for _ in range(2)]

        assert [error["outcome"] for error in errors] == ["unknown"] * 2
        assert (proxy.count("PUT"), len(vendor.board.texts)) == (1, int(fault is Fault.HANG_AFTER))


@pytest.mark.anyio
async def test_after_a_kill_midway_the_keyed_step_in_doubt_is_settled_and_the_rest_follows(
    vendor: Vendor, tmp_path: Path
) -> None:
    lines = "one\ntwo\nthree"
    with FaultProxy.start(vendor.url) as proxy:
        with dying(proxy, tmp_path, json.dumps({"text": lines}), at="-1", tool="post_note"):
            until(lambda: len(vendor.board.texts) == 2)
        async with restarted(proxy, tmp_path) as made:
            midway = await made.call("post_note", text=lines)
            result = await made.call("post_note", text=lines)

        assert (midway["outcome"], result["id"]) == ("partial", "1")
        assert (proxy.count("PUT"), vendor.board.texts) == (4, ["one", "two", "three"])

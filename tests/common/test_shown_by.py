"""Whoever is told that nobody knows is told the call that shows it, whatever went wrong."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from tests.common.fake_product import Product, product
from tests.common.fake_vendor import APPEND_TOOL, Desk, Vendor

from narrowgate_common.errors import GatewayError
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

HELLO = {"text": "hello"}
NEXT = {"tool": "read_note", "arguments": {"text": "hello"}}
TOLD = replace(
    APPEND_TOOL, shown_by=lambda arguments: {"tool": "read_note", "arguments": {"text": arguments.text}}
)


async def first_result(made: Product, **arguments: Any) -> Any:
    return await made.call("add_note", "local", **arguments)


@pytest.mark.anyio
async def test_a_call_that_is_still_in_flight_names_it(vendor: Vendor, tmp_path: Path) -> None:
    async with (
        FaultProxy.open(vendor.url) as proxy,
        product(proxy.url, tmp_path, tools=[TOLD], deadline_s=1.0) as made,
    ):
        proxy.next(Fault.HANG)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(made.dispatcher.call, "add_note", HELLO)
            while not proxy.seen:
                await anyio.lowlevel.checkpoint()
            made.dispatcher.deadline_s = 0.1
            error = await first_result(made, **HELLO)
    assert (error["reason"], error["outcome"], error["next"]) == ("in_flight", "unknown", NEXT)


@pytest.mark.anyio
async def test_an_unexpected_exception_after_a_write_left_names_it(vendor: Vendor, tmp_path: Path) -> None:
    async def breaking(arguments: Any, desk: Desk) -> Any:
        with pytest.raises(GatewayError):
            await APPEND_TOOL.function(arguments, desk)
        raise ZeroDivisionError

    broken = replace(TOLD, function=breaking)
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path, tools=[broken]) as made:
        proxy.rule(Fault.RESET_AFTER, method="POST")
        proxy.rule(Fault.error(500), method="GET", times=None)
        error = await first_result(made, **HELLO)
    assert (error["reason"], error["outcome"], error["next"]) == ("internal", "unknown", NEXT)


@pytest.mark.anyio
async def test_a_refused_call_names_nothing(vendor: Vendor, tmp_path: Path) -> None:
    async with FaultProxy.open(vendor.url) as proxy, product(proxy.url, tmp_path, tools=[TOLD]) as made:
        proxy.next(Fault.error(400))
        error = await first_result(made, **HELLO)
    assert "next" not in error
    assert "outcome" not in error

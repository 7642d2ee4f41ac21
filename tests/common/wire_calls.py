"""Single exchanges with a board or with what stands before it."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from tests.common.fake_product import new_wire
from tests.common.fake_vendor import READ, Vendor

from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import GatewayError
from narrowgate_common.replies import BrokenExchangeError, Reply
from narrowgate_common.routes import Request
from narrowgate_common.wire import Wire
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

JSON = {"content-type": "application/json"}


def soon() -> Deadline:
    return Deadline.after(0.2)


def later() -> Deadline:
    return Deadline.after(20)


async def broken(
    wire: Wire, request: Request = READ, deadline: Deadline | None = None
) -> BrokenExchangeError:
    with pytest.raises(BrokenExchangeError) as error:
        await wire.exchange(request, deadline or later())
    await wire.aclose()
    return error.value


async def answered(vendor: Vendor, fault: Fault, request: Request = READ, **settings: Any) -> Reply:
    async with FaultProxy.open(vendor.url) as proxy:
        proxy.next(fault)
        wire = new_wire(proxy.url, **settings)
        try:
            return await wire.exchange(request, later())
        finally:
            await wire.aclose()


async def failure(sending: Awaitable[object]) -> GatewayError:
    with pytest.raises(GatewayError) as failed:
        await sending
    return failed.value


async def cancelled_when(seen: Callable[[], bool], sending: Awaitable[object]) -> None:
    """Cancel as soon as something has been seen."""
    async with anyio.create_task_group() as tasks:

        async def send() -> None:
            await sending

        tasks.start_soon(send)
        while not seen():
            await anyio.lowlevel.checkpoint()
        tasks.cancel_scope.cancel()

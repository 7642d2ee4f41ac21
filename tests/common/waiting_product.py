"""A tool that waits: it tells how long it has, asks a vendor that may hang, and reports how far it has come."""

from __future__ import annotations

import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
from tests.common.fake_product import new_log, way_out
from tests.common.fake_vendor import READ, RESULT, ROUTES, rendered

from narrowgate_common.arguments import Arguments
from narrowgate_common.calls import Call
from narrowgate_common.deliveries import Deliveries
from narrowgate_common.dispatch import Books, Dispatcher
from narrowgate_common.ledger import Entry
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Outbound
from narrowgate_common.protocol import mcp_server, serve_stdio
from narrowgate_common.tools import Data, Tool

MARGIN_S = 5.0


@dataclass(frozen=True)
class WaitingDesk:
    outbound: Outbound
    call: Call


class Await(Arguments):
    timeout_s: float = 45.0
    reports: tuple[float, ...] = ()
    asks: bool = False


async def wait(arguments: Await, desk: WaitingDesk) -> Data:
    for number in arguments.reports:
        if desk.call.progress is not None:
            await desk.call.progress(number, arguments.timeout_s, f"waiting, {number:g} s")
    if arguments.asks:
        await desk.outbound.session(desk.call).send(READ)
    return {"id": "1", "untrusted": {"text": str(round(desk.call.deadline.remaining()))}}


def waiting_tool(name: str = "wait", **more: Any) -> Tool[WaitingDesk]:
    return Tool(name, name, "Waits.", Operation.READ, Await, RESULT, wait, rendered, (), **more)


TOOLS = (waiting_tool(deadline=lambda given: given.timeout_s + MARGIN_S), waiting_tool("look"))


@asynccontextmanager
async def waiting(url: str) -> AsyncIterator[Dispatcher[WaitingDesk]]:
    async with way_out(url) as way:

        def desk(call: Call, _entry: Entry | None) -> WaitingDesk:
            return WaitingDesk(way.outbound, call)

        def books() -> Books:
            raise AssertionError("nothing is written")

        yield Dispatcher(
            tools=Dispatcher.table(TOOLS),
            routes={tool.name: ROUTES for tool in TOOLS},
            desk=desk,
            books=books,
            deadline_s=30.0,
            max_result_chars=40_000,
            log=new_log(io.StringIO()),
        )


async def serve(url: str) -> None:
    async with waiting(url) as dispatcher:
        deliveries = Deliveries()
        tools = dispatcher.tools.values()
        server = mcp_server(
            tools, dispatcher, name="waiting", version="1", instructions="", deliveries=deliveries
        )
        await serve_stdio(server, deliveries)


if __name__ == "__main__":
    anyio.run(serve, sys.argv[1])

"""A result is delivered when its last byte was written, not when it was made."""

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from tests.common.fake_product import product
from tests.common.fake_vendor import Vendor

from narrowgate_common.deliveries import Deliveries, RequestId

HELLO = {"text": "hello"}


class Paper:
    """Where lines are written; `torn` fails in the middle of one."""

    def __init__(self, *, torn: bool = False) -> None:
        self.torn = torn
        self.lines: list[str] = []

    async def write(self, text: str) -> None:
        await anyio.lowlevel.checkpoint()
        if self.torn:
            raise anyio.ClosedResourceError
        self.lines.append(text)

    async def ended(self) -> None:
        await anyio.lowlevel.checkpoint()


def response(request: RequestId) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": request, "result": {"content": []}}) + "\n"


@pytest.mark.anyio
@pytest.mark.parametrize("request_id", [1, 0, "one"])
async def test_a_note_waits_until_its_response_was_written(request_id: RequestId) -> None:
    deliveries, noted = Deliveries(), list[RequestId]()
    output = deliveries.watching(Paper())
    deliveries.after(request_id)(lambda: noted.append(request_id))
    await output.write(response(77))
    await output.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/progress"}) + "\n")
    await output.write(json.dumps({"jsonrpc": "2.0", "id": request_id, "method": "ping"}) + "\n")
    assert noted == []
    await output.write(response(request_id))
    await output.write(response(request_id))
    assert noted == [request_id]


@pytest.mark.anyio
async def test_a_response_that_was_not_written_is_not_delivered() -> None:
    deliveries, noted = Deliveries(), list[int]()
    output = deliveries.watching(Paper(torn=True))
    deliveries.after(1)(lambda: noted.append(1))
    with pytest.raises(anyio.ClosedResourceError):
        await output.write(response(1))
    assert noted == []


def test_without_somebody_who_watches_a_result_is_delivered_at_once() -> None:
    noted: list[Any] = []
    deliveries = Deliveries()
    deliveries.after(1)(lambda: noted.append("nobody watches"))
    deliveries.watching(Paper())
    deliveries.after(None)(lambda: noted.append("nothing to watch for"))
    assert noted == ["nobody watches", "nothing to watch for"]


@pytest.mark.anyio
async def test_a_call_issued_again_before_its_result_was_written_is_one_effect(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with product(vendor.url, tmp_path) as made:
        deliveries = Deliveries()
        output = deliveries.watching(Paper())

        async def call(request: int) -> dict[str, Any]:
            answer = await made.dispatcher.call("add_note", HELLO, deliver=deliveries.after(request))
            return answer.data

        first, second = await call(1), await call(2)
        await output.write(response(2))
        third = await call(3)

    assert second == {**first, "repeated": True}
    assert "repeated" not in third
    assert vendor.board.texts == ["hello", "hello"]

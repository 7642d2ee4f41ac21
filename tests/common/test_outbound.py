from dataclasses import replace
from typing import Any

import pytest
from tests.common.fake_product import Way, way_out
from tests.common.fake_vendor import APPEND, GUARDED, READ, REPLACE, ROUTES, UPLOAD, Vendor
from tests.common.raw_server import raw_server, saying
from tests.common.wire_calls import failure

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import GatewayError
from narrowgate_common.operations import Ended, Operation
from narrowgate_common.outbound import Session
from narrowgate_common.routes import FilePart, Request, Route
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy


def session(way: Way, operation: Operation, **call: Any) -> Session:
    given = {"guard": way.guard, "routes": ROUTES, **call}
    return way.outbound.session(Call("t", operation, deadline=Deadline.after(30), **given))


# --- what may leave at all


@pytest.mark.anyio
@pytest.mark.parametrize("request_", [READ, REPLACE, GUARDED, APPEND, UPLOAD])
@pytest.mark.parametrize("operation", Operation)
async def test_a_tool_sends_nothing_stronger_than_it_declares(
    operation: Operation, request_: Request, vendor: Vendor
) -> None:
    async with way_out(vendor.url) as way:
        if operation.covers(request_.route.operation):
            await session(way, operation).send(request_)
        else:
            error = await failure(session(way, operation).send(request_))
            assert (error.category, error.reason) == ("permission_denied", "route_not_granted")

    assert len(vendor.board.headers) == operation.covers(request_.route.operation)


STRANGER = Request(Route("delete", Operation.READ, "DELETE", "/api/notes/{id}"), {"id": "1"})


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("request_", "call"),
    [
        (STRANGER, {}),
        (STRANGER, {"routes": ROUTES | {STRANGER.route}}),
        (READ, {"routes": frozenset()}),
        (APPEND, {"guard": None}),
        (REPLACE, {"guard": None}),
        (Request(replace(READ.route, path="/api/admin/{id}"), {"id": "1"}), {}),
    ],
    ids=[
        "unknown",
        "not of the server",
        "not of the tool",
        "unguarded append",
        "unguarded replace",
        "altered",
    ],
)
async def test_a_route_that_was_not_granted_is_not_sent(
    request_: Request, call: dict[str, Any], vendor: Vendor
) -> None:
    async with way_out(vendor.url) as way:
        error = await failure(session(way, Operation.APPEND, **call).send(request_))

    assert (error.category, error.reason) == ("permission_denied", "route_not_granted")
    assert (vendor.board.headers, way.guard.about) == ([], [])


# --- what is recorded


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("faults", "ends"),
    [
        ([], [Ended.ANSWERED]),
        ([Fault.throttle(retry_after="1")], [Ended.THROTTLED, Ended.ANSWERED]),
        ([Fault.error(400)], [Ended.REJECTED]),
        ([Fault.RESET_AFTER], [Ended.AMBIGUOUS]),
        ([Fault.throttle(retry_after="1"), Fault.error(500)], [Ended.THROTTLED, Ended.AMBIGUOUS]),
        ([Fault.throttle(retry_after="60")], [Ended.THROTTLED]),
    ],
)
async def test_every_attempt_of_a_write_is_recorded_before_and_after(
    faults: list[Fault], ends: list[Ended], vendor: Vendor
) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(*faults)
        try:
            await way.session().send(APPEND)
        except GatewayError:
            assert ends[-1] is not Ended.ANSWERED

        assert [attempt.ended for attempt in way.guard.ends] == ends
        assert way.guard.about == ["add_note"] * len(ends)


@pytest.mark.anyio
async def test_a_guard_that_cannot_record_lets_nothing_leave(vendor: Vendor) -> None:
    async with way_out(vendor.url) as way:

        def refuse(_request: Request) -> None:
            raise GatewayError("configuration_error", "no", reason="audit_unwritable")  # type: ignore[arg-type]

        way.guard.about_to_send = refuse  # type: ignore[method-assign,assignment]
        error = await failure(way.session().send(APPEND))

    assert error.reason == "audit_unwritable"
    assert vendor.board.headers == []


@pytest.mark.anyio
async def test_a_call_knows_which_routes_it_has_sent(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.error(503))
        call = Call("t", Operation.APPEND, ROUTES, Deadline.after(30), guard=way.guard)
        await way.outbound.session(call).send(READ)
        await way.outbound.session(call).send(APPEND)

    assert call.requests == ["read_note", "read_note", "add_note"]


@pytest.mark.anyio
@pytest.mark.parametrize("size", [100, 5_000_000])
async def test_an_upload_that_breaks_off_is_not_started_again(size: int) -> None:
    async with (
        raw_server(saying(b"", then_close=True)) as raw,
        way_out(f"http://127.0.0.1:{raw.port}") as way,
    ):
        upload = Request(UPLOAD.route, file=FilePart("a.bin", bytes(size)))

        error = await failure(way.session().send(upload))

    assert error.outcome == "unknown"
    assert (raw.connections, [attempt.ended for attempt in way.guard.ends]) == (1, [Ended.AMBIGUOUS])

import httpx
import pytest
from tests.common.fake_product import SECRET, new_wire
from tests.common.fake_vendor import APPEND, READ, REPLACE, Vendor
from tests.common.raw_server import silent_server
from tests.common.wire_calls import broken, later, soon

from narrowgate_common.deadlines import Deadline
from narrowgate_common.operations import Ended
from narrowgate_common.routes import Request
from narrowgate_sandbox.fault_proxy import FaultProxy


@pytest.mark.anyio
async def test_a_connection_is_kept(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy:
        wire = new_wire(proxy.url)
        for request in (READ, APPEND, REPLACE, READ):
            await wire.exchange(request, later())
        await wire.aclose()

        assert proxy.connections == 1


@pytest.mark.anyio
@pytest.mark.parametrize("request_", [READ, REPLACE, APPEND], ids=["READ", "REPLACE", "APPEND"])
async def test_a_kept_connection_that_went_stale_is_replaced_before_anything_is_sent(
    request_: Request, vendor: Vendor
) -> None:
    async with FaultProxy.open(vendor.url) as proxy:
        wire = new_wire(proxy.url)
        await wire.exchange(READ, later())
        proxy.refuse()
        proxy.accept()

        reply = await wire.exchange(request_, later())
        await wire.aclose()

        assert reply.status < 300
        assert (proxy.connections, len(proxy.seen)) == (2, 2)


@pytest.mark.anyio
async def test_a_name_that_does_not_exist_has_got_nothing() -> None:
    error = await broken(new_wire("http://nowhere.invalid"), APPEND)

    assert (error.ended, error.trouble) == (Ended.NOT_SENT, "unreachable")


@pytest.mark.anyio
async def test_a_handshake_that_never_ends_has_sent_nothing() -> None:
    async with silent_server() as silent:
        error = await broken(new_wire(f"https://127.0.0.1:{silent.port}"), APPEND, soon())

    assert (error.ended, error.trouble) == (Ended.NOT_SENT, "timeout")
    assert SECRET.encode() not in b"".join(silent.heads)


@pytest.mark.anyio
async def test_a_deadline_that_is_over_lets_nothing_be_answered(vendor: Vendor) -> None:
    error = await broken(new_wire(vendor.url), APPEND, Deadline.after(0))

    assert error.trouble == "timeout"
    assert vendor.board.notes == []


@pytest.mark.anyio
async def test_a_transport_that_does_not_report_has_sent_in_case_of_doubt() -> None:
    async def hang(_request: httpx.Request) -> httpx.Response:
        import anyio

        await anyio.sleep_forever()
        raise AssertionError

    error = await broken(new_wire("http://x.example", httpx.MockTransport(hang)), APPEND, soon())

    assert (error.ended, error.trouble) == (Ended.AMBIGUOUS, "timeout")

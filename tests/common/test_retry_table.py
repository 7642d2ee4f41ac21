"""Every fault crossed with every operation, at a real server: how it ends, what arrived, and what took effect.

`pytest -s` prints the table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from email.utils import format_datetime

import pytest
from tests.common.fake_product import NOON, way_out
from tests.common.fake_vendor import APPEND, GUARDED, READ, REPLACE, Vendor

from narrowgate_common.errors import GatewayError
from narrowgate_common.routes import Request
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

OPERATIONS = {"READ": READ, "REPLACE": REPLACE, "guarded": GUARDED, "APPEND": APPEND}

DONE = "done"
UNKNOWN = "upstream_error/unknown"


@dataclass(frozen=True)
class Row:
    """`ends` and `arrivals` in the order of OPERATIONS."""

    fault: Fault
    ends: tuple[str, str, str, str]
    arrivals: tuple[int, int, int, int]
    pauses: tuple[float, ...] | None = None
    deadline_s: float = 30.0
    settings: dict[str, int] = field(default_factory=dict)


RECOVERS = (DONE, DONE, DONE, DONE)
IN_DOUBT = (DONE, DONE, UNKNOWN, UNKNOWN)


def alike(end: str) -> tuple[str, str, str, str]:
    return (end, end, end, end)


def ambiguous(fault: Fault) -> Row:
    return Row(fault, IN_DOUBT, (2, 2, 1, 1))


def throttled(pause: float, retry_after: str | None) -> Row:
    return Row(Fault.throttle(retry_after=retry_after), RECOVERS, (2, 2, 2, 2), pauses=(pause,))


def rejected(status: int, end: str) -> Row:
    return Row(Fault.error(status), alike(end), (1, 1, 1, 1), pauses=())


def permanent(fault: Fault, read: str, write: str = UNKNOWN) -> Row:
    """The same answer would surely come again."""
    return Row(fault, (read, write, write, write), (1, 1, 1, 1), pauses=())


def redirected(fault: Fault) -> Row:
    """What adds may have been let through before."""
    seen = "upstream_error/redirect"
    return Row(fault, (seen, seen, seen, UNKNOWN), (1, 1, 1, 1), pauses=())


def hopeless(fault: Fault, **settings: int) -> Row:
    """The whole deadline passes."""
    ends = ("upstream_error/timeout", UNKNOWN, UNKNOWN, UNKNOWN)
    return Row(fault, ends, (1, 1, 1, 1), deadline_s=0.3, settings=settings)


ELSEWHERE = "http://evil.example/"
ROWS = {
    "reset before": ambiguous(Fault.RESET_BEFORE),
    "reset after": ambiguous(Fault.RESET_AFTER),
    "close before": ambiguous(Fault.CLOSE_BEFORE),
    "close after": ambiguous(Fault.CLOSE_AFTER),
    "truncated": ambiguous(Fault.TRUNCATE),
    "cut header": ambiguous(Fault.CUT_HEADER),
    "garbage": ambiguous(Fault.GARBAGE),
    "bad json": ambiguous(Fault.bad_json(forwarded=True)),
    "empty body": ambiguous(Fault.empty(forwarded=True)),
    "html, 200": ambiguous(Fault.html(forwarded=True)),
    "408": ambiguous(Fault.error(408)),
    "500 after": ambiguous(Fault.error(500, forwarded=True)),
    "502": ambiguous(Fault.error(502)),
    "503": ambiguous(Fault.error(503)),
    "503 with a delay": ambiguous(Fault.throttle(503, "5")),
    "504 after": ambiguous(Fault.error(504, forwarded=True)),
    "html, 502": ambiguous(Fault.html(502)),
    "429, 0": throttled(1.0, "0"),
    "429, 7": throttled(7.0, "7"),
    "429, date": throttled(20.0, format_datetime(NOON + timedelta(seconds=20), usegmt=True)),
    "429, past": throttled(1.0, format_datetime(NOON - timedelta(days=1), usegmt=True)),
    "429, no word": throttled(2.0, None),
    "429, nonsense": throttled(2.0, "soon"),
    "429, too long": Row(
        Fault.throttle(retry_after="60"), alike("rate_limited/throttled"), (1, 1, 1, 1), pauses=()
    ),
    "400": rejected(400, "bad_input/refused"),
    "401": rejected(401, "configuration_error/credential_rejected"),
    "404": rejected(404, "not_found"),
    "409": rejected(409, "bad_input/stale_version"),
    "422": rejected(422, "bad_input/refused"),
    "301": redirected(Fault.redirect(ELSEWHERE, 301)),
    "302": redirected(Fault.redirect(ELSEWHERE, 302)),
    "303 after": permanent(Fault.redirect(ELSEWHERE, 303, forwarded=True), "upstream_error/redirect"),
    "302 after": redirected(Fault.redirect(ELSEWHERE, 302, forwarded=True)),
    "307": redirected(Fault.redirect(ELSEWHERE, 307)),
    "308": redirected(Fault.redirect("/login", 308)),
    "huge": permanent(Fault.huge(), "upstream_error/too_large"),
    "gzip bomb": permanent(Fault.gzip_bomb(), "upstream_error/too_large"),
    "hang": hopeless(Fault.HANG),
    "hang after": hopeless(Fault.HANG_AFTER),
    "endless drip": hopeless(Fault.drip(every_s=0.01, endless=True)),
    "slow body": hopeless(Fault.drip(every_s=0.05)),
}


def ended(error: GatewayError | None) -> str:
    if error is None:
        return DONE
    said = error.outcome or (error.reason or "")
    return f"{error.category}/{said}" if said else str(error.category)


@dataclass(frozen=True)
class Happened:
    end: str
    arrived: int
    effects: int
    pauses: tuple[float, ...]


async def happened(vendor: Vendor, row: Row, request: Request) -> Happened:
    vendor.board.clear()
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url, deadline_s=row.deadline_s) as way:
        proxy.next(row.fault)
        error: GatewayError | None = None
        try:
            await way.session().send(request)
        except GatewayError as failure:
            error = failure
        effects = len(vendor.board.notes) + vendor.board.pinned["version"] - 1
        return Happened(ended(error), len(proxy.seen), effects, tuple(way.time.pauses))


def show(name: str, seen: Sequence[Happened]) -> None:
    """The end, and after it arrivals/effects, for each operation."""
    columns = (f"{one.end:>30} {one.arrived}/{one.effects}" for one in seen)
    print(f"\n{name:18}", *columns, sep=" ", end="")  # noqa: T201 - the table is for reading


@pytest.mark.anyio
@pytest.mark.parametrize("name", ROWS)
async def test_an_attempt_is_repeated_exactly_where_that_is_safe(name: str, vendor: Vendor) -> None:
    row = ROWS[name]

    seen = [await happened(vendor, row, request) for request in OPERATIONS.values()]

    show(name, seen)
    assert tuple(one.end for one in seen) == row.ends
    assert tuple(one.arrived for one in seen) == row.arrivals
    assert seen[-1].effects <= 1
    if row.pauses is not None:
        assert [one.pauses for one in seen] == [row.pauses] * len(seen)


def refused(proxy: FaultProxy, pauses: int) -> Callable[[], None]:
    """Nobody listens until so many pauses are over."""
    proxy.refuse()
    left = iter([*range(pauses - 1), None])
    return lambda: proxy.accept() if next(left, None) is None else None


@pytest.mark.anyio
@pytest.mark.parametrize("operation", OPERATIONS)
async def test_what_was_not_sent_is_sent_as_soon_as_somebody_listens(operation: str, vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        way.time.on_sleep = refused(proxy, pauses=2)

        await way.session().send(OPERATIONS[operation])

        assert len(proxy.seen) == 1
        first, second = way.time.pauses
        assert 0.2 <= first <= 0.3
        assert 0.8 <= second <= 1.2


@pytest.mark.anyio
@pytest.mark.parametrize("operation", OPERATIONS)
async def test_after_three_attempts_there_is_no_fourth(operation: str, vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(*[Fault.throttle(retry_after="1")] * 9)

        with pytest.raises(GatewayError) as failed:
            await way.session().send(OPERATIONS[operation])

        assert (failed.value.category, failed.value.retry_after_s) == ("rate_limited", 1.0)
        assert (len(proxy.seen), way.time.pauses) == (3, [1.0, 1.0])


@pytest.mark.anyio
async def test_a_read_survives_two_different_faults_and_no_third(vendor: Vendor) -> None:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(Fault.error(503), Fault.RESET_AFTER)
        assert (await way.session().send(READ)).status == 200

        proxy.next(Fault.error(503), Fault.RESET_AFTER, Fault.error(500))
        with pytest.raises(GatewayError) as failed:
            await way.session().send(READ)

        assert (failed.value.category, failed.value.reason) == ("upstream_error", "status_500")
        assert len(proxy.seen) == 6


@pytest.mark.anyio
@pytest.mark.parametrize("first", [Fault.throttle(retry_after="3"), Fault.PASS])
async def test_no_write_in_doubt_is_followed_by_another(first: Fault, vendor: Vendor) -> None:
    """Whatever came before, the attempt that may have arrived is the last one."""
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        proxy.next(*([first] if first is not Fault.PASS else []), *[Fault.RESET_AFTER] * 5)

        with pytest.raises(GatewayError) as failed:
            await way.session().send(APPEND)

        assert failed.value.outcome == "unknown"
        assert (proxy.count("POST", forwarded=True), len(vendor.board.notes)) == (1, 1)

"""A vendor that answers 200 and means no: its word counts like a status."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.common.fake_product import HELLO, Way, behind, way_out
from tests.common.fake_vendor import APPEND, GET_FILE, READ, REPLACE, Vendor
from tests.common.wire_calls import failure

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.operations import Ended, Operation
from narrowgate_common.replies import Attempt, Reply, judge
from narrowgate_common.routes import Request
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
WORDS = {
    "ratelimited": Ended.THROTTLED,
    "internal_error": Ended.AMBIGUOUS,
    "fatal_error": Ended.AMBIGUOUS,
    "channel_not_found": Ended.REJECTED,
}


def verdict(request: Request, reply: Reply) -> Ended | None:
    if request.route.answers == "bytes":
        return Ended.REJECTED if reply.headers.get("content-type") == "text/html" else None
    return WORDS.get(reply.known("error") or "")


def explain(_request: Request, reply: Reply) -> GatewayError:
    return bad_input("The vendor refused it", reason="refused", details=[str(reply.known("error") or "")])


def says(error: str, *, forwarded: bool = False, **headers: str) -> Fault:
    named = {"content-type": "application/json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    body = json.dumps({"ok": False, "error": error}).encode()
    return Fault.answer(200, body, headers=named, forwarded=forwarded, name=error)


@asynccontextmanager
async def vendor_that_says(vendor: Vendor, *faults: Fault) -> AsyncIterator[tuple[FaultProxy, Way]]:
    async with FaultProxy.open(vendor.url) as proxy, way_out(proxy.url) as way:
        way.outbound.verdict, way.outbound.explain = verdict, explain
        proxy.next(*faults)
        yield proxy, way


# --- what a verdict is evidence of


def ruled(
    status: int, ended: Ended | None, body: bytes = b"{}", headers: dict[str, str] | None = None
) -> Attempt:
    reply = Reply(status, headers or {}, body)
    return judge(reply, answers="json", operation=Operation.APPEND, now=NOW, verdict=lambda _: ended)


@pytest.mark.parametrize("status", [200, 201, 299])
@pytest.mark.parametrize("ended", [Ended.THROTTLED, Ended.AMBIGUOUS, Ended.REJECTED])
def test_a_well_formed_success_is_what_the_vendor_says_it_is(ended: Ended, status: int) -> None:
    attempt = ruled(status, ended)

    assert (attempt.ended, bool(attempt.trouble), attempt.repeatable) == (ended, True, True)
    assert (attempt.refusal is not None) == (ended is Ended.REJECTED)


def test_a_success_about_which_the_vendor_says_nothing_is_one() -> None:
    assert ruled(200, None).ended is Ended.ANSWERED


@pytest.mark.parametrize("status", [302, 303, 400, 404, 408, 429, 500, 503])
@pytest.mark.parametrize("ended", [Ended.THROTTLED, Ended.AMBIGUOUS, Ended.REJECTED])
def test_any_other_status_speaks_for_itself(ended: Ended, status: int) -> None:
    assert ruled(status, ended) == ruled(status, None)


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"ok": tr', b'"text"'])
def test_the_vendor_is_not_asked_about_an_answer_that_cannot_be_read(body: bytes) -> None:
    assert ruled(200, Ended.REJECTED, body).ended is Ended.AMBIGUOUS


@pytest.mark.parametrize(
    ("header", "delay"), [({"retry-after": "7"}, 7.0), ({"retry-after": "0"}, 1.0), ({}, None)]
)
def test_a_throttle_in_an_answer_names_its_pause_in_the_header(
    header: dict[str, str], delay: float | None
) -> None:
    assert ruled(200, Ended.THROTTLED, headers=header).delay_s == delay
    assert ruled(200, Ended.REJECTED, headers=header).delay_s is None


# --- what comes of it


@pytest.mark.anyio
@pytest.mark.parametrize("request_", [READ, REPLACE, APPEND], ids=["read", "replace", "append"])
async def test_a_refusal_in_an_answer_is_explained_and_not_repeated(
    request_: Request, vendor: Vendor
) -> None:
    async with vendor_that_says(vendor, says("channel_not_found")) as (proxy, way):
        error = await failure(way.session().send(request_))

        assert (error.category, error.reason, error.outcome) == ("bad_input", "refused", None)
        assert error.details == ("channel_not_found",)
        assert len(proxy.seen) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("request_", [READ, REPLACE, APPEND], ids=["read", "replace", "append"])
async def test_a_throttle_in_an_answer_is_waited_for_and_sent_again(
    request_: Request, vendor: Vendor
) -> None:
    async with vendor_that_says(vendor, says("ratelimited", retry_after="7")) as (proxy, way):
        reply = await way.session().send(request_)

        assert (reply.status in {200, 201}, way.time.pauses) == (True, [7.0])
        assert len(proxy.seen) == 2


@pytest.mark.anyio
async def test_a_throttle_in_an_answer_is_remembered_for_all_calls(vendor: Vendor) -> None:
    async with vendor_that_says(vendor, says("ratelimited", retry_after="60")) as (proxy, way):
        errors = [await failure(way.session().send(request)) for request in (READ, APPEND)]

        assert [(error.category, error.retry_after_s) for error in errors] == [("rate_limited", 60.0)] * 2
        assert len(proxy.seen) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("word", ["internal_error", "fatal_error"])
@pytest.mark.parametrize(("request_", "arrivals"), [(READ, 2), (REPLACE, 2), (APPEND, 1)])
async def test_what_may_have_succeeded_in_part_is_repeated_only_where_that_is_safe(
    word: str, request_: Request, arrivals: int, vendor: Vendor
) -> None:
    async with vendor_that_says(vendor, says(word, forwarded=True)) as (proxy, way):
        if request_ is APPEND:
            assert (await failure(way.session().send(request_))).outcome == "unknown"
        else:
            await way.session().send(request_)

        assert len(proxy.seen) == arrivals
        assert len(vendor.board.notes) <= 1


@pytest.mark.anyio
async def test_a_read_that_fails_in_every_answer_has_a_reason_of_its_own(vendor: Vendor) -> None:
    async with vendor_that_says(vendor, *[says("internal_error")] * 3) as (_, way):
        error = await failure(way.session().send(READ))

    assert (error.category, error.reason) == ("upstream_error", "failed_in_answer")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("word", "ends"),
    [
        ("ratelimited", [Ended.THROTTLED, Ended.ANSWERED]),
        ("internal_error", [Ended.AMBIGUOUS]),
        ("channel_not_found", [Ended.REJECTED]),
    ],
)
async def test_a_verdict_is_recorded_as_the_end_of_its_attempt(
    word: str, ends: list[Ended], vendor: Vendor
) -> None:
    async with vendor_that_says(vendor, says(word)) as (_, way):
        try:
            await way.session().send(APPEND)
        except GatewayError:
            assert ends[-1] is not Ended.ANSWERED

        assert [attempt.ended for attempt in way.guard.ends] == ends


@pytest.mark.anyio
async def test_a_login_page_served_as_a_file_is_refused_by_its_head(vendor: Vendor) -> None:
    async with vendor_that_says(vendor, Fault.html()) as (proxy, way):
        opened = way.session().stream(Request(GET_FILE, {"size": "100"}))
        async with aclosing(opened) as chunks:
            error = await failure(anext(chunks))

        assert (error.category, error.reason, len(proxy.seen)) == ("bad_input", "refused", 1)


# --- in the books


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("channel_not_found", {"category": "bad_input"}),
        ("internal_error", {"category": "upstream_error", "outcome": "unknown"}),
    ],
)
async def test_the_books_take_a_verdict_like_a_status(
    word: str, expected: dict[str, Any], vendor: Vendor, tmp_path: Path
) -> None:
    async with behind(vendor, tmp_path) as (proxy, made):
        made.outbound.verdict, made.outbound.explain = verdict, explain
        proxy.next(says(word))
        error = await made.call("add_note", **HELLO)
        left = [call.outcome for call in made.books.ledger.unfinished()]

        assert expected.items() <= error.items()
        assert left == (["unknown"] if "outcome" in expected else [])
        assert proxy.count("POST") == 1

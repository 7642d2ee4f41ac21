from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.common.ledger_calls import (
    NAMED,
    SAME,
    Clock,
    answered,
    begin,
    crashed,
    done,
    ended_partial,
    ended_unknown,
    fresh,
    nothing,
    opened,
    refusal,
    rejected,
    sent,
    two,
)

from narrowgate_common.ledger import Earlier, Entry, Look, Resume

pytestmark = pytest.mark.anyio

DAY_S = 24 * 60 * 60


@pytest.mark.parametrize("work", [nothing, sent, answered, ended_unknown, ended_partial, done])
async def test_a_call_is_remembered_for_a_day_and_no_longer(
    tmp_path: Path, work: Callable[[Entry], None]
) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as ledger:
        work(await fresh(ledger, NAMED))
    with opened(tmp_path, clock) as ledger:
        clock.now += DAY_S - 1
        kept = await refusal(ledger, replace(NAMED, fingerprint="f2"))
        clock.now += 1
        purged = await fresh(ledger, replace(NAMED, fingerprint="f2"))

        assert kept.reason == "key_reused"
        assert not purged.receipts()


async def test_the_day_begins_with_the_end_of_the_call(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as ledger:
        entry = await fresh(ledger, NAMED)
        clock.now += DAY_S + 1
        in_flight = await refusal(ledger, NAMED)
        done(entry)
        clock.now += DAY_S - 1

        assert in_flight.reason == "in_flight"
        assert isinstance(await begin(ledger, NAMED), Earlier)


async def test_an_entry_that_was_purged_takes_no_notes(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as ledger:
        ended_unknown(await fresh(ledger, NAMED))
        look = (await begin(ledger, NAMED)).entry
        clock.now += DAY_S
        await fresh(ledger, NAMED)
        look.received("post", {"id": "7"})
        look.unknown({})

        assert look.finish({"id": "7"}, reconciled=True) == {"id": "7", "reconciled": True}
        assert look.receipts() == []


@pytest.mark.parametrize("jump_s", [-3600, 3600])
async def test_a_clock_that_jumps_an_hour_changes_nothing(tmp_path: Path, jump_s: float) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as ledger:
        ended_unknown(await fresh(ledger, NAMED))
        clock.now += jump_s

        assert isinstance(await begin(ledger, NAMED), Look)


@pytest.mark.parametrize(
    ("work", "outcome"),
    [
        (nothing, None),
        (sent, "unknown"),
        (answered, "partial"),
        (ended_unknown, "unknown"),
        (ended_partial, "partial"),
        (done, None),
        (rejected, None),
    ],
)
async def test_what_a_start_reports_of_earlier_calls(
    tmp_path: Path, work: Callable[[Entry], None], outcome: str | None
) -> None:
    await crashed(tmp_path, NAMED, work)
    with opened(tmp_path) as ledger:
        found = [(call.principal, call.tool, call.request_id, call.outcome) for call in ledger.unfinished()]

    assert found == ([] if outcome is None else [("ann", "add_comment", "mine", outcome)])


async def test_what_is_in_flight_elsewhere_is_not_reported(tmp_path: Path) -> None:
    with two(tmp_path) as (one, other):
        sent(await fresh(one))

        assert other.unfinished() == ()


async def test_what_is_forgotten_is_not_reported(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path, clock) as ledger:
        ended_unknown(await fresh(ledger))
        clock.now += DAY_S

        assert ledger.unfinished() == ()


async def test_reporting_changes_nothing(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, answered)
    with opened(tmp_path) as ledger:
        assert ledger.unfinished() == ledger.unfinished()
        assert isinstance(await begin(ledger), Resume)

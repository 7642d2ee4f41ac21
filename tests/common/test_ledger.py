from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.common.ledger_calls import (
    IDENTITIES,
    NAMED,
    SAME,
    answered,
    begin,
    crashed,
    done,
    done_and_delivered,
    ended_partial,
    ended_partial_with_an_open_step,
    ended_unknown,
    forgotten_with_a_receipt,
    forgotten_with_an_open_step,
    fresh,
    not_sent,
    nothing,
    opened,
    refusal,
    rejected,
    released,
    second_sent,
    sent,
    two,
)

from narrowgate_common.ledger import CallIdentity, Claim, Earlier, Entry, Fresh, Look, Resume

pytestmark = pytest.mark.anyio

AFTER_A_CRASH = [
    (nothing, Fresh, Fresh),
    (sent, Look, Look),
    (answered, Resume, Resume),
    (not_sent, Fresh, Fresh),
    (second_sent, Look, Look),
    (ended_unknown, Look, Look),
    (ended_partial, Resume, Resume),
    (ended_partial_with_an_open_step, Look, Look),
    (done, Earlier, Earlier),
    (done_and_delivered, Fresh, Earlier),
    (rejected, Fresh, Fresh),
    (forgotten_with_a_receipt, Resume, Resume),
    (forgotten_with_an_open_step, Look, Look),
    (released, Resume, Resume),
]


@pytest.mark.parametrize(("work", "unnamed", "named"), AFTER_A_CRASH)
async def test_what_a_repeat_gets_after_the_process_died(
    tmp_path: Path, work: Callable[[Entry], None], unnamed: type[Claim], named: type[Claim]
) -> None:
    second = replace(NAMED, fingerprint="f2")
    await crashed(tmp_path, SAME, work)
    await crashed(tmp_path, second, work)

    with opened(tmp_path) as ledger:
        got = [type(await begin(ledger, identity)) for identity in (SAME, second)]

    assert got == [unnamed, named]


STILL_HELD = [nothing, sent, answered, not_sent, second_sent]


@pytest.mark.parametrize(
    ("work", "unnamed", "named"), [row for row in AFTER_A_CRASH if row[0] not in STILL_HELD]
)
async def test_what_a_repeat_gets_while_the_process_lives_on(
    tmp_path: Path, work: Callable[[Entry], None], unnamed: type[Claim], named: type[Claim]
) -> None:
    second = replace(NAMED, fingerprint="f2")
    with two(tmp_path) as (one, other):
        work(await fresh(one))
        work(await fresh(one, second))

        got = [type(await begin(other, identity)) for identity in (SAME, second)]

    assert got == [unnamed, named]


@pytest.mark.parametrize("work", STILL_HELD)
@IDENTITIES
async def test_a_call_in_flight_is_told_after_the_wait(
    tmp_path: Path, work: Callable[[Entry], None], identity: CallIdentity
) -> None:
    with two(tmp_path) as (one, other):
        entry = await fresh(one, identity)
        work(entry)
        told = await refusal(other, identity)

    assert told.as_dict() | {"message": ""} == {
        "category": "upstream_error",
        "message": "",
        "reason": "in_flight",
        "outcome": "unknown",
        "request_id": entry.request_id,
    }


@IDENTITIES
async def test_a_crashed_call_that_sent_nothing_keeps_its_entry(
    tmp_path: Path, identity: CallIdentity
) -> None:
    with opened(tmp_path) as ledger:
        before = await fresh(ledger, identity)
    with opened(tmp_path) as ledger:
        after = await fresh(ledger, identity)

    assert (after.id, after.request_id, after.stamp) == (before.id, before.request_id, before.stamp)


@pytest.mark.parametrize("work", [nothing, ended_unknown, ended_partial, done])
@IDENTITIES
async def test_principals_never_meet(
    tmp_path: Path, work: Callable[[Entry], None], identity: CallIdentity
) -> None:
    with opened(tmp_path) as ledger:
        work(await fresh(ledger, identity))

        assert isinstance(await begin(ledger, replace(identity, principal="bob")), Fresh)


@pytest.mark.parametrize("work", [nothing, sent, ended_unknown, ended_partial, done, done_and_delivered])
@pytest.mark.parametrize("change", [{"fingerprint": "f2"}, {"tool": "create_issue"}])
async def test_a_request_id_stands_for_one_call_only(
    tmp_path: Path, work: Callable[[Entry], None], change: dict[str, str]
) -> None:
    with opened(tmp_path) as ledger:
        work(await fresh(ledger, NAMED))
        refused = await refusal(ledger, replace(NAMED, **change))

    assert (refused.category, refused.reason) == ("bad_input", "key_reused")


async def test_a_rejected_call_frees_its_request_id(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        rejected(await fresh(ledger, NAMED))

        assert isinstance(await begin(ledger, replace(NAMED, fingerprint="f2")), Fresh)


@pytest.mark.parametrize("work", [nothing, ended_unknown, ended_partial, done])
async def test_another_request_id_is_another_call(tmp_path: Path, work: Callable[[Entry], None]) -> None:
    with opened(tmp_path) as ledger:
        work(await fresh(ledger, NAMED))

        assert isinstance(await begin(ledger, replace(NAMED, request_id="second")), Fresh)


@pytest.mark.parametrize(("work", "claim"), [(ended_unknown, Look), (ended_partial, Resume), (done, Earlier)])
async def test_a_reissue_without_the_request_id_meets_the_call_that_had_one(
    tmp_path: Path, work: Callable[[Entry], None], claim: type[Claim]
) -> None:
    with opened(tmp_path) as ledger:
        work(await fresh(ledger, NAMED))

        assert isinstance(await begin(ledger, SAME), claim)


async def test_done_may_be_said_twice_once_the_first_was_delivered(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        first = await fresh(ledger)
        done(first)
        undelivered = await begin(ledger)
        assert isinstance(undelivered, Earlier)
        undelivered.entry.delivered()
        second = await fresh(ledger)

    assert second.id != first.id
    assert second.stamp != first.stamp


async def test_only_the_newest_of_the_same_calls_counts(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        ended_unknown(await fresh(ledger, NAMED))
        done_and_delivered(await fresh(ledger, replace(NAMED, request_id="second")))

        assert isinstance(await begin(ledger, SAME), Fresh)

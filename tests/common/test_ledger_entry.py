from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.common.ledger_calls import (
    NAMED,
    SAME,
    answered,
    begin,
    crashed,
    ended_partial,
    ended_unknown,
    fresh,
    not_sent,
    opened,
    refusal,
    rejected,
    second_sent,
    sent,
    two,
)

from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import Earlier, Entry, Look, Resume

pytestmark = pytest.mark.anyio


async def test_the_first_result_is_the_result(tmp_path: Path) -> None:
    with two(tmp_path) as (one, other):
        (await fresh(one, NAMED)).finish({"id": "7", "text": "\ud800 é", "list": [1, None]})
        claim = await begin(other, NAMED)

    assert isinstance(claim, Earlier)
    assert claim.result == {"id": "7", "text": "\ud800 é", "list": [1, None]}


async def test_receipts_come_back_in_the_order_of_sending(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        for step in ("chunk-2", "chunk-10", "chunk-1"):
            entry.dispatched(step)
            entry.received(step, {"of": step})
    with opened(tmp_path) as ledger:
        claim = await begin(ledger)

        assert isinstance(claim, Resume)
        assert claim.entry.receipts() == [(step, {"of": step}) for step in ("chunk-2", "chunk-10", "chunk-1")]
        assert claim.entry.receipt("chunk-10") == {"of": "chunk-10"}
        assert claim.entry.receipt("chunk-3") is None


async def test_a_resumed_call_sends_the_rest_and_finishes(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, ended_partial)
    with opened(tmp_path) as ledger:
        claim = await begin(ledger)
        assert isinstance(claim, Resume)
        assert claim.error == {"message": "midway"}
        claim.entry.dispatched("labels")
        claim.entry.received("labels", {})
        claim.entry.finish({"id": "7"})
        again = await begin(ledger)

    assert isinstance(again, Earlier)


async def test_only_one_of_two_resumes(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, ended_partial)
    with two(tmp_path) as (one, other):
        first = await begin(one)
        second = await refusal(other, SAME)

    assert isinstance(first, Resume)
    assert second.reason == "in_flight"


async def test_a_look_tells_how_the_call_ended_and_under_which_stamp(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        ended_unknown(entry)
        claim = await begin(ledger)

        assert isinstance(claim, Look)
        assert claim.error == {"message": "lost"}
        assert (claim.entry.stamp, claim.entry.request_id) == (entry.stamp, entry.request_id)
        assert (claim.entry.is_open("post"), claim.entry.has_open_steps()) == (True, True)


async def test_the_generated_request_id_finds_the_call_again(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        ended_unknown(entry)
        claim = await begin(ledger, replace(SAME, request_id=entry.request_id))

    assert isinstance(claim, Look)
    assert claim.entry.id == entry.id


async def test_ids_and_stamps_are_new_for_every_call(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entries = [await fresh(ledger, replace(SAME, fingerprint=f"f{number}")) for number in range(20)]

    assert len({entry.stamp for entry in entries}) == len({entry.request_id for entry in entries}) == 20
    assert {len(entry.stamp) for entry in entries} == {32}
    assert all(entry.request_id.startswith("ng-") for entry in entries)


async def refused_step(entry: Entry, step: str) -> str | None:
    with pytest.raises(GatewayError) as refused:
        entry.dispatched(step)
    assert (refused.value.outcome, refused.value.request_id) == ("unknown", entry.request_id)
    return refused.value.reason


@pytest.mark.parametrize("work", [sent, answered])
async def test_a_step_is_dispatched_once(tmp_path: Path, work: Callable[[Entry], None]) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        work(entry)

        assert await refused_step(entry, "post") == "already_dispatched"


async def test_a_step_that_was_not_accepted_may_be_sent_again(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        not_sent(entry)
        entry.dispatched("post")

        assert entry.is_open("post")


async def test_the_last_note_is_there_for_whoever_comes_next(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        entry.note("before", {"status": "To Do"})
        entry.note("before", {"status": "Doing"})
        sent(entry)
        entry.unknown({})
        look = (await begin(ledger)).entry
        look.note("before", {"status": "Done"})

        assert (look.noted("before"), look.noted("after")) == ({"status": "Doing"}, None)


async def test_a_note_is_no_effect(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger, NAMED)
        entry.note("before", {"status": "To Do"})
        rejected(entry)
        again = await fresh(ledger, replace(NAMED, fingerprint="f2"))

        assert (again.receipts(), again.noted("before")) == ([], None)


async def test_a_receipt_is_never_taken_back(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        answered(entry)
        entry.not_accepted("post")
        entry.received("post", {"id": "8"})

        assert entry.receipts() == [("post", {"id": "7"})]


@pytest.mark.parametrize("step", ["post", "labels"])
async def test_a_look_never_sends(tmp_path: Path, step: str) -> None:
    await crashed(tmp_path, SAME, sent)
    with opened(tmp_path) as ledger:
        claim = await begin(ledger)

        assert await refused_step(claim.entry, step) == "look_only"


@pytest.mark.parametrize(
    "attempt",
    [
        lambda entry: entry.forget(),
        lambda entry: entry.release(),
        lambda entry: entry.not_accepted("post"),
        lambda entry: entry.unknown({}),
        lambda entry: entry.partial({}),
        lambda entry: entry.delivered(),
    ],
)
async def test_a_look_cannot_make_the_next_call_send(
    tmp_path: Path, attempt: Callable[[Entry], None]
) -> None:
    await crashed(tmp_path, SAME, sent)
    with opened(tmp_path) as ledger:
        attempt((await begin(ledger)).entry)

        assert isinstance(await begin(ledger), Look)


async def test_a_look_that_finds_it_finishes_it(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, sent)
    with two(tmp_path) as (one, other):
        kept = (await begin(one)).entry.finish({"id": "7"}, reconciled=True)
        claim = await begin(other)

    assert isinstance(claim, Earlier)
    assert claim.result == kept == {"id": "7", "reconciled": True}


async def test_two_that_look_at_once_answer_the_same(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, sent)
    with two(tmp_path) as (one, other):
        first, second = (await begin(one)).entry, (await begin(other)).entry
        kept = first.finish({"id": "7", "by": 1}, reconciled=True)

        assert second.finish({"id": "7", "by": 2}, reconciled=True) == kept


async def test_a_look_that_found_every_step_lets_the_next_call_resume(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, second_sent)
    with opened(tmp_path) as ledger:
        look = await begin(ledger)
        look.entry.received("labels", {"found": True})
        look.entry.partial({"message": "midway"})
        claim = await begin(ledger)

    assert isinstance(claim, Resume)


async def test_a_late_look_does_not_disturb_the_one_that_resumed(tmp_path: Path) -> None:
    await crashed(tmp_path, SAME, sent)
    with two(tmp_path) as (one, other):
        late, quick = (await begin(one)).entry, (await begin(other)).entry
        quick.received("post", {"found": True})
        quick.partial({})
        resumed = await begin(other)
        late.received("post", {"found": "later"})
        late.partial({})
        late.unknown({})

        assert isinstance(resumed, Resume)
        assert (await refusal(one, SAME)).reason == "in_flight"
        resumed.entry.dispatched("labels")


async def test_an_answer_that_comes_after_all_ends_an_unknown_call(tmp_path: Path) -> None:
    with opened(tmp_path) as ledger:
        entry = await fresh(ledger)
        ended_unknown(entry)
        entry.finish({"id": "7"})

        assert isinstance(await begin(ledger), Earlier)


async def test_an_owner_that_was_only_thought_dead_sends_nothing_more(tmp_path: Path) -> None:
    with two(tmp_path) as (one, other):
        before = await fresh(one)
        for file in (tmp_path / "state" / "owners").glob(f"{one._owner.token}.lock"):
            file.unlink()
        after = await fresh(other)

        assert await refused_step(before, "post") == "claim_lost"
        before.forget()
        before.unknown({})
        before.release()
        after.dispatched("post")

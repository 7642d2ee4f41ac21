from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import anyio
import pytest
from tests.common.ledger_calls import (
    IDENTITIES,
    SAME,
    done_and_delivered,
    ended_partial,
    ended_unknown,
    fresh,
    opened,
    rejected,
    sent,
    two,
)

from narrowgate_common.ledger import CallIdentity, Claim, Earlier, Entry, Fresh, Ledger, Look, Resume

pytestmark = pytest.mark.anyio


async def wait_for(ledger: Ledger, identity: CallIdentity, claims: list[Claim]) -> None:
    claims.append(await ledger.begin(identity, timeout_s=30))


@pytest.mark.parametrize(
    ("work", "expected"), [(done_and_delivered, Earlier), (ended_unknown, Look), (rejected, Fresh)]
)
@IDENTITIES
async def test_a_call_that_joins_one_in_flight_gets_what_becomes_of_it(
    tmp_path: Path, work: Callable[[Entry], None], identity: CallIdentity, expected: type[Claim]
) -> None:
    claims: list[Claim] = []
    with two(tmp_path) as (one, other):
        entry = await fresh(one, identity)
        async with anyio.create_task_group() as group:
            group.start_soon(wait_for, other, identity, claims)
            await anyio.wait_all_tasks_blocked()
            work(entry)

    assert [type(claim) for claim in claims] == [expected]


async def test_of_many_that_join_only_one_goes_on(tmp_path: Path) -> None:
    claims: list[Claim] = []
    with two(tmp_path) as (one, other):
        entry = await fresh(one)
        async with anyio.create_task_group() as group:
            for number in range(6):
                group.start_soon(wait_for, (one, other)[number % 2], SAME, claims)
            await anyio.wait_all_tasks_blocked()
            ended_partial(entry)
            while not claims:
                await anyio.lowlevel.checkpoint()
            claims[0].entry.finish({"id": "7"})

    assert [type(claim) for claim in claims] == [Resume, *[Earlier] * 5]


async def test_a_waiter_takes_over_when_the_owner_dies(tmp_path: Path) -> None:
    claims: list[Claim] = []
    with opened(tmp_path) as survivor, ExitStack() as mortal:
        sent(await fresh(mortal.enter_context(opened(tmp_path))))
        async with anyio.create_task_group() as group:
            group.start_soon(wait_for, survivor, SAME, claims)
            await anyio.wait_all_tasks_blocked()
            mortal.close()

    assert [type(claim) for claim in claims] == [Look]


async def test_a_cancelled_wait_claims_nothing(tmp_path: Path) -> None:
    with two(tmp_path) as (one, other):
        entry = await fresh(one)
        async with anyio.create_task_group() as group:
            group.start_soon(wait_for, other, SAME, [])
            await anyio.wait_all_tasks_blocked()
            group.cancel_scope.cancel()
        entry.dispatched("post")
        entry.received("post", {})

"""Ledgers in a directory, and the ways in which a call may end: each takes an entry as far as its name says."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import CallIdentity, Claim, Entry, Fresh, Ledger
from narrowgate_common.state import StateDirectory

SAME = CallIdentity("ann", "add_comment", "f1")
NAMED = replace(SAME, request_id="mine")
IDENTITIES = pytest.mark.parametrize("identity", [SAME, NAMED], ids=["unnamed", "named"])


@dataclass
class Clock:
    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def opened(path: Path, clock: Callable[[], float] = lambda: 1_000_000.0) -> Iterator[Ledger]:
    with closing(Ledger.open(StateDirectory.open(path / "state"), clock=clock)) as ledger:
        yield ledger


@contextmanager
def two(path: Path) -> Iterator[tuple[Ledger, Ledger]]:
    with opened(path) as one, opened(path) as other:
        yield one, other


async def begin(ledger: Ledger, identity: CallIdentity = SAME) -> Claim:
    return await ledger.begin(identity, timeout_s=0)


async def fresh(ledger: Ledger, identity: CallIdentity = SAME) -> Entry:
    claim = await begin(ledger, identity)
    assert isinstance(claim, Fresh)
    return claim.entry


async def refusal(ledger: Ledger, identity: CallIdentity) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        await begin(ledger, identity)
    return refused.value


async def crashed(path: Path, identity: CallIdentity, work: Callable[[Entry], None]) -> None:
    with opened(path) as ledger:
        work(await fresh(ledger, identity))


def nothing(entry: Entry) -> None:
    pass


def sent(entry: Entry) -> None:
    entry.dispatched("post")


def answered(entry: Entry) -> None:
    sent(entry)
    entry.received("post", {"id": "7"})


def not_sent(entry: Entry) -> None:
    sent(entry)
    entry.not_accepted("post")


def second_sent(entry: Entry) -> None:
    answered(entry)
    entry.dispatched("labels")


def ended_unknown(entry: Entry) -> None:
    sent(entry)
    entry.unknown({"message": "lost"})


def ended_partial(entry: Entry) -> None:
    answered(entry)
    entry.partial({"message": "midway"})


def ended_partial_with_an_open_step(entry: Entry) -> None:
    second_sent(entry)
    entry.partial({"message": "midway"})


def done(entry: Entry) -> None:
    answered(entry)
    entry.finish({"id": "7"})


def done_and_delivered(entry: Entry) -> None:
    done(entry)
    entry.delivered()


def rejected(entry: Entry) -> None:
    not_sent(entry)
    entry.forget()


def forgotten_with_a_receipt(entry: Entry) -> None:
    answered(entry)
    entry.forget()


def forgotten_with_an_open_step(entry: Entry) -> None:
    sent(entry)
    entry.forget()


def released(entry: Entry) -> None:
    answered(entry)
    entry.release()

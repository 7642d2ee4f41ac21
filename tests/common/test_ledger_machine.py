"""The ledger against a model of it: processes that begin, send, end, crash and are wrongly thought dead, in any order.

The model also plays the vendor, who would notice every step that is sent twice.
"""

import shutil
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import anyio
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from narrowgate_common.audit import Audit
from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import CallIdentity, Claim, Earlier, Entry, Ledger
from narrowgate_common.operations import Ended, Operation
from narrowgate_common.records import RecordedWrites
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request, Route
from narrowgate_common.state import StateDirectory

ANN = CallIdentity("ann", "add_comment", "f1")
IDENTITIES = [ANN, replace(ANN, request_id="mine"), replace(ANN, principal="bob", request_id="mine")]
STEPS = ["post", "labels"]
PROCESSES = st.integers(0, 2)
POST = Route("post", Operation.APPEND, "POST", "/posts")
FATES = [None, *(ended for ended in Ended if ended is not Ended.ANSWERED), Ended.ANSWERED]
"""How a request ends; None is a process that never learns it."""


@dataclass
class Known:
    """What the model knows of one entry."""

    identity: CallIdentity
    owner: int | None
    state: str = "open"
    delivered: bool = False
    steps: dict[str, bool] = field(default_factory=dict)
    """Whether each dispatched step was answered."""
    result: dict[str, Any] | None = None
    turn: int = 0
    """Grows whenever somebody takes the call over."""

    @property
    def has_open_steps(self) -> bool:
        return not all(self.steps.values())


@dataclass
class Held:
    """A claim in somebody's hands, as of the turn in which it was got."""

    process: int
    kind: str
    entry: Entry
    turn: int

    @property
    def sends(self) -> bool:
        return self.kind in {"Fresh", "Resume"}


async def begin(ledger: Ledger, identity: CallIdentity) -> Claim:
    return await ledger.begin(identity, timeout_s=0)


class LedgerMachine(RuleBasedStateMachine):
    @initialize()
    def start(self) -> None:
        self.path = Path(tempfile.mkdtemp())
        self.ledgers = [self.opened() for _ in range(3)]
        self.known: dict[int, Known] = {}
        self.held: list[Held] = []
        self.thought_dead: set[int] = set()
        self.audit = Audit.open(StateDirectory.open(self.path / "state"))
        self.in_doubt: set[tuple[int, str]] = set()
        """What the vendor may have accepted: sent again without a key, it would be there twice."""

    def opened(self) -> Ledger:
        return Ledger.open(StateDirectory.open(self.path / "state"), clock=lambda: 1_000_000.0)

    def teardown(self) -> None:
        if hasattr(self, "ledgers"):
            for ledger in self.ledgers:
                ledger.close()
            shutil.rmtree(self.path)

    def newest(self, identity: CallIdentity) -> int | None:
        same = [
            number
            for number, known in self.known.items()
            if replace(known.identity, request_id=None) == replace(identity, request_id=None)
            and identity.request_id in {None, known.identity.request_id}
        ]
        return max(same, default=None)

    def expected(self, identity: CallIdentity) -> str:
        number = self.newest(identity)
        if number is None:
            return "Fresh"
        known = self.known[number]
        if known.state == "done":
            return "Fresh" if known.delivered and identity.request_id is None else "Earlier"
        if known.state == "open" and known.owner is not None and known.owner not in self.thought_dead:
            return "in_flight"
        if known.state == "unknown" or known.has_open_steps:
            return "Look"
        return "Resume" if known.steps or known.state == "partial" else "Fresh"

    @rule(process=PROCESSES, identity=st.sampled_from(IDENTITIES))
    def begins(self, process: int, identity: CallIdentity) -> None:
        self.thought_dead.discard(process)
        expected, before = self.expected(identity), self.newest(identity)
        try:
            claim = anyio.run(begin, self.ledgers[process], identity)
        except GatewayError as error:
            got = error.reason
        else:
            got = type(claim).__name__
            self.note_claim(process, identity, claim, before)
        assert got == expected

    def note_claim(self, process: int, identity: CallIdentity, claim: Claim, before: int | None) -> None:
        number, kind = claim.entry.id, type(claim).__name__
        if number not in self.known:
            assert kind == "Fresh"
            self.known[number] = Known(identity, process)
        else:
            assert number == before
        known = self.known[number]
        if isinstance(claim, Earlier):
            assert claim.result == known.result
        elif kind == "Look":
            known.state, known.owner = "unknown", None
        else:
            known.state, known.owner, known.turn = "open", process, known.turn + 1
        self.held.append(Held(process, kind, claim.entry, known.turn))

    def may_send(self, held: Held) -> bool:
        known = self.known.get(held.entry.id)
        return known is not None and held.sends and held.turn == known.turn and known.state == "open"

    def may_end(self, held: Held) -> bool:
        known = self.known.get(held.entry.id)
        looks = (
            held.kind == "Look" and known is not None and (known.state, known.turn) == ("unknown", held.turn)
        )
        return looks or self.may_send(held)

    def pick(self, data: st.DataObject) -> Held:
        return data.draw(st.sampled_from(self.held))

    @precondition(lambda self: self.held)
    @rule(data=st.data(), step=st.sampled_from(STEPS))
    def dispatches(self, data: st.DataObject, step: str) -> None:
        held = self.pick(data)
        allowed = self.may_send(held) and step not in self.known[held.entry.id].steps
        try:
            held.entry.dispatched(step)
        except GatewayError:
            sent = False
        else:
            sent = True
            self.known[held.entry.id].steps[step] = False
        assert sent == allowed

    @precondition(lambda self: self.held)
    @rule(data=st.data(), step=st.sampled_from(STEPS), keyed=st.booleans(), fate=st.sampled_from(FATES))
    def writes(self, data: st.DataObject, step: str, *, keyed: bool, fate: Ended | None) -> None:
        """The whole way of a request through the books, with the vendor at its end."""
        held, request = self.pick(data), Request(POST, step=step, keyed=keyed)
        known = self.known.get(held.entry.id)
        guard = RecordedWrites(self.audit, "ann", "post", "", {}, lambda _trouble: None, held.entry)
        is_open = known is not None and known.steps.get(step) is False
        expected = keyed if is_open else self.may_send(held)
        answered = known is not None and known.steps.get(step) is True
        told = self.told(guard, request)
        assert told == ("the receipt" if answered else "send" if expected else "unknown")
        if told != "send":
            return
        assert known is not None
        self.arrives(held.entry.id, step, known, keyed=keyed, fate=fate)
        if fate is not None:
            guard.ended(request, Attempt(fate, Reply(200, body=b"{}") if fate is Ended.ANSWERED else None))

    def told(self, guard: RecordedWrites, request: Request) -> str | None:
        try:
            earlier = guard.about_to_send(request)
        except GatewayError as refused:
            return refused.outcome
        return "send" if earlier is None else "the receipt"

    def arrives(self, number: int, step: str, known: Known, *, keyed: bool, fate: Ended | None) -> None:
        assert keyed or (number, step) not in self.in_doubt
        was_open = step in known.steps
        known.steps[step] = fate is Ended.ANSWERED
        if fate in {None, Ended.AMBIGUOUS, Ended.ANSWERED}:
            self.in_doubt.add((number, step))
        elif not was_open:
            del known.steps[step]

    @precondition(lambda self: self.held)
    @rule(data=st.data(), step=st.sampled_from(STEPS))
    def receives(self, data: st.DataObject, step: str) -> None:
        held = self.pick(data)
        known = self.known.get(held.entry.id)
        if known is not None and step in known.steps:
            held.entry.received(step, {"status": 200, "body": "{}"})
            known.steps[step] = True

    @precondition(lambda self: self.held)
    @rule(data=st.data(), step=st.sampled_from(STEPS))
    def hears_that_it_was_not_accepted(self, data: st.DataObject, step: str) -> None:
        held = self.pick(data)
        held.entry.not_accepted(step)
        if self.may_send(held) and self.known[held.entry.id].steps.get(step) is False:
            del self.known[held.entry.id].steps[step]
            self.in_doubt.discard((held.entry.id, step))

    @precondition(lambda self: self.held)
    @rule(data=st.data(), result=st.integers())
    def finishes(self, data: st.DataObject, result: int) -> None:
        held = self.pick(data)
        known = self.known.get(held.entry.id)
        answer = held.entry.finish({"result": result})
        if known is None:
            return
        if self.may_send(held) or known.state == "unknown":
            known.state, known.owner, known.delivered, known.result = "done", None, False, {"result": result}
        if known.state == "done":
            assert answer == known.result

    @precondition(lambda self: self.held)
    @rule(data=st.data(), midway=st.booleans())
    def ends(self, data: st.DataObject, *, midway: bool) -> None:
        held = self.pick(data)
        (held.entry.partial if midway else held.entry.unknown)({"midway": midway})
        if self.may_end(held):
            known = self.known[held.entry.id]
            known.state = "partial" if midway and not known.has_open_steps else "unknown"
            known.owner = None

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def forgets(self, data: st.DataObject) -> None:
        held = self.pick(data)
        held.entry.forget()
        if self.may_send(held):
            if self.known[held.entry.id].steps:
                self.known[held.entry.id].owner = None
            else:
                del self.known[held.entry.id]

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def releases(self, data: st.DataObject) -> None:
        held = self.pick(data)
        held.entry.release()
        if self.may_send(held):
            self.known[held.entry.id].owner = None

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def delivers(self, data: st.DataObject) -> None:
        held = self.pick(data)
        held.entry.delivered()
        known = self.known.get(held.entry.id)
        if known is not None and known.state == "done":
            known.delivered = True

    @rule(process=PROCESSES)
    def crashes(self, process: int) -> None:
        self.ledgers[process].close()
        self.ledgers[process] = self.opened()
        self.held = [held for held in self.held if held.process != process]
        self.thought_dead.discard(process)
        for known in self.known.values():
            if known.owner == process:
                known.owner = None

    @rule(process=PROCESSES)
    def is_wrongly_thought_dead(self, process: int) -> None:
        """Its lock file vanishes, as under an overeager cleaner; it knows nothing of that and goes on."""
        token = self.ledgers[process]._owner.token
        (self.path / "state" / "owners" / f"{token}.lock").unlink(missing_ok=True)
        self.thought_dead.add(process)

    @invariant()
    def at_most_one_claim_of_a_call_may_send(self) -> None:
        able = [held.entry.id for held in getattr(self, "held", []) if self.may_send(held)]
        assert len(able) == len(set(able))

    @invariant()
    def the_ledger_tells_the_steps_as_the_vendor_saw_them(self) -> None:
        for held in getattr(self, "held", [])[-1:]:
            known = self.known.get(held.entry.id)
            answered = {step for step, done in known.steps.items() if done} if known else set()
            assert {step for step, _ in held.entry.receipts()} == answered


def test_no_order_of_events_sends_twice() -> None:
    run_state_machine_as_test(
        LedgerMachine, settings=settings(max_examples=60, stateful_step_count=25, deadline=None)
    )

"""What is on disk before a write leaves and after it came back: the audit's intent, and the ledger's steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from narrowgate_common.audit import Audit
from narrowgate_common.errors import GatewayError, Outcome
from narrowgate_common.ledger import Entry
from narrowgate_common.operations import Ended, Operation
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request
from narrowgate_common.troubles import unknown_outcome

NOTE = "note:"
"""Steps of this name remember what was so before; they are no effect."""
KEY_LASTS_S = 12 * 60 * 60.0
"""How long after its beginning a call trusts the vendor to know its keys. None promises a time; Synapse
forgets them after 24 hours."""
_RECEIPT_BYTES = 262_144
_STILL_UNKNOWN = (
    "It is still not known whether the earlier call took effect, because looking for it failed. Look with `next`. "
    "Repeating this call only looks again; a fresh request_id sends anew."
)


@dataclass
class RecordedWrites:
    """The WriteGuard of one call. `entry` is there for APPEND tools, whose effects must not happen twice.

    `regret` is told of books that fail after something has happened: that it happened is not undone by it.
    """

    audit: Audit
    principal: str
    tool: str
    target: str
    arguments: Mapping[str, Any]
    regret: Callable[[GatewayError], None]
    entry: Entry | None = None
    intent: str | None = field(default=None, init=False)
    ends: dict[str, Ended] = field(default_factory=dict, init=False)
    """How each step of this run ended; a step that has not is in doubt."""
    repeated: set[str] = field(default_factory=set, init=False)
    """The steps sent again while an earlier attempt was in doubt: only an answer ends that."""

    def about_to_send(self, request: Request) -> Reply | None:
        """Raises `outcome: unknown` for a step that left without an answer, in an earlier run too.

        It is not sent again, except under the vendor's own key: then to send it is to look for it.
        """
        step, entry = _step(request), self._ledgered(request)
        if entry is None:
            self._declare()
        elif (receipt := entry.receipt(step)) is not None:
            return Reply(receipt["status"], body=receipt["body"].encode())
        elif entry.is_open(step):
            self._repeat(request, entry)
        else:
            self._dispatch(step, entry)
        self.ends[step] = Ended.AMBIGUOUS
        return None

    def _dispatch(self, step: str, entry: Entry) -> None:
        if entry.may_send:
            self._declare()
        entry.dispatched(step)

    def _repeat(self, request: Request, entry: Entry) -> None:
        """The step is written down already, and stays so until there is an answer."""
        step = _step(request)
        known_still = step in self.ends or entry.age_s < KEY_LASTS_S
        if not (request.keyed and known_still):
            raise unknown_outcome()
        self._declare()
        self.repeated.add(step)

    def ended(self, request: Request, attempt: Attempt) -> None:
        step, entry = _step(request), self._ledgered(request)
        answered = attempt.ended is Ended.ANSWERED and attempt.reply is not None
        in_doubt = attempt.ended is Ended.AMBIGUOUS or step in self.repeated
        self.ends[step] = Ended.AMBIGUOUS if in_doubt and not answered else attempt.ended
        if entry is None:
            return
        try:
            if attempt.ended is Ended.ANSWERED and attempt.reply is not None:
                entry.received(step, _receipt(request, attempt.reply))
            elif not in_doubt:
                entry.not_accepted(step)
        except GatewayError as trouble:
            self.regret(trouble)

    def finished(self, error: GatewayError | None, *, made: str | None = None) -> None:
        """The audit's result, if anything was about to be written; `made` names what was not there before."""
        if self.intent is None:
            return
        outcome = "done" if error is None else error.outcome or self.evidence() or "refused"
        category = None if error is None else str(error.category)
        reason = None if error is None else error.reason
        try:
            self.audit.result(self.intent, outcome=outcome, category=category, reason=reason, target=made)
        except GatewayError as trouble:
            self.regret(trouble)

    def evidence(self) -> Outcome | None:
        """What this run may have done, by its own requests alone."""
        ends = set(self.ends.values())
        if Ended.AMBIGUOUS in ends:
            return "unknown"
        return "partial" if Ended.ANSWERED in ends else None

    def _ledgered(self, request: Request) -> Entry | None:
        return self.entry if request.route.operation is Operation.APPEND else None

    def _declare(self) -> None:
        """No intent, no write."""
        if self.intent is None:
            self.intent = self.audit.intent(self.principal, self.tool, self.target, self.arguments)


def _step(request: Request) -> str:
    return request.step or request.route.name


def _receipt(request: Request, reply: Reply) -> dict[str, Any]:
    """The body only where a call that goes on would read it."""
    wanted = request.route.answers == "json" and len(reply.body) <= _RECEIPT_BYTES
    body = reply.body if wanted else b"{}"
    return {"status": reply.status, "body": body.decode("utf-8", "replace")}


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a call that did not finish has left: nothing, an effect nobody knows of, or a part of what it should do."""

    outcome: Outcome | None = None
    request_id: str | None = None
    done: Sequence[str] = ()
    """The steps with a receipt, where more should have followed."""
    looked: bool = False
    """Whether the call was one that may only look."""
    shown_by: Mapping[str, Any] | None = None
    """The call that shows an effect nobody knows of, where the error names none."""

    def told(self, error: GatewayError) -> GatewayError:
        """The error as the caller gets it."""
        if self.outcome is None:
            return error
        unknown = self.outcome == "unknown"
        of_the_look = unknown and self.looked and error.outcome is None
        return GatewayError(
            error.category,
            _STILL_UNKNOWN if of_the_look else error.message,
            reason=error.reason,
            details=[error.message, *error.details] if of_the_look else error.details,
            retry_after_s=error.retry_after_s,
            outcome=self.outcome,
            request_id=self.request_id,
            next_call=error.next_call or (self.shown_by if unknown else None),
            receipts=[{"step": step, "done": True} for step in self.done],
        )


def settle(entry: Entry, error: BaseException, *, shown_by: Mapping[str, Any] | None = None) -> Aftermath:
    """Remember a call that did not finish; nothing is forgotten that may have had an effect.

    A step without receipt makes it unknown; receipts alone make it partial, to be resumed. `shown_by` is the call that
    shows its effect. Raises GatewayError when the ledger cannot be written.
    """
    known = error if isinstance(error, GatewayError) else None
    done = [step for step, _ in entry.receipts() if not step.startswith(NOTE)]
    outcome = _outcome(entry, known, done)
    kept = done if outcome == "partial" else ()
    left = Aftermath(outcome, entry.request_id, kept, not entry.may_send, shown_by)
    remembered = {} if known is None else left.told(known).as_dict()
    if outcome == "unknown":
        entry.unknown(remembered)
    elif outcome == "partial":
        entry.partial(remembered)
    else:
        entry.forget()
    return left


def _outcome(entry: Entry, known: GatewayError | None, done: Sequence[str]) -> Outcome | None:
    """A look that came to a step which was never sent has proven all the others."""
    proven = bool(done) and known is not None and known.reason == "look_only"
    unsure = known is not None and known.outcome == "unknown" and not proven
    looked_in_vain = not entry.may_send and not done
    if entry.has_open_steps() or unsure or looked_in_vain:
        return "unknown"
    return "partial" if done else None

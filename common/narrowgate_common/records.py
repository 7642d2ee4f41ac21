"""What is on disk before a write leaves and after it came back: the audit's intent, and the ledger's steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from narrowgate_common.audit import Audit
from narrowgate_common.errors import GatewayError
from narrowgate_common.ledger import Entry
from narrowgate_common.operations import Ended, Operation
from narrowgate_common.outbound import unknown_outcome
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request

NOTE = "note:"
"""Steps of this name remember what was so before; they are no effect."""
_RECEIPT_BYTES = 262_144


@dataclass
class RecordedWrites:
    """The WriteGuard of one call. `entry` is there for APPEND tools, whose effects must not happen twice."""

    audit: Audit
    principal: str
    tool: str
    target: str
    arguments: Mapping[str, Any]
    entry: Entry | None = None
    intent: str | None = field(default=None, init=False)

    def about_to_send(self, request: Request) -> Reply | None:
        """Raises `outcome: unknown` for a step that left in an earlier run without an answer: it is not sent again."""
        entry = self._ledgered(request)
        if entry is None:
            self._declare()
            return None
        step = _step(request)
        receipt = entry.receipt(step)
        if receipt is not None:
            return Reply(receipt["status"], body=receipt["body"].encode())
        if entry.is_open(step):
            raise unknown_outcome()
        self._declare()
        entry.dispatched(step)
        return None

    def ended(self, request: Request, attempt: Attempt) -> None:
        entry = self._ledgered(request)
        if entry is None:
            return
        if attempt.ended is Ended.ANSWERED and attempt.reply is not None:
            entry.received(_step(request), _receipt(attempt.reply))
        elif attempt.ended is not Ended.AMBIGUOUS:
            entry.not_accepted(_step(request))

    def finished(self, error: GatewayError | None) -> None:
        """The audit's result, if anything was about to be written."""
        if self.intent is None:
            return
        outcome = "done" if error is None else error.outcome or "refused"
        category = None if error is None else str(error.category)
        self.audit.result(
            self.intent, outcome=outcome, category=category, reason=None if error is None else error.reason
        )

    def _ledgered(self, request: Request) -> Entry | None:
        return self.entry if request.route.operation is Operation.APPEND else None

    def _declare(self) -> None:
        """No intent, no write."""
        if self.intent is None:
            self.intent = self.audit.intent(self.principal, self.tool, self.target, self.arguments)


def _step(request: Request) -> str:
    return request.step or request.route.name


def _receipt(reply: Reply) -> dict[str, Any]:
    body = reply.body if len(reply.body) <= _RECEIPT_BYTES else b"{}"
    return {"status": reply.status, "body": body.decode("utf-8", "replace")}


def settle(entry: Entry, error: BaseException) -> GatewayError | None:
    """What the ledger remembers of a call that did not finish, and the error the caller gets instead.

    A step without receipt makes it unknown; receipts alone make it partial, to be resumed; nothing is forgotten
    that may have had an effect.
    """
    known = error if isinstance(error, GatewayError) else None
    done = [step for step, _ in entry.receipts() if not step.startswith(NOTE)]
    proven = bool(done) and known is not None and known.reason == "look_only"
    if entry.has_open_steps() or (known is not None and known.outcome == "unknown" and not proven):
        return _remember_unknown(entry, known)
    if not done:
        entry.forget()
        return known
    partial = None if known is None else _partial(known, entry.request_id, done)
    entry.partial({} if partial is None else partial.as_dict())
    return partial


def _remember_unknown(entry: Entry, known: GatewayError | None) -> GatewayError | None:
    if known is None:
        entry.unknown({})
        return None
    known.request_id = entry.request_id
    entry.unknown(known.as_dict())
    return known


def _partial(error: GatewayError, request_id: str, done: list[str]) -> GatewayError:
    return GatewayError(
        error.category,
        error.message,
        reason=error.reason,
        details=error.details,
        retry_after_s=error.retry_after_s,
        outcome="partial",
        request_id=request_id,
        next_call=error.next_call,
        receipts=[{"step": step, "done": True} for step in done],
    )

"""What a call may do about an earlier one like it: the rules, without the database.

A call is remembered with its steps (one per request that adds something). What is known about the steps decides
whether the call may send, must go on after the last receipt, or may only look.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from narrowgate_common.errors import bad_input

_REQUEST_ID = re.compile(r"[!-~]{1,128}")


@dataclass(frozen=True, slots=True)
class CallIdentity:
    """Who asks for what.

    `principal` names the account at its connection: calls of two principals never meet, and neither must those of
    one person at two sites. `fingerprint` covers the tool and its arguments. `request_id` is the caller's, if it gave
    one: 1 to 128 printable ASCII characters without blanks, else bad_input (`bad_request_id`).
    """

    principal: str
    tool: str
    fingerprint: str
    request_id: str | None = None

    def __post_init__(self) -> None:
        if self.request_id is not None and not _REQUEST_ID.fullmatch(self.request_id):
            raise bad_input(
                "request_id must be 1 to 128 printable ASCII characters without blanks.",
                reason="bad_request_id",
            )


class State(StrEnum):
    """How a remembered call stands, as it was last written down."""

    OPEN = "open"
    DONE = "done"
    UNKNOWN = "unknown"
    PARTIAL = "partial"


class Progress(StrEnum):
    """What the steps of a call tell."""

    NOTHING_SENT = "nothing_sent"
    ALL_ANSWERED = "all_answered"
    UNANSWERED = "unanswered"
    """Some step was dispatched and has no receipt: whether it happened is not known."""

    @classmethod
    def of(cls, *, dispatched: int, answered: int) -> Progress:
        if answered < dispatched:
            return cls.UNANSWERED
        return cls.ALL_ANSWERED if dispatched else cls.NOTHING_SENT


class Verdict(StrEnum):
    """What the next call of the same identity gets."""

    NEW = "new"
    """A new effect: nothing is owed to the earlier call."""
    WAIT = "wait"
    FRESH = "fresh"
    """The earlier call died before it sent anything: send under its stamp."""
    RESUME = "resume"
    LOOK = "look"
    EARLIER = "earlier"


_WITHOUT_OWNER: dict[tuple[State, Progress], Verdict] = {
    (State.OPEN, Progress.NOTHING_SENT): Verdict.FRESH,
    (State.OPEN, Progress.ALL_ANSWERED): Verdict.RESUME,
    (State.OPEN, Progress.UNANSWERED): Verdict.LOOK,
    (State.PARTIAL, Progress.NOTHING_SENT): Verdict.RESUME,
    (State.PARTIAL, Progress.ALL_ANSWERED): Verdict.RESUME,
    (State.PARTIAL, Progress.UNANSWERED): Verdict.LOOK,
    (State.UNKNOWN, Progress.NOTHING_SENT): Verdict.LOOK,
    (State.UNKNOWN, Progress.ALL_ANSWERED): Verdict.LOOK,
    (State.UNKNOWN, Progress.UNANSWERED): Verdict.LOOK,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """All that is known about a remembered call. `in_flight`: a living process works on it."""

    state: State
    progress: Progress
    in_flight: bool = False
    delivered: bool = False


def judge(standing: Standing, *, tied: bool) -> Verdict:
    """Decide what a call gets when `standing` is the earlier one.

    `tied`: the call names the earlier one by request_id, or has been waiting for it. A call that is not tied is a
    new one once the earlier result was delivered: "done" may be said twice. An earlier call that stopped midway is
    resumed even so: starting over would do its first step twice.
    """
    if standing.state is State.DONE:
        return Verdict.EARLIER if tied or not standing.delivered else Verdict.NEW
    if standing.state is State.OPEN and standing.in_flight:
        return Verdict.WAIT
    return _WITHOUT_OWNER[standing.state, standing.progress]

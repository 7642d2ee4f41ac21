"""What a request does decides how it may be retried.

The one table of the product's retries: an operation, how an attempt ended, and whether it may be sent again. Two things
that a request may carry change its row of ambiguous ends: a version says no, the vendor's own idempotency key says yes.
"""

from __future__ import annotations

from enum import StrEnum


class Operation(StrEnum):
    """What being accepted twice would mean; ordered from harmless to cumulative."""

    READ = "read"
    REPLACE = "replace"
    """Sent twice, same state."""
    APPEND = "append"
    """Each accepted one adds something: a comment, a message, an issue, an upload."""

    def covers(self, other: Operation) -> bool:
        """Whether a tool that declares this operation may send a request of the other."""
        return _STRENGTH[other] <= _STRENGTH[self]


_STRENGTH = {Operation.READ: 0, Operation.REPLACE: 1, Operation.APPEND: 2}


class Ended(StrEnum):
    """How one attempt ended, by the evidence there is."""

    ANSWERED = "answered"
    NOT_SENT = "not_sent"
    """DNS, refused, TLS, connect or pool timeout: no byte of the request left."""
    THROTTLED = "throttled"
    """The vendor's own throttle signal; a bare 503 is not one."""
    AMBIGUOUS = "ambiguous"
    """The first byte may have left: reset, EOF, timeout, cut or invalid body, 408, 5xx, a redirect of an APPEND."""
    REJECTED = "rejected"
    """Any other 4xx: the vendor looked and said no."""


SEND_AGAIN: dict[tuple[Ended, Operation], bool] = {
    (Ended.NOT_SENT, Operation.READ): True,
    (Ended.NOT_SENT, Operation.REPLACE): True,
    (Ended.NOT_SENT, Operation.APPEND): True,
    (Ended.THROTTLED, Operation.READ): True,
    (Ended.THROTTLED, Operation.REPLACE): True,
    (Ended.THROTTLED, Operation.APPEND): True,
    (Ended.AMBIGUOUS, Operation.READ): True,
    (Ended.AMBIGUOUS, Operation.REPLACE): True,
    (Ended.AMBIGUOUS, Operation.APPEND): False,
    (Ended.REJECTED, Operation.READ): False,
    (Ended.REJECTED, Operation.REPLACE): False,
    (Ended.REJECTED, Operation.APPEND): False,
}


def may_send_again(ended: Ended, operation: Operation, *, guarded: bool = False, keyed: bool = False) -> bool:
    """Whether the table allows it.

    ambiguous, guarded by a version: no. It is re-read and compared.
    ambiguous, keyed: yes, an APPEND too. The vendor takes the same key twice as one.
    """
    if ended is Ended.AMBIGUOUS and (guarded or keyed):
        return not guarded
    return SEND_AGAIN.get((ended, operation), False)

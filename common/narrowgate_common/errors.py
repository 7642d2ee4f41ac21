"""Every failure of the product is one exception with one of six categories.

    GatewayError
      bad_input             the caller can mend it: an argument, a field, a path, a stale version
      not_found             absent, or not visible to this account
      permission_denied     the vendor, or this configuration, says no
      rate_limited          the vendor asked for a pause longer than the call may last
      upstream_error        the vendor failed, or its answer was lost (then `outcome` says what is known)
      configuration_error   an administrator has to act

The message is ours and bounded; the vendor's words appear in `details` only, marked as the vendor's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal

MESSAGE_CHARS = 300
DETAIL_LINES = 5
DETAIL_CHARS = 200

Outcome = Literal["unknown", "partial"]


class Category(StrEnum):
    """What kind of failure it was, and so who can mend it."""

    BAD_INPUT = "bad_input"
    NOT_FOUND = "not_found"
    PERMISSION_DENIED = "permission_denied"
    RATE_LIMITED = "rate_limited"
    UPSTREAM_ERROR = "upstream_error"
    CONFIGURATION_ERROR = "configuration_error"


class GatewayError(Exception):
    """A failure that may be shown to the model as it is: `message` and `details` hold nothing else."""

    def __init__(  # noqa: PLR0913 - the parts of one answer, all but two by name
        self,
        category: Category,
        message: str,
        *,
        reason: str | None = None,
        details: Sequence[str] = (),
        retry_after_s: float | None = None,
        outcome: Outcome | None = None,
        request_id: str | None = None,
        next_call: Mapping[str, Any] | None = None,
        receipts: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.category = category
        self.message = _bounded(message, MESSAGE_CHARS)
        self.reason = reason
        self.details = tuple(_bounded(line, DETAIL_CHARS) for line in details[:DETAIL_LINES])
        self.retry_after_s = retry_after_s
        self.outcome = outcome
        self.request_id = request_id
        self.next_call = next_call
        self.receipts = tuple(receipts)
        super().__init__(f"{category}: {self.message}")

    def as_dict(self) -> dict[str, Any]:
        """The `error` object of a result: only the keys that say something."""
        everything = {
            "category": str(self.category),
            "message": self.message,
            "reason": self.reason,
            "details": list(self.details),
            "retry_after_s": self.retry_after_s,
            "outcome": self.outcome,
            "request_id": self.request_id,
            "next": self.next_call,
            "receipts": list(self.receipts),
        }
        return {key: value for key, value in everything.items() if value not in (None, [], {})}


def bad_input(message: str, *, reason: str | None = None, details: Sequence[str] = ()) -> GatewayError:
    return GatewayError(Category.BAD_INPUT, message, reason=reason, details=details)


def not_found(what: str, *, reason: str | None = None, details: Sequence[str] = ()) -> GatewayError:
    """`what` names the thing in our words; that it may merely be hidden is said for every vendor alike."""
    return GatewayError(
        Category.NOT_FOUND,
        f"{what} was not found, or is not visible to this account",
        reason=reason,
        details=details,
    )


def permission_denied(
    message: str, *, reason: str | None = None, details: Sequence[str] = ()
) -> GatewayError:
    return GatewayError(Category.PERMISSION_DENIED, message, reason=reason, details=details)


def upstream_error(message: str, *, reason: str | None = None, details: Sequence[str] = ()) -> GatewayError:
    return GatewayError(Category.UPSTREAM_ERROR, message, reason=reason, details=details)


def configuration_error(
    message: str, *, reason: str | None = None, details: Sequence[str] = ()
) -> GatewayError:
    return GatewayError(Category.CONFIGURATION_ERROR, message, reason=reason, details=details)


def _bounded(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"

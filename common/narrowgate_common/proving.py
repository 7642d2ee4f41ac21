"""After an answer was lost: look for the effect; never send again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import Category, GatewayError

Found = TypeVar("Found")

_PAUSES_S = (0.0, 1.0, 2.0)
"""Vendors show new objects late: a miss is repeated a few times, and proves nothing even then."""


class Patience(Protocol):
    """How long a look may take, and how to wait."""

    @property
    def deadline(self) -> Deadline: ...

    async def pause(self, seconds: float) -> None: ...


async def done_or_found(
    send: Callable[[], Awaitable[Found]],
    look: Callable[[], Awaitable[Found | None]],
    lost: GatewayError,
    waiting: Patience,
) -> tuple[Found, bool]:
    """What the request answered, or what a look found, and whether it was found. Raises `lost` where neither helps."""
    try:
        return await send(), False
    except GatewayError as error:
        if not in_doubt(error):
            raise
    found = await _seek(look, waiting)
    if found is None:
        raise lost
    return found, True


def in_doubt(error: GatewayError) -> bool:
    """Whether something may have been made: the answer was lost, or came and does not say what.

    A step that a look was not allowed to send was never sent, so there is nothing to find.
    """
    if error.reason == "look_only":
        return False
    return error.outcome == "unknown" or error.reason == "unreadable"


async def _seek(look: Callable[[], Awaitable[Found | None]], waiting: Patience) -> Found | None:
    for pause in _PAUSES_S:
        if pause >= waiting.deadline.remaining():
            return None
        await waiting.pause(pause)
        try:
            found = await look()
        except GatewayError:
            continue
        if found is not None:
            return found
    return None


def lost(what: str, tool: str, arguments: Mapping[str, Any]) -> GatewayError:
    """The answer when nobody knows: what may have happened, and the exact call that shows whether it did."""
    return GatewayError(
        Category.UPSTREAM_ERROR,
        f"The answer was lost, so it is not known whether {what}. Look with `next`. Repeating this call only looks "
        "again; a fresh request_id sends anew.",
        reason="answer_lost",
        outcome="unknown",
        next_call={"tool": tool, "arguments": dict(arguments)},
    )

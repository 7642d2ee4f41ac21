"""After an answer was lost: look for the effect; never send again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from narrowgate_common.errors import Category, GatewayError
from narrowgate_issues.tools.desk import Desk

Found = TypeVar("Found")

_PAUSES_S = (0.0, 1.0, 2.0)
"""Trackers show new objects late: a miss is repeated a few times, and proves nothing even then."""


async def done_or_found(
    send: Callable[[], Awaitable[Found]],
    look: Callable[[], Awaitable[Found | None]],
    lost: GatewayError,
    desk: Desk,
) -> tuple[Found, bool]:
    """What the request answered, or what a look found, and whether it was found. Raises `lost` where neither helps."""
    try:
        return await send(), False
    except GatewayError as error:
        if not in_doubt(error):
            raise
    found = await _seek(look, desk)
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


async def _seek(look: Callable[[], Awaitable[Found | None]], desk: Desk) -> Found | None:
    for pause in _PAUSES_S:
        if pause >= desk.deadline.remaining():
            return None
        await desk.house.sleep(pause)
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

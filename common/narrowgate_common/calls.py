"""One call of one tool: what it may send, until when, and on whose behalf."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from narrowgate_common.deadlines import Deadline
    from narrowgate_common.operations import Operation
    from narrowgate_common.replies import Attempt, Reply
    from narrowgate_common.routes import Request, Route

LOCAL_PRINCIPAL = "local"
"""On stdio the one who started the process is the only principal."""


Progress = Callable[[float, float | None, str], Awaitable[None]]
"""Tells whoever waits how far a call has come: a number that rises, of how much (None: nobody knows), in our words."""


class WriteGuard(Protocol):
    """What must be on record before a write leaves and after it ended."""

    def about_to_send(self, request: Request) -> Reply | None:
        """The reply of an earlier run of this call, or None when the request may leave now."""
        ...

    def ended(self, request: Request, attempt: Attempt) -> None: ...


@dataclass(frozen=True)
class Call:
    """What one call carries along until its end."""

    tool: str
    operation: Operation
    routes: frozenset[Route]
    deadline: Deadline
    principal: str = LOCAL_PRINCIPAL
    guard: WriteGuard | None = None
    """None where nothing may be written."""
    files: Mapping[str, str] = field(default_factory=dict)
    """What the call was recognised by, of files: path and hash."""
    progress: Progress | None = None
    """None where nobody asked to be told."""
    requests: list[str] = field(default_factory=list)
    """Names of the routes sent so far, for the log."""

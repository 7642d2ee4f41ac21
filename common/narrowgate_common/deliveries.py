"""When a result counts as delivered: not before its last byte was written, or a death in between doubles the effect.

A client whose stream broke issues its call again. If the ledger thought the first result delivered, that would be a
new effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

RequestId = int | str
"""JSON-RPC's."""

Note = Callable[[], None]
Deliver = Callable[[Note], None]
"""Takes what is to be noted about a result once it is delivered."""


def at_once(note: Note) -> None:
    """Where nothing lies between the answer and who asked."""
    note()


class Output(Protocol):
    """Where lines leave."""

    async def write(self, text: str) -> None: ...

    async def ended(self) -> None: ...


class Deliveries:
    """The notes of results that are on their way out, by the request each answers."""

    def __init__(self) -> None:
        self._notes: dict[RequestId, Note] = {}
        self._watched = False

    def after(self, request: RequestId | None) -> Deliver:
        """A Deliver that waits until this request's response was written, if there is anybody to tell."""
        if request is None or not self._watched:
            return at_once
        return lambda note: self._notes.update({request: note})

    def watching(self, output: Output) -> Output:
        """The same stream; from now on results are delivered when they have left by it."""
        self._watched = True
        return _Watched(output, self)

    def written(self, line: str) -> None:
        """A message has left. One that answers nothing is none of ours."""
        if not self._notes:
            return
        from pydantic_core import from_json

        message = from_json(line)
        note = None if "method" in message else self._notes.pop(message.get("id"), None)
        if note is not None:
            note()


class _Watched:
    def __init__(self, output: Output, deliveries: Deliveries) -> None:
        self._output = output
        self._deliveries = deliveries

    async def write(self, text: str) -> None:
        await self._output.write(text)
        self._deliveries.written(text)

    async def ended(self) -> None:
        await self._output.ended()

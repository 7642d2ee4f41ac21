"""The SDK's messages out of lines and into lines, in the very task that waits for one or has one.

The SDK's own transport gives each direction a task and a stream between tasks: four turns of the loop a call.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Protocol, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from narrowgate_common.stdio_refusals import refusal


class Lines(Protocol):
    def __aiter__(self) -> AsyncIterator[str]: ...


class Writer(Protocol):
    async def write(self, text: str) -> None: ...

    async def ended(self) -> None: ...


class _Stream:
    """The descriptors are somebody else's."""

    async def aclose(self) -> None:
        """Nothing of its own."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Requests(_Stream):
    """What the SDK reads: messages, and in place of a line that is none, why.

    A request that cannot be read, as one with half a surrogate pair, is answered here.
    """

    def __init__(self, arriving: Lines, leaving: Writer) -> None:
        self._arriving = aiter(arriving)
        self._leaving = leaving

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        while True:
            line = await anext(self._arriving)
            try:
                return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
            except ValueError as error:
                answer = refusal(line)
                if answer is None:
                    return error
                await self._leaving.write(answer)

    async def receive(self) -> SessionMessage | Exception:
        try:
            return await anext(self)
        except StopAsyncIteration:
            raise anyio.EndOfStream from None


class Responses(_Stream):
    """What the SDK writes to."""

    def __init__(self, leaving: Writer) -> None:
        self._leaving = leaving

    async def send(self, item: SessionMessage, /) -> None:
        """Raises ClosedResourceError when nobody reads any more."""
        await self._leaving.write(item.message.model_dump_json(by_alias=True, exclude_unset=True) + "\n")

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """At the client's end what it may still read is written; nothing waits for a reader when we are interrupted."""
        if kind is None:
            with suppress(anyio.ClosedResourceError):
                await self._leaving.ended()

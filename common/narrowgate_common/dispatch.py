"""The tool boundary: one table, one path from arguments to answer, and the one place where any exception ends."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import anyio.lowlevel

from narrowgate_common.answers import Answer, answer, failure
from narrowgate_common.arguments import Arguments
from narrowgate_common.audit import Audit
from narrowgate_common.calls import LOCAL_PRINCIPAL, Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import Category, GatewayError, bad_input
from narrowgate_common.fingerprints import fingerprint
from narrowgate_common.ledger import CallIdentity, Earlier, Entry, Ledger
from narrowgate_common.logs import Log
from narrowgate_common.operations import Operation
from narrowgate_common.records import RecordedWrites, settle
from narrowgate_common.routes import Route
from narrowgate_common.tools import Data, Tool

Desk = TypeVar("Desk")


@dataclass(frozen=True)
class Books:
    """Where writes are recorded. Opened on the first write, so that a read needs no state directory."""

    ledger: Ledger
    audit: Audit


@dataclass
class Dispatcher(Generic[Desk]):
    """The registered tools of one server. What was not registered is answered like any unknown name."""

    tools: Mapping[str, Tool[Desk]]
    routes: Mapping[str, frozenset[Route]]
    """By tool name: what each may send."""
    desk: Callable[[Call, Entry | None], Desk]
    books: Callable[[], Books]
    deadline_s: float
    max_result_chars: int
    log: Log

    @classmethod
    def table(cls, tools: Iterable[Tool[Desk]]) -> dict[str, Tool[Desk]]:
        return {tool.name: tool for tool in tools}

    async def call(self, name: str, raw: Mapping[str, Any], *, principal: str = LOCAL_PRINCIPAL) -> Answer:
        """Always an Answer, except that a cancellation passes through."""
        try:
            tool = self._tool(name)
            return await self._answered(tool, tool.arguments.parse(raw), principal)
        except GatewayError as error:
            self.log.info(
                "refused",
                tool=name if name in self.tools else "?",
                category=str(error.category),
                reason=error.reason,
            )
            return failure(error)
        except Exception:  # the tool boundary: nothing of an unexpected exception may reach the model
            incident = secrets.token_hex(4)
            self.log.exception("unexpected", tool=name if name in self.tools else "?", incident=incident)
            return failure(_internal(incident))

    def _tool(self, name: str) -> Tool[Desk]:
        tool = self.tools.get(name)
        if tool is None:
            raise bad_input(
                "There is no such tool on this server; tools/list names what there is", reason="unknown_tool"
            )
        return tool

    async def _answered(self, tool: Tool[Desk], arguments: Arguments, principal: str) -> Answer:
        deadline = Deadline.after(self.deadline_s)
        if tool.operation is Operation.READ:
            call = self._call(tool, deadline, principal, None)
            return self._finished(tool, await tool.function(arguments, self.desk(call, None)))
        if tool.operation is Operation.REPLACE:
            return await self._replaced(tool, arguments, deadline, principal)
        return await self._appended(tool, arguments, deadline, principal)

    def _call(
        self, tool: Tool[Desk], deadline: Deadline, principal: str, guard: RecordedWrites | None
    ) -> Call:
        return Call(tool.name, tool.operation, self.routes[tool.name], deadline, principal, guard)

    def _finished(self, tool: Tool[Desk], data: Data) -> Answer:
        return answer(tool, data, max_chars=self.max_result_chars)

    async def _replaced(
        self, tool: Tool[Desk], arguments: Arguments, deadline: Deadline, principal: str
    ) -> Answer:
        guard = self._guard(tool, arguments, principal, None)
        call = self._call(tool, deadline, principal, guard)
        try:
            data = await tool.function(arguments, self.desk(call, None))
        except BaseException as error:
            self._close(guard, _known(error))
            raise
        self._close(guard, None)
        return self._finished(tool, data)

    async def _appended(
        self, tool: Tool[Desk], arguments: Arguments, deadline: Deadline, principal: str
    ) -> Answer:
        identity = self._identity(tool, arguments, deadline, principal)
        claim = await self.books().ledger.begin(identity, timeout_s=deadline.remaining())
        if isinstance(claim, Earlier):
            data = {**claim.result, "repeated": True}
        else:
            data = await self._performed(tool, arguments, deadline, principal, claim.entry)
        answered = self._finished(tool, data)
        await anyio.lowlevel.checkpoint_if_cancelled()
        claim.entry.delivered()
        return answered

    async def _performed(
        self, tool: Tool[Desk], arguments: Arguments, deadline: Deadline, principal: str, entry: Entry
    ) -> Data:
        guard = self._guard(tool, arguments, principal, entry)
        call = self._call(tool, deadline, principal, guard)
        try:
            data = await tool.function(arguments, self.desk(call, entry))
        except BaseException as error:
            told = settle(entry, error)
            self._close(guard, told or _known(error))
            if told is None:
                raise
            raise told from None
        data = {**data, "request_id": entry.request_id}
        remembered = entry.finish(data, reconciled=bool(data.get("reconciled")))
        self._close(guard, None)
        return remembered

    def _close(self, guard: RecordedWrites, error: GatewayError | None) -> None:
        """What happened has happened: an audit that fails now is logged, and its intent stays open for `verify`."""
        try:
            guard.finished(error)
        except GatewayError as trouble:
            self.log.warning("audit result not written", reason=trouble.reason)

    def _identity(
        self, tool: Tool[Desk], arguments: Arguments, deadline: Deadline, principal: str
    ) -> CallIdentity:
        desk = self.desk(self._call(tool, deadline, principal, None), None)
        files = tool.files(arguments, desk) if tool.files else {}
        given = arguments.model_dump(mode="json")
        request_id = given.pop("request_id", None)
        return CallIdentity(principal, tool.name, fingerprint(tool.name, given, files=files), request_id)

    def _guard(
        self, tool: Tool[Desk], arguments: Arguments, principal: str, entry: Entry | None
    ) -> RecordedWrites:
        return RecordedWrites(
            self.books().audit,
            principal,
            tool.name,
            tool.target(arguments),
            arguments.model_dump(mode="json"),
            entry,
        )


def _known(error: BaseException) -> GatewayError | None:
    """What the audit is told of an end that is no GatewayError: a crash or a cancellation."""
    if isinstance(error, GatewayError):
        return error
    return GatewayError(
        Category.UPSTREAM_ERROR, "the call ended without a result", reason=type(error).__name__
    )


def _internal(incident: str) -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        f"Something unexpected happened inside this server; its log has it under incident {incident}.",
        reason="internal",
    )

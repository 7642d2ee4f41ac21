"""The tool boundary: one table, one path from arguments to answer, and the one place where any exception ends."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import anyio.lowlevel
import anyio.to_thread

from narrowgate_common.answers import Answer, answer, failure
from narrowgate_common.arguments import Arguments
from narrowgate_common.audit import Audit
from narrowgate_common.calls import LOCAL_PRINCIPAL, Call, Progress
from narrowgate_common.deadlines import Deadline
from narrowgate_common.deliveries import Deliver, at_once
from narrowgate_common.errors import Category, GatewayError, Outcome, bad_input
from narrowgate_common.fingerprints import REQUEST_ID, fingerprint
from narrowgate_common.ledger import CallIdentity, Claim, Earlier, Entry, Ledger
from narrowgate_common.logs import Log
from narrowgate_common.operations import Operation
from narrowgate_common.records import Aftermath, RecordedWrites, settle
from narrowgate_common.routes import Route
from narrowgate_common.tools import Data, Tool

Desk = TypeVar("Desk")


@dataclass(frozen=True)
class Books:
    """Where writes are recorded. Opened on the first write, so that a read needs no state directory."""

    ledger: Ledger
    audit: Audit


@dataclass(frozen=True)
class _Run(Generic[Desk]):
    """One call on its way through the boundary."""

    tool: Tool[Desk]
    arguments: Arguments
    principal: str
    deadline: Deadline
    deliver: Deliver
    progress: Progress | None = None
    files: Mapping[str, str] = field(default_factory=dict)


class UnfinishedError(Exception):
    """An unexpected exception, its cause, in a call that may have had an effect."""

    def __init__(self, left: Aftermath) -> None:
        super().__init__("a call that may have had an effect did not finish")
        self.left = left


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

    async def call(
        self,
        name: str,
        raw: Mapping[str, Any],
        *,
        principal: str = LOCAL_PRINCIPAL,
        deliver: Deliver = at_once,
        progress: Progress | None = None,
    ) -> Answer:
        """Always an Answer, except that a cancellation passes through.

        `deliver` gets what is to be done when the answer has reached who asked; until then a repeat is no new effect.
        `progress` is where a tool reports to, if somebody asked for it.
        """
        shown = name if name in self.tools else "?"
        try:
            tool = self._tool(name)
            arguments = tool.arguments.parse(raw)
            tool.refuse_secrets(arguments)
            run = _Run(tool, arguments, principal, self._deadline(tool, arguments), deliver, progress)
            return await self._answered(run)
        except GatewayError as error:
            self.log.info("refused", tool=shown, category=str(error.category), reason=error.reason)
            return failure(error)
        except (
            Exception
        ) as error:  # the tool boundary: nothing of an unexpected exception may reach the model
            incident = secrets.token_hex(4)
            self.log.exception("unexpected", tool=shown, incident=incident)
            return failure(_internal(incident, error))

    def _deadline(self, tool: Tool[Desk], arguments: Arguments) -> Deadline:
        return Deadline.after(self.deadline_s if tool.deadline is None else tool.deadline(arguments))

    def _tool(self, name: str) -> Tool[Desk]:
        tool = self.tools.get(name)
        if tool is None:
            raise bad_input(
                "There is no such tool on this server; tools/list names what there is", reason="unknown_tool"
            )
        return tool

    async def _answered(self, run: _Run[Desk]) -> Answer:
        if run.tool.operation is Operation.READ:
            data = await run.tool.function(run.arguments, self.desk(self._call(run), None))
            return self._finished(run, data)
        if run.tool.operation is Operation.REPLACE:
            return await self._replaced(run)
        return await self._appended(run)

    async def _replaced(self, run: _Run[Desk]) -> Answer:
        guard = self._guard(run)
        try:
            data = await run.tool.function(run.arguments, self.desk(self._call(run, guard), None))
        except BaseException as error:
            guard.finished(_known(error))
            raise
        guard.finished(None)
        return self._finished(run, data)

    async def _appended(self, run: _Run[Desk]) -> Answer:
        run = replace(run, files=await self._hashes(run))
        identity, guard = self._identity(run), self._guard(run)
        claim = await self._claim(run, identity)
        if isinstance(claim, Earlier):
            data = {**claim.result, "repeated": True}
        else:
            data = await self._performed(run, guard, claim.entry)
        answered = self._finished(run, data)
        await anyio.lowlevel.checkpoint_if_cancelled()
        run.deliver(lambda: self._delivered(claim.entry))
        return answered

    def _delivered(self, entry: Entry) -> None:
        try:
            entry.delivered()
        except GatewayError as trouble:
            self._regret(trouble)

    async def _claim(self, run: _Run[Desk], identity: CallIdentity) -> Claim:
        try:
            return await self.books().ledger.begin(identity, timeout_s=run.deadline.remaining())
        except GatewayError as error:
            left = Aftermath(error.outcome, error.request_id, shown_by=_shown_by(run))
            raise left.told(error) from None

    async def _performed(self, run: _Run[Desk], guard: RecordedWrites, entry: Entry) -> Data:
        guard.entry = entry
        try:
            data = await run.tool.function(run.arguments, self.desk(self._call(run, guard), entry))
        except BaseException as error:
            left = self._settled(run, guard, entry, error)
            guard.finished(left.told(_known(error)))
            if left.outcome is None or not isinstance(error, Exception):
                raise
            raise _shown(error, left) from error
        return self._kept(run, guard, entry, data)

    def _kept(self, run: _Run[Desk], guard: RecordedWrites, entry: Entry, data: Data) -> Data:
        """The result as it is remembered; a ledger that fails now does not undo what was done."""
        data = {**data, "request_id": entry.request_id}
        try:
            data = entry.finish(data, reconciled=bool(data.get("reconciled")))
        except GatewayError as trouble:
            self._regret(trouble)
        guard.finished(None, made=str(data[run.tool.made]) if run.tool.made in data else None)
        return data

    def _settled(
        self, run: _Run[Desk], guard: RecordedWrites, entry: Entry, error: BaseException
    ) -> Aftermath:
        """Without the ledger there is still what this run has seen itself."""
        shown_by = _shown_by(run)
        try:
            return settle(entry, error, shown_by=shown_by)
        except GatewayError as trouble:
            self._regret(trouble)
            outcome: Outcome | None = "unknown" if guard.evidence() else None
            return Aftermath(outcome, entry.request_id, shown_by=shown_by)

    def _regret(self, trouble: GatewayError) -> None:
        self.log.warning("books not written", reason=trouble.reason)

    def _finished(self, run: _Run[Desk], data: Data) -> Answer:
        return answer(run.tool, data, max_chars=self.max_result_chars)

    def _call(self, run: _Run[Desk], guard: RecordedWrites | None = None) -> Call:
        routes = self.routes[run.tool.name]
        tool = run.tool
        return Call(
            tool.name, tool.operation, routes, run.deadline, run.principal, guard, run.files, run.progress
        )

    async def _hashes(self, run: _Run[Desk]) -> Mapping[str, str]:
        """Of the files the call would send; reading a large one takes a while, so in a thread."""
        if run.tool.files is None:
            return {}
        return await anyio.to_thread.run_sync(run.tool.files, run.arguments, self.desk(self._call(run), None))

    def _identity(self, run: _Run[Desk]) -> CallIdentity:
        given = run.arguments.model_dump(mode="json")
        asked = fingerprint(run.tool.name, given, files=run.files)
        return CallIdentity(run.principal, run.tool.name, asked, given.get(REQUEST_ID))

    def _guard(self, run: _Run[Desk]) -> RecordedWrites:
        return RecordedWrites(
            self.books().audit,
            run.principal,
            run.tool.name,
            run.tool.target(run.arguments),
            run.arguments.model_dump(mode="json"),
            self._regret,
        )


def _shown_by(run: _Run[Any]) -> Mapping[str, Any] | None:
    return run.tool.shown_by(run.arguments) if run.tool.shown_by else None


def _shown(error: Exception, left: Aftermath) -> Exception:
    return left.told(error) if isinstance(error, GatewayError) else UnfinishedError(left)


def _known(error: BaseException) -> GatewayError:
    """What the audit is told of an end that is no GatewayError."""
    if isinstance(error, GatewayError):
        return error
    reason = "internal" if isinstance(error, Exception) else "cancelled"
    return GatewayError(Category.UPSTREAM_ERROR, "the call ended without a result", reason=reason)


def _internal(incident: str, error: Exception) -> GatewayError:
    told = GatewayError(
        Category.UPSTREAM_ERROR,
        f"Something unexpected happened inside this server; its log has it under incident {incident}.",
        reason="internal",
    )
    return error.left.told(told) if isinstance(error, UnfinishedError) else told

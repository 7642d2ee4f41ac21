"""The choke point of everything that leaves: granted routes only, recorded before a write, retried by the table."""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Protocol

import anyio
import anyio.lowlevel
from tenacity import AsyncRetrying, RetryCallState, retry_if_result

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import GatewayError, permission_denied
from narrowgate_common.operations import Ended, Operation, may_send_again
from narrowgate_common.replies import Attempt, BrokenExchangeError, Reply, judge
from narrowgate_common.routes import Request, Route
from narrowgate_common.throttle import ThrottleMemory
from narrowgate_common.troubles import rate_limited, unknown_outcome, unreachable
from narrowgate_common.wire import Incoming, Wire

ATTEMPTS = 3
_BACKOFF_S = (0.2, 0.8)
_UNNAMED_PAUSE_S = 2.0
_SHARE_FOR_LOOKING = 0.25
"""Of the time that is left when a write leaves: a write that hangs until the end could not be looked for."""

Explain = Callable[[Request, Reply], GatewayError]
"""A vendor's reading of its own rejection: category and known error fields, never the raw body."""

Verdict = Callable[[Request, Reply], Ended | None]
"""A vendor's word on an answer of 2xx that is no success: THROTTLED, AMBIGUOUS (it may have succeeded in part) or
REJECTED, which `Explain` then reads. None is a success. Of a stream there is only the head, the body is empty."""

Once = Callable[[Request], Awaitable[Attempt]]


class Sender(Protocol):
    """All that an adapter can do: send a declared request, stream a file's bytes, or listen to a websocket."""

    async def send(self, request: Request) -> Reply: ...

    def stream(self, request: Request) -> AsyncGenerator[bytes]: ...

    def listen(self, request: Request) -> AsyncGenerator[Any]: ...


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Outbound:
    """One server's way out. `allowed` is the union of the registered tools' routes: nothing else can leave."""

    wire: Wire
    allowed: frozenset[Route]
    explain: Explain
    verdict: Verdict | None = None
    throttle: ThrottleMemory = field(default_factory=ThrottleMemory)
    throttle_per_route: bool = False
    """Where the vendor counts each method by itself: a pause of one is none of the others'."""
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    now: Callable[[], datetime] = _now
    _by_route: dict[tuple[str, str], ThrottleMemory] = field(default_factory=dict, init=False)

    def session(self, call: Call) -> Session:
        return Session(self, call)

    def throttle_of(self, route: Route) -> ThrottleMemory:
        if not self.throttle_per_route:
            return self.throttle
        return self._by_route.setdefault((route.method, route.path), ThrottleMemory(self.throttle.clock))

    async def aclose(self) -> None:
        await self.wire.aclose()


class Session:
    """The Sender of one call."""

    def __init__(self, outbound: Outbound, call: Call) -> None:
        self._outbound = outbound
        self._call = call

    async def send(self, request: Request) -> Reply:
        """The vendor's answer. Raises GatewayError; `outcome` is "unknown" when a write may have arrived."""
        self._permit(request.route)
        self._outbound.wire.refuse_own_secrets(request)
        self._outbound.wire.beside(request)
        once = self._asked if request.route.operation is Operation.READ else self._written
        return self._reply(request, await self._attempts(request, once))

    async def stream(self, request: Request) -> AsyncGenerator[bytes]:
        """The body as it arrives, within the deadline; its opening is retried like a read, its middle is not.

        Close it (`aclosing`) where it may be left before its end. Raises GatewayError.
        """
        self._permit(request.route)
        async with aclosing(await self._arriving(request)) as incoming, aclosing(incoming.chunks()) as chunks:
            try:
                async for chunk in chunks:
                    yield chunk
            except BrokenExchangeError as broken:
                raise self._failure(request, broken.attempt()) from None

    async def listen(self, request: Request) -> AsyncGenerator[Any]:
        """The messages of a websocket, parsed, until the vendor says goodbye or the deadline comes.

        Its opening is retried like a read; what was sent while nobody listened is not repeated. Close it
        (`aclosing`) where it may be left before its end. Raises GatewayError (`timeout` at the deadline).
        """
        self._permit(request.route)
        if request.route.answers != "websocket":
            raise _not_granted()
        async with (
            aclosing(await self._arriving(request)) as incoming,
            aclosing(incoming.messages()) as messages,
        ):
            try:
                async for message in messages:
                    yield message
            except BrokenExchangeError as broken:
                raise self._failure(request, broken.attempt()) from None

    async def _arriving(self, request: Request) -> Incoming:
        if request.route.operation is not Operation.READ:
            raise _not_granted()
        arriving: list[Incoming] = []
        self._reply(request, await self._attempts(request, partial(self._opened, arriving)))
        return arriving.pop()

    def _permit(self, route: Route) -> None:
        granted = route in self._outbound.allowed and route in self._call.routes
        if not granted or not self._call.operation.covers(route.operation):
            raise _not_granted()

    async def _attempts(self, request: Request, once: Once) -> Attempt:
        first = await self._in_turn(request, once)
        return await self._further(request, once, first) if _again(request, first) else first

    async def _further(self, request: Request, once: Once, first: Attempt) -> Attempt:
        """From the first attempt on: what drives repetition looks long at what it calls, and few need one."""
        made = [first]
        ends: set[Ended] = set()

        async def attempt() -> Attempt:
            latest = made.pop() if made else await self._in_turn(request, once)
            ends.add(latest.ended)
            return latest

        retrying = AsyncRetrying(
            retry=retry_if_result(lambda attempt: _again(request, attempt)),
            wait=_pause,
            stop=self._stop,
            sleep=self._outbound.sleep,
            retry_error_callback=_attempt_of,
        )
        last: Attempt = await retrying(attempt)
        # under a key an attempt follows one in doubt: its refusal tells nothing about that one
        in_doubt = request.keyed and Ended.AMBIGUOUS in ends and last.ended is not Ended.ANSWERED
        return replace(last, ended=Ended.AMBIGUOUS) if in_doubt else last

    async def _in_turn(self, request: Request, once: Once) -> Attempt:
        """Nothing leaves during a pause the vendor asked for, after the deadline, or of a cancelled call."""
        throttle = self._outbound.throttle_of(request.route)
        while (wait := throttle.wait_s()) > 0:
            if wait >= self._deadline.remaining():
                return Attempt(Ended.THROTTLED, trouble="throttled", delay_s=wait)
            await self._outbound.sleep(wait)
        await anyio.lowlevel.checkpoint_if_cancelled()
        if self._deadline.remaining() <= 0:
            return Attempt(Ended.NOT_SENT, trouble="timeout")
        return await once(request)

    async def _asked(self, request: Request) -> Attempt:
        return await self._exchanged(request, self._deadline)

    async def _written(self, request: Request) -> Attempt:
        """Recorded before and after each attempt, so that a pause between two is one in which nothing is in doubt."""
        guard = self._call.guard
        if guard is None:
            raise _not_granted()
        earlier = guard.about_to_send(request)
        if earlier is not None:
            return Attempt(Ended.ANSWERED, earlier)
        # once a byte has left the effect is real: a cancelled call still records how it ended
        with anyio.CancelScope(shield=True):
            attempt = await self._exchanged(request, self._deadline.leaving(_SHARE_FOR_LOOKING))
            guard.ended(request, attempt)
        return attempt

    async def _exchanged(self, request: Request, deadline: Deadline) -> Attempt:
        self._call.requests.append(request.route.name)
        try:
            return self._judged(request, await self._outbound.wire.exchange(request, deadline))
        except BrokenExchangeError as broken:
            return broken.attempt()

    async def _opened(self, arriving: list[Incoming], request: Request) -> Attempt:
        self._call.requests.append(request.route.name)
        try:
            wire = self._outbound.wire
            opening = wire.listen if request.route.answers == "websocket" else wire.open
            incoming = await opening(request, self._deadline)
        except BrokenExchangeError as broken:
            return broken.attempt()
        attempt = self._judged(request, incoming.head)
        if attempt.ended is Ended.ANSWERED:
            arriving.append(incoming)
            return attempt
        async with aclosing(incoming):
            return attempt if incoming.head.status < 300 else replace(attempt, reply=await incoming.whole())

    def _judged(self, request: Request, reply: Reply) -> Attempt:
        route, verdict = request.route, self._outbound.verdict
        attempt = judge(
            reply,
            answers=route.answers,
            operation=route.operation,
            now=self._outbound.now(),
            verdict=None if verdict is None else partial(verdict, request),
        )
        throttle = self._outbound.throttle_of(route)
        if attempt.ended is Ended.THROTTLED:
            throttle.pause(attempt.delay_s or _UNNAMED_PAUSE_S)
        else:
            throttle.answered()
        return attempt

    def _stop(self, state: RetryCallState) -> bool:
        return state.attempt_number >= ATTEMPTS or state.upcoming_sleep >= self._deadline.remaining()

    @property
    def _deadline(self) -> Deadline:
        return self._call.deadline

    def _reply(self, request: Request, attempt: Attempt) -> Reply:
        if attempt.ended is Ended.ANSWERED and attempt.reply is not None:
            return attempt.reply
        raise self._failure(request, attempt)

    def _failure(self, request: Request, attempt: Attempt) -> GatewayError:
        if attempt.refusal is not None:
            return self._outbound.explain(request, attempt.refusal)
        if attempt.ended is Ended.THROTTLED:
            return rate_limited(attempt.delay_s or _UNNAMED_PAUSE_S)
        if attempt.ended is Ended.AMBIGUOUS and request.route.operation is not Operation.READ:
            return unknown_outcome()
        return unreachable(attempt)


def _not_granted() -> GatewayError:
    return permission_denied("This deployment may not send that request", reason="route_not_granted")


def _again(request: Request, attempt: Attempt) -> bool:
    return attempt.repeatable and may_send_again(
        attempt.ended, request.route.operation, guarded=request.guarded, keyed=request.keyed
    )


def _attempt_of(state: RetryCallState) -> Attempt:
    if state.outcome is None:
        raise RuntimeError("no attempt was made")
    attempt: Attempt = state.outcome.result()
    return attempt


def _pause(state: RetryCallState) -> float:
    """The vendor's pause to the letter; our own with some chance, so that several processes part company."""
    attempt = _attempt_of(state)
    if attempt.ended is Ended.THROTTLED:
        return attempt.delay_s or _UNNAMED_PAUSE_S
    backoff = _BACKOFF_S[min(state.attempt_number, len(_BACKOFF_S)) - 1]
    return backoff * random.uniform(1.0, 1.5)  # noqa: S311 - no secret

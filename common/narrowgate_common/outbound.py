"""The choke point of everything that leaves: granted routes only, recorded before a write, retried by the table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

import anyio
from tenacity import AsyncRetrying, RetryCallState

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import Category, GatewayError, configuration_error, permission_denied
from narrowgate_common.operations import Ended, Operation, may_send_again
from narrowgate_common.replies import Attempt, Reply, judge
from narrowgate_common.routes import Request, Route
from narrowgate_common.throttle import ThrottleMemory
from narrowgate_common.wire import BrokenExchangeError, Wire

ATTEMPTS = 3
_BACKOFF_S = (0.2, 0.8)
_UNNAMED_PAUSE_S = 2.0

Explain = Callable[[Request, Reply], GatewayError]
"""A vendor's reading of its own rejection: category and known error fields, never the raw body."""


class Sender(Protocol):
    """All that an adapter can do: send a declared request, or stream a file's bytes."""

    async def send(self, request: Request) -> Reply: ...

    def stream(self, request: Request) -> AsyncIterator[bytes]: ...


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Outbound:
    """One server's way out. `allowed` is the union of the registered tools' routes: nothing else can leave."""

    wire: Wire
    allowed: frozenset[Route]
    explain: Explain
    throttle: ThrottleMemory = field(default_factory=ThrottleMemory)
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    now: Callable[[], datetime] = _now

    def session(self, call: Call) -> Session:
        return Session(self, call)

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
        if request.route.operation is Operation.READ:
            return self._reply(request, await self._attempts(request))
        return await self._write(request)

    async def stream(self, request: Request) -> AsyncIterator[bytes]:
        """The body as it arrives, within the deadline; its opening is retried like a read, its middle is not."""
        self._permit(request.route)
        try:
            async with self._opened(request) as chunks:
                async for chunk in chunks:
                    yield chunk
        except BrokenExchangeError as broken:
            raise self._failure(request, Attempt(broken.ended, trouble=broken.trouble)) from None

    async def _write(self, request: Request) -> Reply:
        guard = self._call.guard
        if guard is None:
            raise permission_denied("This server may not write", reason="route_not_granted")
        earlier = guard.about_to_send(request)
        if earlier is not None:
            return earlier
        # Once a byte has left, the effect is real: a cancelled call still records how it ended.
        with anyio.CancelScope(shield=True):
            attempt = await self._attempts(request)
            guard.ended(request, attempt)
        return self._reply(request, attempt)

    def _permit(self, route: Route) -> None:
        granted = route in self._outbound.allowed and route in self._call.routes
        if not granted or not self._call.operation.covers(route.operation):
            raise permission_denied("This deployment may not send that request", reason="route_not_granted")

    async def _attempts(self, request: Request) -> Attempt:
        retrying = AsyncRetrying(
            retry=lambda state: _again(request, _attempt_of(state)),
            wait=_pause,
            stop=self._stop,
            sleep=self._outbound.sleep,
            retry_error_callback=_attempt_of,
        )
        return await retrying(self._attempt, request)

    async def _attempt(self, request: Request) -> Attempt:
        quiet = self._outbound.throttle.remaining()
        if quiet > 0:
            if quiet >= self._deadline.remaining():
                return Attempt(Ended.THROTTLED, trouble="throttled", delay_s=quiet)
            await self._outbound.sleep(quiet)
        self._call.requests.append(request.route.name)
        try:
            reply = await self._outbound.wire.exchange(request, self._deadline)
        except BrokenExchangeError as broken:
            return Attempt(broken.ended, trouble=broken.trouble)
        return self._judged(request, reply)

    def _judged(self, request: Request, reply: Reply) -> Attempt:
        attempt = judge(reply, answers=request.route.answers, now=self._outbound.now())
        if attempt.ended is Ended.THROTTLED:
            self._outbound.throttle.pause(attempt.delay_s or _UNNAMED_PAUSE_S)
        return attempt

    def _stop(self, state: RetryCallState) -> bool:
        return state.attempt_number >= ATTEMPTS or state.upcoming_sleep >= self._deadline.remaining()

    @property
    def _deadline(self) -> Deadline:
        return self._call.deadline

    @asynccontextmanager
    async def _opened(self, request: Request) -> AsyncIterator[AsyncIterator[bytes]]:
        for tries_left in reversed(range(ATTEMPTS)):
            self._call.requests.append(request.route.name)
            async with self._outbound.wire.stream(request, self._deadline) as (head, chunks):
                attempt = self._judged(request, head)
                if attempt.ended is Ended.ANSWERED:
                    yield chunks
                    return
            pause = attempt.delay_s or _BACKOFF_S[0]
            if not tries_left or not _again(request, attempt) or pause >= self._deadline.remaining():
                raise self._failure(request, attempt)
            await self._outbound.sleep(pause)

    def _reply(self, request: Request, attempt: Attempt) -> Reply:
        if attempt.ended is Ended.ANSWERED and attempt.reply is not None:
            return attempt.reply
        raise self._failure(request, attempt)

    def _failure(self, request: Request, attempt: Attempt) -> GatewayError:
        if attempt.ended is Ended.REJECTED and attempt.reply is not None and attempt.reply.status >= 400:
            return self._outbound.explain(request, attempt.reply)
        if attempt.ended is Ended.THROTTLED:
            return rate_limited(attempt.delay_s or _UNNAMED_PAUSE_S)
        if attempt.ended is Ended.AMBIGUOUS and request.route.operation is not Operation.READ:
            return unknown_outcome()
        return unreachable(attempt)


def rate_limited(delay_s: float) -> GatewayError:
    return GatewayError(
        Category.RATE_LIMITED,
        f"The tracker asks for a pause of {delay_s:.0f} s; nothing was done. Try again after it.",
        reason="throttled",
        retry_after_s=round(delay_s, 1),
    )


def unknown_outcome() -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "The request was sent but its answer was lost: it may or may not have taken effect. Look before repeating.",
        reason="answer_lost",
        outcome="unknown",
    )


_TROUBLE = {
    "certificate": "The tracker's certificate is not trusted here; set network.ca_file to its authority.",
    "tls": "No TLS connection to the tracker could be made; check connection.base_url and network settings.",
    "proxy": "The configured proxy refused the connection; check network.proxy.",
    "timeout": "The tracker did not answer in time. Try again, or ask for less.",
    "unreachable": "The tracker could not be reached. Try again later.",
    "connection_lost": "The connection to the tracker broke before its answer was complete. Try again.",
    "too_large": "The tracker's answer is larger than this server reads. Ask for less.",
    "encoding": "The tracker's answer is coded in a way this server does not accept.",
    "cut_body": "The tracker's answer was cut short. Try again.",
    "unreadable": "The tracker's answer is not what its interface promises. Try again later.",
    "redirect": "The tracker redirected the request, as a login page does; check connection.base_url and credentials.",
}


def unreachable(attempt: Attempt) -> GatewayError:
    message = _TROUBLE.get(attempt.trouble, "The tracker failed to answer this request. Try again later.")
    if attempt.trouble in {"certificate", "tls", "proxy"}:
        return configuration_error(message, reason=attempt.trouble)
    return GatewayError(Category.UPSTREAM_ERROR, message, reason=attempt.trouble or "no_answer")


def _again(request: Request, attempt: Attempt) -> bool:
    return attempt.repeatable and may_send_again(
        attempt.ended, request.route.operation, guarded=request.guarded
    )


def _attempt_of(state: RetryCallState) -> Attempt:
    if state.outcome is None:
        raise RuntimeError("no attempt was made")
    attempt: Attempt = state.outcome.result()
    return attempt


def _pause(state: RetryCallState) -> float:
    attempt = _attempt_of(state)
    if attempt.ended is Ended.THROTTLED:
        return attempt.delay_s or _UNNAMED_PAUSE_S
    return _BACKOFF_S[min(state.attempt_number, len(_BACKOFF_S)) - 1]

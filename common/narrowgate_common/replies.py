"""What came back, and what it is evidence of."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Any

from pydantic_core import from_json

from narrowgate_common.operations import Ended, Operation

DELAY_FLOOR_S = 1.0
DELAY_CAP_S = 3600.0
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")


_PERMANENT = {"too_large", "encoding", "redirect", "certificate", "client_certificate"}


_DIGITS_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")
_LONG = b"0" * 200
_EXPONENTS = (re.compile(rb"e000"), re.compile(rb"e\+000"))
"""A body that holds none of these, once its digits are all alike, holds no number that a float cannot."""

_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)

_ESCAPES = 500_000
"""Mending more of them would hold up everything else."""


class UnreadableError(ValueError):
    """A body that is not what the route promised."""


@dataclass(frozen=True)
class Reply:
    """A complete answer: status, headers in lower case, and the decoded bytes of the body."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @cached_property
    def json(self) -> Any:
        """Raises UnreadableError for anything that is not bounded, finite JSON.

        Half a surrogate pair, as where a vendor cut a text inside an emoji, reads as U+FFFD.
        """
        try:
            found = _parsed(self.body)
        except ValueError as error:
            raise UnreadableError("the body is not JSON") from error
        if may_hold_large_number(self.body) and not _is_finite(found):
            raise UnreadableError("the body holds a number beyond all bounds")
        return found

    def known(self, *path: str) -> Any:
        """A value inside a JSON object body, or None: for error bodies, which may be anything."""
        try:
            value = self.json
        except UnreadableError:
            return None
        for name in path:
            value = value.get(name) if isinstance(value, dict) else None
        return value


@dataclass(frozen=True)
class Attempt:
    """One try: how it ended, the reply if there was one, else a word for what happened."""

    ended: Ended
    reply: Reply | None = None
    trouble: str = ""
    delay_s: float | None = None
    """The pause the vendor named, already floored."""

    @property
    def repeatable(self) -> bool:
        """Whether the same answer would not surely come again."""
        return self.trouble not in _PERMANENT

    @property
    def refusal(self) -> Reply | None:
        """The vendor's no, which it explains; a redirect is nobody's word."""
        return self.reply if self.ended is Ended.REJECTED and self.trouble != "redirect" else None


class BrokenExchangeError(Exception):
    """An exchange without a complete reply: the evidence, and a word for what happened."""

    def __init__(self, ended: Ended, trouble: str) -> None:
        super().__init__(trouble)
        self.ended = ended
        self.trouble = trouble

    def attempt(self) -> Attempt:
        return Attempt(self.ended, trouble=self.trouble)


def judge(
    reply: Reply,
    *,
    answers: str,
    operation: Operation,
    now: datetime,
    verdict: Callable[[Reply], Ended | None] | None = None,
) -> Attempt:
    """What a complete answer proves about its request.

    `verdict` is asked about well-formed answers of 2xx alone: THROTTLED, AMBIGUOUS or REJECTED, None for a success.
    """
    status = reply.status
    if status == 101 and answers == "websocket":
        return Attempt(Ended.ANSWERED, reply)
    if 200 <= status < 300:
        attempt = _success(reply, answers)
        ended = verdict(reply) if verdict is not None and attempt.ended is Ended.ANSWERED else None
        return attempt if ended is None else _ruled(reply, ended, now)
    if status == 429:
        return Attempt(
            Ended.THROTTLED, reply, "throttled", named_delay(reply.headers.get("retry-after"), now)
        )
    if status == 408 or status >= 500:
        return Attempt(Ended.AMBIGUOUS, reply, f"status_{status}")
    if status >= 400:
        return Attempt(Ended.REJECTED, reply, f"status_{status}")
    # "see other" may follow any accepted write; what adds must not be doubled by a proxy that redirects afterwards
    accepted = status == 303 or operation is Operation.APPEND
    return Attempt(Ended.AMBIGUOUS if accepted else Ended.REJECTED, reply, "redirect")


def _parsed(body: bytes) -> Any:
    """Raises ValueError."""
    try:
        return from_json(body, allow_inf_nan=False)
    except ValueError:
        if body.count(b"\\") > _ESCAPES:
            raise
        whole = _ESCAPE.sub(lambda found: rb"\ufffd" if found["half"] else found[0], body)
        if whole == body:
            raise
        return from_json(whole, allow_inf_nan=False)


def may_hold_large_number(body: bytes) -> bool:
    """By searches for plain text, which `re` does twice as quickly as `in` where its characters are frequent."""
    alike = body.translate(_DIGITS_ALIKE)
    return _LONG in alike or any(exponent.search(alike) for exponent in _EXPONENTS)


def _is_finite(value: Any) -> bool:
    """Whether every number inside is one that a float can hold."""
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, (dict, list)):
            left.extend(each.values() if isinstance(each, dict) else each)
        elif isinstance(each, (int, float)) and not abs(each) <= sys.float_info.max:
            return False
    return True


def _success(reply: Reply, answers: str) -> Attempt:
    if answers in {"nothing", "bytes"}:
        return Attempt(Ended.ANSWERED, reply)
    try:
        readable = answers == "json" and isinstance(reply.json, (dict, list))
    except UnreadableError:
        readable = False
    return Attempt(Ended.ANSWERED, reply) if readable else Attempt(Ended.AMBIGUOUS, reply, "unreadable")


_RULED = {
    Ended.THROTTLED: "throttled",
    Ended.AMBIGUOUS: "failed_in_answer",
    Ended.REJECTED: "refused_in_answer",
}
"""What a vendor may say in an answer of 2xx. Nobody answers what was not sent."""


def _ruled(reply: Reply, ended: Ended, now: datetime) -> Attempt:
    delay = named_delay(reply.headers.get("retry-after"), now) if ended is Ended.THROTTLED else None
    return Attempt(ended, reply, _RULED[ended], delay)


def named_delay(header: str | None, now: datetime) -> float | None:
    """Seconds to wait from a Retry-After header (seconds or an HTTP date), never under one: 0 is sent in the wild.

    Fractions of a second are no standard and come all the same. None where nothing readable is named.
    Source: RFC 9110, 10.2.3.
    """
    if header is None:
        return None
    text = header.strip()
    seconds = float(text) if _SECONDS.fullmatch(text) else _until(text, now)
    return None if seconds is None else min(max(seconds, DELAY_FLOOR_S), DELAY_CAP_S)


def _until(text: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - now).total_seconds()

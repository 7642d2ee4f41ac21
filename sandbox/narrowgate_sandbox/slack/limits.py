"""Who asks too often."""

from __future__ import annotations

from datetime import timedelta
from math import ceil

from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.errors import TooOftenError

_MINUTE = timedelta(minutes=1)
SCARCE = frozenset({"conversations.history", "conversations.replies"})
SCARCE_ROWS = 15


def check(call: Call) -> None:
    """Refuses what exceeds the method's rate; what is refused does not count."""
    temper = call.chat.temper
    if temper.throttled.get(call.method, 0) > 0:
        temper.throttled[call.method] -= 1
        raise _refusal(call, 1)
    rate = temper.per_minute.get(call.method)
    if temper.scarce_reads and call.method in SCARCE:
        rate = 1
    if rate is not None:
        _count(call, rate)


def _count(call: Call, rate: int) -> None:
    now = call.company.clock.now
    key = (call.token.text, call.method)
    recent = [one for one in call.chat.asked.get(key, []) if one > now - _MINUTE]
    call.chat.asked[key] = recent
    if len(recent) >= rate:
        oldest = recent[-rate] if rate else now
        raise _refusal(call, ceil((oldest + _MINUTE - now).total_seconds()))
    recent.append(now)


def _refusal(call: Call, left_s: int) -> TooOftenError:
    temper = call.chat.temper
    after = left_s if temper.retry_after_s is None else temper.retry_after_s
    return TooOftenError(after, temper.throttled_word, with_200=temper.throttled_with_200)

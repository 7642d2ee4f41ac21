"""A channel's history and the replies of a thread."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from narrowgate_sandbox.company.chat_records import ChatMessage
from narrowgate_sandbox.slack import paging
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.limits import SCARCE_ROWS
from narrowgate_sandbox.slack.message_shape import shape


def conversations_history(call: Call) -> dict[str, Any]:
    """The newest first, without replies that stand in threads only."""
    channel = call.readable()
    seen = _seen(_between(call, channel.timeline))
    before = paging.place(call, "next_ts")
    if before:
        seen = seen[: bisect_left(seen, before, key=_ts)]
    size = _size(call, 100)
    emptied = paging.emptied(call)
    page = [] if emptied else seen[::-1][:size]
    rest = bool(seen) and (emptied or len(seen) > size)
    last = page[-1].ts if page else (before or "9999999999.999999")
    said = _shapes(call, page) | {"pin_count": 0, "channel_actions_ts": None, "channel_actions_count": 0}
    return said | {"has_more": rest} | (paging.onward(paging.written("next_ts", last)) if rest else {})


def conversations_replies(call: Call) -> dict[str, Any]:
    """The root first, on every page, and then the oldest first; the ts of a reply finds just that reply."""
    channel = call.readable()
    found = call.message(channel, wrong="thread_not_found")
    if found.is_reply:
        return _shapes(call, [found]) | {"has_more": False}
    seen = _seen(_between(call, found.replies))
    after = paging.place(call, "next_ts")
    if after:
        seen = seen[bisect_right(seen, after, key=_ts) :]
    size = _size(call, 1000)
    emptied = paging.emptied(call)
    page = [] if emptied else seen[:size]
    rest = bool(seen) and (emptied or len(seen) > size)
    last = page[-1].ts if page else (after or found.ts)
    said = _shapes(call, [] if emptied else [found, *page]) | {"has_more": rest}
    return said | (paging.onward(paging.written("next_ts", last)) if rest else {})


def _shapes(call: Call, messages: Sequence[ChatMessage]) -> dict[str, Any]:
    metadata = call.arguments.flag("include_all_metadata")
    return {"messages": [shape(call, one, metadata=metadata) for one in messages]}


def _between(call: Call, ordered: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """What `oldest` and `latest` leave; both are outside unless `inclusive` says otherwise."""
    oldest = call.arguments.moment("oldest", "invalid_ts_oldest")
    latest = call.arguments.moment("latest", "invalid_ts_latest")
    inclusive = call.arguments.flag("inclusive")
    first = (bisect_left if inclusive else bisect_right)(ordered, oldest, key=_ts) if oldest else 0
    end = (bisect_right if inclusive else bisect_left)(ordered, latest, key=_ts) if latest else len(ordered)
    return ordered[first:end]


def _seen(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Those that this read shows; it is one read less for the others."""
    shown = [one for one in messages if one.unseen_reads <= 0]
    for one in messages:
        one.unseen_reads = max(one.unseen_reads - 1, 0)
    return shown


def _size(call: Call, default: int) -> int:
    if not call.chat.temper.scarce_reads:
        return paging.limit(call, default)
    return min(paging.limit(call, SCARCE_ROWS), SCARCE_ROWS)


def _ts(message: ChatMessage) -> str:
    return message.ts

"""Searching messages, in the words of the vendor's search box.

https://slack.com/help/articles/202528808-Search-in-Slack
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from typing import Any

from narrowgate_sandbox.company.chat_records import Channel, ChatMessage, Json
from narrowgate_sandbox.slack.blocks import strings
from narrowgate_sandbox.slack.call import Call
from narrowgate_sandbox.slack.editing import permalink
from narrowgate_sandbox.slack.errors import SlackError

Test = Callable[[ChatMessage], bool]
_WORDS = re.compile(r'(-?)(?:(in|from|after|before|on):)?(?:"([^"]{0,500})"|(\S{1,500}))')
_MOST = 100


def search_messages(call: Call) -> dict[str, Any]:
    query = call.arguments.text("query")
    if not query.strip():
        raise SlackError("no_query")
    tests = list(_tests(call, query))
    visible = [one for one in call.chat.channels.values() if call.sees(one)]
    everything = (one for channel in visible for one in channel.messages.values())
    found = [one for one in everything if _indexed(call, one) and all(test(one) for test in tests)]
    newest_first = call.arguments.text("sort_dir", "desc") != "asc"
    found.sort(key=lambda one: one.ts, reverse=newest_first)
    return {"query": query, "messages": _page(call, found)}


def _page(call: Call, found: list[ChatMessage]) -> Json:
    size = min(max(call.arguments.number("count", 20, "invalid_arguments"), 1), _MOST)
    number = min(max(call.arguments.number("page", 1, "invalid_arguments"), 1), 100)
    last = max(-(-len(found) // size), 1)
    shown = found[(number - 1) * size : number * size]
    first = (number - 1) * size + 1 if shown else 0
    counts = {"total_count": len(found), "page": number, "per_page": size, "page_count": last}
    return {
        "total": len(found),
        "pagination": counts | {"first": first, "last": max(first + len(shown) - 1, 0)},
        "paging": {"count": size, "total": len(found), "page": number, "pages": last},
        "matches": [_match(call, one) for one in shown],
    }


def _match(call: Call, message: ChatMessage) -> Json:
    channel = call.chat.channels[message.channel]
    beside = {"blocks": message.blocks, "attachments": message.attachments}
    return {
        "iid": f"00000000-0000-4000-8000-{message.ts.replace('.', '')[-12:]}",
        "team": call.chat.workspace.id,
        "score": 0,
        "channel": _channel(channel),
        "type": "message",
        "user": message.author.id,
        "username": message.author.handle,
        "ts": message.ts,
        "text": message.text,
        "permalink": permalink(call, message),
        **{name: value for name, value in beside.items() if value},
    }


def _channel(channel: Channel) -> Json:
    return {
        "id": channel.id,
        "name": channel.name or next(iter(channel.members)),
        "is_private": channel.private,
        "is_mpim": channel.kind == "group",
        "is_ext_shared": channel.shared,
        "is_shared": channel.shared,
        "is_org_shared": False,
        "is_pending_ext_shared": False,
        "pending_shared": [],
    }


def _indexed(call: Call, message: ChatMessage) -> bool:
    return message.written == 0 or message.written + call.company.search_lag <= call.company.writes


def _tests(call: Call, query: str) -> Iterable[Test]:
    for found in _WORDS.finditer(query):
        value = found[3] if found[3] is not None else found[4]
        test = _test(call, found[2], value)
        yield _negated(test) if found[1] else test


def _negated(test: Test) -> Test:
    return lambda message: not test(message)


def _test(call: Call, key: str | None, value: str) -> Test:
    if key is None:
        wanted = value.casefold()
        return lambda message: wanted in _searched(message)
    if key == "in":
        channels = _places(call, value)
        return lambda message: message.channel in channels
    if key == "from":
        author = _person(call, value)
        return lambda message: message.author.id == author
    return _on_day(key, value)


def _searched(message: ChatMessage) -> str:
    return "\n".join([message.text, *strings(message.blocks), *strings(message.attachments)]).casefold()


def _places(call: Call, value: str) -> set[str]:
    """A channel by name or token, or everything between the caller and one person."""
    bare = value.strip("<>").removeprefix("#").partition("|")[0]
    found = call.chat.find(bare)
    if found is not None:
        return {found.id}
    other = _person(call, value)
    direct = (one for one in call.chat.channels.values() if one.kind == "direct")
    return {one.id for one in direct if set(one.members) == {call.member.id, other}}


def _person(call: Call, value: str) -> str:
    bare = value.strip("<>").removeprefix("@").partition("|")[0]
    if bare == "me":
        return call.member.id
    known = (one for one in call.chat.members.values() if bare in (one.id, one.handle))
    return next((one.id for one in known), "")


def _on_day(key: str, value: str) -> Test:
    """Days are whole, and `after` and `before` leave theirs out."""
    try:
        wanted = date.fromisoformat(value)
    except ValueError:
        return lambda _message: False
    compare: dict[str, Callable[[date], bool]] = {
        "after": lambda day: day > wanted,
        "before": lambda day: day < wanted,
        "on": lambda day: day == wanted,
    }
    return lambda message: compare[key](datetime.fromtimestamp(int(message.ts[:10]), UTC).date())

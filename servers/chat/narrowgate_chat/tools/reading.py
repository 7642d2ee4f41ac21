"""read_messages, read_thread and search_messages: texts whole where they fit, threads named, files listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from narrowgate_chat.port import Channel, Filter, Message, Name, Place
from narrowgate_chat.tools import shapes
from narrowgate_chat.tools.arguments import ReadMessages, ReadThread, SearchMessages
from narrowgate_chat.tools.desk import Desk, thread_of
from narrowgate_chat.tools.moments import Moment
from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.listings import listing, theirs
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.paging import Listing, Page
from narrowgate_common.paging import Place as ListPlace
from narrowgate_common.shaping import given
from narrowgate_common.text import bound
from narrowgate_common.tools import Data, Rendering

_MESSAGE_CHARS = 8_000


async def read_messages(arguments: ReadMessages, desk: Desk) -> Data:
    channel = await desk.channel(arguments.channel)
    _refuse_encrypted(channel)
    place = Place(channel)
    rows, cursor, newest = await _read("read_messages", arguments, place, desk)
    at = newest.position if newest else await desk.chat.latest(place)
    wait = None if arguments.cursor else Moment(channel.id, {None: at}).sealed(desk)
    return {"channel": shapes.channel(channel), "messages": rows, **given(cursor=cursor, wait_cursor=wait)}


async def read_thread(arguments: ReadThread, desk: Desk) -> Data:
    channel, message = await desk.message(arguments.message)
    _refuse_encrypted(channel)
    place = thread_of(channel, message)
    rows, cursor, newest = await _read("read_thread", arguments, place, desk)
    wait = None
    if cursor is None:  # from what was read, so that nothing that came meanwhile is passed over
        at = newest.position if newest else await desk.chat.latest(place)
        wait = Moment(channel.id, {place.root: at}).sealed(desk)
    return {"channel": shapes.channel(channel), "messages": rows, **given(cursor=cursor, wait_cursor=wait)}


def _refuse_encrypted(channel: Channel) -> None:
    if channel.encrypted:
        raise bad_input(
            "That room is encrypted end to end, and this server cannot read it", reason="encrypted"
        )


async def _read(
    tool: str, arguments: Any, place: Place, desk: Desk
) -> tuple[list[Data], str | None, Message | None]:
    """The rows, the cursor for more, and the newest message of the page."""
    asked = arguments.model_dump(mode="json")
    at = ListPlace.read(desk.unseal(tool, asked, arguments.cursor))
    newest: list[Message] = []

    async def fetch(size: int, token: str | None) -> Page[Message]:
        page = await desk.chat.history(place, limit=size, token=token)
        newest.extend(page.items)
        return page

    rows, more = await Listing(fetch, _row).rows(
        at, limit=arguments.limit, room=desk.house.max_result_chars - 1_000
    )
    last = max(newest, key=lambda each: (each.at, each.position), default=None)
    return rows, desk.seal(tool, asked, more), last


def _row(message: Message) -> Data:
    text = bound(message.text, _MESSAGE_CHARS)
    return {**shapes.message(message, text.text), **given(truncated=text.truncated or None)}


async def search_messages(arguments: SearchMessages, desk: Desk) -> Data:
    check_outgoing(arguments.text)
    asked = arguments.model_dump(mode="json")
    at = ListPlace.read(desk.unseal("search_messages", asked, arguments.cursor))
    wanted = Filter(
        arguments.text,
        channels=() if arguments.channel is None else (await desk.channel(arguments.channel),),
        author=None if arguments.author is None else await desk.chat.user(arguments.author.removeprefix("@")),
        after=arguments.after,
        before=arguments.before,
    )
    channels = {each.id: True for each in wanted.channels}

    async def fetch(size: int, token: str | None) -> Page[Message]:
        page = await desk.chat.search(wanted, limit=size, token=token)
        await _judge({each.channel for each in page.items}, channels, desk)
        return page

    rows, more = await Listing(fetch, _if_inside(channels)).rows(
        at, limit=arguments.limit, room=desk.house.max_result_chars
    )
    return {"messages": rows, **given(cursor=desk.seal("search_messages", asked, more))}


async def _judge(ids: set[str], known: dict[str, bool], desk: Desk) -> None:
    """Whether each channel is in the scope: a search answers from everywhere the account can see."""
    for each in sorted(ids - known.keys()):
        known[each] = await _is_inside(each, desk)


async def _is_inside(channel_id: str, desk: Desk) -> bool:
    if desk.scope.ids is None and desk.scope.direct_messages:
        return True
    try:
        return desk.scope.admits(await desk.chat.channel(Name(id=channel_id)))
    except GatewayError:
        return False


def _if_inside(channels: Mapping[str, bool]) -> Callable[[Message], Data | None]:
    return lambda message: _row(message) if channels.get(message.channel) else None


def messages_text(data: Data) -> Rendering:
    shown = listing(data, "messages", "message", map(message_text, data.get("messages", [])))
    wait = data.get("wait_cursor")
    tail = "\n".join(
        filter(None, [shown.tail, f"wait for what comes next with after={wait}" if wait else ""])
    )
    return Rendering("\n".join([*_about(data), shown.head]), shown.body, tail)


def _about(data: Data) -> list[str]:
    channel = data.get("channel")
    if not channel:
        return []
    shared = " People of other companies read it." if channel.get("shared_with_other_companies") else ""
    return [f"Channel {channel.get('id', '')} ({channel.get('kind', '')}).{shared}"]


def message_text(each: Data) -> str:
    words = theirs(each)
    facts = [each.get("at", ""), "edited" if each.get("edited") else ""]
    facts.append(f"{each['replies']} replies" if each.get("replies") else "")
    facts.append(f"in thread {each['thread']}" if each.get("thread") else "")
    head = f"[{each.get('message', '')}] {words.get('author', '')} ({', '.join(filter(None, facts))}):"
    files = [
        f"(file {one.get('filename', '')}, {one.get('size', 0)} bytes)" for one in words.get("files", [])
    ]
    marks = " ".join(f"{emoji} {count}" for emoji, count in words.get("reactions", {}).items())
    cut = "(the rest was cut)" if each.get("truncated") else ""
    return "\n".join(filter(None, [head, words.get("text", ""), *files, marks, cut]))

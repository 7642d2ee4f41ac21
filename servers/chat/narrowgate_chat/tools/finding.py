"""list_channels and find_users."""

from __future__ import annotations

from collections.abc import Awaitable

from narrowgate_chat.port import Channel
from narrowgate_chat.tools import shapes
from narrowgate_chat.tools.arguments import FindUsers, ListChannels
from narrowgate_chat.tools.desk import Desk
from narrowgate_common.listings import listing, theirs
from narrowgate_common.outgoing import check_outgoing
from narrowgate_common.paging import Listing, Page, Place
from narrowgate_common.room import SPARE, head
from narrowgate_common.shaping import given
from narrowgate_common.tools import Data, Rendering


async def list_channels(arguments: ListChannels, desk: Desk) -> Data:
    check_outgoing(arguments.text or "")
    asked = arguments.model_dump(mode="json")
    place = Place.read(desk.unseal("list_channels", asked, arguments.cursor))

    def fetch(size: int, token: str | None) -> Awaitable[Page[Channel]]:
        return desk.chat.channels(arguments.text, limit=size, token=token)

    def row(channel: Channel) -> Data | None:
        return shapes.channel(channel) if desk.scope.admits(channel) else None

    rows, more = await Listing(fetch, row).rows(
        place, limit=arguments.limit, room=desk.house.max_result_chars
    )
    return {"channels": rows, **given(cursor=desk.seal("list_channels", asked, more))}


def channels_text(data: Data) -> Rendering:
    return listing(data, "channels", "channel", map(_channel_line, data.get("channels", [])))


def _channel_line(each: Data) -> str:
    words = theirs(each)
    facts = [each.get("kind", ""), "not a member" if each.get("member") is False else ""]
    facts += [
        word.replace("_", " ")
        for word in ("archived", "shared_with_other_companies", "encrypted")
        if each.get(word)
    ]
    topic = f": {words['topic']}" if words.get("topic") else ""
    return f"{each.get('id', '')} {words.get('name', '')} ({', '.join(filter(None, facts))}){topic}"


async def find_users(arguments: FindUsers, desk: Desk) -> Data:
    check_outgoing(arguments.text)
    found = await desk.chat.find_users(arguments.text, limit=arguments.limit)
    rows = [shapes.user(each) for each in found]
    kept = head(rows, desk.house.max_result_chars - SPARE)
    return {"users": kept, **given(truncated=len(kept) < len(rows) or None)}


def users_text(data: Data) -> Rendering:
    lines = [
        f"{words.get('id', '')} {words.get('name', '')} @{words.get('handle', '')} {words.get('email', '')}".rstrip()
        for each in data.get("users", [])
        if (words := theirs(each))
    ]
    return listing(data, "users", "user", lines)

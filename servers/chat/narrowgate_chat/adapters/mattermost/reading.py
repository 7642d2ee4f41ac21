"""Conversations: their history, and what came after a position."""

from __future__ import annotations

from typing import Any

from narrowgate_chat.adapters.mattermost import mapping, routes
from narrowgate_chat.adapters.mattermost.asking import Asking
from narrowgate_chat.adapters.mattermost.names import Names
from narrowgate_chat.adapters.mattermost.positions import Position
from narrowgate_chat.port import Message, Place, Since
from narrowgate_common.errors import GatewayError, bad_input, upstream_error
from narrowgate_common.paging import Page
from narrowgate_common.routes import QueryValue

PER_PAGE = 100
_LEAST = 60
"""What is asked for at least: most posts of a channel may be answers in threads."""
_MOST = 200
"""What the vendor serves at once."""
_BACK = 25
"""Pages walked back in search of a position's time: 5,000 posts."""
_LOOKED = 5
"""Pages looked through for a stamp, or for a page of a channel's own messages."""


class Reading:
    """What was written, for the time of one call. A channel's own messages are those that answer none."""

    def __init__(self, asking: Asking, names: Names) -> None:
        self._asking = asking
        self._names = names

    async def _posts(self, channel: str, **query: QueryValue) -> list[Any]:
        return mapping.posts(await self._asking.json(routes.POSTS, {"id": channel}, query))

    async def _thread(self, root: str, **query: QueryValue) -> tuple[list[Any], bool]:
        """Oldest first, and whether there is more."""
        raw = await self._asking.json(routes.THREAD, {"id": root}, {"direction": "down", **query})
        found = [each for each in mapping.posts(raw) if mapping.is_message(each)]
        return sorted(found, key=_order), mapping.flag(raw, "has_next")

    async def history(self, place: Place, *, limit: int, token: str | None) -> Page[Message]:
        if place.root is not None:
            return await self._thread_page(place.root, limit, token)
        return await self._channel_page(place.channel.id, limit, token)

    async def _channel_page(self, channel: str, limit: int, token: str | None) -> Page[Message]:
        """Newest first. Answers of threads stand between, so several pages may have to be read for one."""
        size, number = _page(token, limit)
        own: list[Any] = []
        for _ in range(_LOOKED):
            posts = await self._posts(channel, page=number, per_page=size)
            own += [each for each in posts if _is_own(each)]
            number += 1
            if len(posts) < size:
                return Page(await self._names.messages(own))
            if len(own) >= limit:
                break
        return Page(await self._names.messages(own), f"{size}|{number}")

    async def _thread_page(self, root: str, limit: int, token: str | None) -> Page[Message]:
        """Oldest first. The vendor adds the root to every page."""
        size = min(limit, _MOST)
        query: dict[str, QueryValue] = {"perPage": size}
        if token is not None:
            at, _, last = token.partition("|")
            query |= {"fromCreateAt": int(at), "fromPost": last}
        posts, more = await self._thread(root, **query)
        shown = [each for each in posts if token is None or mapping.identity(each) != root]
        if not more or not shown:
            return Page(await self._names.messages(shown))
        return Page(await self._names.messages(shown), "{}|{}".format(*_order(shown[-1])))

    async def since(self, place: Place, position: str) -> Since:
        start = Position.read(position)
        if place.root is not None:
            posts, more = await self._thread_since(place.root, start)
        else:
            posts, more = await self._channel_since(place.channel.id, start)
        fresh = sorted(filter(start.is_new, posts), key=_order)
        wanted = [each for each in fresh if mapping.is_message(each) and _is_in(each, place)]
        end = start.moved(fresh)
        return Since(await self._names.messages(wanted), str(end), more)

    async def _thread_since(self, root: str, start: Position) -> tuple[list[Any], bool]:
        """From the millisecond before on: what shares the last one's may have come later than it."""
        at, last = start.at - 1, root
        for _ in range(_BACK):
            begun: dict[str, QueryValue] = {"fromCreateAt": at, "fromPost": last} if at > 0 else {}
            posts, more = await self._thread(root, perPage=PER_PAGE, **begun)
            if not more or any(map(start.is_new, posts)):
                return posts, more
            at, last = _order(posts[-1])
        raise _too_much()

    async def _channel_since(self, channel: str, start: Position) -> tuple[list[Any], bool]:
        anchor = start.anchor or await self._anchor(channel, start)
        if anchor:
            for page in range(_BACK):
                posts = await self._posts(channel, after=anchor, page=page, per_page=PER_PAGE)
                if page == 0 and not _shows(posts, start):
                    break
                if len(posts) < PER_PAGE or any(map(start.is_new, posts)):
                    return posts, len(posts) == PER_PAGE
        return await self._walked_back(channel, start), False

    async def _anchor(self, channel: str, start: Position) -> str:
        """A post earlier than the position's: the vendor finds those before a post, if it still knows that one."""
        for each in sorted(start.seen)[:1]:
            posts = await self._posts(channel, before=each, page=0, per_page=1)
            return mapping.identity(posts[0]) if posts and mapping.created(posts[0]) < start.at else ""
        return ""

    async def _walked_back(self, channel: str, start: Position) -> list[Any]:
        """From the newest on until the position's time: where no post is left to ask from."""
        found: dict[str, Any] = {}
        for page in range(_BACK):
            posts = await self._posts(channel, page=page, per_page=_MOST)
            found |= {mapping.identity(each): each for each in posts}
            if len(posts) < _MOST or mapping.created(posts[-1]) < start.at:
                return list(found.values())
        raise _too_much()

    async def latest(self, place: Place) -> str:
        """By the newest of the whole channel, its threads included: whatever comes later is newer than that."""
        posts = await self._posts(place.channel.id, page=0, per_page=10)
        return str(Position(0).moved(posts))

    async def find_sent(self, place: Place, stamp: str) -> Message | None:
        """Among the newest posts of the channel, which are those of its threads too."""
        for page in range(_LOOKED):
            posts = await self._posts(place.channel.id, page=page, per_page=_MOST)
            for each in posts:
                if mapping.stamp_of(each) == stamp and await self._is_mine(each):
                    return await self._names.message(each)
            if len(posts) < _MOST:
                break
        return None

    async def _is_mine(self, post: Any) -> bool:
        return mapping.text(post, "user_id") == (await self._names.me()).id


def _too_much() -> GatewayError:
    return upstream_error(
        "More was written since than can be read at once; read the conversation instead", reason="too_much"
    )


def _order(post: Any) -> tuple[int, str]:
    return mapping.created(post), mapping.identity(post)


def _is_own(post: Any) -> bool:
    return mapping.is_message(post) and not mapping.text(post, "root_id")


def _is_in(post: Any, place: Place) -> bool:
    return (mapping.maybe_identity(post, "root_id") or None) == place.root


def _shows(posts: list[Any], start: Position) -> bool:
    """Whether what was seen came again. Where it did not, the anchor may be gone: then nothing follows it."""
    return not start.seen.isdisjoint(mapping.identity(each) for each in posts)


def _page(token: str | None, limit: int) -> tuple[int, int]:
    """A list that was begun with pages of one size keeps it."""
    if token is None:
        return min(max(limit, _LEAST), _MOST), 0
    size, _, number = token.partition("|")
    if not (size.isdecimal() and number.isdecimal()):
        raise bad_input("That cursor is none of this chat's", reason="stale_cursor")
    return int(size), int(number)

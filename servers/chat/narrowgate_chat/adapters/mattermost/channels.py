"""The list of channels: this account's own first, then the team's public ones."""

from __future__ import annotations

from typing import Any

from narrowgate_chat.adapters.mattermost import mapping, routes
from narrowgate_chat.adapters.mattermost.asking import Asking
from narrowgate_chat.adapters.mattermost.names import Names
from narrowgate_chat.port import Channel
from narrowgate_common.errors import bad_input
from narrowgate_common.paging import Page

_PER_PAGE = 200
_PAGES = 5
"""Read for one answer where a part of a name is looked for; then the list goes on by its cursor."""


class Channels:
    """For the time of one call."""

    def __init__(self, asking: Asking, names: Names) -> None:
        self._asking = asking
        self._names = names

    async def page(self, text: str | None, limit: int, token: str | None) -> Page[Channel]:
        """A token says which list goes on, and where."""
        part, at, size = _read(token, limit)
        team, _ = await self._names.team()
        mine = mapping.rows(await self._asking.json(routes.MY_CHANNELS, {"team": team}))
        if part == "own":
            return await self._own(mine, text, size, at)
        return await self._public(team, {mapping.text(each, "id") for each in mine}, text, size, at)

    async def _own(self, mine: list[Any], text: str | None, size: int, at: int) -> Page[Channel]:
        """Direct conversations have no name before their people are known, and only then can be compared."""
        fitting = [each for each in mine if mapping.text(each, "type") == "D" or _fits(each, text)]
        fitting.sort(key=lambda each: (mapping.text(each, "type") == "D", mapping.text(each, "name")))
        shown = await self._names.all_told(fitting[at : at + size], member=True)
        kept = tuple(each for each in shown if text is None or _named(each, text))
        more = at + size < len(fitting)
        return Page(kept, f"own|{at + size}|{size}" if more else f"public|0|{size}")

    async def _public(
        self, team: str, known: set[str], text: str | None, size: int, at: int
    ) -> Page[Channel]:
        found: list[Any] = []
        for number in range(at, at + _PAGES):
            query = {"page": number, "per_page": _PER_PAGE}
            raw = mapping.rows(await self._asking.json(routes.PUBLIC_CHANNELS, {"team": team}, query))
            found += [each for each in raw if mapping.text(each, "id") not in known and _fits(each, text)]
            if len(raw) < _PER_PAGE:
                return Page(await self._shown(found))
            if len(found) >= size:
                break
        return Page(await self._shown(found), f"public|{number + 1}|{size}")

    async def _shown(self, found: list[Any]) -> tuple[Channel, ...]:
        return await self._names.all_told(found, member=False) if found else ()


def _fits(raw: Any, text: str | None) -> bool:
    wanted = (text or "").casefold().removeprefix("#")
    return any(wanted in mapping.text(raw, name).casefold() for name in ("name", "display_name"))


def _named(channel: Channel, text: str) -> bool:
    """Others than direct conversations were compared before, by both of their names."""
    return not channel.name.startswith("@") or text.casefold() in channel.name.casefold()


def _read(token: str | None, limit: int) -> tuple[str, int, int]:
    if token is None:
        return "own", 0, limit
    part, _, rest = token.partition("|")
    at, _, size = rest.partition("|")
    if part not in {"own", "public"} or not (at.isdecimal() and size.isdecimal()):
        raise bad_input("That cursor is none of this chat's", reason="stale_cursor")
    return part, int(at), int(size)

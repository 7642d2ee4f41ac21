"""Lists in pages that fit the result: what does not fit is not lost, the cursor goes on with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from narrowgate_common.room import SPARE, cost

Item = TypeVar("Item")
Data = dict[str, Any]

_VENDOR_PAGE = 100
"""Vendors serve no more than this at once."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """One page of a list and the adapter's own token for the next, None at the end."""

    items: tuple[Item, ...]
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a list goes on: the adapter's token of a page, and how many of that page's items were shown before."""

    token: str | None = None
    skip: int = 0

    @classmethod
    def read(cls, written: str | None) -> Place:
        skip, _, token = (written or "0:").partition(":")
        return cls(token or None, int(skip))

    def __str__(self) -> str:
        return f"{self.skip}:{self.token or ''}"


@dataclass(frozen=True, slots=True)
class Listing(Generic[Item]):
    """How a page is fetched (by size and token), and how an item is shown: None for what is out of scope."""

    fetch: Callable[[int, str | None], Awaitable[Page[Item]]]
    shape: Callable[[Item], Data | None]

    async def rows(self, place: Place, *, limit: int, room: int) -> tuple[list[Data], Place | None]:
        """The rows from a place on, at least one where there is any, and the place after them."""
        page = await self.fetch(min(place.skip + limit, _VENDOR_PAGE), place.token)
        room -= SPARE + 2 * len(page.token or "")
        rows, taken = _fitting(page.items[place.skip :][:limit], self.shape, room)
        seen = place.skip + taken
        if seen < len(page.items):
            return rows, Place(place.token, seen)
        return rows, None if page.token is None else Place(page.token)


def _fitting(
    items: tuple[Item, ...], shape: Callable[[Item], Data | None], room: int
) -> tuple[list[Data], int]:
    """Usually all of them, which takes one measurement."""
    rows = [row for row in map(shape, items) if row is not None]
    return (rows, len(items)) if cost(rows) <= room else _first(items, shape, room)


def _first(
    items: tuple[Item, ...], shape: Callable[[Item], Data | None], room: int
) -> tuple[list[Data], int]:
    rows: list[Data] = []
    for taken, item in enumerate(items):
        row = shape(item)
        if row is None:
            continue
        room -= cost(row)
        if rows and room < 0:
            return rows, taken
        rows.append(row)
    return rows, len(items)

"""Where a reader stands in a conversation: the vendor's times and ids, never our clock.

Posts are ordered by the millisecond they were made in, and several may share one. `after=<id>` answers with what is
strictly later than that post, so a position keeps a post that is earlier than the last ones (`anchor`), to ask from,
and those of the last millisecond (`seen`), which come again and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from narrowgate_chat.adapters.mattermost import mapping
from narrowgate_common.errors import bad_input

_FORM = re.compile(
    r"([0-9]{1,15})\.((?:[a-z0-9]{26}-){0,200}(?:[a-z0-9]{26})?)\.((?:[a-z0-9]{26})?)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Position:
    """`at` in milliseconds; nothing at all was read where it is 0."""

    at: int
    seen: frozenset[str] = frozenset()
    anchor: str = ""

    @classmethod
    def of(cls, post: Any) -> Position:
        """Right after one post, of whose neighbours nothing is known."""
        return cls(mapping.created(post), frozenset({mapping.identity(post)}))

    @classmethod
    def read(cls, written: str) -> Position:
        """Raises bad_input (`stale_cursor`)."""
        found = _FORM.fullmatch(written)
        if found is None:
            raise bad_input("That cursor is none of this chat's", reason="stale_cursor")
        return cls(int(found[1]), frozenset(filter(None, found[2].split("-"))), found[3])

    def __str__(self) -> str:
        return f"{self.at}.{'-'.join(sorted(self.seen))}.{self.anchor}"

    def is_new(self, post: Any) -> bool:
        return mapping.created(post) >= self.at and mapping.identity(post) not in self.seen

    def moved(self, posts: Iterable[Any]) -> Position:
        """After these as well, which may be of any age and come in any order."""
        times = {mapping.identity(post): mapping.created(post) for post in posts}
        last = max([self.at, *times.values()])
        seen = frozenset(each for each, at in times.items() if at == last)
        earlier = {each: at for each, at in times.items() if at < last}
        if last == self.at:
            return Position(last, self.seen | seen, self.anchor)
        before = dict.fromkeys(self.seen, self.at) | earlier
        return Position(last, seen, max(before, key=lambda each: (before[each], each), default=self.anchor))

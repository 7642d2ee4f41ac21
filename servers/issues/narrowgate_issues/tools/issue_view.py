"""One issue as get_issue shows it: as much as fits one result, and where the rest begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from narrowgate_common.room import SPARE, cost, head, prefix
from narrowgate_common.shaping import given
from narrowgate_common.text import Bounded
from narrowgate_issues.port import Comment, Issue
from narrowgate_issues.tools import shapes

Data = dict[str, Any]

_LISTS = ("transitions", "subtasks", "attachments", "links", "history")
"""In the order in which they are given room, the longest last."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the comments go on: how many newer ones were shown whole, and how much of the next one."""

    taken: int = 0
    characters: int = 0

    @classmethod
    def read(cls, written: str | None) -> Place:
        taken, _, characters = (written or "0:0").partition(":")
        return cls(int(taken), int(characters))

    def __str__(self) -> str:
        return f"{self.taken}:{self.characters}"


@dataclass(frozen=True, slots=True)
class View:
    """`offset` counts the characters of the description that were read before."""

    room: int
    offset: int = 0
    place: Place = Place()

    def shown(self, issue: Issue) -> tuple[Data, Place | None]:
        """The issue as data, and the place where its comments go on, if they do."""
        if self.place != Place():
            return self._older(issue)
        data = shapes.facts(issue, self.room // 3)
        left = self.room - cost(data) - SPARE
        lists, left = _lists(issue, left)
        share = left if issue.comments is None else left // 2
        data |= {**lists, **self._described(issue, data.get("untrusted", {}), share)}
        if issue.comments is None:
            return data, None
        comments, place = _comments(issue.comments, self.place, left - cost(data["untrusted"]["description"]))
        total = issue.comments_total or 0
        data |= {"comments": comments, "comments_total": total}
        return data, place if place.taken < total and (comments or place.characters) else None

    def _older(self, issue: Issue) -> tuple[Data, Place | None]:
        """A further page holds the comments it continues with; the issue was shown with the first."""
        data: Data = {
            "key": issue.key,
            "url": issue.url,
            "version": str(replace(issue.version, partial=True)),
        }
        total = issue.comments_total or 0
        comments, place = _comments(issue.comments or (), self.place, self.room - cost(data) - SPARE)
        data |= {"comments": comments, "comments_total": total, "comments_from": self.place.taken + 1}
        return data, place if place.taken < total and comments else None

    def _described(self, issue: Issue, untrusted: Data, room: int) -> Data:
        text = prefix(issue.description[self.offset :], room)
        partial = self.offset > 0 or text.truncated
        return {
            "untrusted": {**untrusted, "description": text.text},
            "version": str(replace(issue.version, partial=partial)),
            "description_chars": len(issue.description),
            **given(description_next_offset=_next(text, self.offset)),
        }


def _next(text: Bounded, before: int) -> int | None:
    return before + len(text.text) if text.truncated else None


def _lists(issue: Issue, room: int) -> tuple[Data, int]:
    """The lists that were asked for within a third of the room, each leaving its fair share to those after it."""
    found = shapes.lists(issue)
    names = [name for name in _LISTS if name in found]
    allowance, shown, cut = room // 3, dict[str, Any](), False
    for index, name in enumerate(names):
        shown[name] = head(found[name], allowance // (len(names) - index))
        allowance -= cost(shown[name])
        cut = cut or len(shown[name]) < len(found[name])
    left = room - sum(cost(rows) for rows in shown.values())
    return {**shown, **given(truncated=cut or None)}, left


def _comments(comments: Sequence[Comment], place: Place, room: int) -> tuple[list[Data], Place]:
    """Newest first, as many as fit; a long one is cut, and the next result goes on inside it."""
    shown: list[Data] = []
    taken, skip = place.taken, place.characters
    for each in comments:
        row = shapes.comment(each, each.body[skip:])
        needed = cost(row)
        if needed > room and shown:
            break
        if needed > room:
            piece = prefix(each.body[skip:], room - cost(shapes.comment(each, "")) - SPARE)
            return [{**shapes.comment(each, piece.text), "truncated": True}], Place(
                taken, skip + len(piece.text)
            )
        shown.append(row)
        room -= needed
        taken, skip = taken + 1, 0
    return shown, Place(taken, skip)

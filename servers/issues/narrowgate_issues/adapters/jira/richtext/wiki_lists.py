"""Lists of wiki markup: markers that spell out the whole path to an item, as in `#*`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from narrowgate_issues.adapters.jira.richtext import tidy
from narrowgate_issues.adapters.jira.richtext.capacity import MAX_LIST_DEPTH
from narrowgate_issues.adapters.jira.richtext.tree import Block, Item
from narrowgate_issues.adapters.jira.richtext.wiki_macros import Line

_MARKER = re.compile(r"[ \t]*([*#\-]+)[ \t]+")


@dataclass(slots=True)
class _Entry:
    blocks: list[Block] = field(default_factory=list)
    lists: list[_List] = field(default_factory=list)


@dataclass(slots=True)
class _List:
    sign: str
    entries: list[_Entry] = field(default_factory=list)


def marker(line: Line, *, in_list: bool) -> tuple[str, Line]:
    """The marker and what follows it; empty if the line begins no item. Only in a list do dashes alone go deeper."""
    head = line[0] if line else ""
    match = _MARKER.match(head) if isinstance(head, str) else None
    if match is None or not isinstance(head, str):
        return "", line
    found, rest = match[1], head[match.end() :]
    only_dashes = len(found) > 1 and not found.strip("-")
    if (only_dashes and not in_list) or not (rest or line[1:]):
        return "", line
    return found, [rest, *line[1:]]


def nested(entries: Iterable[tuple[str, list[Block]]]) -> list[Block]:
    """The lists that markers and contents make; a level that was jumped over has an item without text."""
    root = _Entry()
    for found, blocks in entries:
        signs = found[:MAX_LIST_DEPTH]
        holder = root
        for sign in signs[:-1]:
            current = _current(holder, sign)
            if not current.entries:
                current.entries.append(_Entry())
            holder = current.entries[-1]
        _current(holder, signs[-1]).entries.append(_Entry(blocks))
    return _blocks(root)


def _current(holder: _Entry, sign: str) -> _List:
    if not holder.lists or holder.lists[-1].sign != sign:
        holder.lists.append(_List(sign))
    return holder.lists[-1]


def _blocks(entry: _Entry) -> list[Block]:
    out = list(entry.blocks)
    for found in entry.lists:
        items = [Item(tuple(_blocks(inner))) for inner in found.entries]
        out += tidy.listing(items, 1 if found.sign == "#" else None)
    return out

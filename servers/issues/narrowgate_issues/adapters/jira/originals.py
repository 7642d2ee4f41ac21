"""Rich texts as the tracker keeps them, bounded before they are converted: no text, however long, holds up the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrowgate_issues.adapters.jira.fieldset import Edition

LONGEST = 100_000
"""Characters of one original that are converted; Jira itself takes 32,767 unless an administrator raised that."""

ALTOGETHER = 200_000
"""Of all rich fields of one issue, in their order; and what the comments of one answer may come to, about."""

REST = "[the rest of this text is too long to be shown]"
LOST = "text beyond what can be shown"

_NODE = 4
"""A node without any text takes its time too."""

Shown = tuple[str, tuple[str, ...]]


def shown(original: Any, edition: Edition, room: int = LONGEST) -> Shown:
    """The original as Markdown, and the names of what that does not show, the part beyond `room` included."""
    return _shown(original, edition, room, size(original))


def _shown(original: Any, edition: Edition, room: int, needed: int) -> Shown:
    if needed <= room:
        return edition.shown(original)
    text, losses = edition.shown(clipped(original, room)[0])
    return f"{text}\n\n{REST}".lstrip(), (*losses, LOST)


def all_shown(originals: Mapping[str, Any], edition: Edition) -> dict[str, Shown]:
    """Several by name; those that come first are given their room first."""
    found: dict[str, Shown] = {}
    left = ALTOGETHER
    for name, original in originals.items():
        needed, room = size(original), min(LONGEST, left)
        found[name] = _shown(original, edition, room, needed)
        left -= min(needed, room)
    return found


def within_reach(raw: Iterable[Any], room: int = LONGEST) -> list[Any]:
    """The first objects until their `body` fills the room, and never none; the others are for another answer."""
    taken: list[Any] = []
    for each in raw:
        if room <= 0:
            break
        room -= size(each.get("body")) if isinstance(each, dict) else 0
        taken.append(each)
    return taken


def size(value: Any) -> int:
    """How long converting it takes, as the number of characters that would take as long."""
    total, left = 0, [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            total += len(each)
        elif isinstance(each, (dict, list)):
            total += _NODE
            left.extend(each.values() if isinstance(each, dict) else each)
    return total


def clipped(original: Any, room: int) -> tuple[Any, bool]:
    """The beginning of a document that fits the room, and whether that is all of it."""
    if size(original) <= room:
        return original, True
    if isinstance(original, str):
        head = original[:room]
        return head[: head.rfind("\n") + 1] or head, False
    return _clipped_node(original, room)[0], False


def _clipped_node(node: Any, room: int) -> tuple[Any, int]:
    """A node's beginning and the room that is left; the nodes after the last that fits are dropped."""
    if not isinstance(node, dict):
        return None, 0
    kept = {name: value for name, value in node.items() if name not in {"text", "content"}}
    room -= size(kept)
    if room < 0:
        return None, 0
    if isinstance(node.get("text"), str):
        kept["text"] = node["text"][:room]
        room -= len(kept["text"])
    content = node.get("content")
    if isinstance(content, list):
        kept["content"], room = _clipped_nodes(content, room - _NODE)
    return kept, room


def _clipped_nodes(nodes: list[Any], room: int) -> tuple[list[Any], int]:
    kept = []
    for node in nodes:
        if room <= 0:
            break
        head, room = _clipped_node(node, room)
        kept += [] if head is None else [head]
    return kept, room

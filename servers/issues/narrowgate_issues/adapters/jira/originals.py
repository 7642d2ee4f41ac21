"""Rich texts as the tracker keeps them, bounded before they are converted: no text, however long, holds up the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.formats import Name, format_named
from narrowgate_common.richtext.reading import reading
from narrowgate_common.richtext.writing import write
from narrowgate_issues.adapters.jira.fieldset import Edition

LONGEST = 100_000
"""Characters of one original that are converted; Jira itself takes 32,767 unless an administrator raised that."""

ALTOGETHER = 200_000
"""Of all rich fields of one issue, in their order; and what the comments of one answer may come to, about."""

REST = "[the rest of this text is too long to be shown]"

_NODE = 4
"""A node without any text takes its time too."""

_WHY_LOCKED = {
    "too_large": "The text is too long to be edited here; add a comment instead, or edit it in the tracker",
    "ill_formed": "The tracker's own text is broken, so it cannot be edited here; edit it in the tracker",
}


_KIND: Mapping[Name, type] = {"adf": dict, "wiki": str, "storage": str}


def shown(original: Any, edition: Edition, room: int = LONGEST) -> Rich:
    """The original as Markdown; its beginning, where it is longer than the room."""
    return _shown(original, edition, room, size(original))


def _shown(original: Any, edition: Edition, room: int, needed: int) -> Rich:
    if needed <= room:
        return _read(original, edition)
    head = _read(clipped(original, room)[0], edition)
    return Rich(f"{head.markdown}\n\n{REST}".lstrip(), head.hidden, "too_large")


def _read(original: Any, edition: Edition) -> Rich:
    if original is None or original == "":
        return Rich()
    format_, document = format_named(edition.rich), _document(original, edition)
    if not isinstance(document, _KIND[edition.rich]):
        return Rich(locked="ill_formed")
    try:
        found = reading(format_, document)
    except GatewayError as error:
        return Rich(
            format_.as_text(document), locked=error.reason if error.reason in _WHY_LOCKED else "ill_formed"
        )
    return Rich(found.markdown, found.document.hidden, blocks=found.texts, original=found)


def _document(original: Any, edition: Edition) -> Any:
    """Where a document is due, a string is its text: a field that was a line before, or an older endpoint's answer."""
    if edition.rich != "adf" or not isinstance(original, str):
        return original
    lines = [[{"type": "text", "text": line}] if line.strip() else [] for line in original.split("\n")]
    paragraphs = [{"type": "paragraph", "content": line} for line in lines if line]
    return {"type": "doc", "version": 1, "content": paragraphs}


def all_shown(originals: Mapping[str, Any], edition: Edition) -> dict[str, Rich]:
    """Several by name; those that come first are given their room first."""
    found: dict[str, Rich] = {}
    left = ALTOGETHER
    for name, original in originals.items():
        needed, room = size(original), min(LONGEST, left)
        found[name] = _shown(original, edition, room, needed)
        left -= min(needed, room)
    return found


def rewritten(before: Rich, markdown: str, edition: Edition, *, allow_removals: bool) -> Rewrite:
    """Raises GatewayError: what the library refuses, `too_large`, `ill_formed`."""
    if before.locked:
        raise bad_input(_WHY_LOCKED[before.locked], reason=before.locked)
    if before.original is None:
        fresh = write(format_named(edition.rich), markdown)
        return Rewrite(fresh.markdown, fresh.original, notes=fresh.notes)
    made = edit(before.original, markdown, allow_removals=allow_removals)
    return Rewrite(made.markdown, made.original, made.losses, made.notes)


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

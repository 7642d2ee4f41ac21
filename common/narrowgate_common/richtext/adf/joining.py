"""The children of an edited block in their new order, with the unseen nodes that stood between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from narrowgate_common.richtext.adf.adapting import adapted
from narrowgate_common.richtext.adf.nodes import Node, are_same
from narrowgate_common.richtext.adf.places import Place
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part

Parts = Sequence[Part[list[Node]]]

NEEDS_CONTENT = frozenset(
    {"blockquote", "panel", "expand", "nestedExpand", "tableCell", "tableHeader", "layoutColumn", "listItem"}
    | {"bodiedExtension", "bodiedSyncBlock", "blockTaskItem"}
)


def joined(siblings: list[Node], children: Sequence[Block], parts: Parts, parent: str) -> list[Node]:
    """The content of a node of type `parent` whose children stood among these siblings.

    An old child has the unseen nodes behind it with it. The very same list where nothing changed.
    """
    places = [where for child in children if (where := own_place(child, siblings))]
    gaps = _gaps(places, len(siblings))
    whole = _are_all_in_order(places, parts, siblings)
    out = siblings[: places[0].start] if places else siblings[:]
    for part in parts:
        where = own_place(part.source, siblings) if part.source is not None else None
        out += part.piece if where else adapted(parent, part.piece)
        if where and whole and where.role == "bare":
            out[-1:] = out[-1].get("content", [])
        if where and not part.copied:
            out += siblings[where.end : gaps[where.start]]
    if not out and parent in NEEDS_CONTENT:
        out = [{"type": "paragraph", "content": []}]
    return siblings if are_same(out, siblings) else out


def own_place(block: Block | None, siblings: list[Node]) -> Place | None:
    """Where the block stood, if it was among these."""
    where = block.origin if block is not None else None
    return where if isinstance(where, Place) and where.siblings is siblings else None


def _gaps(places: Sequence[Place], end: int) -> Mapping[int, int]:
    """Where the unseen nodes behind each place end."""
    starts = [where.start for where in places[1:]]
    return dict(zip((where.start for where in places), [*starts, end], strict=False))


def _are_all_in_order(places: Sequence[Place], parts: Parts, siblings: list[Node]) -> bool:
    found = [own_place(part.source, siblings) for part in parts if not part.copied]
    return len(found) == len(parts) and [where.start if where else None for where in found] == [
        where.start for where in places
    ]

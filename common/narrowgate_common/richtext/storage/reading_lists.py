"""Lists. Adjacent ones are one list, but for numbered ones beside others: their boundary shows nothing."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.storage.bodies import body_band, inner_band
from narrowgate_common.richtext.storage.elements import ITEMS, LISTS
from narrowgate_common.richtext.storage.origins import Band, Held
from narrowgate_common.richtext.storage.reading_blocks import flow
from narrowgate_common.richtext.storage.tree import Node

DONE = "complete"


def list_of(nodes: Sequence[Node], depth: int) -> Block:
    """Each of them has an element at least."""
    bands = []
    for node in nodes:
        items = tuple(_item(each, depth + 1, node.name) for each in node.elements())
        band = inner_band(node, items)
        bands.append(Band(node.start, band.inner, band.close, node.end, items, node=node))
    first = nodes[0]
    held = Held(first.source, first.start, nodes[-1].end, first, tuple(bands))
    items = tuple(item for band in bands for item in band.children)
    attrs: Attrs = (("start", _start(first)),) if LISTS[first.name] == "numbered" else ()
    return Block("list", "", attrs, children=items, origin=held)


def _start(node: Node) -> str:
    start = node.attr("start").strip()
    return str(int(start)) if start.isascii() and start.isdigit() and len(start) < 10 else "1"


def _item(node: Node, depth: int, parent: str) -> Block:
    """What a list holds beside items is an item, too: a list right within a list."""
    is_task = parent == "ac:task-list"
    done: Attrs = (("done", "x" if _is_done(node) else " "),) if is_task else ()
    if node.name not in ITEMS:
        children = flow([node], depth + 1)
        band = Band(node.start, node.start, node.end, node.end, children)
    elif node.name == "ac:task":
        body = node.child("ac:task-body")
        children = flow(body.children, depth + 1) if body else ()
        band = body_band(node, "ac:task-body", children)
    else:
        children = flow(node.children, depth + 1)
        band = inner_band(node, children)
    held = Held(node.source, node.start, node.end, node, (band,))
    return Block("item", "", done, children=children, origin=held)


def _is_done(node: Node) -> bool:
    status = node.child("ac:task-status")
    return status is not None and status.words().strip() == DONE

"""Bands: where in an element its children stand, or would."""

from __future__ import annotations

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.storage.origins import Band
from narrowgate_common.richtext.storage.tree import Node


def inner_band(node: Node, children: tuple[Block, ...]) -> Band:
    """Everything between an element's tags."""
    if node.closed_at_once:
        slash = node.source.rindex("/", node.start, node.end)
        return Band(slash, slash, node.end, node.end, children, ">", f"</{node.name}>")
    return Band(node.inner, node.inner, node.close, node.close, children)


def body_band(node: Node, name: str, children: tuple[Block, ...]) -> Band:
    """The element of this name in another, or where it would stand: at its end."""
    found = node.child(name)
    if found is not None:
        return inner_band(found, children)
    before, after = f"<{name}>", f"</{name}>"
    if node.closed_at_once:
        slash = node.source.rindex("/", node.start, node.end)
        return Band(slash, slash, node.end, node.end, (), f">{before}", f"{after}</{node.name}>")
    return Band(node.close, node.close, node.close, node.close, (), before, after)

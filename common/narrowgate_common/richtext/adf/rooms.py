"""Which node a block is written as below its ancestors, and what the node above it may hold."""

from __future__ import annotations

from narrowgate_common.richtext.adf.lists import list_types
from narrowgate_common.richtext.adf.nodes import kind
from narrowgate_common.richtext.adf.places import Place
from narrowgate_common.richtext.adf.schema_content import CHILDREN
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Copied

Inside = tuple[Block, ...]

_KINDS = {
    "paragraph": "paragraph",
    "heading": "heading",
    "code": "codeBlock",
    "rule": "rule",
    "quote": "blockquote",
    "alert": "panel",
    "table": "table",
    "row": "tableRow",
    "cell": "tableCell",
    "opaque": "extension",
}
_CONTAINERS = {
    "expand": "expand",
    "layout": "layoutSection",
    "column": "layoutColumn",
    "decisions": "decisionList",
    "figure": "mediaSingle",
    "extension": "bodiedExtension",
    "sync": "bodiedSyncBlock",
}
_NESTING = frozenset({"expand", "nestedExpand", "tableCell", "tableHeader"})
LINES = frozenset({"taskItem", "decisionItem", "caption"})
"""Nodes that hold one line of text."""


def room(inside: Inside) -> str:
    """The type of the node that holds what stands below these ancestors."""
    if not inside:
        return "doc"
    block, above = inside[-1], inside[:-1]
    if block.kind == "item":
        return _item(block, above)
    return node_type(block, above)


def _item(block: Block, above: Inside) -> str:
    if block.is_task:
        return "taskItem"
    return "decisionItem" if len(above) > 1 and above[-2].name == "decisions" else "listItem"


def node_type(block: Block, inside: Inside) -> str:
    """Empty for a container that this format does not know, and for lists: their items decide."""
    if block.kind == "container" and block.name == "expand":
        return "nestedExpand" if room(inside) in _NESTING else "expand"
    return _CONTAINERS.get(block.name, "") if block.kind == "container" else _KINDS.get(block.kind, "")


def holds_list(parent: str, block: Block) -> bool:
    return parent in ("taskItem", "decisionList") or all(holds(parent, name) for name in list_types(block))


def holds(parent: str, child: str) -> bool:
    return child in CHILDREN.get(parent, ())


def holds_old(parent: str, block: Block) -> bool:
    """Whether an old block may stand there; items, rows and cells are made to fit."""
    where = block.origin.origin if isinstance(block.origin, Copied) else block.origin
    if not isinstance(where, Place) or block.kind in ("item", "row", "cell"):
        return True
    if parent in LINES:
        return block.kind == "paragraph" or (parent == "taskItem" and block.kind == "list")
    if where.role == "picture":
        return holds(parent, "mediaSingle")
    if where.role != "node":
        return holds(parent, "paragraph")
    names = {kind(node) for node in where.nodes}
    if names <= {"expand", "nestedExpand"}:
        return holds(parent, "expand") or holds(parent, "nestedExpand")
    return all(holds(parent, name) for name in names)

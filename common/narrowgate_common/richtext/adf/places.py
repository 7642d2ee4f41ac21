"""Where a block stands in the original: the origin of every block that was read from a document."""

from __future__ import annotations

from typing import Literal, NamedTuple

from narrowgate_common.richtext.adf.nodes import Node
from narrowgate_common.richtext.blocks import Block

Role = Literal["node", "bare", "inline", "picture", "caption", "odd"]


class Place(NamedTuple):
    """The nodes `siblings[start:end]`; `node` is the one that matters, None for an item without its own.

    | role | what it is |
    |---|---|
    | node | nodes that stand for themselves; several for lists in a row and for a task with its lists |
    | bare | inline nodes where blocks belong |
    | inline | the content of the task or decision `node` |
    | picture | the medium of `node`, which has a caption |
    | caption | the content of the caption `node` |
    | odd | a node where an item belongs |
    """

    siblings: list[Node]
    start: int
    end: int
    node: Node | None
    role: Role = "node"

    @property
    def nodes(self) -> list[Node]:
        return self.siblings[self.start : self.end]


def place(block: Block) -> Place:
    found = block.origin
    if not isinstance(found, Place):
        raise TypeError("the block was not read from a document")
    return found

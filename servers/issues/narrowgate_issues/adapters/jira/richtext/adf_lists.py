"""Lists of ADF: bullets, numbers, tasks, decisions."""

from __future__ import annotations

from narrowgate_issues.adapters.jira.richtext import adf_nodes, shown, tidy
from narrowgate_issues.adapters.jira.richtext.adf_nodes import Node
from narrowgate_issues.adapters.jira.richtext.adf_walk import Walk
from narrowgate_issues.adapters.jira.richtext.tree import Block, Content, Item, Paragraph, Run

MAX_NUMBER = 999_000_000
"""Markdown has nine digits for a number, and the items after the first need some."""


def bullets(walk: Walk, node: Node, depth: int) -> list[Block]:
    return tidy.listing(_items(walk, node, depth))


def numbers(walk: Walk, node: Node, depth: int) -> list[Block]:
    order = adf_nodes.attribute(node, "order")
    start = 1 if order is None else adf_nodes.whole(order, 0, MAX_NUMBER)
    if start is None:
        walk.hidden.add("list start number")
    return tidy.listing(_items(walk, node, depth), 1 if start is None else start)


def tasks(walk: Walk, node: Node, depth: int) -> list[Block]:
    """In ADF a nested task list is a sibling of the task it belongs to."""
    walk.hidden.add("task list")
    items: list[Item] = []
    for child in adf_nodes.children(node):
        if adf_nodes.kind(child) == "taskList" and items:
            below = walk.blocks([child], depth + 1)
            items[-1] = Item((*items[-1].blocks, *below), items[-1].done)
            continue
        done = adf_nodes.attribute(child, "state") == "DONE"
        items.append(Item(tuple(walk.inside(child, depth + 1)), done))
    return tidy.listing(items)


def decisions(walk: Walk, node: Node, depth: int) -> list[Block]:
    walk.hidden.add("decision list")
    items: list[Item] = []
    for child in adf_nodes.children(node):
        decided = adf_nodes.attribute(child, "state") == "DECIDED"
        first, others = _first_text(walk.inside(child, depth + 1))
        head = tidy.paragraph([shown.token("decision", "" if decided else "open"), Run(" "), *first])
        items.append(Item((*head, *others)))
    return tidy.listing(items)


def _items(walk: Walk, node: Node, depth: int) -> list[Item]:
    items: list[Item] = []
    for child in adf_nodes.children(node):
        if adf_nodes.kind(child) == "listItem":
            walk.note_hidden(child)
            items.append(Item(tuple(walk.inside(child, depth + 1))))
        else:
            walk.hidden.add("odd list item")
            items.append(Item(tuple(walk.blocks([child], depth + 1))))
    return items


def _first_text(blocks: list[Block]) -> tuple[Content, list[Block]]:
    if blocks and isinstance(blocks[0], Paragraph):
        return blocks[0].content, blocks[1:]
    return (), blocks

"""Lists of bullets, numbers, tasks and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from narrowgate_common.richtext.adf.nodes import LISTS, Node, attributes, content, kind, whole
from narrowgate_common.richtext.adf.places import Place
from narrowgate_common.richtext.adf.reading_inline import Hidden, is_visible, runs
from narrowgate_common.richtext.blocks import MAX_DEPTH, Attrs, Block
from narrowgate_common.richtext.refusal import refused

Blocks = Callable[[list[Node], int, int, int, Hidden], tuple[Block, ...]]

MOST_NUMBER = 999_999_999
"""Markdown has nine digits for a number."""

_TASKS = frozenset({"taskItem", "blockTaskItem"})


def listing(blocks: Blocks, where: Place, depth: int, hidden: Hidden) -> Block | None:
    """One list of all lists at this place, which are of one kind but for tasks; None where they have no items."""
    if depth >= MAX_DEPTH:
        raise refused("the document is nested too deep", reason="too_deep")
    items: list[Block] = []
    for node in where.nodes:
        if kind(node) in LISTS:
            read = _tasks if kind(node) == "taskList" else _items
            items += read(blocks, content(node), depth + 1, hidden)
    if not items:
        return None
    first = where.siblings[where.start]
    attrs = (("start", str(start(first))),) if kind(first) == "orderedList" else ()
    return Block("list", "", attrs, (), "", tuple(items), where)


def start(node: Node) -> int:
    found = whole(attributes(node).get("order"), 0, MOST_NUMBER)
    return 1 if found is None else found


def _items(blocks: Blocks, children: list[Node], depth: int, hidden: Hidden) -> Iterator[Block]:
    for at, node in enumerate(children):
        if kind(node) == "listItem":
            inner = content(node)
            below = blocks(inner, 0, len(inner), depth + 1, hidden)
            yield Block("item", "", (), (), "", below, Place(children, at, at + 1, node))
        else:
            below = blocks(children, at, at + 1, depth + 1, hidden)
            yield Block("item", children=below, origin=Place(children, at, at + 1, node, "odd"))


def _tasks(blocks: Blocks, children: list[Node], depth: int, hidden: Hidden) -> Iterator[Block]:
    """A list below a task follows it as its sibling."""
    at = 0
    while at < len(children):
        stop = at + 1
        while stop < len(children) and kind(children[stop]) == "taskList":
            stop += 1
        if kind(children[at]) == "taskList":
            below = blocks(children, at, stop, depth + 1, hidden)
            yield Block("item", "", _done(None), children=below, origin=Place(children, at, stop, None))
        elif kind(children[at]) in _TASKS:
            yield _task(blocks, Place(children, at, stop, children[at]), depth, hidden)
        else:
            below = blocks(children, at, stop, depth + 1, hidden)
            where = Place(children, at, stop, children[at], "odd")
            yield Block("item", "", _done(None), children=below, origin=where)
        at = stop


def _task(blocks: Blocks, where: Place, depth: int, hidden: Hidden) -> Block:
    node = where.siblings[where.start]
    if kind(node) == "blockTaskItem":
        inner = content(node)
        own = blocks(inner, 0, len(inner), depth + 1, hidden)
    else:
        own = _line(node, hidden)
    below = blocks(where.siblings, where.start + 1, where.end, depth + 1, hidden)
    return Block("item", "", _done(node), (), "", (*own, *below), where)


def _done(node: Node | None) -> Attrs:
    done = node is not None and attributes(node).get("state") == "DONE"
    return (("done", "x" if done else " "),)


def _line(node: Node, hidden: Hidden) -> tuple[Block, ...]:
    """The words of a task or decision, which has no paragraph of its own for them."""
    children = content(node)
    found = runs(children, hidden)
    where = Place(children, 0, len(children), node, "inline")
    return (Block("paragraph", "", (), found, "", (), where),) if is_visible(found) else ()


def decisions(blocks: Blocks, node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    """A container for the list, so that it does not read as a list of bullets."""
    children = content(node)
    items: list[Block] = []
    for at, child in enumerate(children):
        if kind(child) == "decisionItem":
            below = _line(child, hidden)
            hidden.update(["state of a decision"] if attributes(child).get("state") != "DECIDED" else [])
            items.append(Block("item", children=below, origin=Place(children, at, at + 1, child)))
        else:
            below = blocks(children, at, at + 1, depth + 3, hidden)
            items.append(Block("item", children=below, origin=Place(children, at, at + 1, child, "odd")))
    inner = (Block("list", children=tuple(items), origin=where),) if items else ()
    return Block("container", "decisions", children=inner, origin=where)

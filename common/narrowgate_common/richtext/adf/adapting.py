"""Nodes in the form that their new parent wants: a task where bullets were, an expand within a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from narrowgate_common.richtext.adf import local_ids
from narrowgate_common.richtext.adf.keeping import paragraph
from narrowgate_common.richtext.adf.nodes import EMPTY, INLINE, LISTS, Node, attributes, content, kind
from narrowgate_common.richtext.refusal import refused

_EXPANDS_INSIDE = frozenset({"expand", "nestedExpand", "tableCell", "tableHeader"})
_ITEMS = frozenset({"listItem", "taskItem", "blockTaskItem", "decisionItem"})
_SHARE = 33.33
"""Of the width, for a column that comes to others."""
_TASKS = frozenset({"taskItem", "blockTaskItem"})


def adapted(parent: str, nodes: Sequence[Node]) -> list[Node]:
    """Raises GatewayError (`unsupported_markup`)."""
    if parent in ("bulletList", "orderedList"):
        return list(_list_items(nodes))
    if parent == "taskList":
        return _task_items(nodes)
    if parent == "decisionList":
        return [_decision(node) for node in nodes]
    if parent == "layoutSection":
        return [node if "attrs" in node else widened(node, _SHARE) for node in nodes]
    return [_expand(parent, node) if kind(node) in ("expand", "nestedExpand") else node for node in nodes]


def widened(column: Node, share: float) -> Node:
    return {"type": "layoutColumn", "attrs": {"width": share}, "content": content(column)}


def line(nodes: Iterable[Node]) -> list[Node]:
    """The words of the one paragraph of a task, a decision or a caption.

    Raises GatewayError (`unsupported_markup`).
    """
    every = list(nodes)
    if len(every) > 1 or any(kind(node) not in ("paragraph", "heading") for node in every):
        raise refused("A task, a decision or a caption holds one line of text", reason="unsupported_markup")
    return content(every[0]) if every else []


def as_task(nodes: Sequence[Node], *, done: bool, old: Node = EMPTY) -> list[Node]:
    """A task with the lists below it behind it; what is not new keeps its id."""
    words = line(node for node in nodes if kind(node) not in LISTS)
    local_id = attributes(old).get("localId") or local_ids.made(nodes)
    task = {
        "type": "taskItem",
        "attrs": {"localId": local_id, "state": "DONE" if done else "TODO"},
        "content": words,
    }
    return [task, *(as_task_list(node) for node in nodes if kind(node) in LISTS)]


def as_task_list(node: Node) -> Node:
    if kind(node) == "taskList":
        return node
    items = _task_items(content(node))
    return {"type": "taskList", "attrs": {"localId": local_ids.made(items)}, "content": items}


def as_list_item(node: Node, below: Sequence[Node] = ()) -> Node:
    own = content(node)
    bare = kind(node) in ("taskItem", "decisionItem")
    return {"type": "listItem", "content": [paragraph(own), *below] if bare else [*own, *below]}


def _list_items(nodes: Sequence[Node]) -> Iterator[Node]:
    at = 0
    while at < len(nodes):
        node, stop = nodes[at], at + 1
        if kind(node) in _TASKS:
            while stop < len(nodes) and kind(nodes[stop]) == "taskList":
                stop += 1
            yield as_list_item(node, nodes[at + 1 : stop])
        elif kind(node) == "listItem":
            yield node
        elif kind(node) == "decisionItem":
            yield as_list_item(node)
        else:
            yield {"type": "listItem", "content": [paragraph([node]) if kind(node) in INLINE else node]}
        at = stop


def _task_items(nodes: Sequence[Node]) -> list[Node]:
    out: list[Node] = []
    for node in nodes:
        if kind(node) in _TASKS or kind(node) == "taskList":
            out.append(node)
        elif kind(node) in ("listItem", "decisionItem"):
            inner = content(node) if kind(node) == "listItem" else [paragraph(content(node))]
            out += as_task(inner, done=False)
        else:
            out += as_task([node], done=False)
    return out


def _decision(node: Node) -> Node:
    if kind(node) == "decisionItem":
        return node
    words = content(node) if kind(node) == "taskItem" else line(content(node))
    attrs = {"localId": local_ids.made(words), "state": "DECIDED"}
    return {"type": "decisionItem", "attrs": attrs, "content": words}


def _expand(parent: str, node: Node) -> Node:
    """Within cells and other expands it has another name, and must have attributes."""
    nested = parent in _EXPANDS_INSIDE
    if nested == (kind(node) == "nestedExpand"):
        return node
    kept = {key: value for key, value in node.items() if key != "marks"}
    attrs = {**attributes(node)}
    kept["type"] = "nestedExpand" if nested else "expand"
    return {**kept, "attrs": attrs} if attrs or nested else kept

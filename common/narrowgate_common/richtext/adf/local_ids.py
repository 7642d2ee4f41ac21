"""Ids of nodes: where the schema wants one, a new node's comes from its words, never from chance or time."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from narrowgate_common.richtext.adf.nodes import IDS, Node, canonical, is_once
from narrowgate_common.richtext.refusal import refused

REQUIRED = frozenset(
    {"taskList", "taskItem", "blockTaskItem", "decisionList", "decisionItem"}
    | {"syncBlock", "bodiedSyncBlock"}
)


def made(content: Any, turn: int = 0) -> str:
    """In the form of a UUID; another one for each turn."""
    digest = hashlib.sha256(f"{turn}\n{canonical(content)}".encode()).hexdigest()
    return "-".join((digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32]))


def copied(nodes: list[Node]) -> list[Node]:
    """Copies of the nodes without what must not stand twice: ids, comment markers."""
    try:
        out: list[Node] = json.loads(json.dumps(nodes))
    except RecursionError:
        raise refused("the document is nested too deep", reason="too_deep") from None
    for node in _nodes_below(out):
        _renew(node)
    return out


def _nodes_below(nodes: list[Node]) -> Iterable[Node]:
    waiting: list[Any] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            inner = node.get("content")
            waiting.extend(inner if isinstance(inner, list) else [])


def _renew(node: Node) -> None:
    attrs = node.get("attrs")
    if isinstance(attrs, dict):
        old = attrs.get("localId")
        _without_ids(attrs)
        if node.get("type") in REQUIRED:
            attrs["localId"] = made(["copy", old])
    marks = node.get("marks")
    if isinstance(marks, list):
        node["marks"] = [mark for mark in marks if not is_once(mark)]


def _without_ids(attrs: Node) -> None:
    """Also deep in the parameters of a macro."""
    waiting: list[Any] = [attrs]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            for name in IDS:
                value.pop(name, None)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def distinct(nodes: list[Node], original: list[Node]) -> list[Node]:
    """The same nodes, but for new ones whose required id stands elsewhere already: they have another."""
    kept = {id(node) for node in original}
    new = [node for node in nodes if id(node) not in kept]
    if not any(node.get("type") in REQUIRED for node in _nodes_below(new)):
        return nodes
    known = {id(node) for node in _nodes_below(original)}
    ids = Counter(_local_id(node) for node in _nodes_below(nodes) if node.get("type") in REQUIRED)
    if all(count == 1 for count in ids.values()):
        return nodes
    old = (node for node in _nodes_below(nodes) if id(node) in known and node.get("type") in REQUIRED)
    seen = {_local_id(node) for node in old}
    turns: Counter[str] = Counter()
    return [_renumbered(node, seen, known, turns) for node in nodes]


def _renumbered(node: Node, seen: set[str], known: set[int], turns: Counter[str]) -> Node:
    """The very same node if all ids in it are its own; `turns` says how often an id was made anew already."""
    if id(node) in known:
        return node
    out = node
    inner = node.get("content")
    if isinstance(inner, list):
        below = [_renumbered(child, seen, known, turns) for child in inner]
        if any(new is not old for new, old in zip(below, inner, strict=True)):
            out = {**node, "content": below}
    if node.get("type") not in REQUIRED:
        return out
    before = local_id = _local_id(node)
    while local_id in seen:
        turns[before] += 1
        local_id = made(before, turns[before])
    seen.add(local_id)
    return out if local_id == before else {**out, "attrs": {**out.get("attrs", {}), "localId": local_id}}


def _local_id(node: Node) -> str:
    attrs = node.get("attrs")
    return str(attrs.get("localId")) if isinstance(attrs, dict) else ""

"""Changed lists and items: an old list may be several nodes in a row, and a task has its lists behind it."""

from __future__ import annotations

from narrowgate_common.richtext.adf import local_ids
from narrowgate_common.richtext.adf.adapting import adapted, as_list_item, as_task, as_task_list, line
from narrowgate_common.richtext.adf.heads import refuse_unknown, with_content
from narrowgate_common.richtext.adf.joining import Parts, joined, own_place
from narrowgate_common.richtext.adf.nodes import LISTS, Node, attributes, changed, content, kind
from narrowgate_common.richtext.adf.places import Place, place
from narrowgate_common.richtext.adf.reading_lists import start
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part


def list_type(block: Block) -> str:
    if any(item.is_task for item in block.children):
        return "taskList"
    return "orderedList" if block.is_numbered else "bulletList"


def relisted(old: Block, new: Block, parts: Parts) -> list[Node]:
    """The nodes of a list with these items; lists that lost all of theirs go, with what stood behind them."""
    refuse_unknown(old, new)
    where = place(old)
    name = kind(where.siblings[where.start])
    wanted = name if name == "decisionList" else list_type(new)
    out: list[Node] = []
    for at, run in _by_list(where, parts):
        node = where.siblings[at]
        children = [item for item in old.children if own_place(item, content(node))]
        items = joined(content(node), children, run, wanted)
        items = items if wanted == name else adapted(wanted, items)
        if items:
            out += _gap(where, at, name) if out else []
            out.append(_retyped(with_content(node, node, items), wanted))
    return _renumbered(out, old, new)


def _by_list(where: Place, parts: Parts) -> list[tuple[int, list[Part[list[Node]]]]]:
    """Which items go to which of the nodes: an item stays in its own, a new one goes where the last one went."""
    homes = {id(where.siblings[at].get("content")): at for at in range(where.start, where.end)}
    runs: dict[int, list[Part[list[Node]]]] = {}
    current = where.start
    for part in parts:
        source = part.source.origin if part.source is not None else None
        home = homes.get(id(source.siblings), current) if isinstance(source, Place) else current
        current = max(current, home)
        runs.setdefault(current, []).append(part)
    return sorted(runs.items())


def _gap(where: Place, at: int, name: str) -> list[Node]:
    """The unseen nodes in front of this list."""
    begin = at
    while begin > where.start and kind(where.siblings[begin - 1]) != name:
        begin -= 1
    return where.siblings[begin:at]


def _retyped(node: Node, wanted: str) -> Node:
    if kind(node) == wanted:
        return node
    old = attributes(node).get("localId")
    local_id = old or (local_ids.made(content(node)) if wanted == "taskList" else None)
    attrs = {"attrs": {"localId": local_id}} if local_id else {}
    return {"type": wanted, **attrs, "content": content(node)}


def _renumbered(nodes: list[Node], old: Block, new: Block) -> list[Node]:
    wanted = new.attr("start")
    if not nodes or not wanted or (old.is_numbered and old.attr("start") == wanted):
        return nodes
    first = nodes[0] if str(start(nodes[0])) == wanted else changed(nodes[0], order=int(wanted))
    return [first, *nodes[1:]]


def reitemed(old: Block, new: Block, parts: Parts) -> list[Node]:
    """The node of an item with this content, a task's lists behind it."""
    refuse_unknown(old, new)
    node = place(old).node
    name = kind(node) if node is not None else ""
    if name == "decisionItem" and node is not None:
        words = _words(node, parts)
        return [with_content(node, node, words)]
    if new.is_task:
        return _retasked(old, new, parts)
    if name == "listItem" and node is not None:
        children = joined(content(node), old.children, parts, "listItem")
        return [with_content(node, node, children)]
    inner = [child for part in parts for child in part.piece]
    return [as_list_item({"type": "listItem", "content": inner or [{"type": "paragraph", "content": []}]})]


def _retasked(old: Block, new: Block, parts: Parts) -> list[Node]:
    where = place(old)
    node = where.node
    done = new.attr("done") == "x"
    if node is None and not done and all(map(_is_listing, parts)):
        return _lists_below(parts)
    if node is None or kind(node) not in ("taskItem", "blockTaskItem"):
        return as_task([child for part in parts for child in part.piece], done=done)
    top = node if old.attr("done") == new.attr("done") else changed(node, state="DONE" if done else "TODO")
    own = [part for part in parts if not _is_listing(part)]
    if kind(node) == "taskItem":
        words = _words(node, own)
    else:
        words = joined(content(node), _own_children(old, node), own, "blockTaskItem")
    return [with_content(node, top, words), *_lists_below([part for part in parts if _is_listing(part)])]


def _own_children(old: Block, node: Node) -> list[Block]:
    return [child for child in old.children if own_place(child, content(node))]


def _lists_below(parts: Parts) -> list[Node]:
    return [as_task_list(node) for part in parts for node in part.piece]


def _is_listing(part: Part[list[Node]]) -> bool:
    return bool(part.piece) and all(kind(node) in LISTS for node in part.piece)


def _words(node: Node, parts: Parts) -> list[Node]:
    """The line of a task or decision; the very same list where it did not change."""
    words = line(child for part in parts for child in part.piece)
    own = content(node)
    same = len(words) == len(own) and all(a is b for a, b in zip(words, own, strict=True))
    return own if same else words

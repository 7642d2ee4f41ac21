"""Changed lists and items: an old list may be several nodes in a row, and a task has its lists behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrowgate_common.richtext.adf import local_ids
from narrowgate_common.richtext.adf.adapting import adapted, as_list_item, as_task, as_task_list, line
from narrowgate_common.richtext.adf.heads import refuse_unknown, with_content
from narrowgate_common.richtext.adf.joining import Parts, joined, own_place
from narrowgate_common.richtext.adf.nodes import LISTS, Node, are_same, changed, content, kind
from narrowgate_common.richtext.adf.places import Place, place
from narrowgate_common.richtext.adf.reading_lists import start
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.refusal import refused


def list_type(numbered: bool, item: Block) -> str:  # noqa: FBT001 - it reads as the list's one property
    """The list that an item stands in; in a row of them, tasks have their own."""
    if item.is_task:
        return "taskList"
    return "orderedList" if numbered else "bulletList"


def list_types(block: Block) -> set[str]:
    return {list_type(block.is_numbered, item) for item in block.children} or {"bulletList"}


@dataclass(slots=True)
class _Segment:
    """Items for one list: an old node, or a new one."""

    node: Node | None
    type: str
    parts: list[Part[list[Node]]] = field(default_factory=list)


def relisted(old: Block, new: Block, parts: Parts) -> list[Node]:
    """The nodes of a list with these items; lists that lost all of theirs go, with what stood before them."""
    refuse_unknown(old, new)
    where = place(old)
    out: list[Node] = []
    for segment in _segments(where, new, parts):
        made = _list(segment, old)
        if made is not None:
            out += _gap(where, segment.node) if out and segment.node is not None else []
            out.append(made)
    return _renumbered(out, new)


def _segments(where: Place, new: Block, parts: Parts) -> list[_Segment]:
    """An item stays in its own list, a new one goes where the last one went, if that is a list for it."""
    homes = {id(where.siblings[at].get("content")): at for at in range(where.start, where.end)}
    out: list[_Segment] = []
    latest = where.start - 1
    for part in parts:
        wanted = _wanted(where, new, part)
        source = part.source.origin if part.source is not None else None
        home = homes.get(id(source.siblings), -1) if isinstance(source, Place) else -1
        if home > latest and _is_for(where.siblings[home], wanted):
            latest = home
            if not out or out[-1].node is not None or out[-1].type != wanted:
                out.append(_Segment(None, wanted))
            out[-1].node = where.siblings[home]
        elif not out or out[-1].type != wanted:
            out.append(_Segment(None, wanted))
        out[-1].parts.append(part)
    return out


def _wanted(where: Place, new: Block, part: Part[list[Node]]) -> str:
    if kind(where.siblings[where.start]) == "decisionList":
        return "decisionList"
    if part.block.is_task and new.is_numbered:
        raise refused("Tasks have no numbers here", reason="unsupported_markup")
    return list_type(new.is_numbered, part.block)


def _is_for(node: Node, wanted: str) -> bool:
    """Bullets become numbers in the list they are in; tasks need their own."""
    name = kind(node)
    return name == wanted or {name, wanted} == {"bulletList", "orderedList"}


def _list(segment: _Segment, old: Block) -> Node | None:
    node = segment.node
    if node is None:
        items = adapted(segment.type, [child for part in segment.parts for child in part.piece])
        return new_list(segment.type, items) if items else None
    children = [item for item in old.children if own_place(item, content(node))]
    items = joined(content(node), children, segment.parts, segment.type)
    if not items:
        return None
    top = node if kind(node) == segment.type else {**node, "type": segment.type}
    if top is not node and "attrs" in top:
        top = changed(top, order=None)
    return with_content(node, top, items)


def new_list(name: str, items: list[Node]) -> Node:
    attrs = {"attrs": {"localId": local_ids.made(items)}} if name in local_ids.REQUIRED else {}
    return {"type": name, **attrs, "content": items}


def _gap(where: Place, node: Node) -> list[Node]:
    """The unseen nodes in front of this list."""
    at = next(at for at in range(where.start, where.end) if where.siblings[at] is node)
    begin = at
    while begin > where.start and kind(where.siblings[begin - 1]) not in LISTS:
        begin -= 1
    return where.siblings[begin:at]


def _renumbered(nodes: list[Node], new: Block) -> list[Node]:
    wanted = new.attr("start")
    if not nodes or not wanted or str(start(nodes[0])) == wanted:
        return nodes
    return [changed(nodes[0], order=int(wanted)), *nodes[1:]]


def reitemed(old: Block, new: Block, parts: Parts) -> list[Node]:
    """The node of an item with this content, a task's lists behind it."""
    refuse_unknown(old, new)
    where = place(old)
    node = where.node
    name = kind(node) if node is not None else ""
    if where.role == "odd" and old.attrs == new.attrs and _is_as_it_was(where.nodes, parts):
        return where.nodes
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


def _is_as_it_was(nodes: list[Node], parts: Parts) -> bool:
    pieces = [child for part in parts for child in part.piece]
    return are_same(pieces, nodes)


def _words(node: Node, parts: Parts) -> list[Node]:
    """The line of a task or decision; the very same list where it did not change."""
    words = line(child for part in parts for child in part.piece)
    own = content(node)
    return own if are_same(words, own) else words

"""Changed blocks that hold blocks."""

from __future__ import annotations

from narrowgate_common.richtext.adf import heads, keeping, lists
from narrowgate_common.richtext.adf.adapting import line
from narrowgate_common.richtext.adf.joining import Parts, joined
from narrowgate_common.richtext.adf.nodes import Node, content, kind
from narrowgate_common.richtext.adf.places import place
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.refusal import refused


def container(old: Block, new: Block, parts: Parts) -> list[Node]:
    """Raises GatewayError (`unsupported_markup`)."""
    if old.kind == "list":
        return lists.relisted(old, new, parts)
    if old.kind == "item":
        return lists.reitemed(old, new, parts)
    if old.kind == "container" and old.name == "decisions":
        return _decisions(parts)
    if old.kind == "container" and old.name == "figure":
        return [_figure(old, parts)]
    return _generic(old, new, parts)


def _generic(old: Block, new: Block, parts: Parts) -> list[Node]:
    node = place(old).node
    if node is None:
        raise TypeError("a container is a node")
    top = heads.patched(node, old, new)
    children = joined(content(node), old.children, parts, kind(top))
    if old.kind == "table" and not children:
        return []
    if kind(top) == "layoutSection" and not 2 <= len(children) <= 3 and children is not content(node):
        raise refused("A layout holds two or three columns", reason="unsupported_markup")
    same = "content" not in node and not children
    return [top if same else heads.with_content(node, top, children)]


def _decisions(parts: Parts) -> list[Node]:
    nodes = [node for part in parts for node in part.piece]
    if len(nodes) > 1 or any(kind(node) != "decisionList" for node in nodes):
        raise refused("Decisions are one list and nothing else", reason="unsupported_markup")
    return nodes


def _figure(old: Block, parts: Parts) -> Node:
    """An image and the line below it; without the one or the other it is no figure."""
    node = place(old).node
    pieces = [child for part in parts for child in part.piece]
    if node is None or not pieces or kind(pieces[0]) != "mediaSingle":
        raise refused("A figure is an image and the line below it", reason="unsupported_markup")
    picture = pieces[0]
    if len(pieces) == 1:
        return {**picture, "content": content(picture)[:1]}
    words = line(pieces[1:])
    before = old.children[1].origin.node
    caption = keeping.captioned(before, words)
    same_picture = content(picture)[0] is content(node)[0] and _but_content(picture) == _but_content(node)
    if same_picture and caption is before:
        return node
    return {**picture, "content": [content(picture)[0], caption]}


def _but_content(node: Node) -> Node:
    return {key: value for key, value in node.items() if key != "content"}

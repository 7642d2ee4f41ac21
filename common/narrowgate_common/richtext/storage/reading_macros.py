"""Macros where blocks stand: code, panels, boxes with a body; all others are kept as they are."""

from __future__ import annotations

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.languages import is_language
from narrowgate_common.richtext.storage import macros
from narrowgate_common.richtext.storage.bodies import body_band, inner_band
from narrowgate_common.richtext.storage.elements import ALERTS, CODE_MACROS
from narrowgate_common.richtext.storage.origins import Band, Held
from narrowgate_common.richtext.storage.reading_blocks import flow, opaque
from narrowgate_common.richtext.storage.tree import Node

CODE_ATTRS = ("language", "title", "linenumbers", "firstline", "collapse", "theme")
"""Parameters of a code block that are shown; all others are kept unseen."""

PANELS = frozenset({"INFO", "NOTE", "TIP", "WARNING", "ERROR", "SUCCESS", "CUSTOM"})


def macro(node: Node, depth: int) -> Block:
    name = node.attr("ac:name")
    if name in CODE_MACROS and macros.body(node) is None:
        return _code(node)
    if name in ALERTS and node.child(macros.PLAIN_BODY) is None:
        return _alert(node, ALERTS[name], depth)
    if macros.body(node) is not None or name == "panel":
        return _box(node, name, depth)
    return opaque(node, "macro", name)


def extension(node: Node, depth: int) -> Block | None:
    """A panel that only ADF knows; other extensions are kept as they are."""
    adf = node.child("ac:adf-node")
    inside = adf.child("ac:adf-content") if adf else None
    kind = _panel_type(adf) if adf else ""
    if adf is None or inside is None or kind not in PANELS or inside.closed_at_once:
        return opaque(node, "element", "adf-extension")
    children = flow(inside.children, depth + 1)
    held = Held(
        node.source, node.start, node.end, node, (inner_band(inside, children),), twin=_twin(node, inside)
    )
    return Block("alert", kind, children=children, origin=held)


def _panel_type(node: Node) -> str:
    if node.attr("type") != "panel":
        return ""
    found = (each for each in node.elements() if each.attr("key") == "panel-type")
    return next((each.words().strip().upper() for each in found), "")


def _twin(node: Node, inside: Node) -> tuple[int, int] | None:
    """Where the fallback repeats the content."""
    fallback = node.child("ac:adf-fallback")
    if fallback is None:
        return None
    text = node.source[inside.inner : inside.close]
    at = node.source.find(text, fallback.inner, fallback.close) if text else -1
    return (at, at + len(text)) if at >= 0 else None


def _code(node: Node) -> Block:
    values = macros.values(node)
    attrs = tuple(
        (name, values[name]) for name in CODE_ATTRS if values.get(name) and _is_shown(name, values[name])
    )
    held = Held(node.source, node.start, node.end, node)
    return Block("code", "", attrs, text=macros.plain_body(node), origin=held)


def _is_shown(name: str, value: str) -> bool:
    return name != "language" or is_language(value)


def _alert(node: Node, name: str, depth: int) -> Block:
    children, band = _body(node, depth)
    title = macros.values(node).get("title", "")
    attrs: Attrs = (("title", title),) if title else ()
    held = Held(node.source, node.start, node.end, node, (band,))
    return Block("alert", name, attrs, children=children, origin=held)


def _box(node: Node, name: str, depth: int) -> Block:
    children, band = _body(node, depth)
    attrs = [("title", macros.values(node).get("title", "")), ("ref", macros.head_ref(node))]
    if not macros.is_simple_name(name):
        attrs.insert(0, ("name", name))
        name = "macro"
    held = Held(node.source, node.start, node.end, node, (band,))
    shown = tuple(each for each in attrs if each[1])
    return Block("container", name, shown, children=children, origin=held)


def _body(node: Node, depth: int) -> tuple[tuple[Block, ...], Band]:
    inside = macros.body(node)
    children = flow(inside.children, depth + 1) if inside else ()
    return children, body_band(node, macros.RICH_BODY, children)

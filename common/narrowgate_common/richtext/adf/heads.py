"""The head of a changed block: its type and attributes, patched where the wanted block differs from the old one."""

from __future__ import annotations

from typing import Any

from narrowgate_common.richtext.adf.nodes import Node, attributes, changed, head, marks
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.refusal import refused

_PATCHABLE = {
    "heading": {"level"},
    "code": {"language"},
    "list": {"start"},
    "item": {"done"},
    "cell": {"header", "colspan", "rowspan"},
    "container expand": {"title"},
}


def patched(node: Node, old: Block, new: Block) -> Node:
    """The very same node where nothing differs.

    Raises GatewayError (`unsupported_markup`) for an attribute that this format has no place for.
    """
    if (old.kind, old.name, old.attrs) == (new.kind, new.name, new.attrs):
        return node
    refuse_unknown(old, new)
    patch = _PATCHES.get(new.kind)
    return patch(node, old, new) if patch is not None else node


def refuse_unknown(old: Block, new: Block) -> None:
    key = f"container {new.name}" if new.kind == "container" else new.kind
    known = _PATCHABLE.get(key, set())
    for name, value in new.attrs:
        if name not in known and old.attr(name) != value:
            raise refused(
                f"The attribute {name[:40]} of a {new.name or new.kind} cannot be set here",
                reason="unsupported_markup",
            )


def _heading(node: Node, old: Block, new: Block) -> Node:
    """Also a paragraph that becomes a heading, or the other way round."""
    if new.kind == old.kind:
        return changed(node, level=new.level)
    allowed = (
        ("alignment", "indentation") if new.kind == "heading" else ("alignment", "indentation", "fontSize")
    )
    kept = [mark for mark in marks(node) if mark.get("type") in allowed]
    attrs: dict[str, Any] = {"level": new.level} if new.kind == "heading" else {}
    if local_id := attributes(node).get("localId"):
        attrs["localId"] = local_id
    out: Node = {"type": new.kind}
    if attrs:
        out["attrs"] = attrs
    if kept:
        out["marks"] = kept
    return {**out, "content": node.get("content", [])}


def _alert(node: Node, old: Block, new: Block) -> Node:
    return node if old.name == new.name else changed(node, panelType=new.name.lower())


def _code(node: Node, old: Block, new: Block) -> Node:
    wanted = new.attr("language")
    return node if old.attr("language") == wanted else changed(node, language=wanted or None)


def _container(node: Node, old: Block, new: Block) -> Node:
    if new.name != "expand" or old.attr("title") == new.attr("title"):
        return node
    titled = changed(node, title=new.attr("title") or None)
    return titled if "attrs" in titled else {**titled, "attrs": {}}


def _cell(node: Node, old: Block, new: Block) -> Node:
    out = node
    if old.attr("header") != new.attr("header"):
        out = {**out, "type": "tableHeader" if new.attr("header") else "tableCell"}
    for name in ("colspan", "rowspan"):
        if old.attr(name) != new.attr(name):
            out = changed(out, **{name: int(new.attr(name)) if new.attr(name) else None})
    return out


_PATCHES = {
    "paragraph": _heading,
    "heading": _heading,
    "alert": _alert,
    "code": _code,
    "container": _container,
    "cell": _cell,
}


def with_content(node: Node, top: Node, content: list[Node]) -> Node:
    """`top` with this content; the very same node where head and content are its own."""
    if top is node and content is node.get("content"):
        return node
    return {**head(top), "content": content}

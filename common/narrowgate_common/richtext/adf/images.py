"""Media as images: `media:collection/id` or an address of the web, words that stand in for it, a width."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

from narrowgate_common.richtext.adf.marks import leads_alike, link_mark, link_of, remade, web
from narrowgate_common.richtext.adf.nodes import (
    EMPTY,
    Node,
    attributes,
    changed,
    content,
    kind,
    marks,
    with_marks,
    words,
)
from narrowgate_common.richtext.inline import PLAIN, Atom, Link

SINGLE_LAYOUT = "center"


def image(media: Node, single: Node = EMPTY) -> Atom | None:
    """None for a medium that cannot be named."""
    to = _destination(attributes(media))
    if not to:
        return None
    wide = shown_width(attributes(single))
    return Atom("image", words(media, "alt"), (("to", to), ("width", wide)) if wide else (("to", to),))


def link(media: Node, single: Node = EMPTY) -> Link | None:
    """Where the image leads: the medium or its frame may say so."""
    for mark in (*marks(media), *marks(single)):
        if mark.get("type") == "link" and (found := link_of(mark)):
            return found
    return None


def medium(single: Node) -> Node | None:
    children = content(single)
    return children[0] if children and kind(children[0]) == "media" else None


def fresh_single(atom: Atom, link: Link | None) -> Node:
    """An image on a line of its own."""
    attrs = {"layout": SINGLE_LAYOUT, **width(atom.attr("width"))}
    media: Node = {"type": "media", "attrs": _media_attributes(atom)}
    if link is not None:
        media["marks"] = [link_mark(link)]
    return {"type": "mediaSingle", "attrs": attrs, "content": [media]}


def fresh_inline(atom: Atom, link: Link | None) -> Node:
    """An image between words, which only what is stored with the document can be."""
    attrs = _media_attributes(atom)
    node: Node = {"type": "mediaInline", "attrs": attrs}
    if link is not None:
        node["marks"] = [link_mark(link)]
    return node


def patched(node: Node, old: Atom, new: Atom, wanted: Link | None) -> Node:
    """A frame or an inline medium as the new atom: words, place, width and link, and nothing else."""
    if kind(node) != "mediaSingle":
        return _patched_medium(node, old, new, remade(marks(node), PLAIN, wanted))
    media = medium(node)
    if media is None:
        return node
    same_link = leads_alike(link(media, node), wanted)
    frame_marks = marks(node) if same_link else remade(marks(node), PLAIN, None)
    medium_marks = marks(media) if same_link else remade(marks(media), PLAIN, wanted)
    inside = _patched_medium(media, old, new, medium_marks)
    out = node if inside is media else {**node, "content": [inside, *content(node)[1:]]}
    out = with_marks(out, frame_marks)
    if old.attr("width") != new.attr("width"):
        out = changed(out, **{"width": None, "widthType": None, **width(new.attr("width"))})
    return out


def _patched_medium(node: Node, old: Atom, new: Atom, wanted_marks: list[Node]) -> Node:
    out = node
    if old.label != new.label:
        out = changed(out, alt=new.label or None)
    if old.attr("to") != new.attr("to"):
        out = {**out, "attrs": _media_attributes(new)}
    return with_marks(out, wanted_marks)


def _media_attributes(atom: Atom) -> Node:
    alt: Node = {"alt": atom.label} if atom.label else {}
    to = atom.attr("to")
    if not to.startswith("media:"):
        return {"type": "external", "url": to, **alt}
    collection, _, name = to.removeprefix("media:").partition("/")
    return {"type": "file", "id": unquote(name), "collection": unquote(collection), **alt}


def _destination(attrs: Node) -> str:
    if attrs.get("type") == "external":
        return web(attrs.get("url"))
    name = attrs.get("id")
    collection = attrs.get("collection")
    if not isinstance(name, str) or not name:
        return ""
    return f"media:{_quoted(collection if isinstance(collection, str) else '')}/{_quoted(name)}"


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="replace")


def shown_width(attrs: Node) -> str:
    """Pixels as a number; a share of the line's width with its sign."""
    found = attrs.get("width")
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < 1_000_000:
        return ""
    return f"{found:.10g}" + ("" if attrs.get("widthType") == "pixel" else "%")


def width(shown: str) -> dict[str, Any]:
    """The attributes of a frame for it; nothing for what is no width."""
    share = shown.endswith("%")
    found = number(shown.removesuffix("%"))
    if found is None or found > (100 if share else 999_999):
        return {}
    return {"width": found, "widthType": "percentage" if share else "pixel"}


def number(text: str) -> int | float | None:
    """Whole where it can be; digits and one point only."""
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit()) or len(text) > 12 or text[0] == ".":
        return None
    value = float(text)
    return int(value) if value == int(value) else value

"""An atom or a link changed in its place: attributes, ids and everything else that is not shown stay."""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.richtext.inline import Atom, Link
from narrowgate_common.richtext.storage import places
from narrowgate_common.richtext.storage.atoms import LINK_BODIES
from narrowgate_common.richtext.storage.edits import Edit, attribute, edited, inside, parameter
from narrowgate_common.richtext.storage.elements import COLOURS
from narrowgate_common.richtext.storage.entities import escaped
from narrowgate_common.richtext.storage.macros import parameters
from narrowgate_common.richtext.storage.tree import Node
from narrowgate_common.richtext.storage.writing_atoms import atom


def patched(node: Node, old: Atom, new: Atom) -> str:
    """The element of an old atom as it is now wanted."""
    patcher = _PATCHERS.get(old.kind)
    if patcher is None:
        return node.raw if old.kind == "macro" else atom(new)
    return edited(node.source, node.start, node.end, patcher(node, old, new))


def relinked(node: Node, wanted: Link) -> tuple[int, str] | None:
    """The head of a link with another destination, and where in the original it ends; None for another kind of link."""
    if node.name == "a" and places.is_web(wanted.to):
        edits = [attribute(node, "href", wanted.to)]
        if node.attr("title") != wanted.title:
            edits.append(attribute(node, "title", wanted.title))
        return node.inner, edited(node.source, node.start, node.inner, edits)
    body = node.child(*LINK_BODIES)
    if node.name != "ac:link" or body is None or places.is_web(wanted.to):
        return None
    anchor, resource = places.target(wanted.to)
    edits = [attribute(node, "ac:anchor", anchor)]
    before = next((each for each in node.elements() if each.name.startswith("ri:")), None)
    edits.append((before.start, before.end, resource) if before else (node.inner, node.inner, resource))
    return body.start, edited(node.source, node.start, body.start, edits)


def _status(node: Node, old: Atom, new: Atom) -> list[Edit]:
    edits = [parameter(node, "title", new.label)] if new.label != old.label else []
    if new.attr("color") != old.attr("color"):
        names = {name for name, _ in parameters(node)}
        name = "color" if "color" in names and "colour" not in names else "colour"
        edits.append(parameter(node, name, COLOURS.get(new.attr("color"), new.attr("color"))))
    return edits


def _mention(node: Node, old: Atom, new: Atom) -> list[Edit]:
    body = node.child(*LINK_BODIES)
    if body is None or new.label == old.label:
        return []
    return [inside(body, escaped(new.label))]


def _date(node: Node, _old: Atom, new: Atom) -> list[Edit]:
    return [attribute(node, "datetime", new.label)]


def _card(node: Node, _old: Atom, new: Atom) -> list[Edit]:
    return [attribute(node, "href", new.label), inside(node, escaped(new.label))]


def _image(node: Node, old: Atom, new: Atom) -> list[Edit]:
    prefix = "ac:" if node.name == "ac:image" else ""
    shown = {"title": "title", "width": "width", "height": "height"}
    edits = [
        attribute(node, prefix + name, new.attr(key))
        for key, name in shown.items()
        if new.attr(key) != old.attr(key)
    ]
    if new.label != old.label:
        edits.append(attribute(node, f"{prefix}alt", new.label))
    if new.attr("to") != old.attr("to"):
        edits.append(_image_source(node, new.attr("to")))
    if prefix and new.attr("caption") != old.attr("caption"):
        edits.append(_caption(node, new.attr("caption")))
    return edits


def _image_source(node: Node, to: str) -> Edit:
    if node.name == "img":
        return attribute(node, "src", to)
    before = next(each for each in node.elements() if each.name.startswith("ri:"))
    return before.start, before.end, places.resource(to)


def _caption(node: Node, text: str) -> Edit:
    """The paragraph in it stays the same paragraph."""
    found = node.child("ac:caption")
    if found is None:
        at = node.close
        return at, at, f"<ac:caption><p>{escaped(text)}</p></ac:caption>"
    if not text:
        return found.start, found.end, ""
    only = list(found.elements())
    if len(only) == 1 and only[0].name == "p" and found.words().strip() == only[0].words().strip():
        return inside(only[0], escaped(text))
    return inside(found, f"<p>{escaped(text)}</p>")


_PATCHERS: dict[str, Callable[[Node, Atom, Atom], list[Edit]]] = {
    "status": _status,
    "mention": _mention,
    "date": _date,
    "card": _card,
    "image": _image,
}

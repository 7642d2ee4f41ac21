"""Elements that are read as one thing among words."""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.richtext.inline import Atom
from narrowgate_common.richtext.storage import macros, places
from narrowgate_common.richtext.storage.elements import FOREIGN, MACROS
from narrowgate_common.richtext.storage.entities import collapsed
from narrowgate_common.richtext.storage.refs import ref_of
from narrowgate_common.richtext.storage.tree import Node

LINK_BODIES = ("ac:link-body", "ac:plain-text-link-body")


def atom_of(node: Node) -> Atom | None:
    """None for an element that only stands around words."""
    reader = _READERS.get(node.name)
    if reader is not None:
        return reader(node)
    if node.name in MACROS:
        return _macro(node)
    if node.name == "ac:inline-comment-marker":
        return None
    if node.name in FOREIGN or node.name.startswith(("ac:", "ri:")) or node.name in _NEVER_AMONG_WORDS:
        return opaque(node, node.name.split(":")[-1])
    return None


def opaque(node: Node, name: str, label: str = "") -> Atom:
    return Atom("macro", collapsed(label) or name or "macro", (("name", name), ("ref", ref_of(node))))


def caption(node: Node) -> str:
    found = node.child("ac:caption")
    return collapsed(found.words()) if found else ""


def _break(_node: Node) -> Atom:
    return Atom("break")


def _date(node: Node) -> Atom:
    return Atom("date", node.attr("datetime"))


def _emoji(node: Node) -> Atom:
    short = node.attr("ac:emoji-shortname").strip(":")
    return Atom("emoji", short or node.attr("ac:name"))


def _image(node: Node) -> Atom:
    resource = next((each for each in node.elements() if each.name.startswith("ri:")), None)
    to = places.of_resource(resource) if resource else None
    if to is None:
        return opaque(node, "image", node.attr("ac:alt"))
    attrs = [("to", to), *((name, node.attr(f"ac:{name}")) for name in ("title", "width", "height"))]
    attrs.append(("caption", caption(node)))
    return Atom("image", node.attr("ac:alt"), tuple(each for each in attrs if each[1] or each[0] == "to"))


def _web_image(node: Node) -> Atom:
    attrs = [("to", node.attr("src")), *((name, node.attr(name)) for name in ("title", "width", "height"))]
    return Atom("image", node.attr("alt"), tuple(each for each in attrs if each[1] or each[0] == "to"))


def _link(node: Node) -> Atom | None:
    """A person is an atom, and so is a link whose destination has no form; others stand around their words."""
    person = node.child("ri:user")
    words = collapsed("".join(each.words() for each in node.elements() if each.name in LINK_BODIES))
    if person is not None:
        identifier = places.of_user(person)
        return Atom("mention", words or identifier, (("id", identifier),))
    return opaque(node, "link", words) if places.of_link(node) is None else None


def _smart_link(node: Node) -> Atom | None:
    address = node.attr("href")
    is_card = bool(node.attr("data-card-appearance")) and node.words().strip() == address
    return Atom("card", address) if is_card and address else None


def _macro(node: Node) -> Atom:
    name = node.attr("ac:name")
    values = macros.values(node)
    if name == "status":
        colour = values.get("colour", values.get("color", "")).lower()
        return Atom("status", values.get("title", ""), (("color", colour),) if colour else ())
    return opaque(node, name, values.get("key", "") or values.get("", ""))


def _placeholder(node: Node) -> Atom:
    return opaque(node, "placeholder", node.words())


_READERS: dict[str, Callable[[Node], Atom | None]] = {
    "br": _break,
    "time": _date,
    "ac:emoticon": _emoji,
    "ac:image": _image,
    "img": _web_image,
    "ac:link": _link,
    "a": _smart_link,
    "ac:placeholder": _placeholder,
}

_NEVER_AMONG_WORDS = frozenset(
    {"p", "blockquote", "hr", "pre", "table", "ul", "ol", "dl", "div", "h1", "h2", "h3", "h4", "h5", "h6"}
)

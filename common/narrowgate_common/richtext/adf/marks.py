"""Marks of a text: those that Markdown shows, and those that it hides and an edit keeps."""

from __future__ import annotations

import re
from collections.abc import Iterable

from narrowgate_common.richtext.adf.nodes import Node, attributes, words
from narrowgate_common.richtext.destinations import scheme
from narrowgate_common.richtext.inline import PLAIN, Link, Mark, Marks

WEB = frozenset({None, "http", "https", "mailto"})
"""Where links of a document may lead: our own forms for what lies beside a text mean nothing there."""

ORDER: tuple[Mark, ...] = ("code", "strong", "em", "strike")
BESIDE_CODE = frozenset({"code", "link", "annotation"})
"""Marks that the schema allows on code."""

_VISIBLE: dict[str, Mark] = {name: name for name in ORDER}
_NAMES = {
    "underline": "underline",
    "subsup": "subscript or superscript",
    "textColor": "text colour",
    "backgroundColor": "background colour",
    "annotation": "inline comment",
    "alignment": "alignment",
    "indentation": "indentation",
    "fontSize": "font size",
    "border": "border",
    "breakout": "breakout width",
    "dataConsumer": "data source",
    "fragment": "fragment",
    "link": "link that is not of the web",
}
_UNSEEN = re.compile(r"[\x00-\x20\x7f]")
_ODD = re.compile(r"[^A-Za-z0-9_\-]")


def name_of(mark: Node) -> str:
    kind = mark.get("type")
    if not isinstance(kind, str):
        return "mark"
    return _NAMES.get(kind) or f"mark {_ODD.sub('', kind)[:40]}".rstrip()


def shown(marks: Iterable[Node]) -> tuple[Marks, Link | None]:
    visible: set[Mark] = set()
    link: Link | None = None
    for mark in marks:
        kind = mark.get("type")
        if kind == "link":
            link = link_of(mark) or link
        elif kind in _VISIBLE:
            visible.add(_VISIBLE[kind])
    return (frozenset(visible) if visible else PLAIN), link


def is_hidden(mark: Node) -> bool:
    kind = mark.get("type")
    return kind not in _VISIBLE and (kind != "link" or link_of(mark) is None)


def link_of(mark: Node) -> Link | None:
    """None where it leads to no place of the web: such a link stays, unseen."""
    href = web(attributes(mark).get("href"))
    return Link(href, words(mark, "title")) if href else None


def web(url: object) -> str:
    """The address as it may be shown, on one line; nothing for another scheme."""
    if not isinstance(url, str):
        return ""
    line = _UNSEEN.sub(lambda found: f"%{ord(found[0]):02X}", url.strip())
    return line if scheme(line) in WEB else ""


def link_mark(link: Link) -> Node:
    attrs = {"href": link.to, "title": link.title} if link.title else {"href": link.to}
    return {"type": "link", "attrs": attrs}


def leads_alike(left: Link | None, right: Link | None) -> bool:
    if left is None or right is None:
        return left is right
    return (left.to, left.title) == (right.to, right.title)


def remade(old: list[Node], wanted: Marks, link: Link | None, known_links: Iterable[Node] = ()) -> list[Node]:
    """The old marks with as little change as shows the wanted ones; the very same list where none is needed."""
    had, had_link = shown(old)
    if had == wanted and leads_alike(had_link, link):
        return old
    out = [mark for mark in old if _stays(mark, wanted, link)]
    if link is not None and not leads_alike(had_link, link):
        out.append(next((mark for mark in known_links if leads_alike(link_of(mark), link)), link_mark(link)))
    out += [{"type": name} for name in ORDER if name in wanted - had]
    return [mark for mark in out if mark.get("type") in BESIDE_CODE] if "code" in wanted else out


def _stays(mark: Node, wanted: Marks, link: Link | None) -> bool:
    kind = mark.get("type")
    if kind == "link":
        seen = link_of(mark)
        return link is None if seen is None else leads_alike(seen, link)
    return kind not in _VISIBLE or kind in wanted

"""Inline nodes as runs whose origins are the nodes themselves."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from operator import attrgetter

from narrowgate_common.richtext.adf import images
from narrowgate_common.richtext.adf.marks import is_hidden, name_of, shown, web
from narrowgate_common.richtext.adf.nodes import Node, attributes, kind, marks, ref, words
from narrowgate_common.richtext.inline import PLAIN, SPACES, Atom, Content, Run
from narrowgate_common.richtext.refusal import refused

Hidden = set[str]

DAY_MS = 86_400_000
_BREAK = Atom("break")
_MILLISECONDS = re.compile(r"-?[0-9]{1,15}\Z")
_MOST_MS = 60_000_000_000_000
"""Beyond, a time has no day in any calendar of a computer."""
_ODD = re.compile(r"[^A-Za-z0-9_.\-]+")
_IS_BLANK = attrgetter("is_blank")


def runs(nodes: Iterable[Node], hidden: Hidden) -> Content:
    out: list[Run] = []
    for node in nodes:
        if kind(node) != "text":
            out.append(_atom_run(node, hidden))
            continue
        text = node.get("text")
        if type(text) is not str:
            raise refused("a text node of the document has no text", reason="ill_formed")
        if "marks" in node:
            out.append(_marked(node, text, hidden))
        elif text:
            out.append(Run(text, PLAIN, None, None, node))
    return tuple(out)


def is_visible(content: Content) -> bool:
    return not all(map(_IS_BLANK, content))


def is_blank(nodes: Iterable[Node]) -> bool:
    """Whether nothing of these inline nodes is seen; the cheap form of reading them and looking."""
    for node in nodes:
        text = node.get("text") if kind(node) == "text" else None
        if type(text) is not str or text.strip(SPACES):
            return False
        if text and any(mark.get("type") == "code" for mark in marks(node)):
            return False
    return True


def _marked(node: Node, text: str, hidden: Hidden) -> Run:
    every = marks(node)
    visible, link = shown(every)
    hidden.update(name_of(mark) for mark in every if is_hidden(mark))
    return Run(text, visible, link, None, node)


def _atom_run(node: Node, hidden: Hidden) -> Run:
    name = kind(node)
    if name == "hardBreak":
        return Run("", PLAIN, None, _BREAK, node)
    if "marks" in node:
        hidden.update(name_of(mark) for mark in marks(node) if is_hidden(mark))
    atom = _ATOMS[name](node) if name in _ATOMS else None
    link = images.link(node) if atom is not None and atom.kind == "image" else None
    return Run("", PLAIN, link, atom or macro(node), node)


def macro(node: Node) -> Atom:
    """What is kept as it is, inside a line."""
    name = short_name(node)
    return Atom("macro", words(node, "text") or name, (("name", name), ("ref", ref(node))))


def short_name(node: Node) -> str:
    """Of an extension the last part of its key, else the type."""
    key = re.split("[/:]", words(node, "extensionKey"))[-1] or kind(node)
    return _ODD.sub("-", key)[:60].strip("-") or "unknown"


def _mention(node: Node) -> Atom | None:
    user = attributes(node).get("id")
    if not isinstance(user, str) or not words(node, "id"):
        return None
    label = words(node, "text").removeprefix("@").strip()
    return Atom("mention", label or words(node, "id"), (("id", user),))


def _status(node: Node) -> Atom | None:
    label, color = words(node, "text"), words(node, "color")
    return Atom("status", label, (("color", color),) if color else ()) if label else None


def _date(node: Node) -> Atom | None:
    """The day in UTC, as the vendor means it."""
    stamp = str(attributes(node).get("timestamp"))[:40]
    if not _MILLISECONDS.match(stamp) or abs(int(stamp)) > _MOST_MS:
        return None
    day = dt.date(1970, 1, 1) + dt.timedelta(days=int(stamp) // DAY_MS)
    return Atom("date", day.isoformat())


def _emoji(node: Node) -> Atom | None:
    label = words(node, "shortName").strip(": ") or words(node, "text")
    return Atom("emoji", label) if label else None


def _card(node: Node) -> Atom | None:
    url = card_url(node)
    return Atom("card", url) if url else None


def card_url(node: Node) -> str:
    attrs = attributes(node)
    data = attrs.get("data")
    known = data if isinstance(data, dict) else {}
    return next((url for url in map(web, (attrs.get("url"), known.get("url"), known.get("@id"))) if url), "")


_ATOMS: dict[str, Callable[[Node], Atom | None]] = {
    "mention": _mention,
    "status": _status,
    "date": _date,
    "emoji": _emoji,
    "inlineCard": _card,
    "mediaInline": images.image,
    "media": images.image,
}
"""None for one that lacks what it is shown by: it is kept as a macro is."""

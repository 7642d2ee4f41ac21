"""Inline nodes of ADF: text with its marks, and the things that stand between words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from narrowgate_issues.adapters.jira.richtext import addresses, adf_nodes, shown
from narrowgate_issues.adapters.jira.richtext.adf_nodes import Node
from narrowgate_issues.adapters.jira.richtext.capacity import reduced
from narrowgate_issues.adapters.jira.richtext.tree import PLAIN, Break, Inline, Mark, Marks, Run

Hidden = set[str]

_VISIBLE: dict[str, Mark] = {"strong": "strong", "em": "em", "strike": "strike", "code": "code"}
_MARK_NAMES = {
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
}
_MILLISECONDS = re.compile(r"-?[0-9]{1,15}\Z")


def mark_name(mark: Node) -> str:
    kind = adf_nodes.kind(mark)
    return _MARK_NAMES.get(kind) or f"mark {reduced(kind)}".rstrip()


def text(node: Node, hidden: Hidden) -> list[Inline]:
    marks: Marks = PLAIN
    link = ""
    for mark in adf_nodes.marks(node):
        kind = adf_nodes.kind(mark)
        if kind in _VISIBLE:
            marks |= {_VISIBLE[kind]}
        elif kind == "link":
            link = _link(mark, hidden)
        else:
            hidden.add(mark_name(mark))
    visible = adf_nodes.text(node)
    if link and not addresses.is_showable(link):
        hidden.add(f"link with scheme {reduced(addresses.scheme(link))}")
        return [Run(visible, marks), Run(f" ({link[:200]})")]
    return [Run(visible, marks, link or None)]


def _link(mark: Node, hidden: Hidden) -> str:
    href = adf_nodes.words(mark, "href")
    link = addresses.cleaned(href)
    if link != href:
        hidden.add("link address")
    if set(adf_nodes.attributes(mark)) - {"href"}:
        hidden.add("link attributes")
    return link


def hard_break(_: Node, __: Hidden) -> list[Inline]:
    return [Break()]


def mention(node: Node, hidden: Hidden) -> list[Inline]:
    hidden.add("mention")
    user = adf_nodes.words(node, "id")
    name = adf_nodes.words(node, "text").strip().removeprefix("@")
    return [shown.mention(name, user)]


def emoji(node: Node, hidden: Hidden) -> list[Inline]:
    hidden.add("emoji")
    return [Run(adf_nodes.words(node, "text", "shortName", "id") or "[emoji]")]


def date(node: Node, hidden: Hidden) -> list[Inline]:
    """The day in UTC, as Jira means it; what is no time in milliseconds is shown as it is."""
    hidden.add("date")
    stamp = str(adf_nodes.attribute(node, "timestamp"))[:40]
    if _MILLISECONDS.match(stamp) and abs(int(stamp)) < 6e13:
        day = dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(milliseconds=int(stamp))
        return [Run(day.date().isoformat())]
    return [shown.token("date", stamp)]


def status(node: Node, hidden: Hidden) -> list[Inline]:
    hidden.add("status")
    return [shown.token("status", adf_nodes.words(node, "text"))]


def card(node: Node, hidden: Hidden) -> list[Inline]:
    hidden.add("card")
    data = adf_nodes.attribute(node, "data")
    described = {"attrs": data} if isinstance(data, dict) else adf_nodes.EMPTY
    url = adf_nodes.words(node, "url") or adf_nodes.words(described, "url", "@id")
    name = adf_nodes.words(described, "name") or url
    return shown.linked(name, url) if name else [shown.token("card")]


def media(node: Node, hidden: Hidden) -> list[Inline]:
    external = adf_nodes.words(node, "url")
    hidden.add("image" if external else "attachment")
    alt = adf_nodes.words(node, "alt").strip()
    if not external:
        return [shown.token("attachment", alt or adf_nodes.words(node, "__fileName", "id"))]
    return shown.image(alt, external)


def placeholder(node: Node, hidden: Hidden) -> list[Inline]:
    hidden.add("placeholder")
    return [shown.token("placeholder", adf_nodes.words(node, "text"))]


def extension(node: Node, hidden: Hidden) -> list[Inline]:
    """`[extension: name]`, then the text that stands in for it where there is any."""
    name = reduced(re.split("[/:]", adf_nodes.words(node, "extensionKey"))[-1])
    hidden.add(f"macro {name}".rstrip())
    text = adf_nodes.words(node, "text").strip()
    return [shown.token("extension", name), *([Run(f" {text}")] if text else [])]


Reader = Callable[[Node, Hidden], list[Inline]]

READERS: dict[str, Reader] = {
    "text": text,
    "hardBreak": hard_break,
    "mention": mention,
    "emoji": emoji,
    "date": date,
    "status": status,
    "inlineCard": card,
    "mediaInline": media,
    "media": media,
    "placeholder": placeholder,
    "inlineExtension": extension,
}

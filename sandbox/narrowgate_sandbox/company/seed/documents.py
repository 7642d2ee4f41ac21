"""Short words for writing Atlassian documents by hand."""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.records import Document, User

Node = dict[str, Any]


def doc(*blocks: Node) -> Document:
    return {"type": "doc", "version": 1, "content": list(blocks)}


def plain(text: str) -> Document:
    """A document of one plain paragraph for each line."""
    return doc(*(p(t(line)) for line in text.split("\n")))


def t(text: str, *marks: str, link: str | None = None) -> Node:
    wearing: list[Node] = [{"type": mark} for mark in marks]
    if link:
        wearing.append({"type": "link", "attrs": {"href": link}})
    return {"type": "text", "text": text} | ({"marks": wearing} if wearing else {})


def p(*inlines: Node) -> Node:
    return {"type": "paragraph", "content": list(inlines)}


def h(level: int, text: str) -> Node:
    return {"type": "heading", "attrs": {"level": level}, "content": [t(text)]}


def mention(user: User) -> Node:
    return {"type": "mention", "attrs": {"id": user.account_id, "text": f"@{user.name}"}}


def status(text: str, colour: str) -> Node:
    attrs = {"text": text, "color": colour, "localId": f"status-{text.lower().replace(' ', '-')}"}
    return {"type": "status", "attrs": attrs}


def date(milliseconds: int) -> Node:
    return {"type": "date", "attrs": {"timestamp": str(milliseconds)}}


def card(url: str) -> Node:
    return {"type": "inlineCard", "attrs": {"url": url}}


def panel(kind: str, *blocks: Node) -> Node:
    return {"type": "panel", "attrs": {"panelType": kind}, "content": list(blocks)}


def code(language: str, text: str) -> Node:
    return {"type": "codeBlock", "attrs": {"language": language}, "content": [t(text)]}


def items(kind: str, *texts: Node | str) -> Node:
    """A `bulletList` or an `orderedList` with one paragraph an item."""
    paragraphs = (p(t(one)) if isinstance(one, str) else one for one in texts)
    listed = [{"type": "listItem", "content": [one]} for one in paragraphs]
    return {"type": kind, "content": listed}


def tasks(name: str, *lines: tuple[str, bool]) -> Node:
    def task(number: int, text: str, *, done: bool) -> Node:
        attrs = {"localId": f"{name}-{number}", "state": "DONE" if done else "TODO"}
        return {"type": "taskItem", "attrs": attrs, "content": [t(text)]}

    listed = [task(number, text, done=done) for number, (text, done) in enumerate(lines, 1)]
    return {"type": "taskList", "attrs": {"localId": name}, "content": listed}


def table(head: tuple[str, ...], *rows: tuple[str, ...]) -> Node:
    def row(kind: str, cells: tuple[str, ...]) -> Node:
        return {"type": "tableRow", "content": [{"type": kind, "content": [_cell(one)]} for one in cells]}

    attrs = {"isNumberColumnEnabled": False, "layout": "default"}
    content = [row("tableHeader", head), *(row("tableCell", cells) for cells in rows)]
    return {"type": "table", "attrs": attrs, "content": content}


def _cell(text: str) -> Node:
    return p(t(text)) if text else {"type": "paragraph"}


def expand(title: str, *blocks: Node) -> Node:
    return {"type": "expand", "attrs": {"title": title}, "content": list(blocks)}


def media(media_id: str, alt: str) -> Node:
    attrs = {"type": "file", "id": media_id, "collection": "", "alt": alt, "width": 640, "height": 480}
    return {
        "type": "mediaSingle",
        "attrs": {"layout": "center"},
        "content": [{"type": "media", "attrs": attrs}],
    }

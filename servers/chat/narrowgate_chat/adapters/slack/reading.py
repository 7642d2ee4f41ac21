"""A message's blocks, attachments or text in Markdown of the dialect: the richest form that says something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from narrowgate_chat.adapters.slack.mrkdwn import Names, mrkdwn_blocks
from narrowgate_chat.adapters.slack.picking import items, obj, text
from narrowgate_chat.adapters.slack.rich_text import rich_text
from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.inline import Link, Run, normal

_STRONG: frozenset[Any] = frozenset({"strong"})
_DEEPEST = 20


def markdown(raw: Any, names: Names) -> str:
    """What a message says; files are listed apart."""
    said = [each for block in items(raw, "blocks") for each in _block(block, names)]
    if not said:
        said = mrkdwn_blocks(text(raw, "text"), names)
    for each in items(raw, "attachments"):
        said += _attachment(each, names)
    return rendered(said)


def rendered(blocks: Iterable[Block]) -> str:
    """Raises nothing: what is nested too deep to be shown is left out of a text that others wrote."""
    try:
        return render(blocks)
    except GatewayError:
        return "(a message that is nested too deep to be shown)"


def _block(raw: Any, names: Names) -> list[Block]:
    made = _BLOCKS.get(text(raw, "type"), _anything)
    return made(raw, names)


def _rich_text(raw: Any, names: Names) -> list[Block]:
    return rich_text(items(raw, "elements"), names)


def _section(raw: Any, names: Names) -> list[Block]:
    texts = [raw.get("text"), *items(raw, "fields")]
    return [each for one in texts for each in _text_object(one, names)]


def _text_object(raw: Any, names: Names) -> list[Block]:
    words = text(raw, "text")
    if text(raw, "type") == "plain_text":
        return _paragraph(words)
    return mrkdwn_blocks(words, names)


def _paragraph(words: str) -> list[Block]:
    runs = normal([Run(words)])
    return [Block("paragraph", runs=runs)] if runs else []


def _header(raw: Any, _names: Names) -> list[Block]:
    runs = normal([Run(text(obj(raw, "text"), "text"))])
    return [Block("heading", attrs=(("level", "2"),), runs=runs)] if runs else []


def _context(raw: Any, names: Names) -> list[Block]:
    return [
        each
        for one in items(raw, "elements")
        for each in (_image(one, names) if text(one, "type") == "image" else _text_object(one, names))
    ]


def _rule(_raw: Any, _names: Names) -> list[Block]:
    return [Block("rule")]


def _image(raw: Any, _names: Names) -> list[Block]:
    label = text(obj(raw, "title"), "text") or text(raw, "alt_text") or "image"
    to = text(raw, "image_url")
    runs = normal([Run(label, link=Link(to) if to.startswith("https://") else None)])
    return [Block("paragraph", runs=runs)] if runs else []


def _markdown(raw: Any, _names: Names) -> list[Block]:
    """Written as Markdown of the vendor's, which the dialect reads; what it cannot read stands as it is."""
    try:
        return list(parse(text(raw, "text")))
    except GatewayError:
        return [Block("code", text=text(raw, "text"))]


def _table(raw: Any, names: Names) -> list[Block]:
    rows = [each for each in items(raw, "rows") if isinstance(each, list)]
    made = [
        Block("row", children=tuple(_cell(cell, names, head=not place) for cell in row))
        for place, row in enumerate(rows)
    ]
    return [Block("table", children=tuple(made))] if made and all(row.children for row in made) else []


def _cell(raw: Any, names: Names, *, head: bool) -> Block:
    attrs = (("header", "true"),) if head else ()
    held = _rich_text(raw, names) if text(raw, "type") == "rich_text" else _paragraph(text(raw, "text"))
    return Block("cell", attrs=attrs, children=tuple(held))


def _anything(raw: Any, _names: Names) -> list[Block]:
    """The texts of a block that is not known, or that waits for a click."""
    return [each for words in _texts(raw, 0) for each in _paragraph(words)]


def _texts(raw: Any, depth: int) -> Iterable[str]:
    if depth > _DEEPEST:
        return
    if isinstance(raw, dict):
        found = raw.get("text")
        if isinstance(found, str):
            yield found
        for value in raw.values():
            yield from _texts(value, depth + 1)
    elif isinstance(raw, list):
        for value in raw:
            yield from _texts(value, depth + 1)


def _attachment(raw: Any, names: Names) -> list[Block]:
    """An older form of what apps add; a shared message comes as one too."""
    said = mrkdwn_blocks(text(raw, "pretext"), names)
    said += _titled(raw, names)
    inner = [each for block in items(raw, "blocks") for each in _block(block, names)]
    said += inner or mrkdwn_blocks(text(raw, "text"), names)
    for each in items(raw, "fields"):
        said += _strong(text(each, "title"), "")
        said += mrkdwn_blocks(text(each, "value"), names)
    said = said or mrkdwn_blocks(text(raw, "fallback"), names)
    said += mrkdwn_blocks(text(raw, "footer"), names)
    return [Block("quote", children=tuple(said))] if said else []


def _titled(raw: Any, _names: Names) -> list[Block]:
    return [
        *_strong(text(raw, "author_name"), ""),
        *_strong(text(raw, "title"), text(raw, "title_link") or text(raw, "from_url")),
    ]


def _strong(words: str, to: str) -> list[Block]:
    link = Link(to) if to.startswith(("https://", "http://")) else None
    runs = normal([Run(words, _STRONG, link)])
    return [Block("paragraph", runs=runs)] if runs else []


_BLOCKS: dict[str, Callable[[Any, Names], list[Block]]] = {
    "rich_text": _rich_text,
    "section": _section,
    "header": _header,
    "context": _context,
    "divider": _rule,
    "image": _image,
    "markdown": _markdown,
    "table": _table,
}

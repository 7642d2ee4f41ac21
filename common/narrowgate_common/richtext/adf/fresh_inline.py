"""Runs as new inline nodes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable

from narrowgate_common.richtext.adf import images, local_ids
from narrowgate_common.richtext.adf.marks import is_hidden, remade
from narrowgate_common.richtext.adf.nodes import Node, kind, marks
from narrowgate_common.richtext.adf.reading_inline import DAY_MS
from narrowgate_common.richtext.format import Copied, Worn
from narrowgate_common.richtext.inline import Atom, Link, Run
from narrowgate_common.richtext.refusal import refused

_EPOCH = dt.date(1970, 1, 1)


def inline(runs: Iterable[Run]) -> list[Node]:
    """A run with an origin is the old node, or a copy of it."""
    return [_node(run) for run in runs if run.atom is not None or run.text]


def _node(run: Run) -> Node:
    if run.atom is None:
        return text(run.text, remade(_worn(run.origin), run.marks, run.link))
    return old_node(run.origin) if run.origin is not None else atom(run.atom, run.link)


def old_node(origin: object) -> Node:
    """What stands inside a line: an image on a line of its own is one there, too."""
    node = origin.origin if isinstance(origin, Copied) else origin
    if not isinstance(node, dict):
        raise TypeError("the run was not read from a document")
    if isinstance(origin, Copied):
        node = local_ids.copied([node])[0]
    media = images.medium(node) if kind(node) == "mediaSingle" else None
    shown = images.image(media) if media is not None else None
    return node if media is None or shown is None else inline_image(shown, images.link(media, node))


def text(words: str, marked: list[Node]) -> Node:
    return {"type": "text", "text": words, "marks": marked} if marked else {"type": "text", "text": words}


def _worn(origin: object) -> list[Node]:
    """The hidden marks of the old text that the words stood in."""
    node = origin.run.origin if isinstance(origin, Worn) else None
    return [mark for mark in marks(node) if is_hidden(mark)] if isinstance(node, dict) else []


def atom(wanted: Atom, link: Link | None = None) -> Node:
    """Raises GatewayError (`unknown_ref`, `unsupported_markup`)."""
    if wanted.kind == "break":
        return {"type": "hardBreak"}
    if wanted.kind == "image":
        return inline_image(wanted, link)
    made = _ATTRIBUTES.get(wanted.kind)
    if made is None:
        raise refused("A macro inside a line can only be one that the text had", reason="unknown_ref")
    return {"type": _TYPES.get(wanted.kind, wanted.kind), "attrs": made(wanted)}


def inline_image(wanted: Atom, link: Link | None) -> Node:
    """Raises GatewayError (`unsupported_markup`)."""
    if not wanted.attr("to").startswith("media:"):
        raise refused("An image of the web stands on a line of its own here", reason="unsupported_markup")
    return images.fresh_inline(wanted, link)


def attributes_of(wanted: Atom) -> Node:
    """The attributes that say what is shown of an atom; others of its node are not touched."""
    made = _ATTRIBUTES.get(wanted.kind)
    return made(wanted) if made is not None else {}


def _mention(wanted: Atom) -> Node:
    return {"id": wanted.attr("id"), "text": f"@{wanted.label}"}


def _status(wanted: Atom) -> Node:
    return {"text": wanted.label, "color": wanted.attr("color") or "neutral"}


def _date(wanted: Atom) -> Node:
    """Midnight of the day in UTC. Raises GatewayError (`unsupported_markup`)."""
    try:
        day = dt.date.fromisoformat(wanted.label)
    except ValueError:
        raise refused("A date is written as :date[2026-01-31]", reason="unsupported_markup") from None
    return {"timestamp": str((day - _EPOCH).days * DAY_MS)}


def _emoji(wanted: Atom) -> Node:
    return {"shortName": f":{wanted.label.strip(': ')}:"}


def _card(wanted: Atom) -> Node:
    return {"url": wanted.label}


_TYPES = {"card": "inlineCard"}
_ATTRIBUTES: dict[str, Callable[[Atom], Node]] = {
    "mention": _mention,
    "status": _status,
    "date": _date,
    "emoji": _emoji,
    "card": _card,
}

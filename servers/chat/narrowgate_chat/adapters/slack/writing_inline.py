"""Words, links, mentions and emoji as elements of rich text; and the plain line that notifications show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from narrowgate_chat.port import Mention
from narrowgate_common.richtext.inline import Content, Run

Json = dict[str, Any]
Inline = list[Json]

_STYLES = (("strong", "bold"), ("em", "italic"), ("strike", "strike"), ("code", "code"))
_WEB = ("http://", "https://", "mailto:")
_EMOJI = re.compile(r"(?<![\w:]):(\+1|-1|[a-z][a-z0-9_+'-]{0,99}):(?![\w:])", re.ASCII)
_EVERYBODY = {"channel": "channel", "everyone": "channel", "all": "channel", "here": "here"}
_LINK_CHARS = 3_000
_TOKEN = re.compile(r"<(?=[@#!])")


@dataclass(frozen=True)
class Words:
    """Runs as elements. Only who stands in `mentions` becomes an element that pings."""

    mentions: Sequence[Mention] = ()

    def elements(self, runs: Content) -> Inline:
        found: Inline = []
        for run in runs:
            for element in self._run(run):
                _join(found, element)
        return found

    def _run(self, run: Run) -> Iterator[Json]:
        if run.is_break:
            yield {"type": "text", "text": "\n"}
            return
        style = {name: True for mark, name in _STYLES if mark in run.marks}
        look: Json = {"style": style} if style else {}
        text, to = _shown(run)
        if to.startswith(_WEB) and len(to) <= _LINK_CHARS:
            yield {"type": "link", "url": to, **({} if text == to else {"text": _unread(text)}), **look}
            return
        if to:
            text = f"{text} ({to})"
        yield from [{"type": "text", "text": text, **look}] if "code" in style else self._pinging(text, look)

    def _pinging(self, text: str, look: Json) -> Iterator[Json]:
        start = 0
        for found in self._names.finditer(text):
            yield from _emoji(text[start : found.start()], look)
            yield self._mention(found[1].casefold()) | look
            start = found.end()
        yield from _emoji(text[start:], look)

    @property
    def _names(self) -> re.Pattern[str]:
        labels = sorted((each.label for each in self.mentions), key=len, reverse=True)
        if not labels:
            return _NOBODY
        return re.compile(rf"(?<![\w@])@({'|'.join(map(re.escape, labels))})(?!\w)", re.IGNORECASE)

    def _mention(self, label: str) -> Json:
        named = next(each for each in self.mentions if each.label.casefold() == label)
        if named.user is not None:
            return {"type": "user", "user_id": named.user.id}
        return {"type": "broadcast", "range": _EVERYBODY.get(label, "channel")}


_NOBODY = re.compile(r"(?!)")


def _unread(label: str) -> str:
    """Whether a link's words are taken as they are is not documented: an invisible sign parts what could be a token."""
    return _TOKEN.sub("<\u2060", label)


def _shown(run: Run) -> tuple[str, str]:
    """The words of a run, and where they lead."""
    link = "" if run.link is None else run.link.to
    if run.atom is None:
        return run.text, link
    label, to = run.atom.label, run.atom.attr("to") or run.atom.attr("url") or link
    if run.atom.kind == "mention":
        return f"@{label.removeprefix('@')}", ""
    if run.atom.kind == "macro" and not label:
        label = run.atom.attr("name") or "macro"
    return label or to, to


def _emoji(text: str, look: Json) -> Iterator[Json]:
    start = 0
    for found in _EMOJI.finditer(text):
        if found.start() > start:
            yield {"type": "text", "text": text[start : found.start()], **look}
        yield {"type": "emoji", "name": found[1], **look}
        start = found.end()
    if start < len(text):
        yield {"type": "text", "text": text[start:], **look}


def _join(found: Inline, element: Json) -> None:
    """Texts of one look in a row are one element."""
    last = found[-1] if found else {}
    both = last.get("type") == element["type"] == "text" and last.get("style") == element.get("style")
    if both:
        found[-1] = {**last, "text": last["text"] + element["text"]}
    else:
        found.append(element)


def plain(blocks: Sequence[Json]) -> str:
    """What notifications show of rich text: nothing that could be read as a token but the mentions."""
    return "\n".join(filter(None, map(_plain, blocks))).strip()


def _plain(value: Json) -> str:
    kind = value.get("type")
    if kind == "user":
        return f"<@{value['user_id']}>"
    if kind == "broadcast":
        return f"<!{value['range']}>"
    if kind == "emoji":
        return f":{value['name']}:"
    if "elements" in value:
        apart = "\n" if kind in ("rich_text", "rich_text_list") else ""
        return apart.join(map(_plain, value["elements"]))
    return escaped(value.get("text") or value.get("url") or "")


def escaped(text: str) -> str:
    """https://docs.slack.dev/messaging/formatting-message-text#escaping"""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

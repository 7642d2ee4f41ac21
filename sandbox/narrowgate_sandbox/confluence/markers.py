"""Inline comments in a body: where a selection stands, and the markers around it. No other byte is touched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import groupby

NAME = "ac:inline-comment-marker"
_TOKEN = re.compile(
    r"""<!\[CDATA\[.*?\]\]>|<!--.*?-->|<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|&[#\w]+;|[^<&]""",
    re.DOTALL,
)
_NAME = re.compile(r"</?([\w:.-]+)")
_INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "code",
        "del",
        "em",
        "i",
        "ins",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "u",
        NAME,
    }
    | {"ac:link", "ac:link-body"}
)
_SILENT = frozenset(
    {"ac:parameter", "ac:plain-text-body", "ac:plain-text-link-body", "ac:placeholder", "ac:task-id"}
    | {"ac:task-uuid", "ac:task-status", "time", "ac:adf-attribute", "ac:adf-parameter"}
)


@dataclass(frozen=True, slots=True)
class Letter:
    """One visible character, where its source stands, and the stretch between two tags it belongs to."""

    text: str
    start: int
    end: int
    stretch: int


def letters(body: str) -> Iterator[Letter]:
    """What a reader could select, block after block, with a line break between blocks."""
    silent, stretch = 0, 0
    for token in _TOKEN.finditer(body):
        text, (start, end) = token.group(), token.span()
        if not text.startswith("<"):
            if not silent:
                yield Letter(unescape(text), start, end, stretch)
            continue
        stretch += 1
        name = _name(text)
        if name in _SILENT and not text.endswith("/>"):
            silent += -1 if text.startswith("</") else 1
        if name not in _INLINE:
            yield Letter("\n", start, start, -1)


def _name(tag: str) -> str:
    found = _NAME.match(tag)
    return found.group(1) if found else ""


def occurrences(body: str, selection: str) -> list[list[Letter]]:
    """Every place of the selection, one after the other, without overlaps."""
    line = list(letters(body))
    text = "".join(one.text if len(one.text) == 1 else "\ufffd" for one in line)
    found, at = [], text.find(selection) if selection else -1
    while at >= 0:
        found.append(line[at : at + len(selection)])
        at = text.find(selection, at + len(selection))
    return found


def marked(body: str, selected: list[Letter], ref: str) -> str:
    """The body with markers around what is selected: one for each stretch without tags."""
    stretches = [list(group) for _, group in groupby(selected, lambda one: one.stretch)]
    for stretch in reversed(stretches):
        start, end = stretch[0].start, stretch[-1].end
        body = f'{body[:start]}<{NAME} ac:ref="{ref}">{body[start:end]}</{NAME}>{body[end:]}'
    return body


def unmarked(body: str, ref: str) -> str:
    """The body without the markers of one reference."""
    opened: list[bool] = []
    kept, last = [], 0
    for token in _TOKEN.finditer(body):
        text = token.group()
        if not text.startswith("<") or _name(text) != NAME or text.endswith("/>"):
            continue
        gone = opened.pop() if text.startswith("</") else f'ac:ref="{ref}"' in text
        if not text.startswith("</"):
            opened.append(gone)
        if gone:
            kept.append(body[last : token.start()])
            last = token.end()
    return "".join([*kept, body[last:]])

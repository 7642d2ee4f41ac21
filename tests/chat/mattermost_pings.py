"""Whom a post pings, found the way the server does: in text nodes, without backslashes and entities, never in code.

https://github.com/mattermost/mattermost/blob/master/server/channels/app/mention_parser_standard.go
Its Markdown knows paragraphs, quotes, lists, code, links and images, and neither emphasis nor headings nor tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

_SERVER = MarkdownIt("commonmark").disable(
    ["emphasis", "heading", "lheading", "hr", "html_block", "html_inline"]
)
_WORD = re.compile(r"[^\W_]|[:.\-_@]")
_NAMED = re.compile(r"@\w")
_EVERYBODY = {"@here", "@channel", "@all"}


def texts(message: str) -> Iterator[str]:
    """Stretches of text with nothing else between."""
    for token in _SERVER.parse(message):
        gathered = ""
        for child in token.children or ():
            if child.type in {"text", "text_special"}:
                gathered += child.content
                continue
            yield gathered
            gathered = ""
            if child.type == "image":
                yield child.content
        yield gathered


def words(text: str) -> Iterator[str]:
    gathered = ""
    for char in [*text, " "]:
        if _WORD.fullmatch(char):
            gathered += char
        elif gathered:
            yield gathered
            gathered = ""


def pinged(message: str) -> set[str]:
    """Every name that would ping if somebody, or a group, had it."""
    return {name for text in texts(message) for word in words(text) for name in _names(word)}


def _names(word: str) -> Iterator[str]:
    if word[0] == word[-1] == ":":
        return
    bare = word.lstrip(":.-_")
    endless = bare.rstrip(".-:_")
    ends = [bare[:size] for size in range(len(endless), len(bare) + 1)]
    inner = [] if bare.startswith("@") else re.split(r"[.\-:]", bare)
    yield from (each.lower() for each in (*ends, *inner) if _NAMED.match(each))


def pings_everybody(message: str) -> bool:
    return bool(pinged(message) & _EVERYBODY)

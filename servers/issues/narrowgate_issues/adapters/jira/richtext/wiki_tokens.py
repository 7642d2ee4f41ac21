"""Inline wiki markup as tokens. Every pattern ends at the next character that could begin it: linear in the text.

Notation: https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5

from narrowgate_issues.adapters.jira.richtext import addresses

ESCAPABLE = frozenset("-#*_+?^~|%{}[]()!@")

EMOTICON = re.compile(
    r"(?:\((?:/|x|!|\+|-|\?|on|off|\*[rgby]?|y|n|i|flag|flagoff)\)|:-?[()]|:[PpD]|;-?\))(?![A-Za-z])"
)
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_TOKEN = re.compile(
    rf"""
      (?P<newline>\n)
    | (?P<backslash>\\+)
    | (?P<entity>{ENTITY.pattern.replace("#", "[#]")})
    | (?P<url>(?i:https?)://(?=\w))
    | \{{\{{(?=\S)(?P<mono>(?:[^{{}}\n\\]|\\.|\{{(?!\{{)|\}}(?!\}}))+)(?<=\S)\}}\}}
    | \{{(?P<forced>[*_+^~-]|\?\?)\}}
    | \{{(?P<color>color)(?::[^{{}}\n]*)?\}}
    | \{{(?P<macro>[A-Za-z][A-Za-z0-9_-]{{0,40}})(?::[^{{}}\n]*)?\}}
    | \[(?P<link>(?:[^\[\]\n\\]|\\.)+)\]
    | !(?P<image>[^\s!|][^!|\n]*)(?:\|(?P<settings>[^!\n]*))?!
    | (?P<emoticon>{EMOTICON.pattern})
    | (?P<phrase>\?\?|[*_+^~-])
    """,
    re.VERBOSE,
)
_TAIL_HAS_BACKSLASH = re.compile(r"[^\s\\]*\\")
_LINE_END = re.compile(r"[ \t]*\n")
_IS_IMAGE = re.compile(r"https?://\S+\Z|[^?]*[./][A-Za-z0-9]+\s*\Z", re.IGNORECASE)
_IS_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:\S|[#^~]\S|/|\.{1,2}/")
_IS_LONE_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://\S|mailto:\S|[#^~]\S", re.IGNORECASE)
_SEPARATOR = re.compile(r"(?:[^|\\]|\\.)*")


@dataclass(frozen=True, slots=True)
class Token:
    """`kind` names a group of the pattern, or is text, char (an escaped or encoded one), break or odd_link.

    `value` is what the group holds, `source` the whole token as written.
    """

    kind: str
    value: str
    source: str
    settings: str = ""


def tokens(text: str) -> Iterator[Token]:
    at = seen = 0
    while match := _TOKEN.search(text, seen):
        token, end = _token(text, match)
        seen = end
        if token is None:
            continue
        if match.start() > at:
            yield _text(text[at : match.start()])
        yield token
        at = end
    if at < len(text):
        yield _text(text[at:])


def plain(text: str) -> str:
    """Text in which only escapes and entities mean something."""
    return "".join(token.value if token.kind == "char" else token.source for token in tokens(text))


def parts_of_link(inside: str) -> list[str]:
    """What stands between the bars of a link; a bar behind a backslash is text."""
    parts: list[str] = []
    at = 0
    while at <= len(inside):
        match = _SEPARATOR.match(inside, at)
        end = match.end() if match else len(inside)
        parts.append(inside[at:end])
        at = end + 1
    return parts


def is_address(text: str, *, alone: bool = False) -> bool:
    """Whether it may be the target of a link; `alone`: in brackets without a text before it."""
    return (_IS_LONE_ADDRESS if alone else _IS_ADDRESS).match(text.strip()) is not None


def _text(text: str) -> Token:
    return Token("text", text, text)


def _token(text: str, match: re.Match[str]) -> tuple[Token | None, int]:
    """The token and where it ends; no token where only the look of one is there."""
    kind, source = match.lastgroup or "", match[0]
    if kind == "settings":
        kind = "image"
    value = match[kind]
    if kind == "backslash":
        return _backslash(text, match)
    if kind == "entity":
        char = _decoded(value)
        return (Token("char", char, source), match.end()) if char else (None, match.end())
    if kind == "url":
        end = addresses.bare_end(text, match.start())
        address = text[match.start() : end]
        return (Token("url", address, address), end) if address else (None, match.end())
    if kind == "link":
        return _link(match)
    if kind == "image" and not _IS_IMAGE.match(value):
        return None, match.start() + 1
    return Token(kind, value, source, match["settings"] or ""), match.end()


def _backslash(text: str, match: re.Match[str]) -> tuple[Token | None, int]:
    """One before punctuation escapes it; two break the line unless a path goes on behind them."""
    count, end = len(match[0]), match.end()
    if count == 1 and text[end : end + 1] in ESCAPABLE:
        return Token("char", text[end], text[match.start() : end + 1]), end + 1
    if count == 2 and not _TAIL_HAS_BACKSLASH.match(text, end):
        line_end = _LINE_END.match(text, end)
        return Token("break", "", match[0]), line_end.end() if line_end else end
    return None, end


def _link(match: re.Match[str]) -> tuple[Token | None, int]:
    parts = parts_of_link(match["link"])
    if len(parts) == 1:
        if is_address(parts[0], alone=True):
            return Token("link", match["link"], match[0]), match.end()
        return None, match.start() + 1
    if any(is_address(part) for part in parts[-2 if len(parts) > 2 else -1 :]):
        return Token("link", match["link"], match[0]), match.end()
    return Token("odd_link", "[", "["), match.start() + 1


def _decoded(entity: str) -> str:
    name = entity[1:-1]
    if not name.startswith("#"):
        return html5.get(name + ";", "")
    number = int(f"0{name[1:]}", 0) if name[1] in "xX" else int(name[1:])
    return chr(number) if 0 < number < 0x110000 else ""

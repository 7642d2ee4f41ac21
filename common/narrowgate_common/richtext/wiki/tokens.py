"""The words of a paragraph as tokens. Every pattern ends at the next character that could begin it: linear.

Notation: https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import NamedTuple

from narrowgate_common.richtext.wiki import addresses
from narrowgate_common.richtext.wiki.macros import BODIED

ESCAPABLE = frozenset("-#*_+?^~|%{}[]()!@")
SIGNS = {
    "*": "strong", "_": "em", "-": "strike",
    "+": "underline", "^": "superscript", "~": "subscript", "??": "citation",
}  # fmt: skip
SMILEY = re.compile(
    r"(?:\((?:/|x|!|\+|-|\?|on|off|\*[rgby]?|y|n|i|flag|flagoff)\)|:-?[()]|;-?\)|(?<!\w):[PpD](?!\w))"
)
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
KNOWN = frozenset({
    "anchor", "attachments", "chart", "children", "color", "contentbylabel", "csv", "gallery", "html", "iframe",
    "include", "jira", "jiraissues", "jql", "loremipsum", "profile", "section", "column", "toc", "widget", "center",
})  # fmt: skip
"""Macros that stand for something wherever they are; any other name in braces is words, as Jira shows it."""

TOKEN = re.compile(
    rf"""(?=[\r\n\\&hHfF{{\[!(:;?*_+^~-])(?:
      (?P<newline>\r?\n)
    | (?P<slashes>\\+)
    | (?P<entity>{ENTITY.pattern.replace("#", "[#]")})
    | (?P<url>(?<!\w)(?i:https?|ftps?|file)://(?=\w))
    | \{{\{{(?![ \t])(?P<mono>(?:[^{{}}\r\n\\]|\\.|\{{(?!\{{)|\}}(?!\}}))+)(?<![ \t])\}}\}}
    | \{{(?P<forced>[*_+^~-]|\?\?)\}}
    | \{{(?P<macro>[A-Za-z][A-Za-z0-9_.-]{{0,40}})(?::(?P<settings>[^{{}}\r\n]*))?\}}
    | \[(?P<link>(?:[^\[\]\r\n\\]|\\.)+)\]
    | !(?P<image>[^\s!|][^!|\r\n]*)(?:\|[^!\r\n]*)?!
    | (?P<smiley>{SMILEY.pattern})
    | (?P<phrase>\?\?|[*_+^~-])
    )""",
    re.VERBOSE,
)
_TAIL_HAS_BACKSLASH = re.compile(r"[^\s\\]*\\")
_LINE_END = re.compile(r"[ \t]*\r?\n")


class Token(NamedTuple):
    """`kind` names a group of the pattern, or is char (an escaped or encoded one) or break."""

    kind: str
    start: int
    end: int
    value: str = ""


def tokens(text: str, start: int, end: int, *, in_link: bool = False) -> list[Token]:
    """What is more than a character; in the words of a link, an address is words."""
    found: list[Token] = []
    seen = start
    while match := TOKEN.search(text, seen, end):
        token, seen = _token(text, match, end)
        if token is not None and not (in_link and token.kind == "url"):
            found.append(token)
    return found


def characters(text: str, start: int, end: int) -> list[Token]:
    """Only escapes and entities."""
    return [token for token in tokens(text, start, end) if token.kind == "char"]


def _token(text: str, match: re.Match[str], limit: int) -> tuple[Token | None, int]:
    """The token, or none where only the look of one is there; and where to go on."""
    kind = match.lastgroup or ""
    kind = "macro" if kind == "settings" else kind
    start, end = match.span()
    refine = _REFINED.get(kind)
    if refine is not None:
        return refine(text, match, limit)
    return Token(kind, start, end, match[kind]), end


def _backslash(text: str, match: re.Match[str], limit: int) -> tuple[Token | None, int]:
    """One before punctuation escapes it; two break the line unless a path goes on behind them."""
    start, end = match.span()
    count = end - start
    if count == 1 and end < limit and text[end] in ESCAPABLE:
        return Token("char", start, end + 1, text[end]), end + 1
    if count == 2 and not _TAIL_HAS_BACKSLASH.match(text, end, limit):
        line_end = _LINE_END.match(text, end, limit)
        end = line_end.end() if line_end else end
        return Token("break", start, end), end
    return None, end


def _entity(_: str, match: re.Match[str], __: int) -> tuple[Token | None, int]:
    char = _decoded(match[0])
    return (Token("char", *match.span(), char) if char else None), match.end()


def _url(text: str, match: re.Match[str], limit: int) -> tuple[Token | None, int]:
    end = addresses.bare_end(text, match.start(), limit)
    if end <= match.end():
        return None, match.end()
    return Token("url", match.start(), end, text[match.start() : end]), end


def _link(_: str, match: re.Match[str], __: int) -> tuple[Token | None, int]:
    if addresses.target_of(match["link"]) is None:
        return None, match.start() + 1
    return Token("link", *match.span(), match["link"]), match.end()


def _image(_: str, match: re.Match[str], __: int) -> tuple[Token | None, int]:
    if not addresses.IS_IMAGE.match(match["image"]):
        return None, match.start() + 1
    return Token("image", *match.span(), match[0][1:-1]), match.end()


def _macro(_: str, match: re.Match[str], __: int) -> tuple[Token | None, int]:
    """Tags that found no partner are words, and so is an unknown name, unless it has named settings."""
    name = match["macro"].lower()
    if name in BODIED:
        return Token("tag", *match.span(), name), match.end()
    if name in KNOWN or "=" in (match["settings"] or ""):
        return Token("macro", *match.span(), name), match.end()
    return None, match.end()


def _mono(_: str, match: re.Match[str], __: int) -> tuple[Token | None, int]:
    return Token("mono", *match.span(), match["mono"]), match.end()


_REFINED = {
    "slashes": _backslash, "entity": _entity, "url": _url, "link": _link, "image": _image, "macro": _macro,
    "mono": _mono,
}  # fmt: skip


def _decoded(entity: str) -> str:
    """The character of an entity; none for what is no single one that may stand in a text."""
    name = entity[1:-1]
    if not name.startswith("#"):
        char = html5.get(name + ";", "")
        return char if len(char) == 1 else ""
    number = int(f"0{name[1:]}", 0) if name[1] in "xX" else int(name[1:])
    return chr(number) if 31 < number < 0xD800 or 0xDFFF < number < 0x110000 else ""

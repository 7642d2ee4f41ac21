"""The words of a body, for searching: without markup, parameters and ids. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape

_TOKEN = re.compile(
    r"""<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<(/?)([\w:.-]+)[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""",
    re.DOTALL,
)
_SILENT = frozenset({"ac:parameter", "ac:task-id", "ac:task-uuid", "ac:task-status", "ac:placeholder"})
_JOINED = frozenset(
    {"a", "b", "code", "em", "i", "span", "strong", "sub", "sup", "u", "ac:inline-comment-marker"}
)
_WORD = re.compile(r"\w+")
_TERM = re.compile(r'"[^"]*"|\S+')
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
OPEN, CLOSE = "@@@hl@@@", "@@@endhl@@@"
AROUND = 120


@lru_cache(maxsize=2048)
def words(body: str) -> str:
    """One line of text."""
    parts, last, silent = [], 0, 0
    for token in _TOKEN.finditer(body):
        if not silent:
            parts.append(unescape(body[last : token.start()]))
        last = token.end()
        text, closing, name = token.group(1), token.group(2), token.group(3) or ""
        if text is not None and not silent:
            parts.append(text)
        if name in _SILENT and not token.group().endswith("/>"):
            silent += -1 if closing else 1
        if name not in _JOINED:
            parts.append(" ")
    parts.append(unescape(body[last:]))
    return " ".join("".join(parts).split())


def holds(text: str, sought: str) -> bool:
    """Every word somewhere, phrases in quotes as they stand, `*` at a word's end, case aside."""
    return all(_found(text, term) for term in _TERM.findall(sought))


def _found(text: str, term: str) -> bool:
    bare = term.strip('"')
    if _UNSPACED.search(bare):
        return bare.casefold() in text.casefold()
    wanted = [one.casefold() for one in _WORD.findall(bare)]
    known = [one.casefold() for one in _WORD.findall(text)]
    if bare.endswith("*") and len(wanted) == 1:
        return any(one.startswith(wanted[0]) for one in known)
    size = len(wanted)
    return any(known[at : at + size] == wanted for at in range(len(known) - size + 1))


def terms(sought: str) -> list[str]:
    """The single words to light up."""
    return [word for term in _TERM.findall(sought) for word in _WORD.findall(term)]


def highlighted(text: str, sought: list[str], *, escaped: bool = True) -> str:
    """The text with marks around every word that was sought."""
    lit = {one.casefold() for one in sought}
    plain = escape if escaped else str
    parts, last = [], 0
    for found in _lit(text, lit):
        parts += [
            plain(text[last : found[0]]),
            OPEN,
            plain(text[found[0] : found[1]]),
            CLOSE,
        ]
        last = found[1]
    return "".join([*parts, plain(text[last:])])


def _lit(text: str, lit: set[str]) -> list[tuple[int, int]]:
    unspaced = [one for one in lit if _UNSPACED.search(one)]
    spans = [one.span() for one in _WORD.finditer(text) if one.group().casefold() in lit]
    for word in unspaced:
        at = text.casefold().find(word)
        while at >= 0:
            spans.append((at, at + len(word)))
            at = text.casefold().find(word, at + len(word))
    spans = sorted(set(spans))
    return [one for place, one in enumerate(spans) if place == 0 or one[0] >= spans[place - 1][1]]


def passage(text: str, sought: list[str]) -> str:
    """The stretch around the first word that was sought; the beginning when there is none."""
    places = _lit(text, {one.casefold() for one in sought})
    middle = places[0][0] if places else 0
    start = max(middle - AROUND, 0)
    return text[start : middle + 2 * AROUND].strip()

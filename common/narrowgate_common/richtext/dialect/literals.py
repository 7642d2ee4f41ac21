"""Plain text with backslashes and entities: labels, destinations, titles."""

from __future__ import annotations

import re
from dataclasses import dataclass

from narrowgate_common.richtext.dialect.characters import (
    ENTITY,
    ODD,
    PUNCTUATION,
    decoded,
    entity,
    is_entity,
    is_odd,
)

_ESCAPED = re.compile(rf"\\([!-/:-@\[-`{{-~])|{ENTITY.pattern}")
_ODD_SPACES = re.compile(r"^ | (?= )| $")
_SPACED = re.compile(r"[\x00-\x20\x7f<>]")
_SPECIAL = re.compile(r"[\\&\[\]<>()\"]")
_PARENTHESES = re.compile(r"[()]")
_DEPTH = 3

_SPACE = r"[ \t\n]"
_PLAIN = r"[^\x00-\x20\x7f()\\]|\\[^\x00-\x20]"


def _nested(depth: int) -> str:
    return rf"(?:{_PLAIN}|\({_nested(depth - 1)}\))*+" if depth else rf"(?:{_PLAIN})*+"


_TARGET = re.compile(
    rf"\({_SPACE}*+(?:<(?P<angle>(?:[^<>\\\n]|\\[^\n])*+)>|(?!<)(?P<bare>{_nested(_DEPTH)}))"
    rf"(?:{_SPACE}++(?:\"(?P<double>(?:[^\"\\]|\\[\s\S])*+)\"|'(?P<single>(?:[^'\\]|\\[\s\S])*+)'"
    rf"|\((?P<round>(?:[^()\\]|\\[\s\S])*+)\)))?+{_SPACE}*+\)"
)

LABEL = r"(?:[^\\\[\]]|\\[\s\S]|\[(?:[^\\\[\]]|\\[\s\S])*+\])*+"
"""What stands between brackets, one pair of brackets inside allowed."""


@dataclass(frozen=True, slots=True)
class Target:
    """`(destination "title")`, and where it ends."""

    to: str
    title: str
    end: int


def read_target(text: str, at: int) -> Target | None:
    match = _TARGET.match(text, at)
    if match is None:
        return None
    title = match["double"] or match["single"] or match["round"] or ""
    return Target(unescaped(match["angle"] or match["bare"] or ""), unescaped(title), match.end())


def unescaped(text: str) -> str:
    return _ESCAPED.sub(_literal, text) if "\\" in text or "&" in text else text


def label(text: str) -> str:
    """For the inside of brackets; spaces that would collapse are named."""
    escaped = _escaped(text, "[]")
    return _ODD_SPACES.sub("&#32;", escaped) if " " in escaped else escaped


def read_label(text: str) -> str:
    return unescaped(" ".join(line.strip(" \t") for line in text.split("\n")))


def target(to: str, title: str = "") -> str:
    """The destination verbatim, with backslashes: encoding it in percents again would change it."""
    words = f' "{_escaped(title, chr(34))}"' if title else ""
    if not to:
        return f"(<>{words})" if title else "()"
    if _SPACED.search(to):
        return f"(<{_escaped(to, '<>')}>{words})"
    return f"({_escaped(to, '' if _is_balanced(to) else '()')}{words})"


def _is_balanced(text: str) -> bool:
    depth = 0
    for match in _PARENTHESES.finditer(text):
        depth += 1 if match[0] == "(" else -1
        if not 0 <= depth <= _DEPTH:
            return False
    return depth == 0


def _escaped(text: str, chars: str) -> str:
    if not _SPECIAL.search(text) and not is_odd(text):
        return text
    out: list[str] = []
    for at, char in enumerate(text):
        if char == "\\":
            following = text[at + 1 : at + 2]
            is_bare = following not in ("", " ") and following not in PUNCTUATION and not ODD.match(following)
            out.append(char if is_bare else "\\\\")
        elif char in chars or (char == "&" and is_entity(text, at)):
            out.append("\\" + char)
        else:
            out.append(entity(char) if ODD.match(text, at) else char)
    return "".join(out)


def _literal(match: re.Match[str]) -> str:
    return match[1] or _entity(match)


def _entity(match: re.Match[str]) -> str:
    found = ENTITY.match(match[0])
    return decoded(found) if found else match[0]

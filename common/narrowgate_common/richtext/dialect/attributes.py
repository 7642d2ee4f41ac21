"""`key=value key="quoted"`: what stands in braces and after the first word of a fence. One formatter, one parser."""

from __future__ import annotations

import re

from narrowgate_common.richtext.blocks import Attrs
from narrowgate_common.richtext.dialect.characters import ODD
from narrowgate_common.richtext.unseen import seen

_BARE_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.:\-]*")
_BARE_VALUE = re.compile(r"[A-Za-z0-9_.:/#\-]+")
_QUOTED = r'"(?:[^"\\\n]|\\[^\n])*+"'
_PAIR = re.compile(
    rf'[ \t]*+(?P<key>{_BARE_KEY.pattern}|{_QUOTED})=(?P<value>{_QUOTED}|[^\s"{{}}]++)(?=[ \t]|\Z)'
)
_ESCAPE = re.compile(r'\\(u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|["\\nrt])')
_LETTERS = {"n": "\n", "r": "\r", "t": "\t"}

BRACES = re.compile(rf'\{{((?:[^"{{}}\n]|{_QUOTED})*+)\}}')
"""An attribute list in braces; its group is for `parsed`."""


def formatted(attrs: Attrs) -> str:
    """In the given order; quoted where a value holds more than letters, digits and `_ . : / # -`."""
    return " ".join(f"{word(key, _BARE_KEY)}={word(value)}" for key, value in attrs)


def braced(attrs: Attrs) -> str:
    """In braces; nothing where there are none."""
    return f"{{{formatted(attrs)}}}" if attrs else ""


def parsed(text: str) -> Attrs | None:
    """None where it is not such a list, or names something twice."""
    found: dict[str, str] = {}
    at = 0
    end = len(text.rstrip(" \t"))
    while at < end:
        match = _PAIR.match(text, at)
        if match is None or unquoted(match["key"]) in found:
            return None
        found[unquoted(match["key"])] = unquoted(match["value"])
        at = match.end()
    return tuple(found.items())


def word(text: str, bare: re.Pattern[str] = _BARE_VALUE) -> str:
    """As it is, or in quotes; without what nobody sees."""
    if bare.fullmatch(text):
        return text
    text = seen(text)
    return text if bare.fullmatch(text) else f'"{_escaped(text)}"'


def unquoted(text: str) -> str:
    return seen(_ESCAPE.sub(_unescaped, text[1:-1])) if text.startswith('"') else text


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\u0060")
    return ODD.sub(_encoded, text)


def _encoded(match: re.Match[str]) -> str:
    code = ord(match[0])
    if match[0] in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[match[0]]
    return f"\\u{code:04x}" if code < 0x10000 else f"\\u{{{code:x}}}"


def _unescaped(match: re.Match[str]) -> str:
    name = match[1]
    if len(name) == 1:
        return _LETTERS.get(name, name)
    code = int(name[1:].strip("{}"), 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\N{REPLACEMENT CHARACTER}"

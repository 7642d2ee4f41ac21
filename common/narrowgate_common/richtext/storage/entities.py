"""Character references: what they stand for, and the bytes behind a stretch of decoded text."""

from __future__ import annotations

import re
from bisect import bisect_left
from html.entities import name2codepoint

NAMED = {**{name: chr(code) for name, code in name2codepoint.items()}, "apos": "'"}
"""What Confluence declares: the entities of XHTML 1.0."""

REFERENCE = re.compile(r"&(?:#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{0,31}));")
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_SPACES = re.compile(r"[ \t\n\r]++")
_LAST = 0x10FFFF


def decode(raw: str) -> str:
    """Unknown names stay as they are written."""
    return REFERENCE.sub(_meant, raw) if "&" in raw else raw


def _meant(match: re.Match[str]) -> str:
    if match[3]:
        return NAMED.get(match[3], match[0])
    code = int(match[1]) if match[1] else int(match[2], 16)
    return chr(code) if 0 < code <= _LAST else match[0]


def possible(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _IMPOSSIBLE.sub("", text)


def collapsed(text: str) -> str:
    """White space as a reader sees it; what does not break stays."""
    return _SPACES.sub(" ", text).strip(" ")


def escaped(text: str) -> str:
    """Text between tags."""
    text = possible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\xa0", "&nbsp;").replace("\r", "&#13;")


def quoted(text: str) -> str:
    """An attribute's value, quotes included."""
    text = escaped(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")
    return f'"{text}"'


def cdata(text: str) -> str:
    """A text that nothing ends early: `]]>` stands in two sections."""
    inside = possible(text).replace("\r\n", "\n").replace("\r", "\n").replace("]]>", "]]]]><![CDATA[>")
    return f"<![CDATA[{inside}]]>"


class Cutter:
    """Cuts raw text by positions in its decoded form; every reference stands for one character."""

    __slots__ = ("_at", "_raw", "_shift")

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._at: list[int] = []
        self._shift = [0]
        if "&" in raw:
            self._measure()

    def _measure(self) -> None:
        shift = 0
        for match in REFERENCE.finditer(self._raw):
            length = len(_meant(match))
            self._at.append(match.start() - shift)
            shift += match.end() - match.start() - length
            self._shift.append(shift)

    def cut(self, start: int, end: int) -> str:
        return self._raw[self._index(start) : self._index(end)]

    def _index(self, position: int) -> int:
        return position + self._shift[bisect_left(self._at, position)]

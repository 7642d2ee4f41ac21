"""Wiki markup cut into words and macros, in one pass.

What `{code}` and `{noformat}` hold is verbatim. A macro that is never closed is words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from narrowgate_common.richtext.values import value

VERBATIM = frozenset({"code", "noformat"})
BODIED = VERBATIM | {"quote", "panel", "info", "note", "tip", "warning", "expand"}

_TAG = re.compile(
    r"\\\\|\\\{|\{(code|noformat|quote|panel|info|note|tip|warning|expand)(?::([^{}\n]*))?\}", re.IGNORECASE
)


class Words(NamedTuple):
    start: int
    end: int


@value
class Macro:
    """From its opening tag to its closing one; the body of a verbatim one has no pieces."""

    name: str
    settings: str
    start: int
    inside: int
    until: int
    end: int
    pieces: tuple[Piece, ...] = ()


Piece = Words | Macro


@dataclass(slots=True)
class _Open:
    name: str = ""
    settings: str = ""
    start: int = 0
    inside: int = 0
    pieces: list[Piece] = field(default_factory=list)


def cut(text: str) -> tuple[Piece, ...]:
    return _Cutter(text).pieces() if "{" in text else (Words(0, len(text)),) if text else ()


def settings(text: str) -> tuple[str, dict[str, str]]:
    """The one without a name, and the named ones."""
    plain = ""
    found: dict[str, str] = {}
    for part in text.split("|"):
        name, equals, value = part.partition("=")
        if equals:
            found[name.strip().lower()] = value.strip()
        else:
            plain = plain or part.strip()
    return plain, found


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.stack = [_Open()]
        self.ends = {name: _ends_of(name, text) for name in VERBATIM}

    def pieces(self) -> tuple[Piece, ...]:
        match = _TAG.search(self.text)
        while match:
            seen = match.end()
            if match[1]:
                name = match[1].lower()
                seen = max(
                    seen, self._verbatim(match, name) if name in VERBATIM else self._bodied(match, name)
                )
            match = _TAG.search(self.text, seen)
        self._words(len(self.text))
        while len(self.stack) > 1:
            self._give_up()
        return _merged(self.stack[0].pieces)

    def _words(self, end: int) -> None:
        if end > self.at:
            self.stack[-1].pieces.append(Words(self.at, end))
        self.at = end

    def _verbatim(self, match: re.Match[str], name: str) -> int:
        """Where the macro ends, or 0 where it has no end."""
        ends = self.ends[name]
        found = bisect_left(ends, match.end())
        if found == len(ends):
            return 0
        self._words(match.start())
        until = ends[found]
        self.at = until + len(name) + 2
        self.stack[-1].pieces.append(Macro(name, match[2] or "", match.start(), match.end(), until, self.at))
        return self.at

    def _bodied(self, match: re.Match[str], name: str) -> int:
        """One tag opens and closes: it closes if it has no settings and the macro is open."""
        self._words(match.start())
        is_open = any(frame.name == name for frame in self.stack)
        if is_open and match[2] is None:
            while self.stack[-1].name != name:
                self._give_up()
            frame = self.stack.pop()
            self.stack[-1].pieces.append(
                Macro(
                    name,
                    frame.settings,
                    frame.start,
                    frame.inside,
                    match.start(),
                    match.end(),
                    _merged(frame.pieces),
                )
            )
            self.at = match.end()
        elif not is_open:
            self.stack.append(_Open(name, match[2] or "", match.start(), match.end()))
            self.at = match.end()
        return self.at

    def _give_up(self) -> None:
        """The innermost macro was not closed: its tag is words, its pieces belong to what surrounds it."""
        frame = self.stack.pop()
        self.stack[-1].pieces += [Words(frame.start, frame.inside), *frame.pieces]


def _ends_of(name: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(rf"\{{{name}\}}", text, re.IGNORECASE)]


def _merged(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Words that follow upon each other are one."""
    out: list[Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if isinstance(piece, Words) and isinstance(last, Words):
            out[-1] = Words(last.start, piece.end)
        else:
            out.append(piece)
    return tuple(out)

"""Wiki markup cut into text and macros, in one pass.

What `{code}` and `{noformat}` hold is verbatim. A macro that is never closed, or nested too deep, is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_DEPTH = 20

_TAG = re.compile(
    r"\\\\|\\\{|\{(code|noformat|quote|panel|info|note|tip|warning|expand)(?::([^{}\n]*))?\}", re.IGNORECASE
)
_VERBATIM = frozenset({"code", "noformat"})


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A code or noformat macro; `body` without the line ends next to its tags."""

    name: str
    parameters: str
    body: str


@dataclass(frozen=True, slots=True)
class Container:
    """A macro that holds wiki markup."""

    name: str
    parameters: str
    pieces: list[Piece]


Piece = str | Verbatim | Container
Line = list[Piece]


@dataclass(slots=True)
class _Open:
    name: str = ""
    parameters: str = ""
    tag: str = ""
    pieces: list[Piece] = field(default_factory=list)


def cut(text: str) -> list[Piece]:
    return _Cutter(text).pieces()


def lines(pieces: list[Piece]) -> Iterator[Line]:
    """The pieces line by line; line ends inside macros do not count."""
    line: Line = []
    for piece in pieces:
        if not isinstance(piece, str):
            line.append(piece)
            continue
        first, *others = piece.split("\n")
        line += [first] if first else []
        for text in others:
            yield line
            line = [text] if text else []
    yield line


def parameters(text: str) -> tuple[str, dict[str, str]]:
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
        self.unclosed: set[str] = set()

    def pieces(self) -> list[Piece]:
        seen = 0
        while match := _TAG.search(self.text, seen):
            seen = match.end()
            if not match[1]:
                continue
            name = match[1].lower()
            taken = self._verbatim(match, name) if name in _VERBATIM else self._container(match, name)
            seen = max(seen, taken)
        self._text(len(self.text))
        while len(self.stack) > 1:
            self._give_up()
        return self.stack[0].pieces

    def _text(self, end: int) -> None:
        if end > self.at:
            self.stack[-1].pieces.append(self.text[self.at : end])
        self.at = end

    def _verbatim(self, match: re.Match[str], name: str) -> int:
        """Where the macro ends, or 0 where it has no end."""
        closer = f"{{{name}}}"
        end = -1 if name in self.unclosed else self.text.find(closer, match.end())
        if end < 0:
            self.unclosed.add(name)
            return 0
        self._text(match.start())
        body = self.text[match.end() : end].removeprefix("\n").removesuffix("\n")
        self.stack[-1].pieces.append(Verbatim(name, match[2] or "", body))
        self.at = end + len(closer)
        return self.at

    def _container(self, match: re.Match[str], name: str) -> int:
        """One tag opens and closes: it closes if it has no parameters and the macro is open."""
        is_open = any(frame.name == name for frame in self.stack)
        if is_open and match[2] is None:
            self._text(match.start())
            while self.stack[-1].name != name:
                self._give_up()
            frame = self.stack.pop()
            self.stack[-1].pieces.append(Container(name, frame.parameters, frame.pieces))
        elif len(self.stack) <= MAX_DEPTH:
            self._text(match.start())
            self.stack.append(_Open(name, match[2] or "", match[0]))
        else:
            return 0
        self.at = match.end()
        return self.at

    def _give_up(self) -> None:
        """The innermost macro was not closed: its tag is text, its pieces belong to what surrounds it."""
        frame = self.stack.pop()
        self.stack[-1].pieces += [frame.tag, *frame.pieces]

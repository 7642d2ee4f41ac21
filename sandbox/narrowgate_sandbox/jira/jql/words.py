"""The words of a query. Linear in its length; errors are in the vendor's words, with line and character.

Source: https://support.atlassian.com/jira-software-cloud/docs/what-is-advanced-search-in-jira-cloud/
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

WordKind = Literal["word", "quoted", "symbol", "end"]


class JqlError(Exception):
    """What is wrong with a query: one or more of the vendor's messages."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages = messages


@dataclass(frozen=True, slots=True)
class Word:
    kind: WordKind
    text: str
    line: int
    character: int

    def says(self, *keywords: str) -> bool:
        """Whether this is one of the keywords (never when quoted)."""
        return self.kind in {"word", "symbol"} and self.text.lower() in keywords

    @property
    def place(self) -> str:
        return f"(line {self.line}, character {self.character})"


_SPACE = re.compile(r"\s+")
_SYMBOL = re.compile(r"<=|>=|!=|!~|&&|\|\||[=<>~!(),&|]")
_PLAIN = re.compile(r"cf\[\d+\]|[^\s=<>~!(),&|\"'+;?*/%^$#@\[\]{}\\]+", re.IGNORECASE)
_PIECE = re.compile(r"[^\\\"'\r\n]+|[\"']|\\u[0-9A-Fa-f]{4}|\\[\"'\\tnr ]")
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r"}

_RESERVED = """
    abort access add after alias all alter and any are as asc at audit avg be before begin between boolean break
    but by byte catch cf changed char character check checkpoint collate collation column commit connect continue
    count create current date decimal declare decrement default defaults define delete delimiter desc difference
    distinct divide do double drop else empty encoding end equals escape exclusive exec execute exists explain false
    fetch field file first float for from function go goto grant greater group having identified if immediate in
    increment index initial inner inout input insert int integer intersect intersection into is isempty isnull it
    join last left less like limit lock long max min minus mode modify modulo more multiply next no noaudit not notin
    nowait null number object of on option or order outer output power previous prior privileges public raise raw
    remainder rename resource return returns revoke right row rowid rownum rows select session set share size sqrt
    start strict string subtract such sum synonym table that the their then there these they this to trans transaction
    trigger true uid union unique update user validate values view was when whenever where while will with"""
RESERVED = frozenset(_RESERVED.split())


def words_of(query: str) -> list[Word]:
    """The query's words and an end mark; raises JqlError."""
    reader = _Reader(query)
    words = []
    while (word := reader.next()).kind != "end":
        words.append(word)
    return [*words, word]


class _Reader:
    def __init__(self, query: str) -> None:
        self.query, self.at, self.line, self.line_start = query, 0, 1, 0

    def next(self) -> Word:
        self._skip_space()
        if self.at >= len(self.query):
            return self._word("end", "")
        if self.query[self.at] in "\"'":
            return self._quoted(self.query[self.at])
        symbol = _SYMBOL.match(self.query, self.at)
        if symbol:
            return self._taken("symbol", symbol[0])
        plain = _PLAIN.match(self.query, self.at)
        if plain is None:
            raise self._reserved_character()
        return self._taken("word", plain[0])

    def _skip_space(self) -> None:
        space = _SPACE.match(self.query, self.at)
        if space:
            self.line += space[0].count("\n")
            if "\n" in space[0]:
                self.line_start = self.at + space[0].rindex("\n") + 1
            self.at = space.end()

    def _word(self, kind: WordKind, text: str) -> Word:
        return Word(kind, text, self.line, self.at - self.line_start + 1)

    def _taken(self, kind: WordKind, source: str) -> Word:
        word = self._word(kind, source)
        self.at += len(source)
        return word

    def _quoted(self, quote: str) -> Word:
        start, parts = self._word("quoted", ""), list[str]()
        self.at += 1
        while self.at < len(self.query):
            piece = _PIECE.match(self.query, self.at)
            if piece is None:
                break
            self.at = piece.end()
            if piece[0] == quote:
                return Word("quoted", "".join(parts), start.line, start.character)
            parts.append(_unescaped(piece[0]))
        raise self._broken("".join(parts), start)

    def _broken(self, text: str, start: Word) -> JqlError:
        if self.query[self.at : self.at + 1] == "\\" and self.at + 1 < len(self.query):
            here, escape = self._word("end", ""), self.query[self.at : self.at + 2]
            return JqlError(
                f"Error in the JQL Query: '{escape}' is an illegal JQL escape sequence. The valid escape sequences are"
                f" \\', \\\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX. {here.place}"
            )
        return JqlError(
            f"Error in the JQL Query: The quoted string '{text}' has not been completed. {start.place}"
        )

    def _reserved_character(self) -> JqlError:
        if self.query[self.at] == "\\":
            return self._broken("", self._word("end", ""))
        here, mark = self._word("end", ""), self.query[self.at]
        return JqlError(
            f"Error in the JQL Query: The character '{mark}' is a reserved JQL character. You must enclose it in a"
            f" string or use the escape '\\u{ord(mark):04x}' instead. {here.place}"
        )


def _unescaped(piece: str) -> str:
    if not piece.startswith("\\"):
        return piece
    if piece[1] == "u":
        return chr(int(f"0x{piece[2:]}", base=0))
    return _ESCAPED.get(piece[1], piece[1])

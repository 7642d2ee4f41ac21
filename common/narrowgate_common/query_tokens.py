"""Reads a raw query (JQL, or CQL, which is built alike) far enough to know where its strings and groups end.

This is no parser of either: the vendor has the last word on fields and operators. What must be certain before a query
may stand inside our own parentheses is certain here: every string is closed, every group is closed where it was
opened, and ORDER BY is found as two words outside strings, never by searching the text. Anything that the vendor reads
only inside quotes is refused outside them, so that both readers agree on where a token ends.

String and escape rules: https://support.atlassian.com/jira-software-cloud/docs/jql-operators/ and the reserved
characters of https://confluence.atlassian.com/jirasoftwareserver/advanced-searching-939938733.html
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from narrowgate_common.errors import GatewayError, bad_input

QUERY_CHARS = 4_000

UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters, the two Unicode line ends, and halves of surrogate pairs: never part of a query."""


class Kind(StrEnum):
    WORD = "word"
    STRING = "string"
    OPERATOR = "operator"
    PUNCTUATION = "punctuation"


@dataclass(frozen=True, slots=True)
class Token:
    """`value` is what the vendor understands: escapes resolved, quotes gone. `start`, `end`: offsets in the query."""

    kind: Kind
    value: str
    start: int
    end: int

    def is_word(self, *words: str) -> bool:
        return self.kind is Kind.WORD and self.value.lower() in words

    def is_mark(self, marks: str) -> bool:
        return self.kind is Kind.PUNCTUATION and self.value in marks

    def is_name(self) -> bool:
        return self.kind in {Kind.WORD, Kind.STRING}


@dataclass(frozen=True, slots=True)
class RawQuery:
    """A query cut at its ORDER BY: `where` and `order` are the caller's own text, `tokens` those of `where`."""

    where: str
    order: str
    tokens: tuple[Token, ...]


def read_query(query: str) -> RawQuery:
    """Raises `bad_input/invalid_query` where the query's structure is not certain."""
    _check_characters(query)
    tokens = tokenise(query)
    cut = _order_by(tokens)
    body, sort = (tokens, ()) if cut is None else (tokens[:cut], tokens[cut + 2 :])
    _check_groups(body)
    _check_brackets(body)
    if cut is not None:
        _check_sort_list(sort)
    end = len(query) if cut is None else tokens[cut].start
    order = query[sort[0].start : sort[-1].end] if sort else ""
    return RawQuery(query[:end].strip(), order, body)


_ESCAPE = r"\\(?:[\\\"'tnr ]|u[0-9A-Fa-f]{4})"
_TOKEN = re.compile(
    rf"""(?P<space>[ ]+)
       | (?P<string>"(?:[^"\\]|{_ESCAPE})*"|'(?:[^'\\]|{_ESCAPE})*')
       | (?P<operator>!=|!~|>=|<=|&&|\|\||[=~<>!&|])
       | (?P<punctuation>[(),\[\]])
       | (?P<word>[\w.:\-]+)""",
    re.VERBOSE,
)


def tokenise(query: str) -> tuple[Token, ...]:
    """The tokens of a query in order, in time linear in its length."""
    tokens: list[Token] = []
    at = 0
    while at < len(query):
        match = _TOKEN.match(query, at)
        if match is None:
            raise _unreadable(query[at])
        if match.lastgroup != "space":
            tokens.append(_token(match))
        at = match.end()
    return tuple(tokens)


def _token(match: re.Match[str]) -> Token:
    kind = Kind(match.lastgroup or "")
    value = unquote(match.group()) if kind is Kind.STRING else match.group()
    return Token(kind, value, match.start(), match.end())


_ESCAPES = {"t": "\t", "n": "\n", "r": "\r"}


def unquote(literal: str) -> str:
    """The value of a quoted string, whichever quotes it uses."""
    return re.sub(_ESCAPE, _resolved, literal[1:-1])


def _resolved(match: re.Match[str]) -> str:
    escape = match.group()[1:]
    return chr(int(escape[1:], 16)) if len(escape) > 1 else _ESCAPES.get(escape, escape)


def _check_characters(query: str) -> None:
    if len(query) > QUERY_CHARS:
        raise bad_input(
            f"the query has {len(query)} characters, {QUERY_CHARS} are allowed", reason="query_too_long"
        )
    if UNSEEN.search(query):
        raise _invalid("the query holds a line break or another control character; write it on one line")


def _unreadable(character: str) -> GatewayError:
    if character in "\"'":
        return _invalid(
            "a string in the query is not closed, or holds an escape that the language does not know"
        )
    return _invalid(f"{character!r} stands outside quotes; put the value in double quotes")


def _order_by(tokens: Sequence[Token]) -> int | None:
    """The index of the word ORDER; that it stands inside no group is checked with the groups before it."""
    for index, token in enumerate(tokens):
        if token.is_word("order"):
            if index + 1 < len(tokens) and tokens[index + 1].is_word("by"):
                return index
            raise _invalid(
                'the word order begins ORDER BY; as a name or value write "order" in double quotes'
            )
    return None


def _check_groups(tokens: Sequence[Token]) -> None:
    depth = 0
    for token in tokens:
        depth += token.is_mark("(") - token.is_mark(")")
        if depth < 0:
            raise _invalid("a parenthesis is closed that was never opened")
    if depth:
        raise _invalid("a parenthesis is not closed, or ORDER BY stands inside parentheses")


def _check_brackets(tokens: Sequence[Token]) -> None:
    """Brackets hold one name, as in `cf[10016]` and `issue.property["a"]`."""
    opened = [index for index, token in enumerate(tokens) if token.is_mark("[")]
    closed = [index for index, token in enumerate(tokens) if token.is_mark("]")]
    if [index + 2 for index in opened] != closed or not all(tokens[index + 1].is_name() for index in opened):
        raise _invalid("square brackets hold exactly one name, as in cf[10016]")


_SORT_LIST = re.compile(r"n(\[n\]p?)?d?(,n(\[n\]p?)?d?)*")
"""n a name, [n]p a custom field or a property with its path, d a direction."""


def _check_sort_list(tokens: Sequence[Token]) -> None:
    if not _SORT_LIST.fullmatch("".join(map(_sort_letter, tokens))):
        raise _invalid(
            "after ORDER BY stand field names with ASC or DESC, separated by commas, and nothing else"
        )


def _sort_letter(token: Token) -> str:
    if token.is_word("asc", "desc"):
        return "d"
    if token.kind is Kind.PUNCTUATION:
        return token.value
    if token.kind is Kind.OPERATOR or token.is_word(*SYNTAX):
        return "x"
    return "p" if token.kind is Kind.WORD and token.value.startswith(".") else "n"


SYNTAX = frozenset(
    "and or not in is was changed empty null order by from to on during before after".split(),  # noqa: SIM905 - reads as a list
)
"""Words that the language keeps for itself: unquoted, none of them names a field or a function."""


def _invalid(message: str) -> GatewayError:
    return bad_input(message, reason="invalid_query")

"""Compiles a structured search to CQL, and confines a raw CQL query to the configured spaces.

Every value is quoted, so whatever a string holds it stays one literal: an unquoted `~user` is refused by the vendor.
The space clause is an optimisation and a second wall: that no other space's page is shown is guaranteed by the check
of returned objects. https://developer.atlassian.com/cloud/confluence/advanced-searching-using-cql/
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.query_tokens import SYNTAX, UNSEEN, Kind, Token, read_query
from narrowgate_docs.port import Filter, Order

PAGES = "type = page"
_ORDERS = {
    Order.RELEVANCE: "",
    Order.UPDATED: " ORDER BY lastmodified DESC",
    Order.CREATED: " ORDER BY created DESC",
    Order.TITLE: " ORDER BY title ASC",
}
_OPERATORS = re.compile(r'[-+&|!(){}\[\]^~*?\\:/"]')
"""The text search has operators of its own inside a literal: they separate words, and so does a space."""
_CONNECTIVES = re.compile(r"(?<!\S)(?:AND|OR|NOT)(?!\S)")
_RELATIVE = re.compile(r"-[0-9]{1,5}[wdhmyM]", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def compile_filter(wanted: Filter) -> str:
    """One CQL query for all parts. Raises `bad_input`: `invalid_date`, `invalid_value`, `control_characters`."""
    return " AND ".join([PAGES, *_clauses(wanted)]) + _ORDERS[wanted.order]


def confine(query: str, spaces: Collection[str]) -> str:
    """A raw query that finds pages of `spaces` only, in its own order; without spaces it passes once it is readable.

    Raises `bad_input`: `invalid_query`, `query_too_long`, and within a scope `function_not_allowed` and
    `out_of_scope`: both could tell of pages that the scope hides.
    """
    raw = read_query(query)
    if not raw.where:
        raise bad_input("the query is empty", reason="invalid_query")
    if spaces:
        _check_functions(raw.tokens)
        _check_strangers(raw.tokens, spaces)
    walls = [PAGES, *([_any_of("space", sorted(spaces))] if spaces else [])]
    order = f" ORDER BY {raw.order}" if raw.order else ""
    return " AND ".join([*walls, f"({raw.where})"]) + order


def searched(query: str) -> str:
    """The words that a readable query looks for in texts and titles."""
    found = (
        text.value
        for operator, text in pairwise(read_query(query).tokens)
        if operator.kind is Kind.OPERATOR and operator.value == "~" and text.is_name()
    )
    return " ".join(found)


def quote(text: str) -> str:
    """One CQL string literal. Raises `bad_input/control_characters` for what no literal may hold."""
    if UNSEEN.search(text):
        raise bad_input(
            "a search value holds a line break or another control character", reason="control_characters"
        )
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def literal_text(text: str) -> str:
    """Words in which the text search sees no operator."""
    words = _CONNECTIVES.sub(lambda match: match[0].lower(), _OPERATORS.sub(" ", text))
    return " ".join(words.split())


def _clauses(wanted: Filter) -> Iterator[str]:
    if wanted.spaces:
        yield _any_of("space", wanted.spaces)
    yield from (f"label = {_value(label)}" for label in wanted.labels)
    if wanted.ancestor is not None:
        yield f"ancestor = {_value(wanted.ancestor)}"
    people = (("creator", wanted.creator), ("contributor", wanted.contributor))
    yield from (_person(field, who) for field, who in people if who is not None)
    yield from _dates(wanted)
    texts = (("title", wanted.title), ("text", wanted.text))
    yield from (f"{field} ~ {_words(text)}" for field, text in texts if text is not None)


def _words(text: str) -> str:
    found = literal_text(text)
    if not found:
        raise bad_input("a search needs a word", reason="invalid_value")
    return quote(found)


def _person(field: str, who: str) -> str:
    return f"{field} = currentUser()" if who == "me" else f"{field} = {_value(who)}"


def _dates(wanted: Filter) -> Iterator[str]:
    bounds = (
        ("lastmodified >=", wanted.updated_after),
        ("lastmodified <", wanted.updated_before),
        ("created >=", wanted.created_after),
        ("created <", wanted.created_before),
    )
    yield from (f"{bound} {_date(when)}" for bound, when in bounds if when is not None)


def _date(text: str) -> str:
    if _RELATIVE.fullmatch(text):
        return f"now({quote(text)})"
    try:
        valid = _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        valid = False
    if not valid:
        raise bad_input("a date is written 2026-11-30, or relative: -7d, -2w, -12h", reason="invalid_date")
    return quote(text)


def _any_of(field: str, values: Iterable[str]) -> str:
    return f"{field} in ({', '.join(map(_value, dict.fromkeys(values)))})"


def _value(text: str) -> str:
    if not text.strip():
        raise bad_input("a search value is empty; leave the argument out instead", reason="invalid_value")
    return quote(text)


FUNCTIONS = (
    *("currentUser", "now"),
    *(f"{edge}Of{span}" for edge in ("start", "end") for span in ("Day", "Week", "Month", "Year")),
)
"""What a scoped query may call: answers that depend on the account and the clock, not on other pages."""

_CALLABLE = frozenset(name.lower() for name in FUNCTIONS)
_POINTERS = frozenset({"ancestor", "parent", "id", "content", "container"})
"""Fields whose values name pages by ids, which could be anybody's."""

_SPACE_NAMES = frozenset({"space", "space.key", "space.title", "space.id"})


def _check_functions(tokens: Sequence[Token]) -> None:
    for token, following in pairwise(tokens):
        if following.is_mark("(") and _calls(token) and token.value.lower() not in _CALLABLE:
            raise bad_input(
                f"{token.value!r} is no function that a search within a scope may call",
                reason="function_not_allowed",
                details=["allowed: " + ", ".join(FUNCTIONS)],
            )


def _check_strangers(tokens: Sequence[Token], spaces: Collection[str]) -> None:
    """Nothing outside the scope may be named where a name is looked up."""
    field = ""
    for token, following in pairwise([*tokens, Token(Kind.PUNCTUATION, "", 0, 0)]):
        if not token.is_name() or token.is_word(*SYNTAX):
            continue
        if following.kind is Kind.OPERATOR or following.is_word("in", "not", "is"):
            field = token.value.strip().lower()
            if field in _POINTERS:
                raise _stranger("a search within a scope cannot name pages by id; use the argument `below`")
        elif field in _SPACE_NAMES and token.value not in spaces:
            raise _stranger("a search within a scope cannot name spaces outside it")


def _stranger(message: str) -> GatewayError:
    return bad_input(message, reason="out_of_scope")


def _calls(token: Token) -> bool:
    return token.kind is Kind.STRING or (token.kind is Kind.WORD and not token.is_word(*SYNTAX))

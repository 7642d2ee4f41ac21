"""The grammar of the query language: from words to a tree, and back to nothing. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from narrowgate_sandbox.jira.jql.words import RESERVED, JqlError, Word, words_of

DEPTH = 100
MOST_KEYS = 7
_INVERSE = {
    "=": "!=",
    "!=": "=",
    "~": "!~",
    "!~": "~",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}
_EXPECTED = (
    "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'."
)


@dataclass(frozen=True, slots=True)
class Operand:
    """A value, a function of that name, or emptiness."""

    kind: Literal["value", "function", "empty"]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    field: str
    operator: str
    operands: tuple[Operand, ...]

    def inverted(self) -> Clause:
        return Clause(self.field, _INVERSE[self.operator], self.operands)


@dataclass(frozen=True, slots=True)
class Group:
    joined_by: Literal["and", "or"]
    parts: tuple[Tree, ...]

    def inverted(self) -> Group:
        other: Literal["and", "or"] = "or" if self.joined_by == "and" else "and"
        return Group(other, tuple(part.inverted() for part in self.parts))


Tree = Clause | Group


@dataclass(frozen=True, slots=True)
class Query:
    """`where` is None for a query without restriction; `order` holds fields and whether they descend."""

    where: Tree | None
    order: tuple[tuple[str, bool], ...]


def parse(text: str) -> Query:
    """The tree of a query, NOT already carried down to the clauses; raises JqlError."""
    return _Parser(words_of(text)).query()


class _Parser:
    def __init__(self, words: list[Word]) -> None:
        self.words, self.at, self.depth = words, 0, 0

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def take(self) -> Word:
        word = self.word
        self.at += 1
        return word

    def query(self) -> Query:
        where = None if self.word.kind == "end" or self.word.says("order") else self.either()
        order = self.order() if self.word.says("order") else ()
        if self.word.kind != "end":
            raise self.unexpected("Expecting either 'OR' or 'AND'")
        return Query(where, order)

    def either(self) -> Tree:
        return self.joined("or", ("or", "||", "|"), self.both)

    def both(self) -> Tree:
        return self.joined("and", ("and", "&&", "&"), self.maybe_not)

    def joined(self, by: Literal["and", "or"], signs: tuple[str, ...], part: Callable[[], Tree]) -> Tree:
        parts = [part()]
        while self.word.says(*signs):
            self.take()
            parts.append(part())
        return parts[0] if len(parts) == 1 else Group(by, tuple(parts))

    def maybe_not(self) -> Tree:
        inverted = False
        while self.word.says("not", "!"):
            self.take()
            inverted = not inverted
        tree = self.in_parentheses() if self.word.says("(") else self.clause()
        return tree.inverted() if inverted else tree

    def in_parentheses(self) -> Tree:
        self.take()
        self.depth += 1
        if self.depth > DEPTH:
            raise JqlError("Error in the JQL Query: the query is nested too deeply.")
        tree = self.either()
        if not self.word.says(")"):
            raise self.unexpected("Expecting ')'")
        self.take()
        self.depth -= 1
        return tree

    def clause(self) -> Clause:
        field, operator = self.field(), self.operator()
        if operator in {"in", "not in"}:
            return Clause(field, operator, self.listed())
        return Clause(field, operator, (self.operand(),))

    def field(self) -> str:
        word = self.take()
        if word.kind == "word":
            self.check_reserved(word)
        elif word.kind != "quoted":
            self.at -= 1
            raise self.unexpected("Expecting a field name")
        return word.text

    def operator(self) -> str:
        word = self.take()
        if word.kind == "symbol" and word.text in _INVERSE:
            return word.text
        if word.says("in"):
            return "in"
        if word.says("not") and self.word.says("in"):
            self.take()
            return "not in"
        if word.says("is"):
            if self.word.says("not"):
                self.take()
                return "is not"
            return "is"
        self.at -= 1
        raise self.unexpected("Expecting operator", _EXPECTED)

    def listed(self) -> tuple[Operand, ...]:
        if not self.word.says("("):
            if self.word.kind == "word" and self.words[self.at + 1].says("("):
                return (self.operand(),)
            raise self.unexpected("Expecting '('")
        self.take()
        operands = [self.operand()]
        while self.word.says(","):
            self.take()
            operands.append(self.operand())
        if not self.word.says(")"):
            raise self.unexpected("Expecting ')'")
        self.take()
        return tuple(operands)

    def operand(self) -> Operand:
        word = self.take()
        if word.kind == "quoted":
            return Operand("value", word.text)
        if word.says("empty", "null"):
            return Operand("empty")
        if word.kind != "word":
            self.at -= 1
            raise self.unexpected("Expecting either a value, list or function")
        if self.word.says("("):
            return self.function(word.text)
        self.check_reserved(word)
        return Operand("value", word.text)

    def function(self, name: str) -> Operand:
        self.take()
        if not self.word.says(")"):
            raise JqlError(f"Function '{name}' expected '0' arguments but received more.")
        self.take()
        return Operand("function", name)

    def order(self) -> tuple[tuple[str, bool], ...]:
        self.take()
        if not self.take().says("by"):
            self.at -= 1
            raise self.unexpected("Expecting 'by'")
        keys = [self.order_key()]
        while self.word.says(","):
            self.take()
            keys.append(self.order_key())
        if len(keys) > MOST_KEYS:
            raise JqlError(f"The ORDER BY clause can contain a maximum of {MOST_KEYS} fields.")
        return tuple(keys)

    def order_key(self) -> tuple[str, bool]:
        field = self.field()
        descending = self.word.says("desc")
        if self.word.says("asc", "desc"):
            self.take()
        return field, descending

    def check_reserved(self, word: Word) -> None:
        if word.text.lower() in RESERVED:
            raise JqlError(
                f"Error in the JQL Query: '{word.text}' is a reserved JQL word. You must surround it in quotation marks"
                f" to use it in a query. {word.place}"
            )

    def unexpected(self, wanted: str, explained: str = "") -> JqlError:
        word = self.word
        if word.kind == "end":
            return JqlError(
                f"Error in the JQL Query: {wanted} before the end of the query. {explained}".rstrip()
            )
        return JqlError(
            f"Error in the JQL Query: {wanted} but got '{word.text}'. {explained} {word.place}".replace(
                "  ", " "
            )
        )

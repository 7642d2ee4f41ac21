"""From words to a tree. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from narrowgate_sandbox.confluence.cql.words import CqlError, Word, words_of

DEPTH = 50
OPERATORS = ("=", "!=", "~", "!~", "<", ">", "<=", ">=")
_RESERVED = frozenset(
    {
        "and",
        "or",
        "not",
        "in",
        "is",
        "null",
        "empty",
        "order",
        "by",
        "asc",
        "desc",
        "after",
        "before",
        "select",
    }
)


@dataclass(frozen=True, slots=True)
class Operand:
    """A value, or a function's name with its argument."""

    text: str
    function: bool = False
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    field: str
    operator: str
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Group:
    joined_by: Literal["and", "or"]
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Not:
    part: Tree


Tree = Clause | Group | Not


@dataclass(frozen=True, slots=True)
class Query:
    """`order` holds fields and whether they descend."""

    where: Tree
    order: tuple[tuple[str, bool], ...]


def parse(text: str) -> Query:
    """Raises CqlError."""
    return _Parser(text, words_of(text)).query()


class _Parser:
    def __init__(self, text: str, words: list[Word]) -> None:
        self.text, self.words, self.at, self.depth = text, words, 0, 0

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def take(self) -> Word:
        word = self.word
        self.at += 1
        return word

    def wrong(self) -> CqlError:
        return CqlError(f"Could not parse cql : {self.text}")

    def query(self) -> Query:
        where = self.either()
        order = self.order() if self.word.says("order") else ()
        if self.word.kind != "end":
            raise self.wrong()
        return Query(where, order)

    def either(self) -> Tree:
        return self.joined("or", self.both)

    def both(self) -> Tree:
        return self.joined("and", self.maybe_not)

    def joined(self, by: Literal["and", "or"], part: Callable[[], Tree]) -> Tree:
        parts = [part()]
        while self.word.says(by):
            self.take()
            parts.append(part())
        return parts[0] if len(parts) == 1 else Group(by, tuple(parts))

    def maybe_not(self) -> Tree:
        if self.word.says("not"):
            self.take()
            return Not(self.maybe_not())
        return self.in_parentheses() if self.word.says("(") else self.clause()

    def in_parentheses(self) -> Tree:
        self.take()
        self.depth += 1
        if self.depth > DEPTH:
            raise self.wrong()
        tree = self.either()
        self.expect(")")
        self.depth -= 1
        return tree

    def expect(self, symbol: str) -> None:
        if not self.take().says(symbol):
            raise self.wrong()

    def clause(self) -> Clause:
        field = self.take()
        if field.kind != "bare" or field.text.lower() in _RESERVED:
            raise self.wrong()
        operator = self.operator()
        operands = self.listed() if operator in ("in", "not in") else (self.operand(),)
        return Clause(field.text, operator, operands)

    def operator(self) -> str:
        word = self.take()
        if word.kind == "symbol" and word.text in OPERATORS:
            return word.text
        if word.says("in"):
            return "in"
        if word.says("not") and self.take().says("in"):
            return "not in"
        raise self.wrong()

    def listed(self) -> tuple[Operand, ...]:
        self.expect("(")
        operands = [self.operand()]
        while self.word.says(","):
            self.take()
            operands.append(self.operand())
        self.expect(")")
        return tuple(operands)

    def operand(self) -> Operand:
        word = self.take()
        if word.kind == "quoted":
            return Operand(word.text)
        if word.kind != "bare" or word.text.lower() in _RESERVED:
            raise self.wrong()
        if not self.word.says("("):
            return Operand(word.text)
        self.take()
        argument = "" if self.word.says(")") else self.operand().text
        self.expect(")")
        return Operand(word.text, function=True, argument=argument)

    def order(self) -> tuple[tuple[str, bool], ...]:
        self.take()
        if not self.take().says("by"):
            raise self.wrong()
        keys = [self.order_key()]
        while self.word.says(","):
            self.take()
            keys.append(self.order_key())
        return tuple(keys)

    def order_key(self) -> tuple[str, bool]:
        field = self.take()
        if field.kind != "bare":
            raise self.wrong()
        descending = self.word.says("desc")
        if self.word.says("asc", "desc"):
            self.take()
        return field.text, descending

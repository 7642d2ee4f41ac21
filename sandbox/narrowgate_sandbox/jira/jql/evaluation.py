"""From a query's tree to a test on issues, with the vendor's complaints about what does not exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from narrowgate_sandbox.company.records import Issue, User
from narrowgate_sandbox.jira.call import Call
from narrowgate_sandbox.jira.jql import dates, text
from narrowgate_sandbox.jira.jql.clauses import BY_CLAUSE
from narrowgate_sandbox.jira.jql.grammar import Clause, Group, Operand, Query, Tree
from narrowgate_sandbox.jira.jql.kinds import Dated, Discrete, Known, Numeric, Rank, Textual
from narrowgate_sandbox.jira.jql.words import JqlError

Test = Callable[[Issue], bool]
_NEGATIVE = {"!=", "not in", "is not", "!~"}
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}


def unknown_field(name: str) -> str:
    return f"Field '{name}' does not exist or you do not have permission to view it."


def run(call: Call, query: Query, issues: list[Issue]) -> list[Issue]:
    """Those of the issues that the query finds, in its order; raises JqlError with everything that is wrong."""
    asking = _Asking(call)
    test = asking.test(query.where) if query.where else _anything
    keys = [(asking.known(name), descending) for name, descending in query.order]
    if asking.messages:
        raise JqlError(*asking.messages)
    found = sorted((issue for issue in issues if test(issue)), key=lambda one: int(one.id), reverse=True)
    for clause, descending in reversed(keys):
        if clause is not None:
            found.sort(key=_sort_key(clause.rank), reverse=descending)
    return found


def _anything(_issue: Issue) -> bool:
    return True


def _sort_key(rank: Rank) -> Callable[[Issue], tuple[bool, Any]]:
    """With what is empty at the end of an ascending order."""
    return lambda issue: (rank(issue) is None, 0 if rank(issue) is None else rank(issue))


@dataclass(slots=True)
class _Asking:
    """One user's query at one moment."""

    call: Call
    messages: list[str] = field(default_factory=list)

    @property
    def user(self) -> User:
        return self.call.user

    @property
    def now(self) -> datetime:
        return self.call.company.clock.now

    def known(self, name: str) -> Known | None:
        found = BY_CLAUSE.get(name.lower())
        if found is None:
            self.messages.append(unknown_field(name))
        return found

    def test(self, tree: Tree) -> Test:
        if isinstance(tree, Group):
            tests = [self.test(part) for part in tree.parts]
            if tree.joined_by == "and":
                return lambda issue: all(one(issue) for one in tests)
            return lambda issue: any(one(issue) for one in tests)
        return self._clause(tree)

    def _clause(self, clause: Clause) -> Test:
        known = self.known(clause.field)
        if known is None:
            return lambda _issue: False
        try:
            return self._compiled(clause, known)
        except JqlError as wrong:
            self.messages.extend(wrong.messages)
            return lambda _issue: False

    def _compiled(self, clause: Clause, known: Known) -> Test:
        if clause.operator not in known.operators:
            raise JqlError(
                f"The operator '{clause.operator}' is not supported by the '{clause.field}' field."
            )
        if any(one.kind == "empty" for one in clause.operands) or clause.operator in {"is", "is not"}:
            return _emptiness(clause, known)
        if isinstance(known, Textual):
            return self._textual(clause, known)
        if isinstance(known, Discrete):
            return self._discrete(clause, known)
        if isinstance(known, Numeric):
            return _numeric(clause, known)
        return self._dated(clause, known)

    def _textual(self, clause: Clause, known: Textual) -> Test:
        holds = text.matcher(clause.field, clause.operands[0].text)
        negative = clause.operator in _NEGATIVE
        return lambda issue: holds(known.texts(issue)) is not negative

    def _discrete(self, clause: Clause, known: Discrete) -> Test:
        wanted = {self._named(clause.field, known, one) for one in clause.operands}
        if clause.operator in _NEGATIVE:
            # The vendor's "not" does not find issues where the field is empty.
            return lambda issue: bool(known.values(issue)) and not wanted & set(known.values(issue))
        return lambda issue: bool(wanted & set(known.values(issue)))

    def _named(self, name: str, known: Discrete, operand: Operand) -> str:
        if operand.kind == "function":
            if operand.text.lower() == "currentuser" and known.people:
                return self.user.account_id
            raise JqlError(f"Unable to find JQL function '{operand.text}()'.")
        found = known.resolve(self.call, operand.text)
        if found is None:
            raise JqlError(known.complaint.format(value=operand.text, field=name))
        return found

    def _dated(self, clause: Clause, known: Dated) -> Test:
        moments = [self._moment(clause.field, one) for one in clause.operands]
        if clause.operator in {"in", "not in"}:
            return lambda issue: (known.moment(self.call, issue) in moments) is (clause.operator == "in")
        compare, asked = _COMPARE[clause.operator], known.asked(self.call, moments[0])

        def holds(issue: Issue) -> bool:
            at = known.moment(self.call, issue)
            return at is not None and compare(at, asked)

        return holds

    def _moment(self, name: str, operand: Operand) -> datetime:
        zone = self.user.offset_minutes
        if operand.kind == "function":
            found = dates.function(operand.text, self.now, zone)
            if found is None:
                raise JqlError(f"Unable to find JQL function '{operand.text}()'.")
            return found
        found = dates.moment(operand.text, self.now, zone)
        if found is None:
            raise JqlError(f"Date value '{operand.text}' for field '{name}' is invalid. {dates.FORMATS_TEXT}")
        return found


def _emptiness(clause: Clause, known: Known) -> Test:
    if clause.operator not in {"=", "!=", "is", "is not"} or clause.operands[0].kind != "empty":
        raise JqlError(f"The operator '{clause.operator}' only supports the values 'EMPTY' and 'NULL'.")
    if not known.may_be_empty:
        raise JqlError(f"The field '{clause.field}' does not support searching for EMPTY values.")
    wanted = clause.operator not in _NEGATIVE
    return lambda issue: known.empty(issue) is wanted


def _numeric(clause: Clause, known: Numeric) -> Test:
    try:
        asked = [float(one.text) for one in clause.operands]
    except ValueError:
        wrong = clause.operands[0].text
        raise JqlError(f"The value '{wrong}' for the field '{clause.field}' is not a number.") from None
    if clause.operator in {"in", "not in"}:
        positive = clause.operator == "in"
        return lambda issue: known.number(issue) is not None and (known.number(issue) in asked) is positive
    compare = _COMPARE[clause.operator]
    return lambda issue: known.number(issue) is not None and compare(known.number(issue), asked[0])

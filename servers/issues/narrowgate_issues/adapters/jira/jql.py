"""Compiles a structured search to JQL, and confines a raw JQL query to the configured projects.

Every value is quoted, reserved word or not, so whatever a string holds it stays one literal. The project clause is an
optimisation and a second wall: that no other project's issue is shown is guaranteed by the check of returned objects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import pairwise

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.query_tokens import SYNTAX, UNSEEN, Kind, Token, read_query
from narrowgate_issues.port import Filter, Order, StatusCategory

EVERYTHING = 'created >= "1970-01-01"'
"""Jira Cloud answers 400 to a search without a restriction; this one every issue meets."""

_STATUS_CATEGORIES = {
    StatusCategory.TODO: "To Do",
    StatusCategory.IN_PROGRESS: "In Progress",
    StatusCategory.DONE: "Done",
}

_ORDERS = {
    Order.UPDATED: "updated",
    Order.CREATED: "created",
    Order.PRIORITY: "priority",
    Order.DUE: "due",
}


def compile_filter(wanted: Filter, scope: Collection[str]) -> str:
    """One JQL query for all parts of the filter; `scope` empty means every visible project.

    "after" bounds include their moment, "before" bounds exclude it; Jira reads both in the account's time zone.
    Raises `bad_input`: `out_of_scope`, `invalid_project`, `invalid_date`, `invalid_value`, `control_characters`.
    """
    clauses = [*_project_clause(wanted.projects, scope), *_clauses(wanted)]
    return f"{' AND '.join(clauses) or EVERYTHING} ORDER BY {_order(wanted)}"


def quote(text: str) -> str:
    """One JQL string literal. Raises `bad_input/control_characters` for what no literal may hold."""
    if UNSEEN.search(text):
        raise bad_input(
            "a search value holds a line break or another control character", reason="control_characters"
        )
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_TEXT_OPERATORS = re.compile(r'[-+&|!(){}\[\]^~*?\\:/"]')
_TEXT_CONNECTIVES = re.compile(r"(?<!\S)(?:AND|OR|NOT)(?!\S)")


def literal_text(text: str) -> str:
    """A phrase in which Jira's text search sees words only; quoting doubles each backslash, as Jira asks.

    The search has operators of its own inside the literal. AND, OR and NOT are operators in capitals alone, and case
    does not count otherwise. https://confluence.atlassian.com/jirasoftwareserver/search-syntax-for-text-fields-939938747.html
    """
    words = _TEXT_CONNECTIVES.sub(lambda match: match.group().lower(), text)
    return _TEXT_OPERATORS.sub(r"\\\g<0>", words)


def project_clause(projects: Iterable[str]) -> str:
    return _any_of("project", projects)


_PROJECT_KEY = re.compile(r"[A-Za-z0-9_]{1,255}")


def _project_clause(projects: tuple[str, ...], scope: Collection[str]) -> Iterator[str]:
    for project in projects:
        if not _PROJECT_KEY.fullmatch(project):
            raise bad_input("a project is named by its key: letters, digits, _", reason="invalid_project")
        if scope and project not in scope:
            raise _out_of_scope(project, scope)
    wanted = projects or sorted(scope)
    if wanted:
        yield project_clause(wanted)


def _out_of_scope(project: str, scope: Collection[str]) -> GatewayError:
    return bad_input(
        f"project {project} is outside the projects this server may search",
        reason="out_of_scope",
        details=["allowed: " + ", ".join(sorted(scope))],
    )


def _clauses(wanted: Filter) -> Iterator[str]:
    """What was asked for, in an order that does not depend on how it was asked."""
    yield from _lists(wanted)
    if wanted.status_category is not None:
        yield f"statusCategory = {quote(_STATUS_CATEGORIES[wanted.status_category])}"
    yield from _people(wanted)
    yield from (f"labels = {_value(label)}" for label in wanted.labels)
    if wanted.parent is not None:
        yield f"parent = {_value(wanted.parent)}"
    yield from _dates(wanted)
    if wanted.text is not None:
        yield f"text ~ {quote(literal_text(_filled(wanted.text)))}"


def _lists(wanted: Filter) -> Iterator[str]:
    lists = (("issuetype", wanted.types), ("status", wanted.statuses), ("priority", wanted.priorities))
    yield from (_any_of(field, values) for field, values in lists if values)


def _people(wanted: Filter) -> Iterator[str]:
    people = (("assignee", wanted.assignee), ("reporter", wanted.reporter))
    yield from (_person(field, who) for field, who in people if who is not None)


def _person(field: str, who: str) -> str:
    if who == "me":
        return f"{field} = currentUser()"
    return f"{field} is EMPTY" if who == "unassigned" else f"{field} = {_value(who)}"


def _dates(wanted: Filter) -> Iterator[str]:
    bounds = (
        ("updated >=", wanted.updated_after),
        ("updated <", wanted.updated_before),
        ("created >=", wanted.created_after),
        ("created <", wanted.created_before),
        ("due <", wanted.due_before),
    )
    yield from (f"{bound} {quote(_date(when))}" for bound, when in bounds if when is not None)


def _any_of(field: str, values: Iterable[str]) -> str:
    return f"{field} in ({', '.join(map(_value, dict.fromkeys(values)))})"


def _value(text: str) -> str:
    return quote(_filled(text))


def _filled(text: str) -> str:
    if not text.strip():
        raise bad_input("a search value is empty; leave the argument out instead", reason="invalid_value")
    return text


_RELATIVE = re.compile(r"-?[0-9]{1,5}[wdhm]")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MINUTE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}")


def _date(text: str) -> str:
    if _RELATIVE.fullmatch(text) or _is_calendar_date(text):
        return text
    raise bad_input(
        "a date is written 2026-11-30, 2026-11-30 14:00, or relative: -7d, -2w, -12h", reason="invalid_date"
    )


def _is_calendar_date(text: str) -> bool:
    try:
        if _DAY.fullmatch(text):
            date.fromisoformat(text)
            return True
        if _MINUTE.fullmatch(text):
            datetime.fromisoformat(text)
            return True
    except ValueError:
        pass
    return False


def _order(wanted: Filter) -> str:
    """The key breaks ties, so that pages neither repeat nor skip an issue."""
    direction = "ASC" if wanted.ascending else "DESC"
    return f"{_ORDERS[wanted.order]} {direction}, key {direction}"


def confine(query: str, scope: Collection[str]) -> str:
    """A raw query that finds issues of `scope` only, in its own order; without a scope it passes once it is readable.

    Raises `bad_input`: `invalid_query`, `query_too_long`, and within a scope `function_not_allowed` and
    `saved_filter_not_allowed`: both could tell of issues that the scope hides.
    """
    raw = read_query(query)
    if not raw.where and not raw.order:
        raise bad_input("the query is empty", reason="invalid_query")
    if scope:
        _check_reach(raw.tokens)
        _check_strangers(raw.tokens, scope)
    order = f" ORDER BY {raw.order}" if raw.order else ""
    return _within(raw.where, scope) + order


def _within(where: str, scope: Collection[str]) -> str:
    if not scope:
        return where or EVERYTHING
    clause = project_clause(sorted(scope))
    return f"({clause}) AND ({where})" if where else clause


FUNCTIONS = (
    *("currentUser", "now", "openSprints", "closedSprints", "futureSprints"),
    *(f"{edge}Of{span}" for edge in ("start", "end") for span in ("Day", "Week", "Month", "Year")),
)
"""What a scoped query may call: answers that depend on the account and the clock, not on other issues."""

_CALLABLE = frozenset(name.lower() for name in FUNCTIONS)
_SAVED_FILTERS = frozenset({"filter", "request", "savedfilter", "searchrequest"})
"""The names of the field that stands for somebody's stored query."""


def _check_reach(tokens: Sequence[Token]) -> None:
    for token, following in pairwise(tokens):
        if following.is_mark("(") and _calls(token) and token.value.lower() not in _CALLABLE:
            raise bad_input(
                f"{token.value!r} is no function that a search within a scope may call",
                reason="function_not_allowed",
                details=["allowed: " + ", ".join(FUNCTIONS)],
            )
        if token.value.strip().lower() in _SAVED_FILTERS and _compares(following):
            raise bad_input(
                "saved filters cannot be used within a scope; write the filter's own conditions",
                reason="saved_filter_not_allowed",
            )


_POINTERS = frozenset({
    "key", "issuekey", "issue", "id", "parent", "epic link", "parent link", "project", "parentproject", "hierarchy",
})  # fmt: skip
"""Fields whose values name issues or projects: whether one exists is told by the kind of answer."""

_POINTED = re.compile(r"([A-Za-z][A-Za-z0-9_]*)-[0-9]+", re.ASCII)


def _check_strangers(tokens: Sequence[Token], scope: Collection[str]) -> None:
    """Nothing outside the scope may be named where a name is looked up."""
    field = ""
    names = (
        pair for pair in pairwise([*tokens, _END]) if pair[0].is_name() and not pair[0].is_word(*_COMPARING)
    )
    for token, following in names:
        if _compares(following):
            field = token.value.strip().lower()
        elif field in _POINTERS and not _inside(token, scope):
            raise bad_input(
                "a search within a scope cannot name issues or projects outside it", reason="out_of_scope"
            )


_END = Token(Kind.PUNCTUATION, "", 0, 0)
_COMPARING = ("in", "not", "is", "was", "changed", "and", "or", "empty", "null")


def _inside(token: Token, scope: Collection[str]) -> bool:
    """Numeric ids could be anybody's."""
    pointed = _POINTED.fullmatch(token.value.strip())
    return (pointed[1] if pointed else token.value.strip()).upper() in scope


def _calls(token: Token) -> bool:
    """Jira takes a quoted function name too."""
    return token.kind is Kind.STRING or (token.kind is Kind.WORD and not token.is_word(*SYNTAX))


def _compares(token: Token) -> bool:
    return token.kind is Kind.OPERATOR or token.is_word("in", "not", "is", "was", "changed")

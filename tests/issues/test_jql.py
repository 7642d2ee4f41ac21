"""The structured search: whatever a string holds, the query keeps its tree."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.issues.jql_reader import UNSEEN, VALUES, Tree, where

from narrowgate_common.errors import Category, GatewayError
from narrowgate_issues.adapters.jira.jql import EVERYTHING, compile_filter, literal_text, quote
from narrowgate_issues.port import Filter, Order, StatusCategory

KEYS = st.sampled_from(["ABC", "OPS", "IF", "AND", "OR", "NULL", "ON", "null", "1ABC", "A_B"])


def refused(wanted: Filter, scope: tuple[str, ...] = ()) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        compile_filter(wanted, scope)
    assert caught.value.category is Category.BAD_INPUT
    return caught.value


def with_part(part: str, value: Any) -> Filter:
    return replace(Filter(), **{part: value})


@given(VALUES)
def test_a_quoted_value_is_read_back_as_it_was(value: str) -> None:
    assert where(f"f = {quote(value)}") == ("clause", "f", "=", value)


@given(VALUES)
def test_the_text_search_sees_words_and_no_operators(phrase: str) -> None:
    seen, escaped = "", iter(literal_text(phrase))
    for character in escaped:
        assert character not in '+-&|!(){}[]^~*?:/"'
        seen += next(escaped) if character == "\\" else character
    assert seen.casefold() == phrase.casefold()
    assert not {"AND", "OR", "NOT"} & set(seen.split())


@pytest.mark.parametrize(
    ("phrase", "literal"),
    [
        ("C++ (beta)", r'"C\\+\\+ \\(beta\\)"'),
        ('say "hi"', r'"say \\\"hi\\\""'),
        (r"C:\temp", r'"C\\:\\\\temp"'),
        ("wild*card? ~fuzzy ^2", r'"wild\\*card\\? \\~fuzzy \\^2"'),
        ("this AND that OR NOT other", '"this and that or not other"'),
        ("ANDROID NOTE", '"ANDROID NOTE"'),
        ("it's /* a */ -- comment", r'"it' + "'" + r's \\/\\* a \\*\\/ \\-\\- comment"'),
    ],
)
def test_operators_of_the_text_search_are_escaped_twice(phrase: str, literal: str) -> None:
    assert compile_filter(Filter(text=phrase), ()).startswith(f"text ~ {literal} ORDER BY")


@pytest.mark.parametrize("character", UNSEEN)
@pytest.mark.parametrize("part", ["text", "assignee", "parent", "labels", "types", "statuses", "priorities"])
def test_control_characters_are_refused_in_every_part(part: str, character: str) -> None:
    value = f"a{character}b"
    several = part in {"labels", "types", "statuses", "priorities"}
    assert refused(with_part(part, (value,) if several else value)).reason == "control_characters"


@pytest.mark.parametrize("blank", ["", " ", "\u3000"])
def test_an_empty_value_is_refused(blank: str) -> None:
    for wanted in (Filter(text=blank), Filter(labels=(blank,)), Filter(assignee=blank), Filter(parent=blank)):
        assert refused(wanted, ("ABC",)).reason == "invalid_value"


DATES = st.sampled_from(["2026-11-30", "2026-11-30 14:05", "-7d", "-12h", "2w", "2024-02-29"])
FILTERS = st.builds(
    Filter,
    text=st.none() | VALUES,
    projects=st.lists(KEYS, max_size=2).map(tuple),
    types=st.lists(VALUES, max_size=2).map(tuple),
    statuses=st.lists(VALUES, max_size=2).map(tuple),
    status_category=st.none() | st.sampled_from(StatusCategory),
    assignee=st.none() | st.sampled_from(["me", "unassigned"]) | VALUES,
    reporter=st.none() | st.sampled_from(["me", "unassigned"]) | VALUES,
    labels=st.lists(VALUES, max_size=3).map(tuple),
    priorities=st.lists(VALUES, max_size=2).map(tuple),
    parent=st.none() | VALUES,
    updated_after=st.none() | DATES,
    updated_before=st.none() | DATES,
    created_after=st.none() | DATES,
    created_before=st.none() | DATES,
    due_before=st.none() | DATES,
    order=st.sampled_from(Order),
    ascending=st.booleans(),
)


def expected(wanted: Filter) -> list[Tree]:
    """The clauses a filter stands for, said without any syntax."""

    def listed(field: str, values: tuple[str, ...]) -> list[Tree]:
        return [("clause", field, "in", ("list", *dict.fromkeys(values)))] if values else []

    def person(field: str, who: str | None) -> list[Tree]:
        special = {"me": ("=", ("call", "currentuser")), "unassigned": ("is", ("keyword", "empty"))}
        return [] if who is None else [("clause", field, *special.get(who, ("=", who)))]

    def single(field: str, operator: str, value: str | None) -> list[Tree]:
        return [] if value is None else [("clause", field, operator, value)]

    category = {"todo": "To Do", "in_progress": "In Progress", "done": "Done"}
    return [
        *listed("project", wanted.projects),
        *listed("issuetype", wanted.types),
        *listed("status", wanted.statuses),
        *listed("priority", wanted.priorities),
        *single("statuscategory", "=", wanted.status_category and category[wanted.status_category]),
        *person("assignee", wanted.assignee),
        *person("reporter", wanted.reporter),
        *[clause for label in wanted.labels for clause in single("labels", "=", label)],
        *single("parent", "=", wanted.parent),
        *single("updated", ">=", wanted.updated_after),
        *single("updated", "<", wanted.updated_before),
        *single("created", ">=", wanted.created_after),
        *single("created", "<", wanted.created_before),
        *single("due", "<", wanted.due_before),
        *single("text", "~", None if wanted.text is None else literal_text(wanted.text)),
    ] or [("clause", "created", ">=", "1970-01-01")]


@given(FILTERS)
def test_a_filter_keeps_its_tree_whatever_its_strings_hold(wanted: Filter) -> None:
    clauses = expected(wanted)
    found = where(compile_filter(wanted, ()))
    assert found == (clauses[0] if len(clauses) == 1 else ("and", *clauses))


@given(FILTERS, st.sets(st.sampled_from(["ABC", "OPS", "IF"]), min_size=1))
def test_a_scoped_filter_begins_with_its_projects_and_is_one_conjunction(
    wanted: Filter, scope: set[str]
) -> None:
    inside = tuple(project for project in wanted.projects if project in scope)
    found = where(compile_filter(replace(wanted, projects=inside), scope))
    clauses = expected(replace(wanted, projects=inside or tuple(sorted(scope))))
    assert found == (clauses[0] if len(clauses) == 1 else ("and", *clauses))


@pytest.mark.parametrize(
    ("wanted", "jql"),
    [
        (Filter(), f"{EVERYTHING} ORDER BY updated DESC, key DESC"),
        (Filter(ascending=True, order=Order.DUE), f"{EVERYTHING} ORDER BY due ASC, key ASC"),
        (Filter(order=Order.CREATED), f"{EVERYTHING} ORDER BY created DESC, key DESC"),
        (Filter(assignee="me"), "assignee = currentUser() ORDER BY updated DESC, key DESC"),
        (Filter(reporter="unassigned"), "reporter is EMPTY ORDER BY updated DESC, key DESC"),
        (
            Filter(projects=("ABC",), labels=("a", "b"), due_before="-1d", order=Order.PRIORITY),
            'project in ("ABC") AND labels = "a" AND labels = "b" AND due < "-1d" ORDER BY priority DESC, key DESC',
        ),
    ],
)
def test_a_filter_is_compiled_to(wanted: Filter, jql: str) -> None:
    assert compile_filter(wanted, ()) == jql


def test_the_order_of_a_scope_changes_nothing() -> None:
    assert compile_filter(Filter(), ["OPS", "ABC"]) == compile_filter(Filter(), ("ABC", "OPS"))


@pytest.mark.parametrize("key", ["IF", "AND", "ON", "null", "1ABC", "OR"])
def test_reserved_words_and_digits_are_quoted_as_project_keys(key: str) -> None:
    """E06"""
    assert where(compile_filter(Filter(projects=(key,)), ())) == ("clause", "project", "in", ("list", key))


@pytest.mark.parametrize(
    "key",
    ["ABC OR project = SECRET", 'ABC") OR (project = "SECRET', "", "A-1", "ABC\n", "ÄBC", "A" * 256, "A B"],
)
@pytest.mark.parametrize("scope", [(), ("ABC",)])
def test_what_is_no_project_key_is_refused(key: str, scope: tuple[str, ...]) -> None:
    """E01"""
    assert refused(Filter(projects=(key,)), scope).reason == "invalid_project"


@pytest.mark.parametrize("projects", [("SECRET",), ("ABC", "SECRET"), ("abc",)])
def test_an_argument_narrows_the_scope_and_never_replaces_it(projects: tuple[str, ...]) -> None:
    """E10"""
    assert refused(Filter(projects=projects), ("ABC", "OPS")).reason == "out_of_scope"
    assert refused(Filter(projects=projects), ("ABC", "OPS")).details == ("allowed: ABC, OPS",)


def test_a_filter_knows_no_sprint_board_or_saved_filter() -> None:
    """E02, E11: what cannot be said needs no check."""
    assert not {"sprint", "board", "epic", "filter", "query", "jql"} & {part.name for part in fields(Filter)}


@pytest.mark.parametrize(
    "bound", ["updated_after", "updated_before", "created_after", "created_before", "due_before"]
)
@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "now()",
            "-7",
            "7",
            "-7y",
            "--7d",
            "+7d",
            "-7d ",
            "-7d OR 1=1",
            "2026-13-01",
            "2026-02-30",
            "20261130",
        ),
        *(
            "2026-11-30T10:00",
            "2026-11-30 25:00",
            "2026-11-30 10:00:00",
            "２０２６-11-30",
            "-٧d",
            "yesterday",
        ),
        *('2026-11-30" OR project = "SECRET', "2026-11-30\n", "-123456d", "2026-W10-1", "-4w 2d"),
    ],
)
def test_a_date_is_a_day_a_minute_or_a_distance(bound: str, text: str) -> None:
    assert refused(with_part(bound, text), ("ABC",)).reason == "invalid_date"

"""Compiled filters and confined queries, read by a parser that has nothing to do with the compiler."""

import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import Category, GatewayError
from narrowgate_docs.adapters.confluence.cql import (
    compile_filter,
    confine,
    literal_text,
    quote,
    searched,
)
from narrowgate_docs.port import Filter, Order
from narrowgate_sandbox.confluence.cql.grammar import Clause, Group, Not, Operand, Tree, parse
from narrowgate_sandbox.confluence.cql.words import CqlError


def refused(query: str, spaces: tuple[str, ...] = ()) -> str:
    with pytest.raises(GatewayError) as caught:
        confine(query, spaces)
    assert caught.value.category is Category.BAD_INPUT
    return caught.value.reason or ""


@pytest.mark.parametrize(
    ("wanted", "query"),
    [
        (Filter(), "type = page"),
        (Filter(spaces=("ENG",)), 'type = page AND space in ("ENG")'),
        (Filter(spaces=("~jun.okada", "ENG")), 'type = page AND space in ("~jun.okada", "ENG")'),
        (Filter(spaces=("ENG", "ENG")), 'type = page AND space in ("ENG")'),
        (Filter(labels=("a", "c#")), 'type = page AND label = "a" AND label = "c#"'),
        (Filter(ancestor="42"), 'type = page AND ancestor = "42"'),
        (Filter(creator="me"), "type = page AND creator = currentUser()"),
        (Filter(contributor="557058:0a-b"), 'type = page AND contributor = "557058:0a-b"'),
        (Filter(creator='a"b\\c'), 'type = page AND creator = "a\\"b\\\\c"'),
        (Filter(updated_after="2026-11-30"), 'type = page AND lastmodified >= "2026-11-30"'),
        (Filter(updated_before="-7d"), 'type = page AND lastmodified < now("-7d")'),
        (Filter(created_after="-2w"), 'type = page AND created >= now("-2w")'),
        (Filter(created_before="2026-01-01"), 'type = page AND created < "2026-01-01"'),
        (Filter(text="roll back"), 'type = page AND text ~ "roll back"'),
        (Filter(title="C# & you: a (new) guide?"), 'type = page AND title ~ "C# you a new guide"'),
        (Filter(text="this AND that OR not"), 'type = page AND text ~ "this and that or not"'),
        (Filter(order=Order.UPDATED), "type = page ORDER BY lastmodified DESC"),
        (Filter(order=Order.CREATED), "type = page ORDER BY created DESC"),
        (Filter(order=Order.TITLE), "type = page ORDER BY title ASC"),
    ],
)  # fmt: skip
def test_a_filter_is_one_query(wanted: Filter, query: str) -> None:
    assert compile_filter(wanted) == query


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"text": " "}, "invalid_value"),
        ({"title": "?!*"}, "invalid_value"),
        ({"labels": ("",)}, "invalid_value"),
        ({"spaces": (" ",)}, "invalid_value"),
        ({"creator": ""}, "invalid_value"),
        ({"creator": "a\nb"}, "control_characters"),
        ({"labels": ("a\x00",)}, "control_characters"),
        ({"spaces": ("a\u2028",)}, "control_characters"),
        ({"updated_after": "yesterday"}, "invalid_date"),
        ({"updated_after": "2026-02-30"}, "invalid_date"),
        ({"created_before": '-7d") or now("'}, "invalid_date"),
        ({"created_before": "٢٠٢٦-٠١-٠١"}, "invalid_date"),
        ({"created_after": "7d"}, "invalid_date"),
        ({"created_after": ""}, "invalid_date"),
    ],
)
def test_what_no_query_could_mean_is_refused(wanted: dict[str, Any], reason: str) -> None:
    with pytest.raises(GatewayError) as caught:
        compile_filter(Filter(**wanted))

    assert (caught.value.category, caught.value.reason) == (Category.BAD_INPUT, reason)


WORDS = st.text(st.sampled_from("ab ~:#\"\\'()[]{}!?*^&|+-/,=<>é決.@_"), min_size=1, max_size=25)
NAMES = WORDS.filter(str.strip)


def values(tree: Tree, field: str) -> list[str]:
    if isinstance(tree, Group):
        return [value for part in tree.parts for value in values(part, field)]
    assert isinstance(tree, Clause)
    return [operand.text for operand in tree.operands] if tree.field == field else []


@given(st.lists(NAMES, max_size=3), st.lists(NAMES, max_size=3), NAMES, NAMES)
def test_every_value_arrives_as_it_was_given(spaces: list[str], labels: list[str], who: str, by: str) -> None:
    wanted = Filter(spaces=tuple(spaces), labels=tuple(labels), creator=f"x{who}", contributor=f"x{by}")
    query = parse(compile_filter(wanted))

    assert values(query.where, "space") == list(dict.fromkeys(spaces))
    assert values(query.where, "label") == labels
    assert values(query.where, "creator") == [f"x{who}"]
    assert values(query.where, "contributor") == [f"x{by}"]
    assert values(query.where, "type") == ["page"]
    assert query.order == ()


@given(WORDS)
def test_words_to_look_for_hold_no_operator_of_the_search(text: str) -> None:
    found = literal_text(f"{text} AND NOT")

    assert not re.search(r'[-+&|!(){}\[\]^~*?\\:/"]', found)
    assert not re.search(r"(?<!\S)(AND|OR|NOT)(?!\S)", found)
    assert set(re.findall(r"\w+", found)) >= set(re.findall(r"\w+", text))


SPACES = ("ENG", "~jun.okada")
WALLS = (
    Clause("type", "=", (Operand("page"),)),
    Clause("space", "in", (Operand("ENG"), Operand("~jun.okada"))),
)

FIELDS = st.sampled_from(["title", "text", "label", "creator", "lastmodified", "space.type"])
OPERANDS = st.one_of(
    NAMES.map(quote),
    st.sampled_from(["Done", "3", "1.2", "currentUser()", 'now("-4w")', "startOfDay()", "'it is'"]),
)
CLAUSES = st.one_of(
    st.builds("{} {} {}".format, FIELDS, st.sampled_from(["=", "!=", "~", ">=", "<"]), OPERANDS),
    st.builds("{} {} ({}, {})".format, FIELDS, st.sampled_from(["in", "NOT IN"]), OPERANDS, OPERANDS),
    st.sampled_from(["space = ENG", 'space in ("ENG", "~jun.okada")', "SPACE.KEY != ENG"]),
)
WHERES = st.recursive(
    CLAUSES,
    lambda inner: st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from(["AND", "or", "OR"]), inner),
        st.builds("({})".format, inner),
        st.builds("NOT ({})".format, inner),
    ),
    max_leaves=6,
)
SORTS = st.sampled_from(
    ["", " ORDER BY created", " order by lastmodified DESC, title", "  Order  By title asc  "]
)


@given(WHERES, SORTS)
def test_a_readable_query_is_kept_inside_the_scope(where: str, sort: str) -> None:
    confined = parse(confine(where + sort, SPACES))
    plain = parse(where + sort)
    inside = plain.where.parts if isinstance(plain.where, Group) and plain.where.joined_by == "and" else None

    assert isinstance(confined.where, Group)
    assert confined.where.joined_by == "and"
    assert confined.where.parts[:2] == WALLS
    assert confined.where.parts[2:] == (plain.where,) or confined.where.parts[2:] == inside
    assert confined.order == plain.order


def walled(tree: Tree) -> bool:
    return isinstance(tree, Group) and tree.joined_by == "and" and tree.parts[:2] == WALLS


SOUP = st.lists(
    st.one_of(
        st.sampled_from(["(", ")", "(", ")", "or", "OR", "and", "not", "order by", "space", "=", "in", "HR", '"', "'"]),
        st.sampled_from(['"HR"', '"\\"', "\\", ",", "title", "~", "a", 'or space = "HR"', ') or (space = "HR"', "#"]),
    ),
    max_size=12,
).map(" ".join)  # fmt: skip


@given(SOUP)
def test_whatever_is_written_stays_in_scope_or_is_refused(query: str) -> None:
    with suppress(GatewayError, CqlError):
        where = parse(confine(query, SPACES)).where
        assert walled(where)
        assert "HR" not in values_anywhere(where, "space")


def values_anywhere(tree: Tree, field: str) -> set[str]:
    if isinstance(tree, Group):
        return set().union(*(values_anywhere(part, field) for part in tree.parts))
    if isinstance(tree, Not):
        return values_anywhere(tree.part, field)
    return {operand.text for operand in tree.operands} if tree.field.lower() == field else set()


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("", "invalid_query"),
        ("  ", "invalid_query"),
        ("order by title", "invalid_query"),
        ('title = "a', "invalid_query"),
        ("title = 'a", "invalid_query"),
        ("(title = a", "invalid_query"),
        ("title = a)", "invalid_query"),
        ("title = a) or (space = HR", "invalid_query"),
        ('title = a) or (space = "HR"', "invalid_query"),
        ("title = a\nor space = HR", "invalid_query"),
        ("title = a order by title) or (space = HR", "invalid_query"),
        ("(title = a order by title) or space = HR", "invalid_query"),
        ("space = ~jun.okada or title = #x", "invalid_query"),
        ("space = HR", "out_of_scope"),
        ('space in (ENG, "HR")', "out_of_scope"),
        ('"space" = HR', "out_of_scope"),
        ('space.title = "Human resources"', "out_of_scope"),
        ("SPACE.KEY = HR", "out_of_scope"),
        ("not space not in (HR)", "out_of_scope"),
        ("ancestor = 42", "out_of_scope"),
        ("parent in (42)", "out_of_scope"),
        ("id = 42", "out_of_scope"),
        ("id in recentlyViewedContent()", "function_not_allowed"),
        ("space in favouriteSpaces()", "function_not_allowed"),
        ("title = " + "a" * 5000, "query_too_long"),
    ],
)
def test_what_could_leave_the_scope_or_tell_of_others_is_refused(query: str, reason: str) -> None:
    assert refused(query, SPACES) == reason


@pytest.mark.parametrize(
    "query",
    [
        'title = "a) or (space = HR"',
        'title = "a\\") or (space = HR"',
        'title ~ "it\'s \\"here\\"" or label = x',
        "space.type = personal and text ~ x",
        'lastmodified > now("-7d") order by lastmodified desc',
    ],
)
def test_what_only_looks_dangerous_passes(query: str) -> None:
    assert walled(parse(confine(query, SPACES)).where)


def test_without_a_scope_a_readable_query_passes() -> None:
    assert confine("space = HR order by title", ()) == "type = page AND (space = HR) ORDER BY title"
    assert refused("title = a)") == "invalid_query"


def test_the_searched_words_are_those_of_texts_and_titles() -> None:
    assert searched('type = page and (text ~ "roll back" or title ~ plan) and label = x order by title') == (
        "roll back plan"
    )
    assert searched("label = x") == ""

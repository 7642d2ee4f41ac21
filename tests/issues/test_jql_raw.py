"""The raw query: whatever it says, it stays in scope, or is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.issues.jql_reader import UNSEEN, VALUES, NotJqlError, Tree, marks, order, where

from narrowgate_common.errors import Category, GatewayError
from narrowgate_issues.adapters.jira.jql import EVERYTHING, confine, quote


def refused(query: str, scope: tuple[str, ...]) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        confine(query, scope)
    assert caught.value.category is Category.BAD_INPUT
    return caught.value


SCOPE = ("ABC", "OPS")
IN_SCOPE: Tree = ("group", ("clause", "project", "in", ("list", "ABC", "OPS")))

FIELDS = st.sampled_from(["summary", "status", "component", '"Story Points"', "cf[10016]", "'order by'"])
OPERANDS = st.one_of(
    VALUES.map(quote),
    st.sampled_from(
        ["Done", "-7d", "3", "1.2", "currentUser()", "startOfDay(-1)", "NOW()", "'it is'", '"a\\u0022"']
    ),
)
CLAUSES = st.one_of(
    st.builds("{} {} {}".format, FIELDS, st.sampled_from(["=", "!=", "~", ">=", "<"]), OPERANDS),
    st.builds("{} {} ({}, {})".format, FIELDS, st.sampled_from(["in", "NOT IN"]), OPERANDS, OPERANDS),
    st.builds("{} {} EMPTY".format, FIELDS, st.sampled_from(["is", "IS NOT"])),
)
WHERES = st.recursive(
    CLAUSES,
    lambda inner: st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from(["AND", "or", "OR", "&&", "||"]), inner),
        st.builds("({})".format, inner),
        st.builds("NOT ({})".format, inner),
    ),
    max_leaves=6,
)
SORTS = st.sampled_from(["", " ORDER BY created", " order by key ASC, 'x' desc", '  Order  By "a) OR (b"  '])


@given(WHERES, SORTS)
def test_a_readable_query_is_kept_inside_the_scope(body: str, sort: str) -> None:
    confined = confine(body + sort, SCOPE)
    assert where(confined) == ("and", IN_SCOPE, ("group", where(body)))
    assert order(confined) == (order(f"{EVERYTHING}{sort}") if sort else ())


SOUP = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "(",
                ")",
                "(",
                ")",
                '"',
                "'",
                "\\",
                "\\u0029",
                "[",
                "]",
                ",",
                " ",
                " OR ",
                " AND ",
                " ORDER BY ",
                "=",
                "~",
            ]
        ),
        st.sampled_from(
            ["project", "a", "1", "SECRET", "!", "order", "by", "--", "/*", "*/", "currentUser()", "\n"]
        ),
        st.characters(),
    ),
    max_size=25,
).map("".join)


QUERIES = st.one_of(SOUP, WHERES, st.builds("{}{}{}".format, WHERES, SOUP, WHERES))


def confined_or_refused(query: str, scope: tuple[str, ...]) -> str | None:
    try:
        return confine(query, scope)
    except GatewayError as error:
        if error.category is not Category.BAD_INPUT:
            raise
        return None


@given(QUERIES)
def test_no_query_closes_the_parentheses_around_it(query: str) -> None:
    """E07, O27"""
    confined = confined_or_refused(query, SCOPE)
    if confined is None or confined.startswith("project in"):
        return
    depth, closed = 0, 0
    for mark in marks(confined):
        depth += (mark == "(") - (mark == ")")
        closed += mark == ")" and depth == 0
    assert (depth, closed) == (0, 2)


@given(QUERIES)
def test_no_query_ors_the_scope_away(query: str) -> None:
    """E07: where the reference reads the query at all, it reads one part of a conjunction with the scope."""
    confined = confined_or_refused(query, SCOPE)
    try:
        found = None if confined is None else where(confined)
    except NotJqlError:
        return
    if found not in {None, IN_SCOPE[1]}:
        assert found is not None
        assert (found[:2], len(found)) == (("and", IN_SCOPE), 3)


@given(QUERIES)
def test_a_query_without_scope_is_passed_on_or_refused(query: str) -> None:
    passed = confined_or_refused(query, ())
    body = "" if passed is None else passed.removeprefix(EVERYTHING).partition(" ORDER BY ")[0]
    assert query.strip().startswith(body)


@pytest.mark.parametrize(
    ("query", "confined"),
    [
        ("project = ABC", '(project in ("ABC", "OPS")) AND (project = ABC)'),
        ("key in (ABC-1, ops-2)", '(project in ("ABC", "OPS")) AND (key in (ABC-1, ops-2))'),
        ("a = 1 OR b = 2", '(project in ("ABC", "OPS")) AND (a = 1 OR b = 2)'),
        ("a = 1 ORDER BY updated", '(project in ("ABC", "OPS")) AND (a = 1) ORDER BY updated'),
        ("order by created DESC, key", 'project in ("ABC", "OPS") ORDER BY created DESC, key'),
        ('summary ~ "x order by y"', '(project in ("ABC", "OPS")) AND (summary ~ "x order by y")'),
        (
            "summary ~ 'x ORDER BY y' order  by cf[10016] DESC, issue.property[a].b.c",
            '(project in ("ABC", "OPS")) AND (summary ~ \'x ORDER BY y\') ORDER BY cf[10016] DESC, issue.property[a].b.c',
        ),
        ('a = "\\" ORDER BY b"', '(project in ("ABC", "OPS")) AND (a = "\\" ORDER BY b")'),
        ("a = 'b\\') OR (c = '", '(project in ("ABC", "OPS")) AND (a = \'b\\\') OR (c = \')'),
        ("type = filter", '(project in ("ABC", "OPS")) AND (type = filter)'),
        ("type in (request, bug)", '(project in ("ABC", "OPS")) AND (type in (request, bug))'),
        ("sprint in openSprints()", '(project in ("ABC", "OPS")) AND (sprint in openSprints())'),
        (
            "status CHANGED DURING (startOfWeek(), now())",
            '(project in ("ABC", "OPS")) AND (status CHANGED DURING (startOfWeek(), now()))',
        ),
        ("Größe > 3", '(project in ("ABC", "OPS")) AND (Größe > 3)'),
    ],
)
def test_a_raw_query_is_confined_to(query: str, confined: str) -> None:
    """O26, and the sort order stands last, outside all parentheses"""
    assert confine(query, ("OPS", "ABC")) == confined


@pytest.mark.parametrize(
    "query",
    [
        "project = BBB) OR (project = AAA",
        "x=1 ORDER BY created) --",
        "(a = 1",
        "a = 1)",
        "(a = 1 ORDER BY b)",
        'a = "open',
        "a = 'open",
        'a = "b\\',
        'a = "\\x41"',
        'a = "\\u12"',
        "a = b\\)",
        "a = 1 ORDER BY",
        "a = 1 ORDER BY b OR project = SECRET",
        "a = 1 ORDER BY b DESC DESC",
        "a = 1 ORDER BY b, ",
        "a = 1 ORDER BY b c",
        "a = 1 ORDER BY b() DESC",
        "a = 1 ORDER BY b ORDER BY c",
        "a = 1 ORDER BY cf[10016",
        "a = 1 ORDER BY cf[1] b",
        "a = 1 order",
        "order = 1",
        "cf[1 = 2",
        "cf] = 2",
        "cf[(] = 2",
        "cf[a][",
        "a = 1 /* b */",
        "a = 1; b = 2",
        "assignee = me@example.com",
        "a ~ b*",
        "a = （1",
        "a\u00a0= 1",
        "",
        "   ",
        *(f"a = {character}1" for character in UNSEEN),
        *(f'a = "{character}"' for character in UNSEEN),
    ],
)
@pytest.mark.parametrize("scope", [(), SCOPE])
def test_a_query_whose_structure_is_not_certain_is_refused(query: str, scope: tuple[str, ...]) -> None:
    """E05, E09, O27"""
    assert refused(query, scope).reason == "invalid_query"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("issue in linkedIssues(SECRET-1)", "function_not_allowed"),
        ("issue in issueHistory()", "function_not_allowed"),
        ("issue in votedIssues()", "function_not_allowed"),
        ("issue in watchedIssues ()", "function_not_allowed"),
        ('issue in "linkedIssues"("SECRET-1")', "function_not_allowed"),
        ("issue in 'linked\\u0049ssues'('SECRET-1')", "function_not_allowed"),
        ("assignee in membersOf(admins)", "function_not_allowed"),
        ("lastViewed > currentLogin()", "function_not_allowed"),
        ("a = 1 AND (b = updatedBy(x))", "function_not_allowed"),
        ("filter = 10010", "saved_filter_not_allowed"),
        ("FILTER in (10010)", "saved_filter_not_allowed"),
        ("a = 1 OR savedFilter not in (1)", "saved_filter_not_allowed"),
        ("not request != 1", "saved_filter_not_allowed"),
        ("searchrequest = 1", "saved_filter_not_allowed"),
        ('"filter" = mine', "saved_filter_not_allowed"),
        ("'fi\\u006cter' = mine", "saved_filter_not_allowed"),
        ("filter is not EMPTY", "saved_filter_not_allowed"),
    ],
)
def test_within_a_scope_a_query_asks_nothing_about_issues_outside_it(query: str, reason: str) -> None:
    """E13"""
    assert refused(query, SCOPE).reason == reason
    assert confine(query, ()) == query


def test_a_query_without_scope_keeps_its_order_and_is_bounded() -> None:
    assert confine(" a = 1  ORDER BY b ", ()) == "a = 1 ORDER BY b"
    assert confine("ORDER BY b", ()) == f"{EVERYTHING} ORDER BY b"


@pytest.mark.parametrize("scope", [(), SCOPE])
def test_an_overlong_query_is_refused(scope: tuple[str, ...]) -> None:
    assert confine("a" * 4_000, scope)
    assert refused("a" * 4_001, scope).reason == "query_too_long"


@pytest.mark.parametrize("piece", ["(", '"', "\\", "'\"", "[", "a[", "-", "order ", '"\\"', "a,"])
def test_a_query_of_one_piece_repeated_is_read_in_linear_steps(piece: str) -> None:
    """A backtracking pattern would not come back within the life of the test run."""
    assert refused((piece * 4_000)[:3_980] + " ORDER BY )", SCOPE).reason == "invalid_query"


@pytest.mark.parametrize(
    "query",
    [
        "project = EVIL",
        "project != EVIL",
        "project in (ABC, EVIL)",
        "project not in ('EVIL')",
        "key = EVIL-1",
        "issuekey > EVIL-1",
        '"key" = "EVIL-1"',
        "issue in (ABC-1, EVIL-1)",
        "id = 10001",
        "parent = EVIL-1",
        '"Epic Link" = EVIL-1',
        "parent was EVIL-1",
        "NOT key = EVIL-1",
        "status = Done AND (key = EVIL-1 OR summary ~ x)",
        "project changed FROM EVIL",
        '" key " = EVIL-1',
        '"Epic Link " = EVIL-1',
        'key = "ABC-"',
    ],
)
def test_a_query_within_a_scope_names_nothing_outside_it(query: str) -> None:
    """E07, and the kind of answer would tell whether such an issue exists."""
    assert refused(query, SCOPE).reason == "out_of_scope"
    assert confine(query, ()) == query


@pytest.mark.parametrize(
    "query",
    [
        "parent is EMPTY",
        "project = abc and status = EVIL-1",
        "key is not null",
        "project changed",
        'project = " ABC "',
    ],
)
def test_other_values_are_not_taken_for_names(query: str) -> None:
    confine(query, SCOPE)

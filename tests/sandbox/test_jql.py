"""The query language: what it finds, what it refuses, and that no text breaks it."""

import string
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.jira.call import Call
from narrowgate_sandbox.jira.jql import dates, evaluation, grammar
from narrowgate_sandbox.jira.jql.words import RESERVED, JqlError, words_of

COMPANY = fernwood()
ALEX = Call(COMPANY, COMPANY.account("alex.lindqvist"), "http://box", {}, "", {})


def found(jql: str) -> str:
    issues = evaluation.run(ALEX, grammar.parse(jql), list(COMPANY.issues.values()))
    return " ".join(one.key for one in issues)


FOUND = [
    ("key = SHOP-1", "SHOP-1"),
    ("issuekey in (shop-2, 10001) order by key", "SHOP-1 SHOP-2"),
    ("project = DESK", "DESK-5 DESK-4 DESK-3 DESK-2 DESK-1"),
    ('project = "Rider support" and key != DESK-1', "DESK-5 DESK-4 DESK-3 DESK-2"),
    ("project = 10102 AND status = Resolved", "DESK-3"),
    ("type = Epic", "OPS-3 SHOP-1"),
    ("issuetype in (Epic, Story) and project = SHOP", "SHOP-7 SHOP-3 SHOP-1"),
    ('issuetype = "[System] Incident"', "DESK-5 DESK-1"),
    ('status = "In Review"', "OPS-8 SHOP-7"),
    ("statusCategory = Done and project = SHOP", "SHOP-12 SHOP-8 SHOP-4"),
    ('statusCategory = "In Progress" and project = OPS', "OPS-8 OPS-4 OPS-2"),
    ("statusCategory = new and type = Epic", "OPS-3 SHOP-1"),
    ("assignee = currentUser()", "OPS-8 SHOP-10 SHOP-1"),
    ('assignee = "712020:0f3b6a52-7c1d-4c0e-9a55-3e1c2b7d9f10" and project = SHOP', "SHOP-7 SHOP-2"),
    ("assignee = 557058:9d2a4c1e-0b6f-4e3d-8c77-5a1f0e2d3c4b and project = DESK", "DESK-3 DESK-2 DESK-1"),
    ("assignee is EMPTY and project = SHOP", "SHOP-12 SHOP-11 SHOP-9"),
    ("assignee is not EMPTY and project = OPS and type = Sub-task", "OPS-5"),
    ("assignee = EMPTY and type = Sub-task", "OPS-6"),
    ("assignee != currentUser() and type = Epic", "OPS-3"),
    ("project = OPS and assignee != currentUser() and type = Sub-task", "OPS-5"),
    ("project = OPS and NOT assignee = currentUser() and type = Sub-task", "OPS-5"),
    ("reporter = currentUser() and project = OPS", "OPS-8"),
    ("labels = gifts", "SHOP-7 SHOP-3"),
    ("labels in (outage, search)", "OPS-1 SHOP-9"),
    ("labels not in (gifts) and project = SHOP and type in (Epic, Story)", "SHOP-1"),
    ("labels is EMPTY and type = Epic", "OPS-3"),
    ("labels = nothing-like-it", ""),
    ("priority = Highest", "OPS-1 SHOP-2"),
    ("priority in (1, Lowest)", "OPS-1 SHOP-11 SHOP-2"),
    ("priority != Medium and project = DESK", "DESK-4 DESK-1"),
    ("parent = SHOP-3", "SHOP-6 SHOP-5 SHOP-4"),
    ("parent is not EMPTY and project = OPS", "OPS-6 OPS-5 OPS-4"),
    ("component = Databases", "OPS-4 OPS-1"),
    ("fixVersion = 2026.11", "SHOP-2"),
    ("resolution = Duplicate", "SHOP-12"),
    ("resolution is EMPTY and type = Bug", "SHOP-2"),
    ('"Story points" >= 5 order by "Story points"', "SHOP-2 SHOP-3"),
    ("cf[10016] = 2", "OPS-2"),
    ("severity = Minor", "SHOP-8"),
    ("text ~ voucher", "SHOP-6 SHOP-5 SHOP-4 SHOP-3"),
    ('text ~ "vouch*"', "SHOP-6 SHOP-5 SHOP-4 SHOP-3 SHOP-1"),
    ('text ~ "twice charged"', "DESK-1 SHOP-2"),
    ('text ~ "\\"twice charged\\""', ""),
    ('text ~ "\\"charged twice\\""', "DESK-1 SHOP-2"),
    ('text ~ "slow network"', "SHOP-2"),
    ("summary ~ twice", "DESK-1 SHOP-2"),
    ("summary !~ twice and project = DESK", "DESK-5 DESK-4 DESK-3 DESK-2"),
    ("description ~ 'idempotency key'", "SHOP-2"),
    ('summary ~ "e-bike"', "SHOP-9"),
    ("description is EMPTY and type = Story", ""),
    ("comment ~ 'weekend'", "SHOP-2"),
    ("created >= 2026-11-28", "DESK-5 DESK-4 SHOP-12"),
    ('created >= "2026-11-29 23:00"', "DESK-4"),
    ('created >= "2026/11/29 23:23"', ""),
    ("created > -1d", "DESK-5 DESK-4"),
    ("created > '-1d 4h'", "DESK-5 DESK-4"),
    ("created >= startOfDay() or created > now()", ""),
    ("updated < 2026-10-03 and project = SHOP", "SHOP-8 SHOP-1"),
    ("due <= 2026-12-02", "OPS-8 OPS-2 SHOP-2"),
    ("due < 2026-12-01", "OPS-8"),
    ("due = 2026-12-01", "OPS-2"),
    ("duedate < 2d", "OPS-8 OPS-2"),
    ("due is EMPTY and type = Epic", "OPS-3"),
    ("resolved >= 2026-11-20", "OPS-1 SHOP-12 SHOP-4"),
    ("key = SHOP-1 or key = SHOP-2 and status = Done", "SHOP-1"),
    ("(key = SHOP-1 or key = SHOP-2) and status != Done", "SHOP-2 SHOP-1"),
    ("not (project = SHOP or project = OPS) and not status = Resolved", "DESK-5 DESK-4 DESK-2 DESK-1"),
    ("!(project in (SHOP, OPS)) && type = '[System] Incident'", "DESK-5 DESK-1"),
    ("project = SHOP and type = Epic || key = OPS-1", "OPS-1 SHOP-1"),
    ("PROJECT = shop AND Type = EPIC Order By KEY", "SHOP-1"),
    ("project = DESK order by priority desc, key asc", "DESK-1 DESK-2 DESK-3 DESK-5 DESK-4"),
    ("project = DESK order by priority, created desc", "DESK-4 DESK-5 DESK-2 DESK-3 DESK-1"),
    ("type = Epic order by due", "SHOP-1 OPS-3"),
    ("project = OPS and type = Task order by assignee, key", "OPS-8 OPS-4 OPS-2 OPS-7"),
    ("key in (SHOP-9, SHOP-10, SHOP-2) order by key desc", "SHOP-10 SHOP-9 SHOP-2"),
]  # fmt: skip


@pytest.mark.parametrize(("jql", "wanted"), FOUND)
def test_a_query_finds_what_it_says(jql: str, wanted: str) -> None:
    assert found(jql) == wanted


REFUSED = [
    ("colour = red", "Field 'colour' does not exist or you do not have permission to view it."),
    ("key = SHOP-1 order by colour", "Field 'colour' does not exist"),
    ("project = NOPE", "The value 'NOPE' does not exist for the field 'project'."),
    ("status = Gone", "The value 'Gone' does not exist for the field 'status'."),
    ("priority in (High, Urgent)", "The value 'Urgent' does not exist for the field 'priority'."),
    ('assignee = "Alex Lindqvist"', "The value 'Alex Lindqvist' does not exist for the field 'assignee'."),
    ("key = SHOP-99", "An issue with key 'SHOP-99' does not exist for field 'key'."),
    ("parent in (SHOP-3, X-1)", "An issue with key 'X-1' does not exist for field 'parent'."),
    ("status ~ Done", "The operator '~' is not supported by the 'status' field."),
    ("summary = x", "The operator '=' is not supported by the 'summary' field."),
    ("status < Done", "The operator '<' is not supported"),
    ("summary ~ x is y", "Expecting either 'OR' or 'AND' but got 'is'"),
    ("project is EMPTY", "does not support searching for EMPTY"),
    ("assignee is x", "only supports the values 'EMPTY' and 'NULL'"),
    ("created > EMPTY", "only supports"),
    ('created > "30.11.2026"', "Date value '30.11.2026' for field 'created' is invalid."),
    ("created > 2026-13-01", "is invalid"),
    ('created > "2026-11-30T10:00"', "is invalid"),
    ("created > membersOf()", "Unable to find JQL function 'membersOf()'."),
    ("status = currentUser()", "Unable to find JQL function"),
    ("cf[10016] = many", "is not a number"),
    ('text ~ ""', "searching for an empty string"),
    ('text ~ "*x"', "not allowed to start with character '*'"),
    ("text ~ '\"x'", "Unable to parse the text"),
    ("project", "Expecting operator before the end of the query."),
    ("project SHOP", "Expecting operator but got 'SHOP'. The valid operators are"),
    ("project =", "Expecting either a value, list or function before the end"),
    ("= SHOP", "Expecting a field name but got '='"),
    ("project = SHOP and", "Expecting a field name before the end"),
    ("project in SHOP", "Expecting '('"),
    ("project in", "Expecting '(' before the end"),
    ("project in (SHOP", "Expecting ')'"),
    ("project in ()", "Expecting either a value"),
    ("(project = SHOP", "Expecting ')'"),
    ("project = SHOP) OR (project = OPS", "Expecting either 'OR' or 'AND' but got ')'. (line 1, character 15)"),
    ("project = SHOP project = OPS", "Expecting either 'OR' or 'AND'"),
    ("key = SHOP-1 order key", "Expecting 'by' but got 'key'"),
    ("key = SHOP-1 order by key down", "Expecting either 'OR' or 'AND'"),
    ("key = SHOP-1 order by a, b, c, d, e, f, g, h", "maximum of 7"),
    ('project = "SHOP', "The quoted string 'SHOP' has not been completed. (line 1, character 11)"),
    ("project = 'SHOP\nand'", "has not been completed"),
    ('summary ~ "a\\qb"', "is an illegal JQL escape sequence"),
    ("summary ~ a\\b", "is an illegal JQL escape sequence"),
    ("summary ~ C++", "The character '+' is a reserved JQL character."),
    ("summary ~ a@b", "The character '@' is a reserved JQL character."),
    ("project = order", "'order' is a reserved JQL word."),
    ("project = SHOP\nand status = select", "'select' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 2, character 14)"),
    ("(" * 200 + "key = SHOP-1" + ")" * 200, "nested too deeply"),
]  # fmt: skip


@pytest.mark.parametrize(("jql", "words"), REFUSED)
def test_a_wrong_query_is_refused_in_the_vendors_words(jql: str, words: str) -> None:
    with pytest.raises(JqlError) as refused:
        found(jql)
    assert words in " | ".join(refused.value.messages)


@settings(deadline=None)
@given(st.text())
def test_any_text_in_a_quoted_string_is_one_value(text: str) -> None:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    query = grammar.parse(f'labels = "{escaped}" or labels = x')
    assert isinstance(query.where, grammar.Group)
    first = query.where.parts[0]
    assert isinstance(first, grammar.Clause)
    assert first.operands == (grammar.Operand("value", text),)


FRAGMENTS = [
    "project",
    "=",
    "(",
    ")",
    "and",
    "or",
    "not",
    "in",
    "is",
    "empty",
    "~",
    '"',
    "'",
    "\\",
    ",",
    "order",
    "by",
    "SHOP",
    "-7d",
    "now()",
    "!",
    " ",
    "\n",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=30).map(" ".join))
def test_no_text_makes_anything_but_a_query_or_a_refusal(text: str) -> None:
    with suppress(JqlError):
        evaluation.run(ALEX, grammar.parse(text), list(COMPANY.issues.values()))


@settings(deadline=None)
@given(st.lists(st.sampled_from(["SHOP-1", "SHOP-2", "OPS-1", "DESK-1"]), min_size=1), st.booleans())
def test_not_and_not_in_complement_their_opposites(chosen: list[str], parenthesised: bool) -> None:  # noqa: FBT001
    listed = ", ".join(chosen)
    inside = set(found(f"key in ({listed})").split())
    outside = set(found(f"not (key in ({listed}))" if parenthesised else f"key not in ({listed})").split())
    assert inside == set(chosen)
    assert inside | outside == set(COMPANY.issues)
    assert not inside & outside


def test_reserved_words_may_be_quoted() -> None:
    for word in sorted(RESERVED):
        with pytest.raises(JqlError):
            grammar.parse(f"labels = {word}") if word not in {"empty", "null"} else grammar.parse(
                f"{word} = x"
            )
        assert grammar.parse(f'labels = "{word}"').where == grammar.Clause(
            "labels", "=", (grammar.Operand("value", word),)
        )


def test_the_words_of_a_long_query_are_found_in_one_pass() -> None:
    for piece in ("(", '"a" ', "a=b and ", "\\\\", "!" * 3, "cf[1]"):
        with suppress(JqlError):
            words_of(piece * 10_000)


NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "offset", "wanted"),
    [
        ("2026-11-30", 60, "2026-11-29T23:00:00+00:00"),
        ("2026-11-30", -300, "2026-11-30T05:00:00+00:00"),
        ("2026/11/30 10:30", 330, "2026-11-30T05:00:00+00:00"),
        ("-7d", 60, "2026-11-23T09:00:00+00:00"),
        ("-1w 2d", 0, "2026-11-21T09:00:00+00:00"),
        ("4h", 0, "2026-11-30T13:00:00+00:00"),
        ("+90m", 0, "2026-11-30T10:30:00+00:00"),
        ("-999999w", 0, None),
        ("tomorrow", 0, None),
        ("7", 0, None),
        ("-7d-7d", 0, None),
    ],
)
def test_a_moment_is_read_in_the_askers_zone(text: str, offset: int, wanted: str | None) -> None:
    moment = dates.moment(text, NOW, offset)
    assert (moment.astimezone(UTC).isoformat() if moment else None) == wanted


@settings(deadline=None)
@given(st.text(alphabet=string.digits + "wdhm -+", max_size=200))
def test_no_distance_breaks_the_reader(text: str) -> None:
    dates.moment(text, NOW, 0)

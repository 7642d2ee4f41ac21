"""Field by field: whose history is this issue's alone, whose names others, and what is shown of each."""

from __future__ import annotations

import pytest
from tests.issues.test_scope import change, issue, link, ref, row

from narrowgate_common.errors import GatewayError
from narrowgate_common.origins import Origin
from narrowgate_issues.port import Change, Project
from narrowgate_issues.references import comment_id, issue_key
from narrowgate_issues.scope import HIDDEN, Scope

SCOPE = Scope(frozenset({"ABC", "OPS"}))
SITE = Origin.parse("https://example.atlassian.net")
OWN = [
    "summary", "description", "environment", "comment", "status", "resolution", "priority", "assignee", "reporter", "creator",
    "labels", "component", "fix version", "version", "duedate", "attachment", "issuetype", "sprint", "rank", "flagged",
    "security", "timeestimate", "timeoriginalestimate", "timespent", "worklogid",
]  # fmt: skip
OTHERS = [
    "link", "issuelinks", "remoteissuelink", "remoteworkitemlink", "parent", "parent issue", "parent link",
    "issueparentassociation", "epic link", "epic child", "subtask", "subtasks", "sub-task", "sub-tasks", "project", "key",
]  # fmt: skip


def line(field: str, new: str, old: str = "") -> Change:
    (shown,) = SCOPE.confined(issue(history=(change(field, new, old),))).history or ()
    return shown


@pytest.mark.parametrize("field", OWN)
def test_the_history_of_its_own_fields_is_shown_whatever_it_says(field: str) -> None:
    for name in (field, field.title(), f" {field} "):
        assert line(name, "see SEC-1", "was SEC-2").new == "see SEC-1"
        assert line(name, "x", "was SEC-2").old == "was SEC-2"


@pytest.mark.parametrize("field", OTHERS)
def test_the_history_of_others_is_shown_only_when_it_is_surely_inside(field: str) -> None:
    for name in (field, field.upper(), f" {field} "):
        assert line(name, "Secret project", "").new == HIDDEN
        assert line(name, "SEC-1", "").new == HIDDEN
        assert line(name, "ABC-1 blocks SEC-1", "").new == HIDDEN
        assert line(name, "ABC-1 blocks OPS-1", "SEC-1") == change(name, "ABC-1 blocks OPS-1", HIDDEN)
        assert line(name, "", "") == change(name, "", "")


@pytest.mark.parametrize("field", ["story points", "team", "custom", "summaryx", "x"])
def test_any_other_field_is_judged_by_the_keys_it_names(field: str) -> None:
    assert line(field, "no key at all").new == "no key at all"
    assert line(field, "ABC-1 and OPS-22").new == "ABC-1 and OPS-22"
    assert line(field, "ABC-1 and SEC-1").new == HIDDEN
    assert line(field, "sec-1 in small letters").new == "sec-1 in small letters"


@pytest.mark.parametrize(
    ("text", "names_a_stranger"),
    [
        ("SEC-1", True), ("xSEC-1", False), ("SEC-1x", False), ("SEC-0", False), ("SEC-", False), ("S-1", False),
        ("SE-1", True), ("S" * 40 + "-1", True), ("S" * 41 + "-1", False), ("SEC-1234567890", True),
        ("SEC-12345678901", False), ("1SEC-1", False), ("会議SEC-1", True), ("éSEC-1é", True), ("(SEC-1)", True), ("SEC_2-1", True),
    ],
)  # fmt: skip
def test_what_is_taken_for_a_key_of_another_project(text: str, *, names_a_stranger: bool) -> None:
    assert (line("team", text).new == HIDDEN) is names_a_stranger


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("ABC-1", True), ("abc-1", False), ("ABC-0", True), ("ABC-1 SEC-0", False), ("ABC-1 S-1", False), ("A" * 60 + "-1", False), ("ABC 1", False),
        ("ABC-x", False),
    ],
)  # fmt: skip
def test_what_is_surely_inside(text: str, *, inside: bool) -> None:
    assert (line("parent", text).new == text) is inside


def test_a_long_line_is_judged_by_what_could_be_shown_of_it() -> None:
    assert line("team", "x" * 1_000).new == "x" * 1_000
    assert line("team", "x" * 1_001).new == "x" * 900
    assert line("team", "x " * 450 + "SEC-1 " + "x" * 500).new == HIDDEN
    assert line("team", "x " * 499 + "SEC-1 more").new == ("x " * 450)
    assert line("parent", "ABC-1 " * 400).new == ("ABC-1 " * 400)[:900]
    assert line("summary", "x" * 5_000).new == "x" * 5_000


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("SEC-1", None), (" sec-1 ", None), ("ABC-1", "ABC-1"), ("abc-1", "abc-1"), ("see SEC-1", "see SEC-1"), ("SEC-1 is why", "SEC-1 is why"),
        (("SEC-1", "a", "OPS-2"), ("a", "OPS-2")), (7, 7), (True, True), (None, None), ("", ""),
    ],
)  # fmt: skip
def test_a_custom_field_that_is_a_strangers_key_is_not_shown(value: object, shown: object) -> None:
    confined = SCOPE.confined(issue(custom={"one": value, "two": "x"}))
    assert confined.custom == {"one": shown, "two": "x"}
    assert Scope().confined(issue(custom={"one": value})).custom == {"one": value}


def test_an_issue_is_itself_inside_by_its_key_and_its_project() -> None:
    for key, project in (("SEC-1", "ABC"), ("ABC-1", "SEC")):
        with pytest.raises(GatewayError) as refused:
            SCOPE.confined(issue(key, project=project))
        assert refused.value.message.startswith("That issue was not found")
        rows = [row(issue(key, project=project)), row(issue("OPS-1"))]
        assert SCOPE.visible(rows) == tuple(rows[1:])


def test_what_is_inside_is_the_same_object() -> None:
    whole = issue(
        parent=ref("ABC-2"),
        subtasks=(ref("OPS-1"),),
        links=(link("ABC-3"),),
        history=(change("status", "x"),),
    )
    assert SCOPE.confined(whole) is whole


def test_the_scope_is_named_where_a_project_is_outside() -> None:
    with pytest.raises(GatewayError) as refused:
        SCOPE.check_project("SEC")
    assert (refused.value.reason, refused.value.details) == ("out_of_scope", ("allowed: ABC, OPS",))
    assert SCOPE.narrowed([]) == ("ABC", "OPS")
    assert SCOPE.narrowed(["OPS", "OPS"]) == ("OPS",)
    assert Scope().narrowed([]) == ()
    assert Scope().narrowed(["X"]) == ("X",)
    seen = SCOPE.visible_projects([Project("ABC", "a", "software", ()), Project("SEC", "s", "software", ())])
    assert [project.key for project in seen] == ["ABC"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("A" * 40 + "-1", "A" * 40 + "-1"),
        ("ab-1234567890", "AB-1234567890"),
        ("https://example.atlassian.net/a/ABC-1/b/ABC-2", "ABC-2"),
    ],
)
def test_a_key_at_its_bounds(text: str, key: str) -> None:
    assert issue_key(text, SITE) == key


@pytest.mark.parametrize("text", ["A" * 41 + "-1", "a-1", "ab-12345678901", "ab-01", "ab-1x", "xab-1 ab-1"])
def test_beyond_its_bounds_it_is_no_key(text: str) -> None:
    with pytest.raises(GatewayError) as refused:
        issue_key(text, SITE)
    assert refused.value.message == "Give an issue key such as ABC-123, or its address on this site"


PERMALINK = "https://example.atlassian.net/browse/ABC-1?focusedCommentId="


@pytest.mark.parametrize("identity", ["1", "a", "A-b_c", "x" * 64])
def test_a_comment_at_its_bounds(identity: str) -> None:
    assert comment_id(identity, "ABC-1", SITE) == identity
    assert comment_id(PERMALINK + identity, "ABC-1", SITE) == identity


@pytest.mark.parametrize("identity", ["", "x" * 65, "-a", "_a", "a.b", "a/b", "7%0A", "7%20", "é"])
def test_beyond_its_bounds_it_is_no_comment(identity: str) -> None:
    for text in (identity, PERMALINK + identity):
        with pytest.raises(GatewayError) as refused:
            comment_id(text, "ABC-1", SITE)
        assert refused.value.message == "Give a comment's id, as get_issue lists it, or its permalink"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (
            "https://example.atlassian.net/browse/ABC-2?focusedCommentId=7",
            "That permalink belongs to another issue",
        ),
        (
            "https://evil.example/browse/ABC-1?focusedCommentId=7",
            "That address is not on this server's site. ",
        ),
        ("https://example.atlassian.net/x?focusedCommentId=7", "That address names no issue. "),
    ],
)
def test_a_permalink_of_something_else_is_refused(address: str, message: str) -> None:
    with pytest.raises(GatewayError) as refused:
        comment_id(address, "ABC-1", SITE)
    assert refused.value.message.startswith(message)
    assert refused.value.reason == "bad_identifier"

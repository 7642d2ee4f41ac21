"""The scope holds on the way in and on the way back: nothing of an issue outside survives in a result."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_issues.port import Change, Issue, IssueRef, Link, Project, Row
from narrowgate_issues.scope import HIDDEN, Scope

SCOPE = Scope(frozenset({"ABC", "OPS"}))
EVERYTHING = Scope()
INSIDE, OUTSIDE = ("ABC", "OPS"), ("SEC", "AB", "ABCD", "XABC", "ABC_", "ABC2")


def issue(key: str = "ABC-1", **more: Any) -> Issue:
    plain: dict[str, Any] = {field.name: "" for field in fields(Issue)}
    nothing = dict.fromkeys(
        ("status_category", "priority", "assignee", "reporter", "resolution", "parent", "due_date")
    )
    lists: dict[str, Any] = dict.fromkeys(("labels", "components", "fix_versions", "subtasks"), ())
    parts = dict.fromkeys(("comments", "comments_total", "attachments", "links", "transitions", "history"))
    rest = {"custom": {}, "service_desk": False}
    return Issue(
        **{
            **plain,
            **nothing,
            **lists,
            **parts,
            **rest,
            "key": key,
            "project": key.rpartition("-")[0],
            **more,
        }
    )


def row(whole: Issue) -> Row:
    """The same issue in a list."""
    return Row(**{field.name: getattr(whole, field.name) for field in fields(Row)})


def ref(key: str, title: str = "a title", status: str = "Open") -> IssueRef:
    return IssueRef(key, title, status)


def link(key: str, title: str = "a title") -> Link:
    return Link("7", "blocks", ref(key, title))


def change(field: str, new: str, old: str = "") -> Change:
    return Change("Alex", "2026-11-30T10:00:00Z", field, old, new)


def strings(value: Any) -> list[str]:
    """Every string anywhere in a value."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return strings([getattr(value, field.name) for field in fields(value)])
    if isinstance(value, dict):
        return strings([*value.keys(), *value.values()])
    return [found for each in value for found in strings(each)] if isinstance(value, (list, tuple)) else []


@pytest.mark.parametrize("project", INSIDE)
def test_a_key_inside_passes(project: str) -> None:
    SCOPE.check_key(f"{project}-1")
    SCOPE.check_project(project)


@pytest.mark.parametrize("project", [*OUTSIDE, "abc", "", "ABC ", "*", "ABC-1"])
def test_a_key_outside_reads_like_an_absent_one(project: str) -> None:
    with pytest.raises(GatewayError) as caught:
        SCOPE.check_key(f"{project}-1")
    assert caught.value.category == "not_found"
    assert not caught.value.details
    assert caught.value.reason is None


def test_a_project_outside_is_refused_with_those_inside() -> None:
    with pytest.raises(GatewayError) as caught:
        SCOPE.check_project("SEC")
    assert (caught.value.category, caught.value.reason) == ("bad_input", "out_of_scope")
    assert caught.value.details == ("allowed: ABC, OPS",)


def test_without_projects_everything_is_inside() -> None:
    whole = issue("SEC-1", parent=ref("X1-1"), history=(change("project", "Anything"),))

    EVERYTHING.check_key("SEC-1")
    EVERYTHING.check_project("SEC")
    assert EVERYTHING.confined(whole) == whole
    assert EVERYTHING.narrowed(()) == ()
    assert EVERYTHING.narrowed(["SEC"]) == ("SEC",)


def test_an_empty_set_of_projects_admits_nothing() -> None:
    nothing = Scope(frozenset())

    assert not nothing.admits_key("ABC-1")
    with pytest.raises(GatewayError):
        nothing.confined(issue())


def test_a_search_may_be_narrowed_and_never_widened() -> None:
    assert SCOPE.narrowed(()) == ("ABC", "OPS")
    assert SCOPE.narrowed(["OPS", "OPS"]) == ("OPS",)
    with pytest.raises(GatewayError):
        SCOPE.narrowed(["OPS", "SEC"])


@pytest.mark.parametrize(
    "moved",
    [
        issue("SEC-1"),
        issue("ABC-1", project="SEC"),
        issue("SEC-1", project="ABC"),
        issue("ABC-1", project=""),
    ],
)
def test_an_issue_is_judged_by_what_the_tracker_says_it_is(moved: Issue) -> None:
    """Issues move, and old keys keep working."""
    with pytest.raises(GatewayError) as caught:
        SCOPE.confined(moved)
    assert caught.value.category == "not_found"
    assert "SEC" not in str(caught.value)
    assert SCOPE.visible([row(moved), row(issue("OPS-2"))]) == (row(issue("OPS-2")),)


def test_what_is_inside_stays_as_it_is() -> None:
    whole = issue(
        parent=ref("OPS-1"),
        subtasks=(ref("ABC-2"), ref("OPS-3")),
        links=(link("OPS-4"),),
        history=(
            change("Link", "This issue blocks OPS-4"),
            change("Epic Link", "ABC-9", "OPS-1"),
            change("summary", "as in SEC-1", "see UTF-8"),
            change("labels", "SEC-1"),
            change("Story Points", "5", "3"),
            change("status", "Done", "Open"),
        ),
    )

    assert SCOPE.confined(whole) == whole


def test_parts_that_were_not_asked_for_stay_unasked() -> None:
    confined = SCOPE.confined(issue())

    assert (confined.links, confined.history, confined.parent) == (None, None, None)


def test_links_to_issues_outside_are_left_out() -> None:
    confined = SCOPE.confined(
        issue(links=(link("SEC-1"), link("ABC-2")), subtasks=(ref("SEC-2"), ref("OPS-2")))
    )

    assert confined.links == (link("ABC-2"),)
    assert confined.subtasks == (ref("OPS-2"),)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("Link", "This issue blocks SEC-5"),
        ("Link", "This issue blocks ABC-5 and SEC-5"),
        ("LINK ", "SEC-5"),
        ("Link", "This issue is part of Project Nightfall"),
        ("RemoteIssueLink", 'This issue links to "Nightfall (Confluence)"'),
        ("Epic Link", "Nightfall"),
        ("Epic Link", "SEC-5"),
        ("Epic Child", "sec-5"),
        ("Parent", "10012"),
        ("Parent", "SEC-5"),
        ("IssueParentAssociation", "10012"),
        ("Parent Issue", "1SEC-5"),
        ("Parent Link", "SEC-5 Nightfall"),
        ("project", "Nightfall"),
        ("Project", "SEC"),
        ("Key", "SEC-5"),
        ("Custom picker", "SEC-5"),
        ("Custom picker", "ABC-1, SEC-5"),
        ("", "SEC-5"),
    ],
)
def test_history_about_issues_outside_is_hidden(field: str, text: str) -> None:
    (line, back) = SCOPE.confined(issue(history=(change(field, text), change(field, "", text)))).history or ()

    assert (line.old, line.new) == ("", HIDDEN)
    assert (back.old, back.new) == (HIDDEN, "")


def test_projects_outside_are_left_out_of_lists() -> None:
    projects = [Project(key, key, "software") for key in ("ABC", "SEC", "ABCD")]

    assert [project.key for project in SCOPE.visible_projects(projects)] == ["ABC"]


MARK = "nightfall"
TITLES = st.text(max_size=20).map(lambda text: f"{text} {MARK} {text}")
STRANGERS = st.builds(
    IssueRef, st.builds("{}-{}".format, st.sampled_from(OUTSIDE), st.integers(1, 9999)), TITLES, TITLES
)
FRIENDS = st.builds(ref, st.builds("{}-{}".format, st.sampled_from(INSIDE), st.integers(1, 99)))
ABOUT_OTHERS = st.sampled_from([
    "Link", "link", "Epic Link", "Epic Child", "Parent", "Parent Issue", "Parent Link", "Project", "Key",
    "IssueParentAssociation", "RemoteIssueLink", "RemoteWorkItemLink", "Sub-tasks",
])  # fmt: skip
BY_KEY = st.sampled_from(
    ["{key}", "{key} {title}", "This issue blocks {key}", "({key})", "[{key}] x", "a,{key},ABC-1"]
)
BY_NAME = st.sampled_from(["{title}", "This issue is in {title}", "{status}"])


@st.composite
def mixed(draw: st.DrawFn) -> Issue:
    """An issue inside that mentions issues outside wherever it can."""
    strangers = draw(st.lists(STRANGERS, min_size=1, max_size=4))
    refs = st.sampled_from(strangers) | FRIENDS
    quoting = st.tuples(ABOUT_OTHERS, BY_KEY | BY_NAME) | st.tuples(st.just("Custom picker"), BY_KEY)
    texts = [
        (field, form.format(key=other.key, title=other.title, status=other.status))
        for field, form in draw(st.lists(quoting, max_size=5))
        for other in [draw(st.sampled_from(strangers))]
    ]
    return issue(
        parent=draw(st.none() | refs),
        subtasks=tuple(draw(st.lists(refs, max_size=3))),
        links=draw(st.none() | st.lists(refs, max_size=3).map(lambda found: tuple(Link("1", "blocks", each) for each in found))),
        history=tuple(change(field, text, draw(st.sampled_from(["", text]))) for field, text in texts),
    )  # fmt: skip


@given(mixed())
def test_no_string_of_an_issue_outside_survives_anywhere(whole: Issue) -> None:
    everything = strings(SCOPE.confined(whole))
    assert not [text for text in everything if MARK in text]
    assert not [text for text in everything for project in OUTSIDE if f"{project}-" in text]


@given(mixed())
def test_confining_twice_changes_nothing_more_and_keeps_what_is_inside(whole: Issue) -> None:
    once = SCOPE.confined(whole)

    assert SCOPE.confined(once) == once
    assert len(once.history or ()) == len(whole.history or ())
    assert replace(once, parent=None, subtasks=(), links=None, history=None) == replace(
        whole, parent=None, subtasks=(), links=None, history=None
    )


def test_a_custom_field_that_holds_a_strangers_key_is_not_shown() -> None:
    """Data Center keeps an epic's key in a custom field."""
    custom = {
        "epic": "SECRET-1",
        "own_epic": "ABC-2",
        "points": 3,
        "notes": "see SECRET-1",
        "keys": ("SECRET-1", "ABC-2"),
    }
    shown = SCOPE.confined(issue(custom=custom)).custom
    assert shown == {
        "epic": None,
        "own_epic": "ABC-2",
        "points": 3,
        "notes": "see SECRET-1",
        "keys": ("ABC-2",),
    }


@pytest.mark.parametrize("field", ["link", "unknown to us"])
def test_only_the_beginning_of_a_long_line_of_history_is_judged_and_shown(field: str) -> None:
    inside, outside = "ABC-1 " * 1_000_000, "ABC-1 " * 150 + "SEC-1 " * 1_000_000
    (line,) = SCOPE.confined(issue(history=(change(field, inside, outside),))).history or ()

    assert inside.startswith(line.new)
    assert 500 < len(line.new) < 1_000
    assert line.old == HIDDEN


@given(st.integers(850, 1_050))
def test_no_part_of_a_key_outside_is_shown_where_a_line_is_cut(before: int) -> None:
    text = "ABC-1".ljust(before) + "SECRET-1" + " " * 500
    (line,) = SCOPE.confined(issue(history=(change("link", text),))).history or ()

    assert "S" not in line.new or line.new == HIDDEN

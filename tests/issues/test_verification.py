"""Field by field: what was asked for, compared with what stands there afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from narrowgate_issues.custom_fields import CustomField, FieldType
from narrowgate_issues.port import Changes, FieldValue, Issue, IssueRef, User
from narrowgate_issues.tools.verification import verdicts
from narrowgate_issues.versions import Version

ANN, BEN = User("1", "Ann"), User("2", "Ben")
ISSUE = Issue(
    key="ABC-1", id="1", project="ABC", url="", version=Version(), title="A title", type="Bug", status="Open",
    status_category=None, priority="High", assignee=ANN, reporter=BEN, labels=("one", "two"), components=("Web", "API"),
    fix_versions=("1.0",), resolution="Done", parent=IssueRef("ABC-9", "", ""), created="", updated="",
    due_date="2026-12-01", description="some *text*",
)  # fmt: skip


def applied(name: str, value: FieldValue, issue: Issue, kind: FieldType | None = None) -> bool:
    aliases = {} if kind is None else {name: CustomField(name, "customfield_1", kind)}
    done, ignored = verdicts(Changes({name: value}), issue, aliases)
    assert done + ignored == [name]
    return done == [name]


EMPTY = replace(
    ISSUE, priority=None, assignee=None, labels=(), components=(), fix_versions=(), resolution=None, parent=None,
    due_date=None, description="",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", "A title"),
        ("title", " A title\t"),
        ("description", "some *text* "),
        ("labels", ("two", "one")),
        ("assignee", "1"),
        ("priority", "high"),
        ("due_date", "2026-12-01"),
        ("components", ("api", "WEB")),
        ("fix_versions", ("1.0",)),
        ("parent", "ABC-9"),
        ("resolution", "done"),
    ],
)
def test_what_stands_there_was_applied_and_nothing_of_it_was_cleared(name: str, value: FieldValue) -> None:
    assert applied(name, value, ISSUE)
    if name != "title":
        assert not applied(name, value, EMPTY)
        assert applied(name, None, EMPTY)
        assert not applied(name, None, ISSUE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", "Another"),
        ("description", "some text"),
        ("labels", ("one",)),
        ("labels", ("One", "two")),
        ("assignee", "2"),
        ("assignee", "Ann"),
        ("priority", "Low"),
        ("due_date", "2026-12-02"),
        ("components", ("Web",)),
        ("parent", "ABC-8"),
        ("resolution", "Duplicate"),
    ],
)
def test_what_stands_there_otherwise_was_ignored(name: str, value: FieldValue) -> None:
    assert not applied(name, value, ISSUE)


HELD: list[tuple[FieldType, Any, Any]] = [
    ("text", "word", "word"),
    ("text", "word ", "word"),
    ("text", None, None),
    ("text", None, ""),
    ("rich_text", "a *b* ", "a *b*"),
    ("rich_text", None, ""),
    ("number", 5, 5.0),
    ("number", 0, 0),
    ("date", "2026-12-01", "2026-12-01"),
    ("datetime", "2026-01-21T15:00:00+01:00", "2026-01-21T14:00:00Z"),
    ("datetime", "2026-01-21T15:00:00.5Z", "2026-01-21T15:00:00Z"),
    ("datetime", "2026-01-21T15:00", "2026-01-21T15:00:00Z"),
    ("option", "Blue", "Blue"),
    ("options", ("a", "b"), ("b", "a")),
    ("options", (), None),
    ("options", None, ()),
    ("labels", ("a",), ("a",)),
]
NOT_HELD: list[tuple[FieldType, Any, Any]] = [
    ("text", "word", "other"),
    ("text", None, "word"),
    ("rich_text", "a _b_", "a b"),
    ("number", 0, None),
    ("number", None, 0),
    ("datetime", "2026-01-21T15:00:00Z", "2026-01-21T15:00:01Z"),
    ("datetime", "2026-01-21T15:00:00Z", None),
    ("option", "Blue", None),
    ("options", ("a",), ("a", "b")),
]


@pytest.mark.parametrize(("kind", "value", "found"), HELD)
def test_a_custom_field_that_holds_what_was_asked_was_applied(
    kind: FieldType, value: Any, found: Any
) -> None:
    assert applied("field", value, replace(ISSUE, custom={"field": found}), kind)


@pytest.mark.parametrize(("kind", "value", "found"), NOT_HELD)
def test_a_custom_field_that_holds_something_else_was_not(kind: FieldType, value: Any, found: Any) -> None:
    assert not applied("field", value, replace(ISSUE, custom={"field": found}), kind)


def test_a_person_in_a_custom_field_is_compared_by_id() -> None:
    held = replace(ISSUE, custom={"field": "Ann"}, people={"field": ANN})
    assert applied("field", "1", held, "user")
    assert not applied("field", "2", held, "user")
    assert not applied("field", None, held, "user")
    assert applied("field", None, ISSUE, "user")


@pytest.mark.parametrize(
    ("add", "remove", "done", "ignored"),
    [
        (("one",), (), ["add_labels"], []),
        (("three",), (), [], ["add_labels"]),
        ((), ("three",), ["remove_labels"], []),
        ((), ("two",), [], ["remove_labels"]),
        (("one", "three"), ("four",), ["remove_labels"], ["add_labels"]),
    ],
)
def test_labels_one_by_one(
    add: tuple[str, ...], remove: tuple[str, ...], done: list[str], ignored: list[str]
) -> None:
    assert verdicts(Changes({}, {}, add, remove), ISSUE, {}) == (done, ignored)

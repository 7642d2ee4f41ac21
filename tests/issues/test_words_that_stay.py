"""Tables that decide, word by word: a row that goes missing is a hole, and is noticed here."""

from __future__ import annotations

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.safelist import Kind
from narrowgate_issues.adapters.jira.jql import FUNCTIONS, confine
from narrowgate_issues.custom_fields import CustomField, FieldType
from narrowgate_issues.fields import BUILT_IN, NEVER, RICH_TEXT_CHARS, safelist

FORBIDDEN = (
    "reporter creator security security_level permission permissions property properties watcher watchers watches project"
    " project_key type issue_type issuetype votes visibility restrictions comment worklog attachment attachments issuelinks"
    " status key id created updated summary duedate fixversions fields update transition history_metadata notify_users error"
    " untrusted"
)


@pytest.mark.parametrize("name", FORBIDDEN.split())
def test_no_alias_is_called(name: str) -> None:
    assert name in NEVER
    assert name not in safelist("update", [CustomField(name, "customfield_1", "text")], None)


KINDS: dict[FieldType, tuple[Kind, int]] = {
    "text": (Kind.LINE, 255),
    "rich_text": (Kind.RICH_TEXT, RICH_TEXT_CHARS),
    "number": (Kind.NUMBER, 255),
    "date": (Kind.DATE, 255),
    "datetime": (Kind.DATETIME, 255),
    "option": (Kind.NAME, 255),
    "options": (Kind.NAMES, 255),
    "user": (Kind.NAME, 255),
    "labels": (Kind.NAMES, 255),
}


@pytest.mark.parametrize("declared", KINDS)
def test_a_declared_type_is_checked_as(declared: FieldType) -> None:
    row = safelist("create", [CustomField("mine", "customfield_1", declared)], None)["mine"]
    assert (row.name, row.kind, row.max_chars, row.clearable) == ("mine", *KINDS[declared], True)


def test_the_built_in_fields_are_checked_as() -> None:
    assert RICH_TEXT_CHARS == 32_767
    assert {
        name: (row.name, row.kind.value, row.clearable, row.max_chars) for name, row in BUILT_IN.items()
    } == {
        "title": ("title", "line", False, 255),
        "description": ("description", "rich_text", True, 32_767),
        "labels": ("labels", "names", True, 255),
        "assignee": ("assignee", "name", True, 255),
        "priority": ("priority", "name", False, 255),
        "due_date": ("due_date", "date", True, 255),
        "components": ("components", "names", True, 255),
        "fix_versions": ("fix_versions", "names", True, 255),
        "parent": ("parent", "name", True, 255),
        "add_labels": ("add_labels", "names", False, 255),
        "remove_labels": ("remove_labels", "names", False, 255),
        "resolution": ("resolution", "name", False, 255),
    }


CALLED = (
    "currentUser now openSprints closedSprints futureSprints startOfDay startOfWeek startOfMonth startOfYear endOfDay"
    " endOfWeek endOfMonth endOfYear"
)


@pytest.mark.parametrize("name", CALLED.split())
def test_a_query_within_a_scope_may_call(name: str) -> None:
    assert name in FUNCTIONS
    for spelling in (name, name.upper(), f'"{name}"'):
        assert confine(f"a = {spelling}()", ("ABC",)) == f'(project in ("ABC")) AND (a = {spelling}())'


def test_a_query_within_a_scope_may_call_nothing_else() -> None:
    assert sorted(FUNCTIONS) == sorted(CALLED.split())


@pytest.mark.parametrize(
    "field", ["filter", "request", "savedFilter", "searchRequest", '"filter"', "' filter '"]
)
@pytest.mark.parametrize(
    "comparison", ["= 1", "!= 1", "in (1)", "not in (1)", "is empty", "was 1", "changed", "~ 1", "> 1"]
)
def test_no_stored_query_is_used_within_a_scope(field: str, comparison: str) -> None:
    with pytest.raises(GatewayError) as refused:
        confine(f"{field} {comparison}", ("ABC",))
    assert refused.value.reason == "saved_filter_not_allowed"
    assert confine(f"{field} {comparison}", ()) == f"{field} {comparison}"

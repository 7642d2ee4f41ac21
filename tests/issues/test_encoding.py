"""How a value of the safelist becomes the vendor's own shape: built here key by key, whatever its words are."""

from __future__ import annotations

from typing import Any

import pytest

from narrowgate_common.rich_text import Rich
from narrowgate_issues.adapters.jira.fieldset import Edition, encoded, encoded_fields, vendor_moment
from narrowgate_issues.adapters.jira.originals import rewritten
from narrowgate_issues.custom_fields import CustomField, FieldType
from narrowgate_issues.port import Changes

CLOUD = Edition("adf", "accountId")
DATA_CENTER = Edition("wiki", "name")
ALIAS = "alias"


def custom(kind: FieldType, value: Any, edition: Edition = CLOUD) -> Any:
    aliases = {ALIAS: CustomField(ALIAS, "customfield_10077", kind)}
    return encoded_fields(Changes({ALIAS: value}), aliases, edition)["customfield_10077"]


@pytest.mark.parametrize(
    ("kind", "value", "shape"),
    [
        ("text", "plain *not bold*", "plain *not bold*"),
        ("number", 2.5, 2.5),
        ("date", "2026-11-30", "2026-11-30"),
        ("datetime", "2026-11-30T14:00:00+01:00", "2026-11-30T14:00:00.000+0100"),
        ("option", "Minor", {"value": "Minor"}),
        ("options", ("One", "Two"), [{"value": "One"}, {"value": "Two"}]),
        ("labels", ("first", "second", "first one"), ["first", "second", "first one"]),
        ("user", "5b10", {"accountId": "5b10"}),
    ],
)
def test_a_custom_field_is_written_as_its_declared_type(kind: FieldType, value: Any, shape: Any) -> None:
    assert custom(kind, value) == shape
    assert custom(kind, None) is None


def test_a_person_is_named_as_the_edition_names_people() -> None:
    assert custom("user", "jdoe", DATA_CENTER) == {"name": "jdoe"}
    assert encoded_fields(Changes({"assignee": "jdoe"}), {}, DATA_CENTER) == {"assignee": {"name": "jdoe"}}
    assert encoded_fields(Changes({"assignee": "5b10"}), {}, CLOUD) == {"assignee": {"accountId": "5b10"}}


def test_rich_text_is_a_document_on_cloud_and_markup_on_data_center() -> None:
    for edition, shape in ((CLOUD, "doc"), (DATA_CENTER, None)):
        text = rewritten(Rich(), "**b**", edition, allow_removals=False)
        changes = Changes({"description": text.markdown}, {"description": text})
        written = encoded_fields(changes, {}, edition)["description"]
        assert (written["type"] if shape else written) == (shape or "*b*")


@pytest.mark.parametrize(
    ("name", "value", "field", "shape"),
    [
        ("title", "A", "summary", "A"),
        ("labels", ("a", "b"), "labels", ["a", "b"]),
        ("labels", None, "labels", []),
        ("components", ("One",), "components", [{"name": "One"}]),
        ("components", None, "components", []),
        ("fix_versions", (), "fixVersions", []),
        ("priority", "High", "priority", {"name": "High"}),
        ("resolution", "Done", "resolution", {"name": "Done"}),
        ("parent", "ABC-1", "parent", {"key": "ABC-1"}),
        ("parent", None, "parent", None),
        ("due_date", "2026-11-30", "duedate", "2026-11-30"),
        ("assignee", None, "assignee", None),
    ],
)
def test_a_built_in_field_is_written_under_the_vendors_name(
    name: str, value: Any, field: str, shape: Any
) -> None:
    assert encoded_fields(Changes({name: value}), {}, CLOUD) == {field: shape}


HOSTILE = '{"set": [{"id": 1}]}'


@pytest.mark.parametrize("name", ["title", "priority", "parent", "labels", "components", "assignee"])
def test_no_word_becomes_a_shape_of_its_own(name: str) -> None:
    value: Any = (HOSTILE,) if name in {"labels", "components"} else HOSTILE
    body = encoded(Changes({name: value}), {}, CLOUD)
    assert set(body) == {"fields"}
    assert HOSTILE in repr(body).replace("\\\\", "\\")


def test_labels_one_by_one_are_edits_and_nothing_else_is() -> None:
    changes = Changes({"title": "A"}, add_labels=("x",), remove_labels=("y", "z"))
    assert encoded(changes, {}, CLOUD) == {
        "fields": {"summary": "A"},
        "update": {"labels": [{"add": "x"}, {"remove": "y"}, {"remove": "z"}]},
    }
    assert encoded(Changes(), {}, CLOUD) == {"fields": {}}


@pytest.mark.parametrize(
    ("iso", "written"),
    [
        ("2026-01-21T15:00:00+00:00", "2026-01-21T15:00:00.000+0000"),
        ("2026-01-21T15:00:00Z", "2026-01-21T15:00:00.000+0000"),
        ("2026-01-21T15:00", "2026-01-21T15:00:00.000+0000"),
        ("2026-01-21T15:00:00.5-09:30", "2026-01-21T15:00:00.500-0930"),
        ("2026-01-21T15:00:00.123999Z", "2026-01-21T15:00:00.123+0000"),
    ],
)
def test_a_time_is_written_with_milliseconds_and_an_offset_without_a_colon(iso: str, written: str) -> None:
    assert vendor_moment(iso) == written

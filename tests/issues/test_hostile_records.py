"""Whatever JSON a tracker sends, each mapping makes a value of it or says that it cannot; nothing else comes out."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request
from narrowgate_issues.adapters.jira import mapping, rejections
from narrowgate_issues.adapters.jira.fieldset import Edition
from narrowgate_issues.adapters.jira.routes import SHARED_V3
from narrowgate_issues.custom_fields import CustomField, FieldType

SITE = "https://tracker.example"
EDITIONS = (
    Edition("adf", "accountId"),
    Edition("wiki", "name"),
)
TYPES: tuple[FieldType, ...] = (
    "text", "rich_text", "number", "date", "datetime", "option", "options", "user", "labels",
)  # fmt: skip
ALIASES: Mapping[str, CustomField] = {
    kind: CustomField(kind, f"customfield_{place}", kind) for place, kind in enumerate(TYPES)
}

Mapped = Callable[[Any, Edition], Any]

MAPPINGS: Mapping[str, Mapped] = {
    "issue": lambda raw, edition: mapping.issue(raw, SITE, ALIASES, edition),
    "row": lambda raw, edition: mapping.row(raw, SITE, edition),
    "version": lambda raw, _edition: mapping.version(mapping.obj(raw, "fields"), ALIASES),
    "identifier": lambda raw, _edition: mapping.identifier(raw),
    "issue_key": lambda raw, _edition: mapping.issue_key(raw),
    "user": mapping.user,
    "comment": mapping.comment,
    "attachment": mapping.attachment,
    "project": lambda raw, _edition: mapping.project(raw),
    "transitions": lambda raw, _edition: mapping.transitions(raw, ALIASES),
    "screen": lambda raw, _edition: mapping.screen(mapping.obj(raw, "fields"), ALIASES),
    "screen_field": lambda raw, _edition: mapping.screen_field("customfield_1", raw, ALIASES),
    "link_type": lambda raw, _edition: mapping.link_type(raw),
    "history": lambda raw, _edition: mapping.history(raw),
    "custom": lambda raw, edition: [mapping.custom(raw, field, edition) for field in ALIASES.values()],
    "ref": lambda raw, _edition: mapping.ref(raw),
}
PIECES = {"moment", "plain", "date", "matched", "listed", "readable", "text", "obj", "items", "versioned"}
"""Of which the mappings are made."""

WORDS = sorted({
    "key", "id", "fields", "project", "summary", "status", "statusCategory", "name", "displayName", "accountId",
    "active", "emailAddress", "assignee", "reporter", "priority", "labels", "components", "fixVersions", "resolution",
    "parent", "created", "updated", "duedate", "description", "subtasks", "issuelinks", "outwardIssue", "inwardIssue",
    "type", "outward", "inward", "attachment", "filename", "size", "mimeType", "comment", "comments", "total", "body",
    "author", "jsdPublic", "changelog", "histories", "items", "field", "fromString", "toString", "transitions", "to",
    "schema", "custom", "required", "hasDefaultValue", "allowedValues", "value", "projectTypeKey", "issueTypes",
    "content", "text", "marks", "attrs", "version", *(field.id for field in ALIASES.values()),
})  # fmt: skip
NASTY = st.sampled_from([
    "", "SHOP-1", "SHOP", "10001", "9999-12-31T23:59:59.999-1200", "0001-01-01T00:00:00.000+1400", "2026-11-30", "doc",
    "10000-01-01", "paragraph", "-62135596800000", "\ud800", "\x00", "a" * 300, "{" * 50, "h1. x\n|a|b|", "😀",
])  # fmt: skip
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | NASTY | st.text(max_size=20)
)
RECORDS = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=8)
    ),
    max_leaves=40,
)


def test_every_function_that_maps_is_here() -> None:
    public = {
        name
        for name, value in vars(mapping).items()
        if inspect.isfunction(value) and value.__module__ == mapping.__name__ and not name.startswith("_")
    }
    assert public == set(MAPPINGS) | PIECES


def mapped(name: str, raw: Any, edition: Edition) -> Any:
    try:
        return MAPPINGS[name](raw, edition)
    except GatewayError as error:
        told = error
    assert told.category is Category.UPSTREAM_ERROR
    assert told.details == ()
    return None


@pytest.mark.parametrize("edition", EDITIONS, ids=["cloud", "data_center"])
@pytest.mark.parametrize("name", MAPPINGS)
@given(raw=RECORDS)
def test_a_hostile_record_becomes_a_value_or_an_error_of_ours(name: str, edition: Edition, raw: Any) -> None:
    mapped(name, raw, edition)


RIGHT: Mapping[str, Any] = {
    "key": "SHOP-1",
    "id": "10001",
    "fields": {
        "project": {"key": "SHOP", "projectTypeKey": "software"},
        "summary": "a title",
        "status": {"name": "To Do", "statusCategory": {"key": "new"}},
        "issuetype": {"name": "Bug"},
        "priority": {"name": "High"},
        "assignee": {"accountId": "1", "name": "u", "displayName": "A Person", "active": True},
        "labels": ["one"],
        "components": [{"name": "c"}],
        "parent": {"key": "SHOP-2", "fields": {"summary": "p", "status": {"name": "s"}}},
        "created": "2026-11-30T09:00:00.000+0100",
        "updated": "2026-11-30T09:00:00.000+0100",
        "duedate": "2026-12-01",
        "description": None,
        "attachment": [
            {"id": "1", "filename": "f", "size": 3, "mimeType": "m", "author": {"displayName": "A"}}
        ],
        "issuelinks": [
            {"id": "1", "type": {"outward": "blocks"}, "outwardIssue": {"key": "SHOP-3", "fields": {}}}
        ],
        "subtasks": [{"key": "SHOP-4", "fields": {"summary": "s", "status": {"name": "t"}}}],
        **{field.id: None for field in ALIASES.values()},
    },
    "changelog": {"histories": [{"created": "x", "author": {}, "items": [{"field": "f", "toString": "t"}]}]},
    "transitions": [
        {"id": "1", "name": "Go", "to": {"name": "Done"}, "fields": {"resolution": {"required": True}}}
    ],
}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, Mapping):
        return found + [place for key, item in value.items() for place in places(item, (*path, key))]
    if isinstance(value, list):
        return found + [place for index, item in enumerate(value) for place in places(item, (*path, index))]
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, Mapping):
        return {key: put(item, path[1:], new) if key == path[0] else item for key, item in value.items()}
    return [put(item, path[1:], new) if index == path[0] else item for index, item in enumerate(value)]


WRONG: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    7.5,
    "",
    "text",
    [],
    {},
    [None],
    [[]],
    {"x": None},
    ["a", 1, {}],
    10**30,
    "\x00",
]
IDENTIFIES = {("key",), ("id",), ("fields",), ("fields", "project"), ("fields", "project", "key")}


@pytest.mark.parametrize("edition", EDITIONS, ids=["cloud", "data_center"])
def test_one_wrong_value_anywhere_leaves_the_rest_readable(edition: Edition) -> None:
    """Null where an object was promised, a list where a text was: only what identifies the issue is indispensable."""
    for path in places(RIGHT):
        for wrong in WRONG:
            found = mapped("issue", put(RIGHT, path, wrong), edition)
            row = mapped("row", put(RIGHT, path, wrong), edition)
            if path not in IDENTIFIES and path[-1] != "id":
                for each in (found, row):
                    assert each is not None, (path, wrong)
                    assert_types(each)


def assert_types(found: Any) -> None:
    for field in fields(found):
        value = getattr(found, field.name)
        kind = str(field.type)
        if kind == "str":
            assert type(value) is str, field.name
        elif kind == "bool":
            assert type(value) is bool, field.name
        elif kind == "int":
            assert isinstance(value, int), field.name
        elif is_dataclass(value):
            assert_types(value)
        elif isinstance(value, tuple):
            for each in value:
                if is_dataclass(each):
                    assert_types(each)


@pytest.mark.parametrize(
    "raw",
    [
        "9999-12-31T23:59:59.999-1200",
        "0001-01-01T00:00:00.000+1400",
        "10000-01-01T00:00:00.000+0000",
        "253402300800000",
        "-1",
        "2026-11-30",
        "yesterday",
        "Infinity",
    ],
)
def test_a_time_beyond_the_calendar_is_shown_as_it_is_or_not_at_all(raw: str) -> None:
    """The sentinel dates of plugins: year 9999, milliseconds, nothing that is a time."""
    shown = mapping.moment(raw)
    assert shown in {raw, ""}
    assert mapping.custom(raw, ALIASES["datetime"], EDITIONS[0]) == shown
    assert mapping.custom(253402300800000, ALIASES["datetime"], EDITIONS[0]) is None


def test_a_deeply_nested_description_is_read() -> None:
    node: dict[str, Any] = {"type": "paragraph", "content": [{"type": "text", "text": "deep"}]}
    for _ in range(150):
        node = {"type": "blockquote", "content": [node]}
    raw = put(RIGHT, ("fields", "description"), {"type": "doc", "version": 1, "content": [node]})
    assert mapped("issue", raw, EDITIONS[0]) is not None


@given(body=RECORDS, status=st.integers(400, 499))
def test_a_hostile_refusal_is_an_error_of_ours(body: Any, status: int) -> None:
    content = json.dumps(body).encode()
    error = rejections.explain(
        Request(SHARED_V3.myself), Reply(status, {"content-type": "application/json"}, content), {}
    )
    assert all(line.isascii() and line.isprintable() for line in error.details)

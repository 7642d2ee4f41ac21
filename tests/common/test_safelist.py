"""Only known keys with strictly typed values pass; a refusal names the key when it is one, and never the value."""

from datetime import date, datetime
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.safelist import Field, Kind, pick, schema_of, unknown_field

ROWS = {kind.value: Field(kind.value, kind) for kind in Kind}
FIXED = {kind.value: Field(kind.value, kind, clearable=False) for kind in Kind}
ALLOWED = {"title": Field("title", Kind.LINE, clearable=False), "labels": Field("labels", Kind.NAMES)}
TOO_MANY = [str(number) for number in range(101)]


def refusal(given: dict[str, Any], allowed: dict[str, Field] = ROWS) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        pick(given, allowed)
    return told(caught.value)


def told(error: GatewayError) -> GatewayError:
    assert error.category == "bad_input"
    assert error.reason in {"unknown_field", "wrong_type"}
    return error


@pytest.mark.parametrize(
    ("kind", "value", "picked"),
    [
        ("line", "A title", "A title"),
        ("line", "Ünïcödé 日本語 👩‍👩‍👧", "Ünïcödé 日本語 👩‍👩‍👧"),
        ("line", "x" * 255, "x" * 255),
        ("rich_text", "", ""),
        ("rich_text", "a\r\n\tb\n", "a\r\n\tb\n"),
        ("number", 0, 0),
        ("number", -1.5, -1.5),
        ("number", 10**15, 10**15),
        ("date", "2026-11-30", "2026-11-30"),
        ("date", "2028-02-29", "2028-02-29"),
        ("datetime", "2026-11-30T14:00", "2026-11-30T14:00"),
        ("datetime", "2026-11-30T14:00:00Z", "2026-11-30T14:00:00Z"),
        ("datetime", "2026-11-30T14:00:00.25+01:00", "2026-11-30T14:00:00.25+01:00"),
        ("name", "High", "High"),
        ("names", [], ()),
        ("names", ["a", "b"], ("a", "b")),
    ],
)
def test_values_of_their_kind_pass(kind: str, value: object, picked: object) -> None:
    assert pick({kind: value}, ROWS) == {kind: picked}


NO_STRINGS: list[Any] = [0, 1.5, True, [], ["a"], {}, {"name": "a"}]
NO_LINES = [
    "", " ", "a\nb", "a\rb", "a\x00b", "a\x1bb", "a\x7fb", "a\x85b", "a\u2028b", "a\ud800b", "x" * 256,
]  # fmt: skip
WRONG: dict[str, list[Any]] = {
    "line": [*NO_STRINGS, *NO_LINES],
    "name": [*NO_STRINGS, *NO_LINES],
    "rich_text": [*NO_STRINGS, "a\x00", "a\x1b[0m", "a\x7f", "a\udfff", "x" * 256],
    "number": ["1", "", True, False, [], [1], {}, float("nan"), float("inf"), float("-inf"), 10**16, -(10**400), 1e300],
    "date": [
        *NO_STRINGS, "", "2026-11-31", "2026-1-1", "20261130", "2026-W01-1", "２０２６-11-30", "today", "0000-01-01",
        "2026-11-30\n", "2026-11-30T00:00",
    ],
    "datetime": [
        *NO_STRINGS, "now", "2026-11-30", "20261130T140000", "2026-11-30 14:00", "2026-11-30T14", "2026-11-30T25:00",
        "2026-11-30T14:00+99:00", "2026-W01-1T10:00", "0001-01-01T00:00",
    ],
    "names": [
        "a", {"a": 1}, [["a"]], [{"add": "a"}], ["a", "a"], TOO_MANY, 1, True,
        *([each] for each in NO_LINES), *([each] for each in NO_STRINGS), [None],
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "value"), [(kind, value) for kind, values in WRONG.items() for value in values]
)
def test_values_of_another_kind_are_refused(kind: str, value: Any) -> None:
    error = refusal({kind: value})

    assert error.reason == "wrong_type"
    assert error.message.startswith(f'"{kind}" must be ')


def test_a_number_of_any_length_is_refused() -> None:
    assert refusal({"number": 10**5000}).reason == "wrong_type"


@pytest.mark.parametrize("kind", [kind.value for kind in Kind])
def test_null_clears_what_may_be_cleared(kind: str) -> None:
    assert pick({kind: None}, ROWS) == {kind: None}
    assert "cannot be cleared" in refusal({kind: None}, FIXED).message


@pytest.mark.parametrize(
    "key",
    [
        "security", "reporter", "creator", "created", "project", "issuetype", "update", "properties", "transition",
        "history_metadata", "notify_users", "status", "ancestors", "space", "restrictions", "summary", "Title",
        "TITLE", "titl", "label", "customfield_10016", "__class__", "__proto__", "constructor", "model_config", "self",
        "ctx", "", " title", "title ", "title\u200b", "тitle", "xoxb-SECRET-key", "x" * 1_000_000, "\ud800",
    ],
)  # fmt: skip
def test_a_key_that_is_not_listed_is_refused(key: str) -> None:
    error = refusal({"title": "x", key: {"id": "10001"}}, ALLOWED)

    assert error.reason == "unknown_field"
    assert error.details == ("allowed: labels, title",)
    assert "10001" not in str(error)


@pytest.mark.parametrize(("key", "named"), [("security", True), ("a" * 40, True), ("a" * 41, False), ("xoxb-1", False),
                                            ("A", False), ("a b", False), ("a\n", False), ("тitle", False)])  # fmt: skip
def test_a_key_is_repeated_only_when_it_can_be_one(key: str, named: bool) -> None:  # noqa: FBT001 - a table's column
    assert (key in unknown_field(key, ALLOWED).message) is named


def test_the_nearest_key_is_told() -> None:
    assert 'did you mean "labels"?' in unknown_field("label", ALLOWED).message
    assert "did you mean" not in unknown_field("zzz", ALLOWED).message


def test_many_keys_are_listed_over_several_lines() -> None:
    many = {f"an_alias_number_{number}": Field("x", Kind.LINE) for number in range(30)}
    listed = " ".join(unknown_field("zzz", many).details)

    assert all(name in listed for name in many)


def test_nothing_passes_when_one_key_does_not() -> None:
    assert refusal({"title": "x", "labels": "not a list"}, ALLOWED).reason == "wrong_type"
    assert refusal({"labels": "not a list", "security": 1}, ALLOWED).reason == "unknown_field"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.dates().map(str)
    | st.datetimes().map(datetime.isoformat) | st.sampled_from([10**400, "2026-11-30", "a\ud800", "a\nb"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
KEYS = st.sampled_from([*ROWS, "security", "reporter", "Line", "line "]) | st.text(max_size=10)


def conforms(kind: str, value: Any) -> bool:
    """Written from the words, not from the code."""
    if value is None:
        return True
    if kind == "number":
        return type(value) in {int, float} and abs(value) <= 10**15
    if kind == "names":
        return type(value) is tuple and all(type(each) is str and each.strip() for each in value)
    if type(value) is not str or any("\ud800" <= char <= "\udfff" for char in value):
        return False
    if kind == "date":
        return date.fromisoformat(value).isoformat() == value
    if kind == "datetime":
        return datetime.fromisoformat(value).year >= 1000 and value[10] == "T"
    return kind == "rich_text" or (len(value.splitlines()) == 1 and len(value) <= 255)


@given(st.dictionaries(KEYS, JSON, max_size=4))
def test_only_listed_keys_with_their_kind_of_value_ever_pass(fields: dict[str, Any]) -> None:
    try:
        picked = pick(fields, ROWS)
    except GatewayError as error:
        told(error)
        return
    assert picked.keys() == fields.keys() <= ROWS.keys()
    assert all(conforms(kind, value) for kind, value in picked.items())


@given(st.sampled_from(list(Kind)), JSON)
def test_what_passes_also_fits_the_published_schema(kind: Kind, value: Any) -> None:
    try:
        pick({kind.value: value}, ROWS)
    except GatewayError:
        return
    jsonschema.validate({kind.value: value}, schema_of(ROWS))


def test_the_schema_is_closed_and_tells_what_may_be_cleared() -> None:
    assert schema_of(ALLOWED) == {
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "labels": {"type": ["array", "null"], "items": {"type": "string"}},
        },
        "additionalProperties": False,
    }

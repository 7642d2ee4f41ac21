"""Arguments are strict: nothing is coerced, nothing unknown passes, and a refusal speaks the schema's words only."""

import json
from typing import Annotated, Any, Literal

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from narrowgate_common.arguments import Arguments, lean_schema
from narrowgate_common.errors import GatewayError

SECRET = "xoxb-SECRET-key"


class Passage(Arguments):
    old: Annotated[str, Field(min_length=1, max_length=10)]
    new: str = ""


class Example(Arguments):
    title: Annotated[str, Field(max_length=10, description="One line")] = ""
    count: Annotated[int, Field(ge=1, le=50)] = 10
    share: float = 0.0
    flag: bool = False
    order: Literal["newest", "oldest"] = "newest"
    names: Annotated[tuple[str, ...], Field(max_length=3)] = ()
    fields: dict[str, Any] = Field(default_factory=dict)
    edits: tuple[Passage, ...] = ()
    first: Passage | None = None
    note: Annotated[str, Field(description="A note")] | None = None


def refusal(raw: Any) -> GatewayError:
    with pytest.raises(GatewayError) as caught:
        Example.parse(raw)
    return told(caught.value)


def told(error: GatewayError) -> GatewayError:
    assert (error.category, error.reason) == ("bad_input", "invalid_arguments")
    assert SECRET not in f"{error} {error.details}"
    return error


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"count": True}, "count must be a whole number"),
        ({"count": "7"}, "count must be a whole number"),
        ({"count": 1.0}, "count must be a whole number"),
        ({"count": 1.5}, "count must be a whole number"),
        ({"count": 1e3}, "count must be a whole number"),
        ({"count": None}, "count must be a whole number"),
        ({"count": [1]}, "count must be a whole number"),
        ({"count": SECRET}, "count must be a whole number"),
        ({"count": 0}, "count must be at least 1"),
        ({"share": 10**400}, "share does not have the expected form"),
        ({"count": 51}, "count must be at most 50"),
        ({"count": 10**4000}, "count must be at most 50"),
        ({"count": 10**5000}, "not plain JSON"),
        ({"share": "0.5"}, "share must be a number"),
        ({"share": True}, "share must be a number"),
        ({"share": float("nan")}, "not plain JSON"),
        ({"share": float("inf")}, "not plain JSON"),
        ({"share": float("-inf")}, "not plain JSON"),
        ({"share": json.loads("1e999")}, "not plain JSON"),
        ({"fields": {"a": float("nan")}}, "not plain JSON"),
        ({"flag": 1}, "flag must be true or false"),
        ({"flag": 0}, "flag must be true or false"),
        ({"flag": "yes"}, "flag must be true or false"),
        ({"flag": "true"}, "flag must be true or false"),
        ({"title": 7}, "title must be a string"),
        ({"title": None}, "title must be a string"),
        ({"title": ["a"]}, "title must be a string"),
        ({"title": "x" * 11}, "title must have at most 10 characters"),
        ({"title": "\ud800"}, "does not have the expected form"),
        ({"order": "Newest"}, "order must be one of 'newest' or 'oldest'"),
        ({"order": SECRET}, "order must be one of 'newest' or 'oldest'"),
        ({"order": 1}, "order must be one of"),
        ({"names": "a"}, "names must be a list"),
        ({"names": '["a"]'}, "names must be a list"),
        ({"names": {"a": 1}}, "names must be a list"),
        ({"names": ["a", 7]}, "names.1 must be a string"),
        ({"names": [SECRET, 7]}, "names.1 must be a string"),
        ({"names": ["a"] * 4}, "names must have at most 3 entries"),
        ({"fields": '{"security": {"id": 1}}'}, "fields must be an object"),
        ({"fields": [["security", 1]]}, "fields must be an object"),
        ({"fields": None}, "fields must be an object"),
        ({"first": '{"old": "x"}'}, "first must be an object"),
        ({"first": {"new": "x"}}, "first.old is missing"),
        ({"first": {"old": ""}}, "first.old must have at least 1 characters"),
        ({"first": {"old": "x", "admin": True}}, "an argument is not known"),
        ({"edits": [{"old": "x", SECRET: "y"}]}, "an argument is not known"),
        ({"edits": [{"old": "x"}, {"old": 7}]}, "edits.1.old must be a string"),
        ({"edits": [SECRET]}, "edits.0 must be an object"),
        ({"note": 7}, "note must be a string"),
        ([], "must be an object"),
        ([["count", 1]], "must be an object"),
        ("count", "must be an object"),
        ('{"count": 1}', "must be an object"),
        (None, "must be an object"),
        (7, "must be an object"),
        ({"title": b"bytes"}, "not plain JSON"),
        ({"names": {"a"}}, "not plain JSON"),
        ({("a", "b"): 1}, "not plain JSON"),
    ],
)
def test_nothing_is_coerced(raw: Any, said: str) -> None:
    assert said in refusal(raw).message


@pytest.mark.parametrize(
    "key",
    [
        "__class__", "__proto__", "__init__", "__dict__", "__pydantic_extra__", "constructor", "model_config",
        "model_fields", "model_post_init", "self", "cls", "ctx", "context", "parse", "copy", "extra", "Title", "title ",
        "notifyUsers", "update", "", "\x00", "\ud800", SECRET, "x" * 100_000, "titel",
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", [1, {"id": SECRET}])
def test_unknown_arguments_are_refused_and_not_repeated(key: str, value: object) -> None:
    error = refusal({"title": "x", key: value})

    assert "argument" in error.message
    assert not key.strip() or key in Example.model_fields or f"{key} " not in f"{error.message} "


def test_the_nearest_argument_is_told() -> None:
    assert 'did you mean "title"?' in refusal({"titel": "x"}).message
    assert "known: count, edits, fields" in refusal({"zzz": "x"}).message


def test_several_mistakes_are_told_at_once_and_bounded() -> None:
    raw = {
        "title": 1,
        "count": "x",
        "share": "x",
        "flag": "x",
        "order": "x",
        "names": "x",
        "fields": "x",
        "zzz": 1,
    }
    error = refusal(raw)

    assert error.message == "Invalid arguments: title must be a string"
    assert error.details[0] == "count must be a whole number"
    assert len(error.details) == 4


def test_a_number_key_is_an_unknown_argument_like_any_other() -> None:
    assert "an argument is not known" in refusal({1: 2}).message


def test_endless_nesting_is_refused() -> None:
    for depth in (300, 100_000):
        nested: dict[str, Any] = {}
        for _ in range(depth):
            nested = {"a": nested}
        refusal({"fields": nested})


def test_what_contains_itself_is_refused() -> None:
    circle: dict[str, Any] = {}
    circle["fields"] = circle

    refusal(circle)


def test_arguments_of_their_type_pass_as_they_are() -> None:
    raw = {
        "title": "é👩‍👩‍👧", "count": 1, "share": 1, "flag": True, "order": "oldest", "names": ["a", "a"],
        "fields": {"any": [1, {"x": None}]}, "edits": [{"old": "a", "new": "b"}], "first": None,
    }  # fmt: skip
    parsed = Example.parse(raw)

    assert parsed.model_dump(mode="json") == {
        **raw,
        "share": 1.0,
        "edits": [{"old": "a", "new": "b"}],
        "note": None,
    }
    assert parsed.names == ("a", "a")


def test_parsed_arguments_do_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Example.parse({}).count = 7  # type: ignore[misc]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.just(SECRET),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.just(SECRET), inner, max_size=3),
    max_leaves=10,
)  # fmt: skip
NAMES = st.sampled_from([*Example.model_fields, "old", "new", SECRET]) | st.text(max_size=8)


@given(st.dictionaries(NAMES, JSON, max_size=5) | JSON)
def test_any_json_is_arguments_of_the_schema_or_one_refusal(raw: Any) -> None:
    try:
        parsed = Example.parse(raw)
    except GatewayError as error:
        told(error)
        return
    assert raw.keys() <= Example.model_fields.keys()
    assert {name: getattr(parsed, name) for name in raw if name in {"title", "flag", "order"}} == {
        name: value for name, value in raw.items() if name in {"title", "flag", "order"}
    }


@given(st.dictionaries(NAMES, JSON, max_size=3))
def test_what_parses_also_fits_the_published_schema(raw: dict[str, Any]) -> None:
    try:
        Example.parse(raw)
    except GatewayError:
        return
    jsonschema.validate(
        {name: value for name, value in raw.items() if value is not None}, lean_schema(Example)
    )


def test_the_published_schema_is_lean() -> None:
    schema = lean_schema(Example)

    assert schema["properties"]["title"] == {"type": "string", "description": "One line"}
    assert schema["properties"]["note"] == {"type": "string", "description": "A note"}
    assert schema["properties"]["count"] == {"type": "integer", "default": 10}
    assert schema["properties"]["first"] == schema["properties"]["edits"]["items"]
    assert schema["properties"]["first"]["additionalProperties"] is False
    assert schema["additionalProperties"] is False
    text = json.dumps(schema)
    assert not any(word in text for word in ("$ref", "$defs", "anyOf", "maxLength", "maximum", '"title": "'))

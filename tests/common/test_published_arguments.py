"""What is published of arguments, to the letter; what is left out, and what is not."""

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from narrowgate_common.arguments import Arguments, lean_schema
from narrowgate_common.errors import GatewayError


class Inner(Arguments):
    old: str
    sizes: Annotated[tuple[int, ...], Field(min_length=1, max_length=3)] = ()


class Given(Arguments):
    plain: Annotated[str, Field(pattern="^a", min_length=1, max_length=2)]
    count: Annotated[int, Field(ge=1, le=2)] = 2
    nothing: Literal[""] = ""
    none: str | None = None
    zero: int = 0
    no: bool = False
    either: str | int = 7
    one: Annotated[Inner, Field(description="One of them")]
    several: tuple[Inner, ...] = ()
    optional: Annotated[Inner, Field(description="Perhaps")] | None = None
    kind: Literal["a", "b"] | None = None
    any_of_them: dict[str, Any] = Field(default_factory=dict)


INNER = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"old": {"type": "string"}, "sizes": {"type": "array", "items": {"type": "integer"}}},
    "required": ["old"],
}


def test_the_schema_is_exactly_this() -> None:
    assert lean_schema(Given) == {
        "type": "object",
        "additionalProperties": False,
        "required": ["plain", "one"],
        "properties": {
            "plain": {"type": "string"},
            "count": {"type": "integer", "default": 2},
            "nothing": {"type": "string", "const": ""},
            "none": {"type": "string"},
            "zero": {"type": "integer", "default": 0},
            "no": {"type": "boolean", "default": False},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}], "default": 7},
            "one": {**INNER, "description": "One of them"},
            "several": {"type": "array", "items": INNER},
            "optional": {**INNER, "description": "Perhaps"},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "any_of_them": {"type": "object", "additionalProperties": True},
        },
    }


def said(raw: Any, model: type[Arguments] = Given) -> list[str]:
    with pytest.raises(GatewayError) as refused:
        model.parse(raw)
    assert (refused.value.category, refused.value.reason) == ("bad_input", "invalid_arguments")
    return [refused.value.message, *refused.value.details]


RIGHT: dict[str, Any] = {"plain": "a", "one": {"old": "x"}}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"plain": None}, "plain must be a string"),
        ({"plain": ""}, "plain must have at least 1 characters"),
        ({"plain": "aaa"}, "plain must have at most 2 characters"),
        ({"plain": "b"}, "plain does not have the expected form"),
        ({"count": "1"}, "count must be a whole number"),
        ({"count": 0}, "count must be at least 1"),
        ({"count": 3}, "count must be at most 2"),
        ({"no": 1}, "no must be true or false"),
        ({"several": {}}, "several must be a list"),
        ({"any_of_them": []}, "any_of_them must be an object"),
        ({"one": []}, "one must be an object"),
        ({"one": {}}, "one.old is missing"),
        ({"one": {"old": 1}}, "one.old must be a string"),
        ({"one": {"old": "x", "sizes": [1, 2, 3, 4]}}, "one.sizes must have at most 3 entries"),
        ({"one": {"old": "x", "sizes": []}}, "one.sizes must have at least 1 entries"),
        (
            {"several": [{"old": "x"}, {"old": "x", "more": 1}]},
            "an argument is not known (known: see the schema)",
        ),
        ({"kind": "c"}, "kind must be one of 'a' or 'b'"),
        ({"nothing": "x"}, "nothing must be one of ''"),
        ({"plan": 1}, 'an argument is not known (did you mean "plain"?)'),
    ],
)
def test_a_wrong_argument_is_told_in_these_words(wrong: dict[str, Any], message: str) -> None:
    assert said({**RIGHT, **wrong}) == [f"Invalid arguments: {message}"]


def test_arguments_that_are_none_at_all_are_told() -> None:
    assert said([]) == ["Invalid arguments: an argument must be an object"]
    assert said({"plain": object()}) == ["The arguments are not plain JSON"]


def test_what_is_missing_is_told_one_by_one_and_at_most_five_times() -> None:
    names = [f"name_{number}" for number in range(8)]
    model = type("Many", (Arguments,), {"__annotations__": dict.fromkeys(names, str)})
    lines = said({}, model)
    assert lines == ["Invalid arguments: name_0 is missing", *(f"{name} is missing" for name in names[1:5])]


def test_a_name_with_no_known_ones_beside_it_leads_to_the_schema() -> None:
    assert said({"x": 1}, type("Nothing", (Arguments,), {})) == [
        "Invalid arguments: an argument is not known (known: see the schema)"
    ]


class Sort(StrEnum):
    NEWEST = "newest"
    OLDEST = "oldest"


class Odd(Arguments):
    names: list[str] = Field(default_factory=list)
    sizes: dict[str, int] = Field(default_factory=dict)
    sort: Sort = Sort.NEWEST
    limit: Annotated[int | None, Field(description="At most")] = 5


SECRET = "xoxb-SECRET-key"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"names": {}}, "names must be a list"),
        ({"names": [1]}, "names.0 must be a string"),
        ({"sizes": {SECRET: SECRET}}, "sizes must be a whole number"),
        ({"sizes": {"limit": SECRET}}, "sizes.limit must be a whole number"),
        ({"sort": SECRET}, "sort must be one of 'newest' or 'oldest'"),
        ({"limit": SECRET}, "limit must be a whole number"),
    ],
)
def test_what_the_caller_has_named_is_not_repeated(wrong: dict[str, Any], message: str) -> None:
    assert said(wrong, Odd) == [f"Invalid arguments: {message}"]


def test_what_is_said_of_an_optional_argument_stays() -> None:
    properties = lean_schema(Odd)["properties"]
    assert properties["limit"] == {"type": "integer", "description": "At most", "default": 5}
    assert properties["sort"] == {"type": "string", "enum": ["newest", "oldest"], "default": "newest"}
    assert properties["names"] == {"type": "array", "items": {"type": "string"}}

"""The last value that passes and the first that does not, and what a refusal says to the letter."""

from typing import Any

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.safelist import Field, Kind, pick, schema_of, unknown_field


def passes(kind: Kind, value: Any, **field: Any) -> bool:
    try:
        pick({"it": value}, {"it": Field("it", kind, **field)})
    except GatewayError as error:
        assert error.reason == "wrong_type"  # noqa: PT017 - the one refusal there is
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "last", "first"),
    [
        (Kind.LINE, "x" * 255, "x" * 256),
        (Kind.NAME, "x" * 255, "x" * 256),
        (Kind.NUMBER, 10**15, 10**15 + 1),
        (Kind.NUMBER, -(10**15), -(10**15) - 1),
        (Kind.NAMES, [str(number) for number in range(100)], [str(number) for number in range(101)]),
        (Kind.NAMES, ["x" * 255], ["x" * 256]),
        (Kind.DATE, "9999-12-31", "10000-01-01"),
        (Kind.DATETIME, "1000-01-01T00:00", "0999-01-01T00:00"),
        (Kind.DATETIME, "2026-11-30T10:00:00.123456", "2026-11-30T10:00:00.1234567"),
        (Kind.DATETIME, "2026-11-30T10:00:00.1", "2026-11-30T10:00:00."),
        (Kind.LINE, "a\x20b", "a\x1fb"),
        (Kind.LINE, "a\x7eb", "a\x7fb"),
        (Kind.LINE, "a\xa0b", "a\x9fb"),
        (Kind.LINE, "a\u2027b", "a\u2028b"),
        (Kind.LINE, "a\u202ab", "a\u2029b"),
        (Kind.RICH_TEXT, "\t", "\x08"),
        (Kind.RICH_TEXT, "\n", "\x0b"),
        (Kind.RICH_TEXT, "\r", "\x0e"),
        (Kind.RICH_TEXT, "\x20", "\x1f"),
        (Kind.RICH_TEXT, "\x80", "\x7f"),
        (Kind.RICH_TEXT, "\ud7ff", "\ud800"),
        (Kind.RICH_TEXT, "\ue000", "\udfff"),
    ],
)
def test_the_last_value_passes_and_the_next_does_not(kind: Kind, last: Any, first: Any) -> None:
    assert passes(kind, last)
    assert not passes(kind, first)


def test_a_field_may_have_a_length_of_its_own() -> None:
    assert passes(Kind.LINE, "xxx", max_chars=3)
    assert not passes(Kind.LINE, "xxxx", max_chars=3)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("a", '"a" is not a field this tool may write'),
        ("labelz", '"labelz" is not a field this tool may write; did you mean "labels"?'),
        ("LABELZ", "That is not a field this tool may write"),
    ],
)
def test_a_refused_key_is_told_in_these_words(key: str, message: str) -> None:
    assert unknown_field(key, {"labels": 0}).message == message


WORDS = {
    Kind.LINE: "one line of text",
    Kind.RICH_TEXT: "Markdown text within the length limit",
    Kind.NUMBER: "a number of at most 15 digits",
    Kind.DATE: "a date like 2026-11-30",
    Kind.DATETIME: "a time like 2026-11-30T14:00:00+01:00",
    Kind.NAME: "a name",
    Kind.NAMES: "a list of different names",
}


@pytest.mark.parametrize("kind", Kind)
def test_what_a_value_must_be_is_told(kind: Kind) -> None:
    with pytest.raises(GatewayError) as refused:
        pick({"it": {}}, {"it": Field("it", kind)})
    assert refused.value.message == f'"it" must be {WORDS[kind]}'


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        *(
            (kind, {"type": "string"})
            for kind in (Kind.LINE, Kind.RICH_TEXT, Kind.DATE, Kind.DATETIME, Kind.NAME)
        ),
        (Kind.NUMBER, {"type": "number"}),
        (Kind.NAMES, {"type": "array", "items": {"type": "string"}}),
    ],
)
def test_the_published_type_is_the_one_that_passes(kind: Kind, schema: dict[str, Any]) -> None:
    assert schema_of({"it": Field("it", kind, clearable=False)})["properties"] == {"it": schema}
    clearable = schema_of({"it": Field("it", kind)})["properties"]["it"]
    assert clearable == {**schema, "type": [schema["type"], "null"]}


def test_a_field_may_be_cleared_unless_it_says_otherwise() -> None:
    assert pick({"it": None}, {"it": Field("it", Kind.LINE)}) == {"it": None}


def test_no_name_is_broken_where_the_list_of_names_is() -> None:
    names = [f"a-field-of-some-length-{number}" for number in range(20)]
    lines = unknown_field("other", dict.fromkeys(names)).details
    assert len(lines) > 1
    assert all(any(f"{name}," in f"{line}," for line in lines) for name in names)

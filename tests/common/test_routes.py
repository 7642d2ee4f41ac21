from unicodedata import category
from urllib.parse import parse_qsl, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.routes import FilePart, Grant, QueryValue, Request, Route, SecondHost

ITEM = Route(
    "item", Operation.READ, "GET", "/rest/items/{item}/parts/{part}", query=frozenset({"q", "deep", "ids"})
)
CHARS = st.characters(codec="utf-8")


def target(**path: str) -> str:
    return Request(ITEM, {"item": "1", "part": "2", **path}).target()


def refusal(**path: str) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        target(**path)
    return refused.value


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        ("ABC-1", "ABC-1"),
        ("a/b", "a%2Fb"),
        ("../../admin", "..%2F..%2Fadmin"),
        ("a?x=1#y", "a%3Fx%3D1%23y"),
        ("%2e%2e", "%252e%252e"),
        ("..;/admin", "..%3B%2Fadmin"),
        ("//evil.example", "%2F%2Fevil.example"),
        ("https://evil.example/", "https%3A%2F%2Fevil.example%2F"),
        ("a\\b", "a%5Cb"),
        (" a ", "%20a%20"),
        ("grün", "gr%C3%BCn"),
        ("...a", "...a"),
        ("X", "X"),
        ("x" * 255, "x" * 255),
        ("{part}", "%7Bpart%7D"),
    ],
)
def test_a_parameter_stays_in_its_place(value: str, encoded: str) -> None:
    assert target(item=value) == f"/rest/items/{encoded}/parts/2"


@pytest.mark.parametrize(
    "value",
    [
        "",
        ".",
        "..",
        "...",
        "a\nb",
        "a\r\nX-Header: 1",
        "a\x00b",
        "\x7f",
        "a\x85b",
        "a\u2028b",
        "\ud800",
        "x" * 256,
    ],
)
def test_what_no_identifier_holds_is_refused_without_being_repeated(value: str) -> None:
    error = refusal(item=value)

    assert (error.category, error.reason) == ("bad_input", "bad_identifier")
    assert "item" in error.message
    assert len(value) < 2 or value not in str(error)


def is_identifier(value: str) -> bool:
    """As an independent reading of what the docstrings promise."""
    controls = {"Cc", "Zl", "Zp", "Cs"}
    return 0 < len(value) < 256 and set(value) != {"."} and not any(category(c) in controls for c in value)


@given(st.text(CHARS), st.text(CHARS))
def test_whatever_the_parameters_the_path_is_the_declared_one(item: str, part: str) -> None:
    if not (is_identifier(item) and is_identifier(part)):
        assert refusal(item=item, part=part).reason == "bad_identifier"
        return

    segments = target(item=item, part=part).split("/")
    assert (segments[:3], segments[4], len(segments)) == (["", "rest", "items"], "parts", 6)
    assert [unquote(segments[3]), unquote(segments[5])] == [item, part]
    assert all(set(segment) != {"."} for segment in segments)


@given(st.dictionaries(st.sampled_from(["q", "ids"]), st.text(CHARS) | st.lists(st.text(CHARS)).map(tuple)))
def test_a_query_value_cannot_become_another_parameter(query: dict[str, QueryValue]) -> None:
    _, _, sent = Request(ITEM, {"item": "1", "part": "2"}, query).target().partition("?")

    expected = [
        (name, value)
        for name, values in query.items()
        for value in ([values] if isinstance(values, str) else values)  # type: ignore[union-attr]
    ]
    assert parse_qsl(sent, keep_blank_values=True, strict_parsing=bool(sent)) == expected
    assert sent.isascii()
    assert sent.isprintable()


def test_values_of_a_query_are_spelled_as_vendors_read_them() -> None:
    query: dict[str, QueryValue] = {"deep": True, "q": 7, "ids": ["1", "2"]}

    assert Request(ITEM, {"item": "1", "part": "2"}, query).target().endswith("?deep=true&q=7&ids=1&ids=2")
    assert Request(ITEM, {"item": "1", "part": "2"}, {"deep": False}).target().endswith("?deep=false")


def test_what_is_not_said_is_the_cautious_thing() -> None:
    assert (ITEM.answers, ITEM.headers) == ("json", ())
    assert Route("plain", Operation.READ, "GET", "/").query == frozenset()
    assert Request(ITEM).guarded is False
    assert FilePart("a.exe", b"").media_type == "application/octet-stream"


def test_a_parameter_that_the_route_does_not_declare_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="declares no query parameter"):
        Request(ITEM, {"item": "1", "part": "2"}, {"expand": "all"}).target()


def test_half_a_character_in_a_query_is_refused() -> None:
    with pytest.raises(GatewayError) as refused:
        Request(ITEM, {"item": "1", "part": "2"}, {"q": "a\ud800"}).target()

    assert (refused.value.category, refused.value.reason) == ("bad_input", "bad_text")


def test_the_placeholders_of_a_route_can_be_listed() -> None:
    assert ITEM.placeholders() == ("item", "part")


def test_a_grant_is_a_line_that_people_can_read() -> None:
    assert Grant("get_item", ITEM, "https://x.example").row() == (
        "GET",
        "https://x.example/rest/items/{item}/parts/{part}",
        "read",
        "get_item",
    )


ELSEWHERE = "https://files.example"


@pytest.mark.parametrize(
    ("host", "told"),
    [
        (SecondHost(ELSEWHERE), "get_file (without credentials)"),
        (SecondHost(ELSEWHERE, credential=True), "get_file"),
    ],
)
def test_a_second_host_is_told_with_whether_it_gets_the_credential(host: SecondHost, told: str) -> None:
    route = Route("file", Operation.READ, "GET", "/files/{path}", answers="bytes", host=host)

    assert Grant("get_file", route, "https://x.example").rows() == (
        ("GET", f"{ELSEWHERE}/files/{{path}}", "read", told),
    )


def test_every_host_that_an_answer_may_send_on_to_has_a_line() -> None:
    route = Route(
        "file", Operation.READ, "GET", "/f/{id}", answers="bytes", hops=(ELSEWHERE, "https://b.example")
    )
    sent_on = "get_file (sent on by /f/{id}, without credentials)"

    assert Grant("get_file", route, "https://x.example").rows() == (
        ("GET", "https://x.example/f/{id}", "read", "get_file"),
        ("GET", f"{ELSEWHERE}/", "read", sent_on),
        ("GET", "https://b.example/", "read", sent_on),
    )


def test_nothing_is_sent_elsewhere_or_twice_unless_it_is_said() -> None:
    assert (ITEM.hops, ITEM.host) == ((), None)
    assert SecondHost(ELSEWHERE).credential is False
    assert Request(ITEM).keyed is False
    assert FilePart("a.exe", b"").fields == ()

import base64
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.cursors import CURSOR_CHARS, TOKEN_BYTES, Cursors
from narrowgate_common.errors import GatewayError

KEY = b"k" * 32
CURSORS = Cursors(KEY)
WHERE = ("search_issues", "ann", "f1")
TEXT = st.text(st.characters(exclude_categories=[]), max_size=60)
ALPHABET = string.ascii_letters + string.digits + "-_"


def opened(cursor: str, where: tuple[str, str, str] = WHERE, cursors: Cursors = CURSORS) -> str | None:
    """The token, or None for the one refusal there is."""
    try:
        return cursors.open(cursor, *where)
    except GatewayError as error:
        refusal = (error.category, error.reason)
    assert refusal == ("bad_input", "stale_cursor")
    return None


@given(TEXT, TEXT, TEXT, TEXT)
def test_a_cursor_gives_its_token_back(tool: str, principal: str, scope: str, token: str) -> None:
    cursor = CURSORS.seal(tool, principal, scope, token)

    assert opened(cursor, (tool, principal, scope)) == token
    assert set(cursor) <= set(ALPHABET)


@given(TEXT, st.tuples(TEXT, TEXT, TEXT), st.tuples(TEXT, TEXT, TEXT))
def test_a_cursor_holds_where_it_was_given_out_and_nowhere_else(
    token: str, where: tuple[str, str, str], elsewhere: tuple[str, str, str]
) -> None:
    cursor = CURSORS.seal(*where, token)

    assert (opened(cursor, elsewhere) == token) == (where == elsewhere)


@pytest.mark.parametrize(
    "elsewhere",
    [
        ("list_projects", "ann", "f1"),
        ("search_issues", "bob", "f1"),
        ("search_issues", "ann", "f2"),
        ("search_issuesann", "", "f1"),
        ("search_issues", "annf1", ""),
        ("ann", "search_issues", "f1"),
    ],
)
def test_another_tool_principal_or_argument_makes_it_stale(elsewhere: tuple[str, str, str]) -> None:
    assert opened(CURSORS.seal(*WHERE, "page-2"), elsewhere) is None


def test_another_key_makes_it_stale() -> None:
    assert opened(CURSORS.seal(*WHERE, "page-2"), cursors=Cursors(b"j" * 32)) is None


@given(TEXT, st.data())
def test_a_changed_character_makes_it_stale(token: str, data: st.DataObject) -> None:
    cursor = CURSORS.seal(*WHERE, token)
    place = data.draw(st.integers(0, len(cursor) - 1))
    other = data.draw(st.sampled_from(ALPHABET + "=+/ \n.é").filter(lambda sign: sign != cursor[place]))

    assert opened(cursor[:place] + other + cursor[place + 1 :]) is None


@given(TEXT, st.text(max_size=5), st.data())
def test_added_and_missing_characters_make_it_stale(token: str, added: str, data: st.DataObject) -> None:
    cursor = CURSORS.seal(*WHERE, token)
    place = data.draw(st.integers(0, len(cursor)))

    assert added == "" or opened(cursor[:place] + added + cursor[place:]) is None
    assert opened(cursor[:-1]) is None


@given(TEXT)
def test_what_was_never_a_cursor_is_stale(text: str) -> None:
    assert opened(text) is None


@given(st.binary(max_size=60))
def test_a_forged_cursor_is_stale(content: bytes) -> None:
    assert opened(base64.urlsafe_b64encode(content).decode().rstrip("=")) is None


@pytest.mark.parametrize(
    "text", ["", "A", "AA", "=", "====", "A" * (CURSOR_CHARS + 1), "A" * 10_000_000, "\ud800"]
)
def test_odd_cursors_are_stale(text: str) -> None:
    assert opened(text) is None


@pytest.mark.parametrize("length", [0, 1, 2, 3, TOKEN_BYTES - 1, TOKEN_BYTES])
def test_the_longest_token_makes_a_cursor_of_bounded_length(length: int) -> None:
    cursor = CURSORS.seal(*WHERE, "t" * length)

    assert len(cursor) <= CURSOR_CHARS
    assert opened(cursor) == "t" * length


@pytest.mark.parametrize("token", ["t" * (TOKEN_BYTES + 1), "é" * TOKEN_BYTES])
def test_a_longer_token_is_refused(token: str) -> None:
    with pytest.raises(GatewayError) as refused:
        CURSORS.seal(*WHERE, token)

    assert (refused.value.category, refused.value.reason) == ("upstream_error", "token_too_long")


def test_the_key_is_not_shown() -> None:
    assert "kkk" not in repr(CURSORS)

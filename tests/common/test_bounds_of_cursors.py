"""Cursors to the byte: how long they are, and that one token has one spelling."""

import base64
import hmac

import pytest

from narrowgate_common.cursors import CURSOR_CHARS, MAC_BYTES, TOKEN_BYTES, Cursors
from narrowgate_common.errors import GatewayError
from narrowgate_common.fingerprints import canonical

CURSORS = Cursors(b"k" * 32)
WHERE = ("search_issues", "ann", "f1")


def is_stale(cursor: str) -> bool:
    try:
        CURSORS.open(cursor, *WHERE)
    except GatewayError as error:
        return error.reason == "stale_cursor"
    return False


def test_a_cursor_holds_a_seal_of_sixteen_bytes_and_its_token() -> None:
    assert (MAC_BYTES, TOKEN_BYTES) == (16, 6_000)
    for length in (0, 1, 2, 3, 100, TOKEN_BYTES):
        cursor = CURSORS.seal(*WHERE, "t" * length)
        assert len(cursor) == -(-4 * (16 + length) // 3)
        assert len(cursor) <= CURSOR_CHARS < len(cursor) + 4 + 2 * (TOKEN_BYTES - length)


@pytest.mark.parametrize(
    "token", ["", "a", "\ud800", "é", "😀", "x" * 50, *(f"page-{n}" for n in range(200))]
)
def test_any_token_comes_back(token: str) -> None:
    assert CURSORS.open(CURSORS.seal(*WHERE, token), *WHERE) == token


def spellings(cursor: str) -> list[str]:
    """Other spellings of the same bytes, as lenient decoders read them."""
    spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    last = spare.index(cursor[-1])
    alike = [cursor[:-1] + spare[last | bit] for bit in (1, 2, 3) if last | bit != last]
    same = [each for each in alike if decoded(each) == decoded(cursor)]
    return [
        *same,
        f"{cursor}=",
        f"{cursor}==",
        f" {cursor}",
        f"{cursor}\n",
        cursor[:5] + "\n" + cursor[5:],
        cursor[:5] + "." + cursor[5:],
    ]


def decoded(cursor: str) -> bytes:
    return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))


@pytest.mark.parametrize("token", ["", "a", "ab", "page-7"])
def test_one_token_has_one_spelling(token: str) -> None:
    cursor = CURSORS.seal(*WHERE, token)
    assert not is_stale(cursor)
    for other in spellings(cursor):
        assert is_stale(other), other


def test_standard_letters_are_not_those_of_addresses() -> None:
    cursors = [CURSORS.seal(*WHERE, f"page-{number}") for number in range(100)]
    odd = [cursor for cursor in cursors if "-" in cursor or "_" in cursor]
    assert odd
    assert all(is_stale(cursor.replace("-", "+").replace("_", "/")) for cursor in odd)


def test_the_parts_that_bind_a_cursor_are_kept_apart() -> None:
    cursor = CURSORS.seal("a", "b", "c", "t")
    for where in (("ab", "", "c"), ("a", "bc", ""), ("", "ab", "c"), ("b", "a", "c"), ("a", "c", "b")):
        with pytest.raises(GatewayError) as refused:
            CURSORS.open(cursor, *where)
        assert refused.value.reason == "stale_cursor"
    assert refused.value.message.startswith("This cursor does not belong to this call.")


def test_a_token_that_is_too_long_is_the_vendors_fault() -> None:
    with pytest.raises(GatewayError) as refused:
        CURSORS.seal(*WHERE, "t" * (TOKEN_BYTES + 1))
    assert refused.value.category == "upstream_error"
    assert CURSORS.seal(*WHERE, "é" * (TOKEN_BYTES // 2))


def test_a_cursor_of_an_earlier_version_still_opens() -> None:
    assert CURSORS.open("wevToECqhWzRdNQ_ZWQAtXBhZ2UtNw", *WHERE) == "page-7"


def test_what_was_sealed_for_another_purpose_is_no_cursor() -> None:
    for purpose in ([], ["receipt"]):
        bound = canonical([*purpose, *WHERE, b"page-7".hex()])
        sealed = hmac.digest(b"k" * 32, bound, "sha256")[:MAC_BYTES] + b"page-7"
        assert is_stale(base64.urlsafe_b64encode(sealed).decode().rstrip("="))

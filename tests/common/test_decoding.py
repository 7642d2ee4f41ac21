import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.decoding import BodyDecoder, Coding
from narrowgate_common.operations import Ended
from narrowgate_common.replies import BrokenExchangeError

PIECES = st.lists(st.binary(max_size=50), max_size=8)


def gzipped(body: bytes) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packing.compress(body) + packing.flush()


def decoded(given: str, *pieces: bytes, asked: Coding = "gzip", limit: int = 1_000) -> bytes:
    decoder = BodyDecoder(given, asked=asked, limit=limit)
    whole = b"".join(decoder.feed(piece) for piece in pieces)
    decoder.end()
    return whole


def trouble(given: str, *pieces: bytes, asked: Coding = "gzip", limit: int = 1_000) -> str:
    with pytest.raises(BrokenExchangeError) as broken:
        decoded(given, *pieces, asked=asked, limit=limit)
    assert broken.value.ended is Ended.AMBIGUOUS
    return broken.value.trouble


@given(PIECES, st.sampled_from(["", "identity", " Identity "]))
def test_a_body_without_coding_passes_as_it_is(pieces: list[bytes], coding: str) -> None:
    assert decoded(coding, *pieces) == b"".join(pieces)


@given(st.binary(max_size=900), st.integers(1, 40), st.sampled_from(["gzip", "GZIP", " gzip "]))
def test_gzip_is_undone_however_it_is_cut_into_pieces(body: bytes, step: int, coding: str) -> None:
    packed = gzipped(body)
    pieces = [packed[at : at + step] for at in range(0, len(packed), step)]

    assert decoded(coding, *pieces) == body


@pytest.mark.parametrize(
    "coding",
    ["br", "zstd", "deflate", "compress", "x-gzip", "gzip, gzip", "gzip,gzip,gzip", "identity, gzip", "?"],
)
def test_a_coding_that_was_not_asked_for_is_refused(coding: str) -> None:
    assert trouble(coding, b"x") == "encoding"


def test_gzip_is_refused_where_plain_bytes_were_asked_for() -> None:
    assert trouble("gzip", gzipped(b"x"), asked="identity") == "encoding"


@pytest.mark.parametrize("body", [b"plain text", b"\x1f\x8b\x08\x00" + b"\xff" * 40, zlib.compress(b"x")])
def test_what_is_called_gzip_and_is_not_is_refused(body: bytes) -> None:
    assert trouble("gzip", body) == "encoding"


@given(st.binary(min_size=1, max_size=200), st.data())
def test_a_cut_gzip_body_is_never_taken_for_a_whole_one(body: bytes, data: st.DataObject) -> None:
    packed = gzipped(body)
    end = data.draw(st.integers(1, len(packed) - 1))

    assert trouble("gzip", packed[:end]) == "cut_body"


@pytest.mark.parametrize("more", [b"x", gzipped(b"second"), bytes(1_000_000)])
def test_nothing_may_follow_the_end_of_gzip(more: bytes) -> None:
    assert trouble("gzip", gzipped(b"first") + more) == "encoding"
    assert trouble("gzip", gzipped(b"first"), more) == "encoding"


def test_an_empty_body_is_empty_whatever_its_header_says() -> None:
    assert decoded("gzip") == b""
    assert decoded("gzip", b"") == b""


@pytest.mark.parametrize("coding", ["", "gzip"])
def test_the_limit_is_on_decoded_bytes_and_exact(coding: str) -> None:
    pack = gzipped if coding else bytes

    assert decoded(coding, pack(b"x" * 1_000)) == b"x" * 1_000
    assert trouble(coding, pack(b"x" * 1_001)) == "too_large"


def test_a_bomb_costs_no_more_memory_than_the_limit_twice() -> None:
    bomb = gzipped(bytes(200_000_000))
    limit = 8_000_000

    tracemalloc.start()
    assert trouble("gzip", bomb, limit=limit) == "too_large"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 3 * limit

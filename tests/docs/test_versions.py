import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_docs.versions import VERSION_CHARS, Version


@given(st.integers(0, 10**9 - 1), st.text(max_size=50), st.text(max_size=50))
def test_a_version_is_read_as_it_was_written(number: int, source: str, text: str) -> None:
    whole = Version.of(number, source, text)

    for version in (whole, whole.cut()):
        assert Version.parse(str(version)) == version
        assert len(str(version)) <= VERSION_CHARS


@given(st.text(max_size=60))
def test_any_text_is_a_version_or_none(text: str) -> None:
    found = Version.parse(text)

    assert found is None or str(found) == text.strip()


def test_a_body_that_differs_where_readers_see_nothing_is_another_body_with_the_same_text() -> None:
    seen, now = Version.of(3, "<p>a</p>", "a"), Version.of(3, "<p><x/>a</p>", "a")

    assert seen != now
    assert seen.same_text(now)


@pytest.mark.parametrize(
    "text", ["", "3", "3.a.b", "x.aaaaaaaaaaaa.bbbbbbbbbbbb", "3.aaaaaaaaaaaa.bbbbbbbbbbbb.par"]
)
def test_what_get_page_never_gave_is_no_version(text: str) -> None:
    assert Version.parse(text) is None

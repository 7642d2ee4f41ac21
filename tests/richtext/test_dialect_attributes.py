"""`key=value key="quoted"`: one formatter, one parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.richtext.generated import texts

from narrowgate_common.richtext.blocks import Attrs
from narrowgate_common.richtext.dialect.attributes import BRACES, braced, formatted, parsed
from narrowgate_common.richtext.inline import seen_attrs

any_text = st.one_of(st.text(), texts())
some_attributes = st.dictionaries(any_text, any_text, max_size=4).map(lambda pairs: tuple(pairs.items()))


@given(some_attributes)
def test_attributes_are_read_back_as_they_were(attrs: Attrs) -> None:
    shown = seen_attrs(attrs)
    assert parsed(formatted(attrs)) == (shown if len(dict(shown)) == len(shown) else None)


@given(some_attributes, texts())
def test_braces_end_where_they_should(attrs: Attrs, behind: str) -> None:
    text = braced(attrs)
    match = BRACES.match(text + behind)
    assert not attrs or (match is not None and match[0] == text and parsed(match[1]) is not None)


@given(some_attributes)
def test_attributes_fit_on_the_line_of_a_fence(attrs: Attrs) -> None:
    assert not set(formatted(attrs)) & set("\n\r`\xa0\u200b\u2028")


@given(any_text)
def test_any_text_is_attributes_or_is_not(text: str) -> None:
    attrs = parsed(text)
    assert attrs is None or parsed(formatted(attrs)) == attrs


@pytest.mark.parametrize(
    ("text", "attrs"),
    [
        ("", ()),
        (" a=1  b=2 ", (("a", "1"), ("b", "2"))),
        ('a="x \\" y"', (("a", 'x " y'),)),
        (r'a="C:\path\new\\x"', (("a", "C:\\path\new\\x"),)),
        ("url=https://a?b=c", (("url", "https://a?b=c"),)),
        ('""=x', (("", "x"),)),
        ("width=50%", (("width", "50%"),)),
        ("a", None),
        ("a=", None),
        ('a="b', None),
        ("a=1 a=2", None),
        ("=b", None),
        ('a="b"c=d', None),
    ],
)
def test_attributes_as_models_write_them(text: str, attrs: Attrs | None) -> None:
    assert parsed(text) == attrs

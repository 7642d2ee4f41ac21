"""HTML that is only read."""

import sys
from contextlib import suppress

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext import html
from narrowgate_common.richtext.html import markdown_of

PAGES = {
    "<h1>A</h1><p>b <strong>c</strong> <em>d</em> <code>e</code></p>": "# A\n\nb **c** *d* `e`",
    "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>": "- a\n  - b\n- c",
    "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>": "| a | b |\n| --- | --- |\n| 1 | 2 |",
    '<p><a href="https://x.example/a">words</a></p>': "[words](https://x.example/a)",
    '<p><a href="javascript:alert(1)">words</a></p>': "words",
    '<p>see <img src="https://evil.example/?d=1" alt="a plan"> here</p>': "see [image: a plan] here",
    "<p>a</p><script>alert(1)</script><style>p{}</style><!-- hidden --><p>b</p>": "a\n\nb",
    "<p>Tues&#8203;days</p>": "Tuesdays",
    "<p>1 * 2 * 3 and snake_case</p>": "1 * 2 * 3 and snake_case",
    "": "",
}


@pytest.mark.parametrize(("page", "text"), PAGES.items())
def test_a_rendering_reads_as_the_dialect(page: str, text: str) -> None:
    assert markdown_of(page) == text


@pytest.mark.parametrize(
    "hostile",
    [
        "<a " * 20_000,
        "<a x='" * 20_000,
        "<!--" * 20_000,
        "<div>" * 20_000 + "deep",
        "<b>" * 5_000 + "x",
        "]]>" * 20_000,
    ],
)
def test_hostile_markup_is_read_or_refused_and_ends(hostile: str) -> None:
    limit = sys.getrecursionlimit()
    with suppress(GatewayError):
        markdown_of(hostile)
    assert sys.getrecursionlimit() == limit


def test_a_page_beyond_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MOST_CHARS", 10)
    with pytest.raises(GatewayError, match="too long"):
        markdown_of("<p>more than ten</p>")

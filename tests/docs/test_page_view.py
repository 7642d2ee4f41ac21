from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_docs.tools.page_view import outline, window

TEXT = "# One\n\nfirst\n\n```sh\n# no heading\n```\n\n## Two\n\n> ### Quoted\n\n- ```\n  # neither\n  ```\n\n# Three\n"


def headings(rows: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(row["level"], row["untrusted"]["heading"]) for row in rows]


def test_an_outline_has_every_heading_and_no_code() -> None:
    rows, cut = outline(TEXT, 10_000)

    assert headings(rows) == [(1, "One"), (2, "Two"), (3, "Quoted"), (1, "Three")]
    assert not cut


def test_the_offset_of_a_heading_leads_to_it() -> None:
    for row in outline(TEXT, 10_000)[0]:
        assert TEXT[row["offset"] :].split("\n", maxsplit=1)[0].endswith(row["untrusted"]["heading"])
        assert TEXT.split("\n")[row["line"] - 1].endswith(row["untrusted"]["heading"])


def test_an_outline_that_does_not_fit_says_so() -> None:
    rows, cut = outline("# x\n" * 1000, 500)

    assert 0 < len(rows) < 1000
    assert cut


@given(st.text(alphabet='ab\n# `"\\é字', max_size=400), st.integers(5, 200))
def test_windows_one_after_the_other_show_the_whole_text_once(text: str, room: int) -> None:
    shown, offset = "", 0
    for _ in range(len(text) + 1):
        seen = window(text, offset, room, None)
        assert seen.text == text[seen.start : seen.end]
        shown += seen.text
        if seen.end == len(text):
            break
        assert seen.end > offset
        offset = seen.end

    assert shown == text


@pytest.mark.parametrize("lines", [1, 2, 5])
def test_a_window_has_no_more_lines_than_asked(lines: int) -> None:
    assert window("x\n" * 10, 0, 10_000, lines).text.count("\n") == lines


def test_a_window_ends_where_a_line_does() -> None:
    text = "word " * 10 + "\n" + "more " * 10

    assert window(text, 0, 80, None).text.endswith("\n")


def test_a_window_says_where_it_lies() -> None:
    seen = window("a\nb\nc", 2, 1000, 1)

    assert (seen.shown(), seen.first_line) == ({"chars": 5, "lines": 3, "first_line": 2, "next_offset": 4}, 2)

"""What is written for Matrix, and what is read from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_chat.adapters.matrix.html_reading import markdown_of_html, markdown_of_plain
from narrowgate_chat.adapters.matrix.writing import written
from narrowgate_chat.port import Mention, User
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render

TEXTS = [
    "a  b\nc",
    "`a``b` and `  two`",
    "```py\nx = 1\n\n  y\n```",
    "```\n\n lead\n```",
    "```\none line\n```",
    "1. a\n\n   b\n2. c",
    "- a\n  - b\n    - c\n\n      p\n\n      ```\n      x\n      ```",
    "> q\n> \n> - z",
    "| a | b |\n|---|---|\n| 1\\|2 | `x` |",
    "# H *x*",
    "**a*b*c**",
    "a<br>b",
    "<b>x</b> &amp; &lt; <mx-reply>hi</mx-reply>",
    "[l|m](https://x.example/a|b?c=1&d=2)",
    "1\\. x",
    "---",
    "~~s~~ ~a~ a\\*b \\_c\\_ \\`d",
    "日本語 **太字** 👨‍👩‍👧",
    "@room @here <@U1> @ann:example.com <!channel>",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_reads_as_it_was_written(text: str) -> None:
    (piece,) = written(text, ()).pieces
    assert piece.markdown == render(parse(text))
    assert piece.native["m.mentions"] == {}


def test_only_the_mentions_given_are_named_in_the_event() -> None:
    ann = User("@ann:example.com", "Ann", "ann:example.com")
    (piece,) = written("@ann @ben", [Mention("ann", ann), Mention("channel")]).pieces
    assert piece.native["m.mentions"] == {"user_ids": ["@ann:example.com"], "room": True}


def test_a_code_block_that_is_longer_than_an_event_is_closed_and_opened_again() -> None:
    lines = [f"line {number} 日本" for number in range(3000)]
    pieces = written("```py\n" + "\n".join(lines) + "\n```", ()).pieces
    assert len(pieces) > 1
    assert all(each.markdown.startswith("```py\n") for each in pieces)
    assert [line for each in pieces for line in each.markdown.split("\n")[1:-1]] == lines


def test_the_quotation_before_an_answer_is_left_out() -> None:
    assert markdown_of_html("<mx-reply><blockquote>old</blockquote></mx-reply>new") == "new"


def test_signs_in_plain_text_are_characters() -> None:
    assert markdown_of_plain("*a* _b_\nc") == render(parse("\\*a\\* \\_b\\_<br>c"))


LETTERS = st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" ")


@given(st.text(LETTERS, max_size=80))
def test_no_character_of_a_plain_text_is_lost_on_either_way(text: str) -> None:
    """Spaces of other kinds are left out: at an end of a line the conversion from HTML drops them."""
    once = render(parse(markdown_of_plain(text)))
    assert "".join(each.markdown for each in written(once, ()).pieces) == once

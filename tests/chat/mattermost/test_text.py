"""Texts of the dialect as posts: nothing is lost, nobody is pinged, and it reads the same in every reader."""

import re
from collections import Counter
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chat.mattermost_pings import pinged

from narrowgate_chat.adapters.mattermost.writing import LIMIT, written
from narrowgate_chat.port import Mention, User
from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse

ANN = Mention("Ann", User("u" * 26, "Ann Berg", "ann_b.x"))
HERE = Mention("here")


def native(text: str, *mentions: Mention) -> str:
    return "\n\n".join(piece.native for piece in written(text, mentions).pieces)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain words", "plain words"),
        ("**bold** *em* ~~gone~~ `code`", "**bold** *em* ~~gone~~ `code`"),
        ("snake_case and __init__.py", "snake_case and **init**.py"),
        (r"\_\_init\_\_ and 5 * 3", r"\_\_init\_\_ and 5 * 3"),
        (r"`a\`b` c\d C:\path \\*", r"`a\`b\` c\d C:\path \\\*"),
        ("5 < 6 & 7 > 3 &amp;amp; <b>", "5 < 6 & 7 > 3 &amp;amp; <b>"),
        ("[a|b](https://x.y/?q=a|b)", "[a|b](https://x.y/?q=a%7Cb)"),
        ("see https://x.y/a_b_c now", "see https://x.y/a_b_c now"),
        ("# Head\n\ntext", "# Head\n\ntext"),
        ("a<br>b", "a\nb"),
        ("a<br>- b<br>1. c<br># d<br>> e<br>---", "a\n\\- b\n1\\. c\n\\# d\n\\> e\n\\---"),
        ("- a\n  - b\n    - c\n- d", "- a\n  - b\n    - c\n- d"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("- [ ] a\n- [x] b", "- [ ] a\n- [x] b"),
        ("> a\n>\n> b", "> a\n>\n> b"),
        ("```py\nx = '@channel'\n```", "```py\nx = '@channel'\n```"),
        ("````\n```\n````", "````\n```\n````"),
        ("| a | b |\n|---|---|\n| 1 | x\\|y |", "| a | b |\n| --- | --- |\n| 1 | x\\|y |"),
        ("\u65e5\u672c\u8a9e :tada: \U0001f44d\U0001f3fd", "\u65e5\u672c\u8a9e :tada: \U0001f44d\U0001f3fd"),
        (":status[Done]{color=green}", "Done"),
        ("***", "***"),
        ("https://x.y/@ann/a now", "https://x.y/%40ann/a now"),
        ("mail ann@example.com", "mail ann@example.com"),
    ],
)
def test_each_construct_has_its_form(text: str, expected: str) -> None:
    assert native(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "@channel", "@all @here", "**@channel**", "a**@channel**", "_@channel_", "~~@here~~", "x_@here", "x.@here",
        ":smile:@here", "(@ann.b)", "@@channel", r"\@channel", "&#64;channel", "@chan**nel**", "[@here](https://x.y)",
        "[x](@channel)", "[x](user:@channel)", "https://x.y/@here", "<https://x.y/@here>", "## @channel", "> @here",
        "- @here", "| a |\n|---|\n| @here |", "| ` | @here |\n|---|---|\n| ` | b |", "a ` b @here ` c",
        ":mention[channel]{id=1}", ":status[@here]", "![@here](https://x.y/@all)", "@here's", "\u00e9@here", "@HERE",
        "> [!NOTE] @here\n> @all", ':::panel{title="@here"}\n@all\n:::', '```py title="@here"\nx\n```', "@here-",
        "a<br>@here", "@\u200bhere @here", "\uff20here @here", "``` @here", "`@here", "@here`", "\\`@here\\`",
        '[a]: https://x.y "@here"', "[@here]", "@channel@channel", "@a.@here", "@channel@@here", "[@here][x]", "![@here]", "@here](x", "*@here", "~@here",
    ],
)  # fmt: skip
def test_nothing_that_looks_like_a_ping_is_one_without_being_asked_for(text: str) -> None:
    assert pinged(native(text)) == set()


def test_names_that_may_ping_do_and_others_beside_them_do_not() -> None:
    text = "@Ann, @ann: @Ann.Other @here @channel `@Ann` x@Ann **@Ann**"
    assert {name.rstrip(":") for name in pinged(native(text, ANN, HERE))} == {"@ann_b.x", "@here"}
    assert native("@Ann", ANN) == "@ann_b.x"
    assert native("hi @ann.", ANN) == "hi @ann_b.x."


def test_what_stands_in_another_form_is_said() -> None:
    notes = written("@all\n\n> [!NOTE]\n> a\n\n:::panel\nb\n:::\n\n![i](https://x.y)", ()).notes
    assert len(notes) == 4


def words(text: str) -> str:
    """Everything but space, signs and what escapes it."""
    return re.sub(r"[\W_]", "", text.replace("%40", "@"))


def visible(blocks: tuple[Block, ...]) -> str:
    runs = (run for block in blocks for each in block.walk() for run in (*each.runs, None))
    texts = [run.atom.label if run.atom else run.text for run in runs if run is not None]
    return words("".join(texts) + "".join(each.text for block in blocks for each in block.walk()))


SCRAPS = st.sampled_from(
    [
        "@channel", "@here", "@ann", "`", "``", "*", "**", "_", "~~", "[", "]", "](", "(", ")", "!", "<", ">", "&",
        "&amp;", "\\", "|", "#", "-", "1.", " ", "\n", "\n\n", "> ", "- ", "  ", "```\n", "word", "a_b", ":", ".",
        "https://x.y/@here", "<br>", "\u65e5\u672c", "\U0001f44d", "| a | b |\n|---|---|\n| ", "@",
    ]
)  # fmt: skip


@given(st.lists(SCRAPS, max_size=25).map("".join))
@settings(deadline=None, max_examples=300)
def test_no_text_pings_and_none_loses_a_word(text: str) -> None:
    try:
        blocks = parse(text)
    except GatewayError:
        return
    made = native(text)
    assert pinged(made) == set()
    assert Counter(visible(blocks)) <= Counter(words(made) + words(unescape(made)))


@given(st.lists(SCRAPS, max_size=25).map("".join))
@settings(deadline=None, max_examples=300)
def test_what_was_written_reads_as_it_was_meant(text: str) -> None:
    """By our own reader of Markdown, which takes a break for a space."""
    try:
        blocks = parse(text)
    except GatewayError:
        return
    everything = [each for block in blocks for each in block.walk()]
    other_form = any(
        each.kind in {"table", "container", "opaque"}
        or (each.kind == "code" and each.attrs)
        or any(run.link and not run.link.to.startswith("http") for run in each.runs)
        for each in everything
    )
    if other_form or "<br>" in native(text):
        return
    assert visible(parse(native(text))) == visible(blocks)


def test_pieces_are_under_the_limit_as_code_points_and_code_is_closed_in_each() -> None:
    code = "```py\n" + "\n".join(f"line {number} \U0001f44d" for number in range(4000)) + "\n```"
    pieces = written(code, ()).pieces
    assert len(pieces) > 1
    assert all(len(piece.native) <= LIMIT and piece.native.count("```") == 2 for piece in pieces)
    lines = [line for piece in pieces for line in piece.native.split("\n")[1:-1]]
    assert lines == [f"line {number} \U0001f44d" for number in range(4000)]


def test_a_piece_reads_as_what_is_sent() -> None:
    for piece in written("a *b* @all\n\n- c", ()).pieces:
        assert piece.markdown == piece.native

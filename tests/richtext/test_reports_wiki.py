"""What others' converters did to Jira's wiki markup, as public reports tell it or as was observed, and what is right."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from tests.richtext.originals import changed, markdown, unchanged, written

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.formats import NAMES
from narrowgate_common.richtext.wiki.format import WIKI

SIZE = 100_000
PROCESSOR_S = 10.0


def test_a_text_is_read_in_the_format_it_is_said_to_be_in() -> None:
    given = "# item\n*bold*"
    assert markdown("wiki", given) == "1. item<br>**bold**"
    assert written("wiki", given) == "h1. item\n\n_bold_"
    assert NAMES == ("storage", "adf", "wiki")


LISTS = {
    " # x": "1. x",
    "# x\n#* a\n#** b": "1. x\n   - a\n     - b",
    "* x\n*# a\n*# b": "- x\n  1. a\n  2. b",
    "* x\n*- a": "- x\n  - a",
    "- a\n-- b": "- a\n  - b",
    "# a\n\n# b\n\n# c": "1. a\n2. b\n3. c",
}


@pytest.mark.parametrize("markup", LISTS)
def test_lists_keep_their_kinds_and_depths(markup: str) -> None:
    assert markdown("wiki", markup) == LISTS[markup]
    assert unchanged("wiki", markup) == markup
    assert markdown("wiki", written("wiki", LISTS[markup])) == LISTS[markup]


@pytest.mark.parametrize("markup", ["before\n\n----\n\nafter", "before\n----\nafter"])
def test_a_rule_is_a_rule_and_no_heading(markup: str) -> None:
    assert markdown("wiki", markup) == "before\n\n***\n\nafter"
    assert changed("wiki", markup, "after", "behind").original == markup.replace("after", "behind")
    assert written("wiki", "before\n\n----\n\nafter") == "before\n\n----\n\nafter"


SCRIPT = (
    "#!/bin/sh\n# a comment\n\n{quote} {color:red}x{color} {panel}\n* no list\n||no|table||\nh1. no heading"
)


@pytest.mark.parametrize("head", ["{code}", "{code:sh}", "{noformat}"])
def test_code_is_verbatim(head: str) -> None:
    name = head.strip("{}").partition(":")[0]
    markup = f"word\n\n{head}\n{SCRIPT}\n{{{name}}}"
    language = "sh" if ":" in head else ""
    assert markdown("wiki", markup) == f"word\n\n```{language}\n{SCRIPT}\n```"
    assert changed("wiki", markup, "word", "other").original == markup.replace("word", "other")
    assert WIKI.read(written("wiki", f"```sh\n{SCRIPT}\n```")).blocks[0].text == SCRIPT


@pytest.mark.parametrize(
    "pattern",
    ["?", "??", "*", "[", "{", "_", "-", "{{", "[~", "!", "|", "a ?? ", "{color:red}", "\\\\", "h1. "],
)
def test_signs_without_their_other_end_are_read_in_time(pattern: str) -> None:
    start = time.process_time()
    for text in (pattern * (SIZE // len(pattern)), f"?? {pattern} words " * (SIZE // 20)):
        with suppress(GatewayError):
            WIKI.read(text)
    assert time.process_time() - start < PROCESSOR_S


@pytest.mark.parametrize(
    "words", ["<b>x</b>", "<script>alert(1)</script>", "a < b && c > d", "&lt;b&gt; stays"]
)
def test_html_is_words(words: str) -> None:
    shown = words.replace("&lt;", "<").replace("&gt;", ">")
    assert markdown("wiki", words) == shown
    assert markdown("wiki", written("wiki", shown)) == shown


def test_macros_with_settings_keep_title_kind_and_language() -> None:
    markup = (
        "{code:title=A.py|borderStyle=solid}\nx\n{code}\n{expand:More}\ny\n{expand}\n{info:title=T}\nz\n{info}\n"
        "{panel:title=P|bgColor=#fff}\nw\n{panel}"
    )
    found = markdown("wiki", markup)
    assert found.startswith(
        "```title=A.py\nx\n```\n\n:::expand{title=More}\ny\n:::\n\n> [!INFO] T\n> z\n\n:::panel{title=P ref="
    )
    assert changed("wiki", markup, "> z", "> zz").original == markup.replace("\nz\n", "\nzz\n")


def test_a_cell_may_hold_lines_and_the_last_bar_of_a_link_counts() -> None:
    markup = "||h||i||\n|a\nb|[x\\|y|https://example.org/c]|"
    assert markdown("wiki", markup) == "| h | i |\n| --- | --- |\n| a<br>b | [x\\|y](https://example.org/c) |"
    assert markdown("wiki", "[a|b|https://example.org]") == "[a|b](https://example.org)"
    assert changed("wiki", markup, "| h |", "| H |").original == markup.replace("||h||", "||H||")


@pytest.mark.parametrize(
    "words", ["foo_bar_baz", "5 * 3 * 2", "2 * 3 * 4", "~/a and ~/b", "a-b-c", "x^2 + y^2", "1+1+1"]
)
def test_signs_within_words_and_sums_are_themselves(words: str) -> None:
    assert written("wiki", words) == words
    assert markdown("wiki", words) == words
    beside = f"{words} and more"
    assert changed("wiki", beside, "more", "less").original == f"{words} and less"


def test_a_quote_is_written_as_a_quote() -> None:
    assert written("wiki", "> a\n\nb") == "{quote}\na\n{quote}\n\nb"
    assert markdown("wiki", "bq. a") == "> a"
    assert ">" not in written("wiki", "> a\n>\n> - b")


def test_a_star_that_is_multiplied_by_is_no_other_sign() -> None:
    assert written("wiki", "2 * 3 * 4 and *5*") == "2 * 3 * 4 and _5_"

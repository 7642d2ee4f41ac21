"""No text makes the reader slow or deep: each repeated pattern is read in time that grows with its length."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.wiki.format import WIKI

SIZE = 50_000
PROCESSOR_S = 5.0
PATTERNS = (
    "?", "??", "*", "_", "-", "+", "^", "~", "[", "]", "{", "}", "|", "||", "!", "&", "\\", "\\\\", "(", ":)", "\n", "\r\n",
    "* ", "# ", "- ", "* * ", "*\n", "* a\n", "** a\n", "* a\n\n", "*#-", "#*", "---- ", "----\n", "{*}", "{_}a", "*a", "a*",
    "*a*", "_a *b", "[a|", "[a|b", "[a|b|", "[a|http://b", "[a|http://b]", "!a.png", "!a.png|", "{{", "{{a", "{{a ", "}}", "https://",
    "https://a)", "{code}", "{code", "{code:a|", "{quote}", "{code}{quote}", "{quote}{panel}", "{panel}{quote}{info}a", "{color:red}",
    "{color:red}a", "{color}", "{a:b", "{anchor:a}", "|a", "|a|\n", "|a\n", "* |", "|* a", "|{quote}", "h1. a\n", "bq. a\n",
    "&#4", "&#42;", "\\*", "a\\", "\\\\a\\", "{quote}* a\n", "|{code}|", "a\n", "[~a]", "[^a]", "(x)",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_repeated_pattern_is_read_in_linear_time(pattern: str) -> None:
    text = pattern * (SIZE // len(pattern))
    start = time.process_time()
    with suppress(GatewayError):
        WIKI.read(text)
    assert time.process_time() - start < PROCESSOR_S


def test_many_stars_are_no_deep_list() -> None:
    blocks = WIKI.read("* * * * a").blocks

    assert [each.kind for each in blocks[0].walk()] == ["list", "item", "paragraph"]
    assert WIKI.read("*" * 500 + " a").blocks[0].kind == "paragraph"

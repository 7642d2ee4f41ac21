"""A hundred kilobytes of anything take well below a second or so: what were quadratic would never end here."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render

PATTERNS = (
    "*", "**a", "a*", "a***b**c*", "_", "a_ ", "~", "~~a", "`", "``a", "[", "[a", "[[a](b)", "]", "](", "](<", '[](a "', "![", "![a](",
    "![a](b){a=", "<", "<br", "<https://", "<a@b.c", ">", "> ", "> - ", "- ", "+ ", "-\n", "- a\n", "- a\n\n", "* a\n + b\n",
    "1. ", "|", "| a |\n", "|-|\n", "a | b\n", ":a[", ":em[", ":em[a]", ":status[", ':status[a]{b="', ":::a\n", ":::\n",
    ':::a{b="\n', "&", "&#", "&amp;", "\\", "\\\n", " ", "  \n", "\t", "\n", "#", "# ", "(", "{", "https://", "https://)", "https://a.",
    "```\n", "~~~\n", "```a\n```\n", "> ```\n", "> [!NOTE]\n", "- [ ] ", "---\n", "*a_b~~", "**a*b_c`d[e", "\u200b", "\xa0a", "a\n",
)  # fmt: skip


def attempt(text: str) -> None:
    try:
        blocks = parse(text)
    except GatewayError:
        return
    canonical = render(blocks)
    assert len(canonical) <= 12 * len(text) + 100


def calls(text: str) -> int:
    """How many functions were called: a measure of work that no busy machine changes."""
    count = 0

    def tick(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(tick)
    try:
        attempt(text)
    finally:
        sys.setprofile(None)
    return count


def filled(pattern: str, size: int) -> str:
    return (pattern * (size // len(pattern) + 1))[:size]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_large_hostile_text_ends(pattern: str) -> None:
    attempt(filled(pattern, 100_000))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_work_grows_with_the_text_and_not_faster(pattern: str) -> None:
    assert calls(filled(pattern, 12_000)) <= 5 * calls(filled(pattern, 3_000)) + 5_000


def test_deep_quotes_before_many_lines_are_refused() -> None:
    attempt("> " * 90 + "a\n" + "b\n" * 20_000)


def test_mixed_hostile_text_ends() -> None:
    attempt("".join(PATTERNS) * 250)
    attempt(filled("".join(PATTERNS).replace("\n", ""), 100_000))

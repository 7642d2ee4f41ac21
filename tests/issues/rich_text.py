"""What the tests of the two rich text formats share: hostile text, and what a Markdown reader would see."""

import sys
from collections.abc import Callable
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from narrowgate_common.errors import GatewayError

unhurried = settings(deadline=None)
"""A busy machine is no reason to fail."""

PIECES = [
    *("a", "b", "foo", "é", "가", " ", "  ", "\t", "\n", "*", "**", "_", "__", "~", "~~", "`", "``", "```"),
    *(
        "[",
        "]",
        "(",
        ")",
        "](",
        "<",
        ">",
        "<b>",
        "</b>",
        "<!--",
        "!",
        "![",
        "#",
        "# ",
        "- ",
        "+ ",
        "* ",
        "1. ",
        "2) ",
    ),
    *(
        "---",
        "----",
        "===",
        "***",
        "|",
        "||",
        "| - |",
        "\\",
        "\\\\",
        "&",
        "&amp;",
        "&#42;",
        ";",
        ":",
        ":a[",
        ":::",
    ),
    *(
        "[x] ",
        "[ ] ",
        "[!NOTE]",
        "[^1]:",
        "[a]: /u",
        "https://x.io/a_b",
        "https://x.io/(a)",
        "mailto:a@b.c",
        "www.x.y",
    ),
    *(
        " ",
        "\u200b",
        "😀",
        "{",
        "}",
        "{{",
        "}}",
        "{*}",
        "{code}",
        "{quote}",
        "{noformat}",
        "{color:red}",
        "{x}",
    ),
    *(
        "@",
        "/",
        '"',
        "'",
        "=",
        ".",
        "0",
        " ",
        "\x0c",
        "?",
        "??",
        "+",
        "^",
        "h1. ",
        "bq. ",
        "(x)",
        ":)",
        ";)",
        ":D",
    ),
]

texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join)

markdowns = st.lists(
    st.one_of(
        st.sampled_from(PIECES),
        st.sampled_from(
            ["\n\n", "\n    ", "\n> ", "\n```py\n", "\n~~~\n", "[t](https://e.io)", "<https://e.io>"]
        ),
        st.sampled_from(
            ["**b**", "_i_", "`c`", "~~s~~", "\n- ", "\n  - ", "\n1. ", "\n   1. ", "  \n", "\\\n", "\n# "]
        ),
    ),
    max_size=25,
).map("".join)

PARSER = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])
"""GitHub's Markdown, raw HTML included: what stays text for it stays text for everybody."""


WITHOUT_HTML = MarkdownIt("commonmark", {"maxNesting": 200, "html": False}).enable(["table", "strikethrough"])


def visible(markdown: str, parser: MarkdownIt = PARSER) -> str:
    """The text that a reader sees; an image or HTML shows as a word that no test writes."""
    return _text(markdown, parser, _SHOWN)


def visible_with_addresses(markdown: str) -> str:
    """The same with the address of each link before its text."""
    return _text(markdown, PARSER, {name: shown for name, shown in _SHOWN.items() if name != "link_open"})


def _text(markdown: str, parser: MarkdownIt, shown: dict[str, str]) -> str:
    out: list[str] = []
    for token in parser.parse(markdown):
        if token.type == "inline":
            children = token.children or []
            out.extend(
                shown.get(child.type, str(child.attrGet("href") or child.content)) for child in children
            )
            out.append("\n")
        elif token.type in ("fence", "code_block"):
            out.append(token.content)
        elif token.type == "html_block":
            out.append("HTML")
    return "".join(out)


_SHOWN = {"softbreak": "\n", "hardbreak": "\n", "image": "IMAGE", "html_inline": "\n", "link_open": ""}


Document = TypeVar("Document")


def written(write: Callable[[str], Document], markdown: str) -> Document | None:
    """What is written, or None where it is refused as it ought to be: with a reason and names."""
    try:
        return write(markdown)
    except GatewayError as error:
        if error.reason != "unsupported_markup" or not error.details:
            raise
        return None


def solid(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())


def shows_in_order(words: list[str], text: str) -> bool:
    at = 0
    for word in words:
        found = text.find(word, at)
        if found < 0:
            return False
        at = found + len(word)
    return True


def calls_made(function: Callable[[], object]) -> int:
    """How many calls of Python functions and of built-in ones it takes: a measure of work without a clock."""
    count = 0

    def note(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    previous = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(previous)
    return count

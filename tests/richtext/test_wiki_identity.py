"""Reading wiki markup changes nothing: whatever is put together again from what was read is the same text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.richtext.wiki_samples import SAMPLES

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Part, Splice
from narrowgate_common.richtext.wiki.format import WIKI
from narrowgate_common.richtext.wiki.macros import BODIED

FRAGMENTS = [
    *(
        "?",
        "??",
        "*",
        "_",
        "-",
        "+",
        "^",
        "~",
        "[",
        "]",
        "{",
        "}",
        "|",
        "||",
        "!",
        "{{",
        "}}",
        "{*}",
        "[a|",
        "[~",
        "[^",
    ),
    *(
        "* ",
        "# ",
        "*# ",
        "- ",
        "-- ",
        "** ",
        "h1. ",
        "bq. ",
        "----",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "\t",
        "\\",
        "\\\\",
        "&",
    ),
    *(
        "&#42;",
        "!a.png",
        "!a.png!",
        "|w=1!",
        "https://e.io/a",
        "mailto:x@y",
        "(x)",
        ":)",
        "word",
        "가",
        "\u00a0",
        "\u2028",
    ),
    *(
        "{color:red}",
        "{color}",
        "{anchor:a}",
        "{jira:x}",
        "{a=b}",
        "[ ] ",
        "[x] ",
        "|a|",
        "||h||",
        "\\{",
        "\\|",
        "1",
    ),
    *(f"{{{name}}}" for name in sorted(BODIED)),
    *(f"{{{name}:title=t|x=y}}" for name in sorted(BODIED)),
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)


def rebuilt(block: Block) -> str:
    """Every block taken apart and put together, down to the words."""
    if block.kind == "rule":
        return WIKI.keep(block)
    if block.kind in ("paragraph", "heading", "code"):
        return WIKI.leaf(block, block, [Splice(run, run, 0, len(run.text)) for run in block.runs])
    return WIKI.container(block, block, [Part(each, each, rebuilt(each)) for each in block.children])


def both(text: str) -> tuple[str, str]:
    document = WIKI.read(text)
    kept = WIKI.root(document, [Part(block, block, WIKI.keep(block)) for block in document.blocks])
    return kept, WIKI.root(document, [Part(block, block, rebuilt(block)) for block in document.blocks])


def check_places(blocks: tuple[Block, ...], start: int, end: int) -> None:
    """Blocks stand within what holds them, one behind the other; runs and signs tile their paragraph."""
    for block in blocks:
        place = block.origin
        assert start <= place.start <= place.inside <= place.until <= place.end <= end
        check_places(block.children, place.inside, place.until)
        start = place.end
        if block.kind in ("paragraph", "heading"):
            pieces = [(run.origin.start, run.origin.raw) for run in block.runs]
            pieces += [(sign.at, sign.raw) for sign in place.signs]
            assert "".join(raw for _, raw in sorted(pieces)) == place.text[place.inside : place.until]


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_a_text_that_is_not_changed_stays_byte_for_byte(text: str) -> None:
    assert both(text) == (text, text)


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_every_block_has_its_place(text: str) -> None:
    check_places(WIKI.read(text).blocks, 0, len(text))


@given(texts)
def test_any_text_stays_byte_for_byte(text: str) -> None:
    try:
        document = WIKI.read(text)
    except GatewayError:  # nested too deeply
        return
    check_places(document.blocks, 0, len(text))
    assert both(text) == (text, text)


@given(st.text())
def test_any_characters_are_read(text: str) -> None:
    assert both(text) == (text, text)

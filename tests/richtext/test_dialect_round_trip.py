"""What is rendered is read back as it was, and what is read renders in one form."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.richtext.generated import HOSTILE, WORDS, blocks, contents, documents

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.dialect.parsing import parse, parse_content
from narrowgate_common.richtext.dialect.rendering import render, render_block, render_content
from narrowgate_common.richtext.inline import Content

PIECES = (
    *HOSTILE,
    *WORDS,
    "\n",
    "\n\n",
    "\n",
    "  ",
    "    ",
    "> ",
    "\n:::\n",
    "\n:::a\n",
    "\n```\n",
    "| a | b |\n",
    "|---|---|\n",
    "\t",
)
markdown = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@given(contents(max_size=8))
def test_a_line_is_read_back_as_it_was(content: Content) -> None:
    assert parse_content(render_content(content)) == content


@given(documents())
def test_a_document_is_read_back_as_it_was(document: tuple[Block, ...]) -> None:
    assert parse(render(document)) == tuple(shape(block) for block in document)


@given(documents())
def test_a_document_is_its_blocks_a_blank_line_apart(document: tuple[Block, ...]) -> None:
    assert render(document) == "\n\n".join(map(render_block, document))


@given(blocks(30))
def test_a_deep_block_is_read_back_as_it_was(block: Block) -> None:
    assert parse(render_block(block)) == (shape(block),)


@given(st.one_of(markdown, st.text()))
def test_any_text_has_one_canonical_form(text: str) -> None:
    blocks = _parsed(text)
    if isinstance(blocks, str):
        assert blocks in {"too_deep", "unsupported_markup"}
        return
    canonical = render(blocks)
    assert parse(canonical) == blocks
    assert render(parse(canonical)) == canonical


def _parsed(text: str) -> tuple[Block, ...] | str:
    try:
        return parse(text)
    except GatewayError as error:
        return str(error.reason)

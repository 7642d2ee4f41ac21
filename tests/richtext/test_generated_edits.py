"""Documents that nobody wrote, edited in every way there is: beyond any corpus."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from tests.campaigns.rich_edits import attribute_edits, structure_edits, text_edits
from tests.campaigns.rich_proof import problem_of
from tests.richtext.generated import documents

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.dialect.rendering import render, render_block
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.formats import NAMES, Name, format_named
from narrowgate_common.richtext.reading import Reading, reading
from narrowgate_common.richtext.writing import write

FEW = settings(max_examples=30)
"""Every one of them writes, reads and edits whole documents."""


def written(name: Name, blocks: tuple[Block, ...]) -> Reading[Any, Any]:
    """Of the blocks those that the format can hold."""
    held = [text for text in map(render_block, blocks) if is_held(name, text)]
    assume(held)
    format_ = format_named(name)
    try:
        return reading(format_, write(format_, "\n\n".join(held)).original)
    except GatewayError:
        assume(False)
        raise


def is_held(name: Name, text: str) -> bool:
    try:
        write(format_named(name), text)
    except GatewayError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(blocks=documents(), seed=st.integers(0, 1_000_000))
def test_an_edit_of_any_document_is_made_as_asked_or_refused(
    name: Name, blocks: tuple[Block, ...], seed: int
) -> None:
    old = written(name, blocks)
    shapes = tuple(shape(block) for block in old.document.blocks)
    chance = random.Random(seed)
    edits = [*text_edits(shapes, chance), *structure_edits(shapes), *attribute_edits(shapes)]
    assume(edits)
    wanted = chance.choice(edits)
    text = render(wanted.blocks)
    try:
        made = edit(old, text, allow_removals=wanted.may_lose)
    except GatewayError as error:
        event(f"refused: {error.reason}")
        return
    assert problem_of(old, wanted, text, made) == ""


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(blocks=documents())
def test_any_document_written_back_is_the_same_object_of_bytes(name: Name, blocks: tuple[Block, ...]) -> None:
    old = written(name, blocks)
    parts = [Part(block, block, old.format.keep(block)) for block in old.document.blocks]

    assert edit(old, old.markdown).original == old.document.original
    assert old.format.root(old.document, parts) == old.document.original


@pytest.mark.parametrize("name", NAMES)
@FEW
@given(blocks=documents())
def test_what_is_written_twice_is_written_alike(name: Name, blocks: tuple[Block, ...]) -> None:
    old = written(name, blocks)

    assert write(old.format, old.markdown).original == old.document.original

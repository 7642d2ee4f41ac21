"""Texts divided into messages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrowgate_chat.splitting import split
from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render

LIMIT = 60


def short(blocks: object) -> bool:
    return len(render(blocks)) <= LIMIT  # type: ignore[arg-type]


def texts(markdown: str) -> list[str]:
    return [render(each) for each in split(parse(markdown), short)]


def test_what_fits_stays_one_message() -> None:
    assert texts("one\n\ntwo") == ["one\n\ntwo"]


def test_nothing_is_no_message() -> None:
    assert texts("") == []


def test_messages_end_where_blocks_do() -> None:
    assert texts(f"{'a' * 40}\n\n{'b' * 40}\n\nc") == ["a" * 40, f"{'b' * 40}\n\nc"]


def test_a_long_paragraph_is_divided_at_spaces_and_keeps_its_marks() -> None:
    found = texts("**" + "word " * 20 + "end**")
    assert all(each.startswith("**") and each.endswith("**") for each in found)
    assert " ".join(each.strip("*") for each in found).split() == ["word"] * 20 + ["end"]


def test_a_word_longer_than_a_message_is_cut() -> None:
    assert "".join(texts("x" * 150)) == "x" * 150


def test_a_cut_word_does_not_part_an_emoji() -> None:
    family = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"
    assert all("\N{ZERO WIDTH JOINER}" not in (each[0], each[-1]) for each in texts(family * 50))


def test_a_code_block_is_closed_and_opened_again() -> None:
    found = texts("```python\n" + "line = 1\n" * 20 + "```")
    assert all(each.startswith("```python\n") and each.endswith("\n```") for each in found)
    assert sum(each.count("line = 1") for each in found) == 20


def test_a_list_goes_on_with_its_numbers() -> None:
    found = texts("\n".join(f"{n}. {'w' * 20}" for n in range(1, 7)))
    assert [each.partition(".")[0] for each in found] == ["1", "3", "5"]


def test_a_long_item_goes_on_under_its_number() -> None:
    found = texts(f"1. short\n2. {'many words ' * 10}\n3. last")
    numbers = [line.partition(".")[0] for each in found for line in each.split("\n")]
    assert numbers == ["1", "2", "2", "3"]


def test_a_table_repeats_its_head() -> None:
    found = texts("| a | b |\n| --- | --- |\n" + "| 1234567 | 1234567 |\n" * 4)
    assert len(found) == 4
    assert all(each.startswith("| a | b |") for each in found)


def test_what_cannot_be_divided_is_refused() -> None:
    with pytest.raises(GatewayError, match="too long"):
        split([Block("opaque", "macro", (("ref", "a" * 100),))], short)


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab *_`#>-1.|\n"), max_size=900))
def test_every_message_fits_and_no_letter_is_lost(markdown: str) -> None:
    blocks = parse(markdown)
    wide = 300
    found = split(blocks, lambda some: len(render(some)) <= wide)
    assert all(len(render(each)) <= wide for each in found)
    before = [char for char in render(blocks) if char in "ab"]
    assert [char for each in found for char in render(each) if char in "ab"][: len(before)] == before

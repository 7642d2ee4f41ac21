"""Edits of thousands of things at once: the work grows with their number, and not faster."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest
from tests.richtext.adf_samples import doc, node, text
from tests.richtext.marked import KINDS, Line, lines
from tests.richtext.originals import read

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.formats import NAMES, Name
from narrowgate_common.richtext.merging import block_hash, merged

FEW = 150


def calls(work: Callable[[], Any]) -> int:
    """How many functions were called: a measure of work that no busy machine changes."""
    count = 0

    def tick(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(tick)
    try:
        with suppress(GatewayError):
            work()
    finally:
        sys.setprofile(None)
    return count


def grows_no_faster(work: Callable[[int], Callable[[], Any]], few_things: int = FEW) -> None:
    work(3)()
    few, many = calls(work(few_things)), calls(work(4 * few_things))
    assert many <= 5 * few + 5_000


def codes(name: Name, count: int) -> Any:
    if name == "adf":
        pieces = [each for _ in range(count) for each in (text("a", "code"), text(" "))]
        return doc(node("paragraph", pieces))
    return "{{a}} " * count if name == "wiki" else f"<p>{'<code>a</code> ' * count}</p>"


def coloured(name: Name, count: int, kind: str = "red") -> Any:
    line: Line = tuple(each for _ in range(count) for each in (("a", kind), ("b", "")))
    return lines(name, (line,))


def table(name: Name, rows: int) -> Any:
    made = [[f"r{row} of", f"c{row} is"] for row in range(rows)]
    if name == "wiki":
        return "\n".join(f"|{'|'.join(row)}|" for row in made)
    if name == "storage":
        cells = (f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in made)
        return f"<table><tbody>{''.join(cells)}</tbody></table>"
    return doc(
        node(
            "table",
            [
                node("tableRow", [node("tableCell", [node("paragraph", [text(cell)])]) for cell in row])
                for row in made
            ],
        )
    )


CHANGES: dict[str, Callable[[str], str]] = {
    "each a little": lambda markdown: markdown.replace("a", "ab"),
    "each to another": lambda markdown: markdown.replace("a", "xyz"),
    "every word": lambda markdown: markdown.replace("a", "xx").replace("b", "yy"),
    "taken out": lambda markdown: markdown.replace("a", ""),
    "two for one": lambda markdown: markdown.replace("a", "c d"),
    "the other way round": lambda markdown: " ".join(markdown.split(" ")[::-1]),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", CHANGES)
def test_thousands_of_codes_change_at_once(name: Name, change: str) -> None:
    def work(count: int) -> Callable[[], Any]:
        old = read(name, codes(name, count))
        return lambda: edit(old, CHANGES[change](old.markdown), allow_removals=True)

    grows_no_faster(work)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", CHANGES)
def test_thousands_of_coloured_words_change_at_once(name: Name, change: str) -> None:
    def work(count: int) -> Callable[[], Any]:
        old = read(name, coloured(name, count))
        return lambda: edit(old, CHANGES[change](old.markdown), allow_removals=True)

    grows_no_faster(work)


@pytest.mark.parametrize("name", NAMES)
def test_thousands_of_different_marks_are_told_in_time(name: Name) -> None:
    def work(count: int) -> Callable[[], Any]:
        line: Line = tuple((f"word{number}", KINDS[number % len(KINDS)]) for number in range(count))
        old = read(name, lines(name, (line,)))
        return lambda: edit(old, old.markdown.replace("word", "other"), allow_removals=True)

    grows_no_faster(work)


@pytest.mark.parametrize("name", NAMES)
def test_one_cell_of_thousands_of_rows_is_changed(name: Name) -> None:
    def work(count: int) -> Callable[[], Any]:
        old = read(name, table(name, count))
        return lambda: edit(old, old.markdown.replace("r1 of", "other"))

    grows_no_faster(work)


def test_one_word_of_a_long_paragraph_costs_what_one_word_costs() -> None:
    def work(count: int) -> Callable[[], Any]:
        old = read("storage", f"<p>{' '.join(f'word{number} of' for number in range(count))}</p>")
        wanted = old.markdown.replace("word1000 of", "other of")
        return lambda: edit(old, wanted)

    assert calls(work(8_000)) <= calls(work(2_000)) + 5_000


@pytest.mark.parametrize("step", [1, 2])
def test_versions_of_thousands_of_blocks_are_merged(step: int) -> None:
    def work(count: int) -> Callable[[], Any]:
        base = [f"Block {number}" for number in range(count)]
        mine = [f"{text} mine" if number % (2 * step) == 0 else text for number, text in enumerate(base)]
        theirs = [
            f"{text} theirs" if number % (2 * step) == step else text for number, text in enumerate(base)
        ]
        return lambda: merged([block_hash(text) for text in base], theirs, "\n\n".join(mine))

    grows_no_faster(work, 1_000)

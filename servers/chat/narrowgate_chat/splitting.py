"""A text in as many messages as a vendor's limit needs: at the borders of blocks, then of lines, then of words.

Nothing is dropped: a list goes on with its numbers, a code block is closed and opened again, a table repeats its head.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn, TypeVar

from narrowgate_common.errors import bad_input
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import SPACES, Content, Run, normal
from narrowgate_common.text import bound

Sliced = TypeVar("Sliced", str, list[str], list[Run], list[Block], list[tuple[int, Block]])
Fits = Callable[[Sequence[Block]], bool]
"""Whether the vendor takes these blocks as one message. What is a part of what fits, fits too."""


def split(blocks: Sequence[Block], fits: Fits) -> list[tuple[Block, ...]]:
    """The blocks of each message, in order. Raises bad_input (`too_long`) for what cannot be divided."""
    messages: list[tuple[Block, ...]] = []
    rest = list(_parts(blocks, fits))
    while rest:
        count = max(_most(rest, fits), 1)
        messages.append(tuple(rest[:count]))
        rest = rest[count:]
    return messages


def _parts(blocks: Sequence[Block], fits: Fits) -> Iterator[Block]:
    """Blocks that each fit a message."""
    for block in blocks:
        if fits([block]):
            yield block
        else:
            yield from _DIVIDED.get(block.kind, _indivisible)(block, fits)


def _indivisible(_block: Block, _fits: Fits) -> Iterator[Block]:
    _refuse()


def _words(block: Block, fits: Fits) -> Iterator[Block]:
    """A paragraph or heading, at its spaces; a word that is longer than a message, at any character."""

    def made(units: Sequence[Run]) -> Block:
        return replace(block, runs=normal(units), origin=None)

    rest = list(_units(block.runs))
    while rest:
        count = _most(rest, lambda some: fits([made(some)]))
        if count == 0:
            rest[:1] = _cut(rest[0], lambda unit: fits([made([unit])]))
            continue
        part = made(rest[:count])
        if part.runs:
            yield part
        rest = rest[count:]


def _units(runs: Content) -> Iterator[Run]:
    """The same runs, with a cut behind every space."""
    for run in runs:
        if run.atom is not None:
            yield run
            continue
        start = 0
        for at, char in enumerate(run.text):
            if char in SPACES:
                yield replace(run, text=run.text[start : at + 1])
                start = at + 1
        if start < len(run.text):
            yield replace(run, text=run.text[start:])


def _cut(unit: Run, fits: Callable[[Run], bool]) -> list[Run]:
    if unit.atom is not None:
        _refuse()
    size = _sequence(unit.text, _most(unit.text, lambda some: fits(replace(unit, text=some))))
    return [replace(unit, text=unit.text[:size]), replace(unit, text=unit.text[size:])]


def _sequence(text: str, size: int) -> int:
    """A little less where that spares a sequence of characters that are one sign."""
    if size == 0 or size == len(text):
        _refuse()
    return len(bound(text, size).text) or size


def _refuse() -> NoReturn:
    raise bad_input("A part of the text is too long for a message, and cannot be divided", reason="too_long")


def _code(block: Block, fits: Fits) -> Iterator[Block]:
    """At the ends of lines; a line that is longer than a message, at any character."""

    def made(text: str) -> Block:
        return replace(block, text=text, origin=None)

    rest = block.text.split("\n")
    while rest:
        count = _most(rest, lambda some: fits([made("\n".join(some))]))
        if count == 0:
            line = rest[0]
            size = _sequence(line, _most(line, lambda some: fits([made(some)])))
            rest[:1] = [line[:size], line[size:]]
            continue
        yield made("\n".join(rest[:count]))
        rest = rest[count:]


def _wrapped(block: Block, fits: Fits) -> Iterator[Block]:
    """A quote, alert or container: its blocks in several of its kind."""

    def made(children: Sequence[Block]) -> Block:
        return replace(block, children=tuple(children), origin=None)

    for children in split(block.children, lambda some: fits([made(some)])):
        yield made(children)


def _list(block: Block, fits: Fits) -> Iterator[Block]:
    """At its items; of an item that is longer than a message, the rest is an item of the same number."""
    first = int(block.attr("start") or 1) if block.is_numbered else 0

    def made(items: Sequence[tuple[int, Block]]) -> Block:
        attrs = (("start", str(first + items[0][0])),) if block.is_numbered else block.attrs
        return replace(block, attrs=attrs, children=tuple(each for _, each in items), origin=None)

    rest = list(_items(block, made, fits))
    while rest:
        count = _most(rest, lambda some: _run_on(some) and fits([made(some)]))
        yield made(rest[: max(count, 1)])
        rest = rest[max(count, 1) :]


def _items(
    block: Block, made: Callable[[Sequence[tuple[int, Block]]], Block], fits: Fits
) -> Iterator[tuple[int, Block]]:
    """Items that each fit a message, with their places in the list."""
    for place, item in enumerate(block.children):
        if fits([made([(place, item)])]):
            yield place, item
            continue
        one = _in_item(made, place, item)
        for children in split(item.children, lambda some, one=one: fits([one(some)])):  # type: ignore[misc]
            yield place, replace(item, children=children, origin=None)


def _in_item(
    made: Callable[[Sequence[tuple[int, Block]]], Block], place: int, item: Block
) -> Callable[[Sequence[Block]], Block]:
    return lambda some: made([(place, replace(item, children=tuple(some), origin=None))])


def _run_on(items: Sequence[tuple[int, Block]]) -> bool:
    """Whether they are numbered as a list numbers them."""
    return items[-1][0] - items[0][0] == len(items) - 1


def _table(block: Block, fits: Fits) -> Iterator[Block]:
    """At its rows, the head over each part; a row that is longer than a message becomes its cells' blocks."""
    rows = list(block.children)
    head = rows[:1] if rows and _is_head(rows[0]) else []

    def made(some: Sequence[Block]) -> Block:
        return replace(block, children=(*head, *some), origin=None)

    rest = rows[len(head) :]
    while rest:
        count = _most(rest, lambda some: fits([made(some)]))
        if count:
            yield made(rest[:count])
        else:
            yield from _parts([each for cell in rest[0].children for each in cell.children], fits)
        rest = rest[max(count, 1) :]


def _is_head(row: Block) -> bool:
    return bool(row.children) and all(cell.attr("header") for cell in row.children)


def _most(rest: Sliced, fits: Callable[[Sliced], bool]) -> int:
    """How much of the beginning fits, where what is less fits too. Little more than that is ever looked at."""
    known, tried = 0, 1
    while tried <= len(rest) and fits(rest[:tried]):
        known, tried = tried, 2 * tried
    between = range(known + 1, min(tried, len(rest) + 1))
    return known + bisect_right(between, 0, key=lambda count: 0 if fits(rest[:count]) else 1)


_DIVIDED: dict[str, Callable[[Block, Fits], Iterator[Block]]] = {
    "paragraph": _words,
    "heading": _words,
    "code": _code,
    "quote": _wrapped,
    "alert": _wrapped,
    "container": _wrapped,
    "list": _list,
    "table": _table,
}

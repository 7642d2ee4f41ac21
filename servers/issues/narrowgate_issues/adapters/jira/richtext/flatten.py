"""Blocks as one stretch of inline content, for places that hold no blocks: a cell of a pipe table, a paragraph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from narrowgate_issues.adapters.jira.richtext.tree import (
    PLAIN,
    Block,
    Break,
    Code,
    Heading,
    Inline,
    Listing,
    Note,
    Paragraph,
    Quote,
    Rule,
    Run,
    Table,
)


def flatten(blocks: Iterable[Block]) -> list[Inline]:
    """Every block on lines of its own; list items keep their markers, code is inline code line by line."""
    out: list[Inline] = []
    for block in blocks:
        out += [Break(), *_FLATTENERS[type(block)](block)]
    return out[1:]


def marker(block: Listing, index: int) -> str:
    """What stands before an item, tasks apart: `-`, or the item's number and a full stop."""
    return "-" if block.start is None else f"{block.start + index}."


def box(done: bool | None) -> str:  # noqa: FBT001 - None, True and False are three states of one field
    return "" if done is None else "[x] " if done else "[ ] "


def _text(block: Paragraph | Heading) -> list[Inline]:
    return list(block.content)


def _code(block: Code) -> list[Inline]:
    out: list[Inline] = []
    for line in block.text.split("\n"):
        out += [Break(), Run(line, frozenset({"code"}) if line.strip() else PLAIN)]
    return out[1:]


def _rule(_: Rule) -> list[Inline]:
    return [Run("---")]


def _quote(block: Quote) -> list[Inline]:
    return flatten(block.blocks)


def _note(block: Note) -> list[Inline]:
    alert = [Run(f"[!{block.alert}] ")] if block.alert else []
    return [*alert, *block.title, Break(), *flatten(block.blocks)]


def _listing(block: Listing) -> list[Inline]:
    out: list[Inline] = []
    for index, item in enumerate(block.items):
        out += [Break(), Run(f"{marker(block, index)} {box(item.done)}"), *flatten(item.blocks)]
    return out[1:]


def _table(block: Table) -> list[Inline]:
    out: list[Inline] = []
    for row in block.rows:
        out.append(Break())
        for number, cell in enumerate(row):
            out += [Run(" | ")] if number else []
            out += flatten(cell.blocks)
    return out[1:]


_FLATTENERS: dict[type, Callable[[Any], list[Inline]]] = {
    Paragraph: _text,
    Heading: _text,
    Code: _code,
    Rule: _rule,
    Quote: _quote,
    Note: _note,
    Listing: _listing,
    Table: _table,
}

"""Blocks to wiki markup that Jira reads back as the same blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from narrowgate_issues.adapters.jira.richtext.capacity import Capacity
from narrowgate_issues.adapters.jira.richtext.tree import (
    Block,
    Code,
    Heading,
    Item,
    Listing,
    Paragraph,
    Quote,
    Rule,
    Run,
)
from narrowgate_issues.adapters.jira.richtext.wiki_text import one_line, several_lines

_CODE, _NOFORMAT = "{code", "{noformat"


def document(blocks: Iterable[Block]) -> str:
    return "\n\n".join(_block(block) for block in blocks)


def _block(block: Block) -> str:
    return _WRITERS[type(block)](block)


def _paragraph(block: Paragraph) -> str:
    return several_lines(block.content)


def _heading(block: Heading) -> str:
    return f"h{block.level}. {one_line(block.content)}"


def _code(block: Code) -> str:
    if _CODE in block.text:
        return f"{{noformat}}\n{block.text}\n{{noformat}}"
    tag = f"{{code:{block.language}}}" if block.language else "{code}"
    return f"{tag}\n{block.text}\n{{code}}"


def _rule(_: Rule) -> str:
    return "----"


def _quote(block: Quote) -> str:
    return f"{{quote}}\n{document(block.blocks)}\n{{quote}}"


def _listing(block: Listing) -> str:
    return "\n".join(_items(block, ""))


def _items(block: Listing, path: str) -> Iterator[str]:
    marker = path + ("*" if block.start is None else "#")
    for item in block.items:
        yield from _item(item, marker)


def _item(item: Item, marker: str) -> Iterator[str]:
    for index, block in enumerate(item.blocks):
        if isinstance(block, Listing):
            yield from _items(block, marker)
        else:
            text = one_line(block.content) if isinstance(block, Paragraph) else _block(block)
            yield text if index else f"{marker} {text}"


def _of_run(run: Run) -> Iterator[str]:
    if "code" in run.marks and run.text != run.text.strip():
        yield "spaces at the edge of inline code"


def _of_code(block: Code) -> Iterator[str]:
    """A macro ends at the first closing tag, and there are only two macros for code."""
    if _CODE not in block.text:
        return
    if _NOFORMAT in block.text:
        yield "code that holds {code} and {noformat}"
    elif block.language:
        yield "language of code that holds {code}"


def _of_list(block: Listing) -> Iterator[str]:
    if block.start not in (None, 1):
        yield "list start number"


def _of_item(blocks: Sequence[Block]) -> Iterator[str]:
    if not blocks or not isinstance(blocks[0], Paragraph):
        yield "list item without text"
    for before, after in pairwise(blocks):
        if isinstance(after, Paragraph):
            yield "second paragraph in a list item"
        elif isinstance(before, Listing) and not isinstance(after, Listing):
            yield "text after a nested list"
        elif isinstance(before, Listing) and isinstance(after, Listing) and _is_alike(before, after):
            yield "two lists in a row in a list item"


def _is_alike(left: Listing, right: Listing) -> bool:
    return (left.start is None) == (right.start is None)


_WRITERS: dict[type, Callable[[Any], str]] = {
    Paragraph: _paragraph,
    Heading: _heading,
    Code: _code,
    Rule: _rule,
    Quote: _quote,
    Listing: _listing,
}

CAPACITY = Capacity(of_run=_of_run, of_code=_of_code, of_list=_of_list, of_item=_of_item)

"""What a format can hold of a document, as names of what it cannot.

The same table refuses Markdown before it is written and names losses after a document was read. What Markdown
itself cannot say (a colour, a macro) the readers name; what only stands for something (a table, a panel, a task)
never reaches a writer and is not judged here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from narrowgate_issues.adapters.jira.richtext import addresses
from narrowgate_issues.adapters.jira.richtext.tree import (
    Block,
    Break,
    Code,
    Content,
    Heading,
    Item,
    Listing,
    Paragraph,
    Quote,
    Rule,
    Run,
)

MAX_LIST_DEPTH = 20
MAX_NAMES = 20
MAX_NAME_CHARS = 60

_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.\-]+")
_NAMES: dict[type, str] = {Heading: "heading", Quote: "quote", Rule: "rule"}


def nothing(_: object) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Capacity:
    """The rules of one format: each yields names of what the format cannot hold of one thing by itself."""

    of_run: Callable[[Run], Iterable[str]]
    of_code: Callable[[Code], Iterable[str]]
    of_list: Callable[[Listing], Iterable[str]]
    of_item: Callable[[Sequence[Block]], Iterable[str]]


def reduced(name: object) -> str:
    """A name that a document chose, as at most 40 plain characters."""
    return _NOT_PLAIN.sub("", name)[:40] if isinstance(name, str) else ""


def named(names: Iterable[str]) -> tuple[str, ...]:
    """Sorted, unique, at most 20 names of at most 60 characters."""
    return tuple(sorted({name[:MAX_NAME_CHARS] for name in names})[:MAX_NAMES])


def beyond(capacity: Capacity, blocks: Iterable[Block]) -> set[str]:
    """Names of what these blocks hold that the format cannot."""
    return set(_beyond(capacity, blocks, 0))


def _beyond(capacity: Capacity, blocks: Iterable[Block], depth: int) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from _inline(capacity, block.content)
        elif isinstance(block, Heading):
            yield from _inline(capacity, block.content)
            if any(isinstance(item, Break) for item in block.content):
                yield "line break in a heading"
        elif isinstance(block, Code):
            yield from capacity.of_code(block)
        elif isinstance(block, Quote):
            yield from _within(block.blocks, "a quote")
            yield from _beyond(capacity, block.blocks, depth)
        elif isinstance(block, Listing):
            yield from _listing(capacity, block, depth + 1)


def _listing(capacity: Capacity, block: Listing, depth: int) -> Iterator[str]:
    if depth > MAX_LIST_DEPTH:
        yield f"list deeper than {MAX_LIST_DEPTH} levels"
        return
    yield from capacity.of_list(block)
    for item in block.items:
        yield from _item(capacity, item, depth)


def _item(capacity: Capacity, item: Item, depth: int) -> Iterator[str]:
    yield from _within(item.blocks, "a list item")
    yield from capacity.of_item(item.blocks)
    yield from _beyond(capacity, item.blocks, depth)


def _within(blocks: Iterable[Block], place: str) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Heading | Quote | Rule):
            yield f"{_NAMES[type(block)]} in {place}"


def _inline(capacity: Capacity, content: Content) -> Iterator[str]:
    for item in content:
        if isinstance(item, Run):
            yield from capacity.of_run(item)
            if item.link:
                yield from _address(item.link)


def _address(address: str) -> Iterator[str]:
    scheme = addresses.scheme(address)
    if scheme == addresses.USER:
        yield "mention"
    elif scheme is None:
        yield "relative link"
    elif scheme not in addresses.WRITABLE:
        yield f"link with scheme {reduced(scheme)}"

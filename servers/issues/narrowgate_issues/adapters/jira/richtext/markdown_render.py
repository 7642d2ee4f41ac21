"""Blocks as GitHub-flavoured Markdown, in one form only: the same blocks always give the same text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from narrowgate_issues.adapters.jira.richtext import markdown_inline
from narrowgate_issues.adapters.jira.richtext.flatten import box, flatten, marker
from narrowgate_issues.adapters.jira.richtext.tidy import tidy
from narrowgate_issues.adapters.jira.richtext.tree import (
    Block,
    Code,
    Heading,
    Item,
    Listing,
    Note,
    Paragraph,
    Quote,
    Rule,
    Table,
)

_TICKS = re.compile(r"`+")


def render(blocks: Iterable[Block]) -> str:
    return "\n".join(_lines(blocks))


def _lines(blocks: Iterable[Block], *, tight: bool = False) -> list[str]:
    """`tight`: inside a list item, where a list may follow a paragraph at once."""
    out: list[str] = []
    previous: Block | None = None
    alternate = False
    for block in blocks:
        alternate = _is_same_kind_of_list(previous, block) and not alternate
        if previous is not None and not (tight and _may_follow_at_once(previous, block)):
            out.append("")
        out += (
            _listing(block, alternate=alternate) if isinstance(block, Listing) else _LINES[type(block)](block)
        )
        previous = block
    return out


def _is_same_kind_of_list(previous: Block | None, block: Block) -> bool:
    """Two lists in a row need different markers, or Markdown joins them."""
    if not isinstance(previous, Listing) or not isinstance(block, Listing):
        return False
    return (previous.start is None) == (block.start is None)


def _may_follow_at_once(previous: Block, block: Block) -> bool:
    if not isinstance(previous, Paragraph) or not isinstance(block, Listing):
        return False
    first = block.items[0].blocks
    return block.start in (None, 1) and bool(first) and isinstance(first[0], Paragraph)


def _paragraph(block: Paragraph) -> list[str]:
    return markdown_inline.paragraph(block.content).split("\n")


def _heading(block: Heading) -> list[str]:
    return [f"{'#' * block.level} {markdown_inline.heading(block.content)}"]


def _code(block: Code) -> list[str]:
    longest = max((len(match[0]) for match in _TICKS.finditer(block.text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + block.language, *(block.text.split("\n") if block.text else []), fence]


def _rule(_: Rule) -> list[str]:
    return ["***"]


def _quote(block: Quote) -> list[str]:
    return _quoted(_lines(block.blocks))


def _note(block: Note) -> list[str]:
    title = markdown_inline.heading(block.title)
    if not block.alert:
        return _quoted([title, *_after_blank(_lines(block.blocks))])
    head = f"[!{block.alert}] {title}".rstrip()
    first = block.blocks[0] if block.blocks else None
    if title or not isinstance(first, Paragraph):
        return _quoted([head, *_after_blank(_lines(block.blocks))])
    text = markdown_inline.paragraph(first.content, continues=True).split("\n")
    return _quoted([head, *text, *_after_blank(_lines(block.blocks[1:]))])


def _after_blank(lines: list[str]) -> list[str]:
    return ["", *lines] if lines else []


def _quoted(lines: Iterable[str]) -> list[str]:
    return [f"> {line}" if line else ">" for line in lines]


def _listing(block: Listing, *, alternate: bool) -> list[str]:
    out: list[str] = []
    for index, item in enumerate(block.items):
        mark = marker(block, index)
        if alternate:
            mark = "+" if mark == "-" else f"{mark[:-1]})"
        out += _item(item, mark)
    return out


def _item(item: Item, mark: str) -> list[str]:
    lines = _lines(item.blocks, tight=True) or [""]
    first = item.blocks[0] if item.blocks else None
    if item.done is not None and first and not isinstance(first, Paragraph):
        lines = ["", "", *lines]
    elif isinstance(first, Listing):
        lines = ["", *lines]  # on one line, `- - -` would be a rule
    head = f"{mark} {box(item.done)}"
    indent = " " * (len(mark) + 1)
    return [
        head + lines[0] if lines[0] else head.rstrip(),
        *(indent + line if line else "" for line in lines[1:]),
    ]


def _table(block: Table) -> list[str]:
    rows = [row for row in block.rows if row]
    if not rows:
        return []
    width = max(map(len, rows))
    has_header = all(cell.header for cell in rows[0])
    texts = [[markdown_inline.cell(tidy(flatten(cell.blocks))) for cell in row] for row in rows]
    header = texts.pop(0) if has_header else []
    header += [""] * (width - len(header))
    return [_row(header), _row(["---"] * width), *map(_row, texts)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


_LINES: dict[type, Callable[[Any], list[str]]] = {
    Paragraph: _paragraph,
    Heading: _heading,
    Code: _code,
    Rule: _rule,
    Quote: _quote,
    Note: _note,
    Table: _table,
}

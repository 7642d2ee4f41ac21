"""Blocks as Markdown, in one form only: the same blocks always give the same text.

Decisions: top-level blocks, and the children of containers, quotes and items, stand a blank line apart; in an item, a
list that may interrupt a paragraph follows it at once. Items stand one line apart, rows and cells of `:::table` too.
What is empty: `-` for an item, `- [ ]` for a task, `##`, `>`, `> [!INFO]`, `|  |` for a cell, a fence without a line,
`:::name` with `:::` on the next line. An alert's title stands in braces (`> [!INFO]{title="a  b"}`) where it would not
survive as words. A list's numbers run on from its start, up to nine digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from narrowgate_common.richtext.blocks import MAX_DEPTH, Attrs, Block
from narrowgate_common.richtext.dialect import lines
from narrowgate_common.richtext.dialect.attributes import braced, word
from narrowgate_common.richtext.dialect.content import parse_content
from narrowgate_common.richtext.dialect.fences import head
from narrowgate_common.richtext.dialect.structure import BARE_NAME
from narrowgate_common.richtext.inline import Content, Run, visible
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.unseen import seen

_TICKS = re.compile(r"`+")
_LINE_ENDS = re.compile(r"\r\n?")
_LAST_NUMBER = 999_999_999

Lines = list[str]


def render(blocks: Iterable[Block]) -> str:
    """Top-level blocks, one blank line apart. Raises GatewayError (`too_deep`)."""
    return "\n\n".join(map(render_block, blocks))


def render_block(block: Block) -> str:
    """One top-level block. Raises GatewayError (`too_deep`)."""
    return "\n".join(_lines(block, 0))


def render_content(content: Content) -> str:
    """A paragraph's runs as one line."""
    return lines.paragraph(content)


def _lines(block: Block, depth: int) -> Lines:
    if depth > MAX_DEPTH:
        raise refused(f"blocks are nested more than {MAX_DEPTH} deep", reason="too_deep")
    return _LINES[block.kind](block, depth)


def _paragraph(block: Block, _: int) -> Lines:
    return [lines.paragraph(block.runs)]


def _heading(block: Block, _: int) -> Lines:
    return [f"{'#' * block.level} {lines.heading(block.runs)}".rstrip(" ")]


def _code(block: Block, _: int) -> Lines:
    text = seen(block.text)
    if "\r" in text:
        text = _LINE_ENDS.sub("\n", text)
    longest = max((len(match[0]) for match in _TICKS.finditer(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + head(block), *(text.split("\n") if text else []), fence]


def _rule(_: Block, _depth: int) -> Lines:
    return ["***"]


def _quote(block: Block, depth: int) -> Lines:
    return _quoted(_children(block.children, depth) or [""])


def _alert(block: Block, depth: int) -> Lines:
    title, attrs = _title(block.attrs)
    first = f"[!{block.name}]{braced(attrs)} {title}".rstrip(" ")
    rest = _children(block.children, depth)
    follows_at_once = block.children and (
        block.children[0].kind == "paragraph" or _may_interrupt(block.children[0])
    )
    return _quoted([first, *([""] if rest and not follows_at_once else []), *rest])


def _title(attrs: Attrs) -> tuple[str, Attrs]:
    """As words, and what has to stand in braces."""
    if not attrs or attrs[-1][0] != "title":
        return "", attrs
    runs = (Run(attrs[-1][1]),)
    words = lines.paragraph(runs)
    return (words, attrs[:-1]) if words and visible(parse_content(words)) == attrs[-1][1] else ("", attrs)


def _quoted(inner: Iterable[str]) -> Lines:
    return [f"> {line}" if line else ">" for line in inner]


def _children(blocks: Sequence[Block], depth: int) -> Lines:
    out: Lines = []
    previous = ""
    for block in blocks:
        if out and not (previous == "paragraph" and _may_interrupt(block)):
            out.append("")
        out += _lines(block, depth + 1)
        previous = block.kind
    return out


def _may_interrupt(block: Block) -> bool:
    """Whether it is a list that Markdown sees right below a paragraph."""
    if block.kind != "list" or not block.children or block.attr("start") not in ("", "1"):
        return False
    first = block.children[0]
    return first.is_task or (bool(first.children) and first.children[0].kind != "list")


def _list(block: Block, depth: int) -> Lines:
    out: Lines = []
    if not block.is_numbered:
        for item in block.children:
            out += _item(item, "-", depth)
        return out
    for number, item in enumerate(block.children, int(block.attr("start") or 1)):
        out += _item(item, f"{min(number, _LAST_NUMBER)}.", depth)
    return out


def _item(item: Block, marker: str, depth: int) -> Lines:
    inner = _task(item, depth + 1) if item.is_task else _children(item.children, depth + 1)
    if item.children and item.children[0].kind == "list" and not item.is_task:
        inner = ["", *inner]  # on one line, `- - -` would be a rule
    first = f"{marker} {inner[0]}" if inner and inner[0] else marker
    if len(inner) < 2:
        return [first]
    indent = " " * (len(marker) + 1)
    return [first, *[indent + line if line else "" for line in inner[1:]]]


def _task(item: Block, depth: int) -> Lines:
    """The box is the beginning of a paragraph, which may end with it."""
    box = f"[{item.attr('done')}]"
    inner = _children(item.children, depth)
    if not item.children:
        return [box]
    if item.children[0].kind == "paragraph":
        return [f"{box} {inner[0]}", *inner[1:]]
    return [box, *([] if _may_interrupt(item.children[0]) else [""]), *inner]


def _table(block: Block, depth: int) -> Lines:
    if not _is_plain(block):
        return _boxed("table", block, depth, apart=False)
    rows = [
        [lines.cell(cell.children[0].runs) if cell.children else "" for cell in row.children]
        for row in block.children
    ]
    has_head = bool(block.children[0].children[0].attrs)
    if has_head and not any(rows[0]):
        return _boxed("table", block, depth, apart=False)
    width = len(rows[0])
    first = rows.pop(0) if has_head else [""] * width
    return [_row(first), _row(["---"] * width), *map(_row, rows)]


def _is_plain(table: Block) -> bool:
    """Whether a pipe table can hold it."""
    widths = {len(row.children) for row in table.children}
    if table.attrs or len(widths) != 1 or widths == {0}:
        return False
    heads = [{cell.attrs for cell in row.children} for row in table.children]
    if heads[0] not in ({()}, {(("header", "true"),)}) or any(head != {()} for head in heads[1:]):
        return False
    return all(not row.attrs and all(map(_is_line, row.children)) for row in table.children)


def _is_line(cell: Block) -> bool:
    children = cell.children
    return not children or (len(children) == 1 and children[0].kind == "paragraph")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _container(block: Block, depth: int) -> Lines:
    return _boxed(block.name, block, depth, apart=True)


def _part(block: Block, depth: int) -> Lines:
    return _boxed(block.kind, block, depth, apart=block.kind == "cell")


def _boxed(name: str, block: Block, depth: int, *, apart: bool) -> Lines:
    inner = (
        _children(block.children, depth)
        if apart
        else [line for child in block.children for line in _lines(child, depth + 1)]
    )
    return [f":::{word(name, BARE_NAME)}{braced(block.attrs)}", *inner, ":::"]


_LINES: dict[str, Callable[[Block, int], Lines]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "code": _code,
    "opaque": _code,
    "rule": _rule,
    "quote": _quote,
    "alert": _alert,
    "list": _list,
    "item": lambda block, depth: _item(block, "-", depth),
    "table": _table,
    "row": _part,
    "cell": _part,
    "container": _container,
}

"""Blocks to ADF that validates against the published schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from narrowgate_issues.adapters.jira.richtext.capacity import Capacity, nothing
from narrowgate_issues.adapters.jira.richtext.tree import (
    Block,
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

_MARK_ORDER = ("code", "strong", "em", "strike")


def document(blocks: Iterable[Block]) -> dict[str, Any]:
    return {"version": 1, "type": "doc", "content": [_node(block) for block in blocks]}


def _node(block: Block) -> dict[str, Any]:
    return _NODES[type(block)](block)


def _paragraph(block: Paragraph) -> dict[str, Any]:
    return {"type": "paragraph", "content": _inline(block.content)}


def _heading(block: Heading) -> dict[str, Any]:
    return {"type": "heading", "attrs": {"level": block.level}, "content": _inline(block.content)}


def _code(block: Code) -> dict[str, Any]:
    node: dict[str, Any] = {"type": "codeBlock"}
    if block.language:
        node["attrs"] = {"language": block.language}
    if block.text:
        node["content"] = [{"type": "text", "text": block.text}]
    return node


def _rule(_: Rule) -> dict[str, Any]:
    return {"type": "rule"}


def _quote(block: Quote) -> dict[str, Any]:
    return {"type": "blockquote", "content": [_node(inner) for inner in block.blocks]}


def _listing(block: Listing) -> dict[str, Any]:
    items = [_item(item) for item in block.items]
    if block.start is None:
        return {"type": "bulletList", "content": items}
    return {"type": "orderedList", "attrs": {"order": block.start}, "content": items}


def _item(item: Item) -> dict[str, Any]:
    """An item needs content, and renderers expect text before a nested list."""
    nodes = [_node(block) for block in item.blocks]
    if not item.blocks or isinstance(item.blocks[0], Listing):
        nodes.insert(0, {"type": "paragraph", "content": []})
    return {"type": "listItem", "content": nodes}


def _inline(content: Content) -> list[dict[str, Any]]:
    return [_text(item) if isinstance(item, Run) else {"type": "hardBreak"} for item in content]


def _text(run: Run) -> dict[str, Any]:
    marks: list[dict[str, Any]] = [{"type": mark} for mark in _MARK_ORDER if mark in run.marks]
    if run.link:
        marks.insert(0, {"type": "link", "attrs": {"href": run.link}})
    return {"type": "text", "text": run.text, "marks": marks} if marks else {"type": "text", "text": run.text}


def _of_run(run: Run) -> Iterator[str]:
    """The schema lets `code` combine with links only."""
    if "code" in run.marks and len(run.marks) > 1:
        yield "bold, italic or struck inline code"


_NODES: dict[type, Callable[[Any], dict[str, Any]]] = {
    Paragraph: _paragraph,
    Heading: _heading,
    Code: _code,
    Rule: _rule,
    Quote: _quote,
    Listing: _listing,
}

CAPACITY = Capacity(of_run=_of_run, of_code=nothing, of_list=nothing, of_item=nothing)

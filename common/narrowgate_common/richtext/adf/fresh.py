"""Fitted blocks as new nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import groupby

from narrowgate_common.richtext.adf import images, local_ids
from narrowgate_common.richtext.adf.adapting import adapted, as_task, widened
from narrowgate_common.richtext.adf.fresh_inline import inline
from narrowgate_common.richtext.adf.keeping import kept, paragraph
from narrowgate_common.richtext.adf.lists import list_type, new_list
from narrowgate_common.richtext.adf.nodes import Node, changed, content
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Copied
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.refusal import refused


def fresh(block: Block) -> list[Node]:
    """A block with an origin is written as it was, or as a copy of it."""
    if isinstance(block.origin, Copied):
        return local_ids.copied(kept(replace(block, origin=block.origin.origin)))
    if block.origin is not None:
        return kept(block)
    return _WRITERS[block.kind](block)


def _all(blocks: Iterable[Block], parent: str) -> list[Node]:
    """Never nothing: an empty paragraph stands where the schema wants one."""
    nodes = [node for block in blocks for node in fresh(block)]
    return adapted(parent, nodes) or [paragraph([])]


def _paragraph(block: Block) -> list[Node]:
    run = _lone_image(block)
    if run is not None and run.atom is not None:
        return [images.fresh_single(run.atom, run.link)]
    return [paragraph(inline(block.runs))]


def _lone_image(block: Block) -> Run | None:
    run = block.runs[0] if len(block.runs) == 1 else None
    is_image = run is not None and run.atom is not None and run.atom.kind == "image" and run.origin is None
    return run if is_image else None


def _heading(block: Block) -> list[Node]:
    return [{"type": "heading", "attrs": {"level": block.level}, "content": inline(block.runs)}]


def _code(block: Block) -> list[Node]:
    language = block.attr("language")
    attrs = {"attrs": {"language": language}} if language else {}
    text = {"content": [{"type": "text", "text": block.text}]} if block.text else {}
    return [{"type": "codeBlock", **attrs, **text}]


def _rule(_: Block) -> list[Node]:
    return [{"type": "rule"}]


def _quote(block: Block) -> list[Node]:
    return [{"type": "blockquote", "content": _all(block.children, "blockquote")}]


def _alert(block: Block) -> list[Node]:
    attrs = {"panelType": block.name.lower()}
    return [{"type": "panel", "attrs": attrs, "content": _all(block.children, "panel")}]


def _list(block: Block) -> list[Node]:
    """Tasks between other items have a list of their own."""
    out = []
    for name, items in groupby(block.children, partial(list_type, block.is_numbered)):
        node = new_list(name, adapted(name, [node for item in items for node in fresh(item)]))
        out.append(changed(node, order=int(block.attr("start") or 1)) if name == "orderedList" else node)
    return out


def _item(block: Block) -> list[Node]:
    if block.is_task:
        nodes = [node for child in block.children for node in fresh(child)]
        return as_task(nodes, done=block.attr("done") == "x")
    return [{"type": "listItem", "content": _all(block.children, "listItem")}]


def _table(block: Block) -> list[Node]:
    return [{"type": "table", "content": [node for row in block.children for node in fresh(row)]}]


def _row(block: Block) -> list[Node]:
    return [{"type": "tableRow", "content": [node for cell in block.children for node in fresh(cell)]}]


def _cell(block: Block) -> list[Node]:
    name = "tableHeader" if block.attr("header") else "tableCell"
    spans = {span: int(block.attr(span)) for span in ("colspan", "rowspan") if block.attr(span)}
    attrs = {"attrs": spans} if spans else {}
    return [{"type": name, **attrs, "content": _all(block.children, name)}]


def _container(block: Block) -> list[Node]:
    """Raises GatewayError (`unsupported_markup`)."""
    write = _CONTAINERS.get(block.name)
    if write is None:
        raise refused(f"There is no container {block.name[:40]} here", reason="unsupported_markup")
    return [write(block)]


def _expand(block: Block) -> Node:
    title = block.attr("title")
    attrs = {"attrs": {"title": title}} if title else {}
    return {"type": "expand", **attrs, "content": _all(block.children, "expand")}


def _layout(block: Block) -> Node:
    columns = [node for column in block.children for node in fresh(column)]
    width = round(100 / len(columns), 2)
    return {
        "type": "layoutSection",
        "content": [column if "attrs" in column else widened(column, width) for column in columns],
    }


def _column(block: Block) -> Node:
    return {"type": "layoutColumn", "content": _all(block.children, "layoutColumn")}


def _decisions(block: Block) -> Node:
    items = adapted("decisionList", [node for item in block.children[0].children for node in fresh(item)])
    return new_list("decisionList", items)


def _figure(block: Block) -> Node:
    picture, words = (fresh(child)[0] for child in block.children)
    caption = {"type": "caption", "content": content(words)}
    return {**picture, "content": [content(picture)[0], caption]}


_CONTAINERS: dict[str, Callable[[Block], Node]] = {
    "expand": _expand,
    "layout": _layout,
    "column": _column,
    "decisions": _decisions,
    "figure": _figure,
}
"""What can be written without an original."""

_WRITERS: dict[str, Callable[[Block], list[Node]]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "code": _code,
    "rule": _rule,
    "quote": _quote,
    "alert": _alert,
    "list": _list,
    "item": _item,
    "table": _table,
    "row": _row,
    "cell": _cell,
    "container": _container,
}

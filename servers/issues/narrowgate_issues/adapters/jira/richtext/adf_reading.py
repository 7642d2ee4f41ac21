"""ADF documents to blocks, however odd the document is.

Node types: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from narrowgate_issues.adapters.jira.richtext import adf_inline, adf_lists, adf_nodes, shown, tidy
from narrowgate_issues.adapters.jira.richtext.adf_nodes import Node
from narrowgate_issues.adapters.jira.richtext.adf_walk import Maker, Walk, plain
from narrowgate_issues.adapters.jira.richtext.capacity import reduced
from narrowgate_issues.adapters.jira.richtext.found import Found
from narrowgate_issues.adapters.jira.richtext.tree import Block, Cell, Note, Rule, Run, Table

MAX_SPAN = 20

_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.\-]{1,48}\Z")
_ALERTS = frozenset({"info", "note", "tip", "warning", "error", "success", "custom"})


def read(document: object) -> Found:
    """A string is text without markup; anything but a document or a string is nothing."""
    walk = Walk(_MAKERS)
    blocks: list[Block] = []
    if isinstance(document, str):
        blocks = plain(document)
    elif isinstance(document, Mapping):
        blocks = walk.blocks([document] if document.get("type") else adf_nodes.children(document), 0)
    return Found(tuple(blocks), frozenset(walk.hidden))


def _doc(walk: Walk, node: Node, depth: int) -> list[Block]:
    return walk.content(node, depth)


def _paragraph(walk: Walk, node: Node, depth: int) -> list[Block]:
    return tidy.paragraph(walk.inline(node, depth))


def _heading(walk: Walk, node: Node, depth: int) -> list[Block]:
    level = adf_nodes.whole(adf_nodes.attribute(node, "level"), 1, 6)
    if level is None:
        walk.hidden.add("heading level")
    return tidy.heading(level or 1, walk.inline(node, depth))


def _rule(_: Walk, __: Node, ___: int) -> list[Block]:
    return [Rule()]


def _quote(walk: Walk, node: Node, depth: int) -> list[Block]:
    return tidy.quotation(walk.content(node, depth))


def _code(walk: Walk, node: Node, _: int) -> list[Block]:
    language = adf_nodes.words(node, "language")
    if language and not _LANGUAGE.match(language):
        walk.hidden.add("code language")
        language = reduced(language)
    for child in adf_nodes.children(node):
        walk.hidden |= {adf_inline.mark_name(mark) for mark in adf_nodes.marks(child)}
    return tidy.code(adf_nodes.plain_text({"content": node.get("content")}), language)


def _panel(walk: Walk, node: Node, depth: int) -> list[Block]:
    walk.hidden.add("panel")
    kind = adf_nodes.words(node, "panelType").lower()
    title = adf_nodes.words(node, "title", "customTitle")
    alert = kind.upper() if kind in _ALERTS else ""
    head = Run(title) if alert else shown.token("panel", title or reduced(kind))
    return [Note(alert, tidy.tidy([head]), tuple(walk.content(node, depth)))]


def _expand(walk: Walk, node: Node, depth: int) -> list[Block]:
    walk.hidden.add("expand")
    head = shown.token("expand", adf_nodes.words(node, "title"))
    return [Note("", tidy.tidy([head]), tuple(walk.content(node, depth)))]


def _layout(walk: Walk, node: Node, depth: int) -> list[Block]:
    walk.hidden.add("layout")
    return walk.content(node, depth)


def _media(walk: Walk, node: Node, depth: int) -> list[Block]:
    """Each medium and its caption on a line of its own."""
    out: list[Block] = []
    for child in adf_nodes.children(node):
        out += walk.blocks([child], depth + 1)
    return out


def _caption(walk: Walk, node: Node, depth: int) -> list[Block]:
    walk.hidden.add("image caption")
    return _paragraph(walk, node, depth)


def _card(walk: Walk, node: Node, _: int) -> list[Block]:
    return tidy.paragraph(adf_inline.card(node, walk.hidden))


def _extension(walk: Walk, node: Node, depth: int) -> list[Block]:
    head = tidy.tidy(adf_inline.extension(node, walk.hidden))
    body = walk.content(node, depth)
    return [Note("", head, tuple(body))] if body else tidy.paragraph(head)


def _table(walk: Walk, node: Node, depth: int) -> list[Block]:
    walk.hidden.add("table")
    rows = [_row(walk, child, depth + 1) for child in adf_nodes.children(node)]
    filled = tuple(row for row in rows if row)
    return [Table(filled)] if filled else []


def _row(walk: Walk, node: Node, depth: int) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for child in adf_nodes.children(node) if adf_nodes.kind(node) == "tableRow" else [node]:
        header = adf_nodes.kind(child) == "tableHeader"
        cells.append(Cell(tuple(walk.inside(child, depth + 1)), header))
        span = adf_nodes.whole(adf_nodes.attribute(child, "colspan"), 1, MAX_SPAN) or 1
        cells += [Cell((), header)] * (span - 1)
    return tuple(cells)


_MAKERS: dict[str, Maker] = {
    "doc": _doc,
    "paragraph": _paragraph,
    "heading": _heading,
    "rule": _rule,
    "blockquote": _quote,
    "codeBlock": _code,
    "bulletList": adf_lists.bullets,
    "orderedList": adf_lists.numbers,
    "taskList": adf_lists.tasks,
    "decisionList": adf_lists.decisions,
    "panel": _panel,
    "expand": _expand,
    "nestedExpand": _expand,
    "layoutSection": _layout,
    "layoutColumn": _layout,
    "mediaSingle": _media,
    "mediaGroup": _media,
    "caption": _caption,
    "blockCard": _card,
    "embedCard": _card,
    "extension": _extension,
    "bodiedExtension": _extension,
    "table": _table,
}

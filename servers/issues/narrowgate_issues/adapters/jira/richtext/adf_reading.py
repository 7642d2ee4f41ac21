"""ADF documents to blocks, however odd the document is.

Node types: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from narrowgate_issues.adapters.jira.richtext import adf_inline, adf_nodes, tidy
from narrowgate_issues.adapters.jira.richtext.adf_nodes import Node
from narrowgate_issues.adapters.jira.richtext.capacity import reduced
from narrowgate_issues.adapters.jira.richtext.flatten import flatten
from narrowgate_issues.adapters.jira.richtext.found import Found
from narrowgate_issues.adapters.jira.richtext.tree import (
    Block,
    Break,
    Cell,
    Content,
    Inline,
    Item,
    Note,
    Paragraph,
    Rule,
    Run,
    Table,
)

MAX_DEPTH = 100
MAX_SPAN = 20
MAX_NUMBER = 999_000_000

_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.\-]{1,48}\Z")
_ALERTS = frozenset({"info", "note", "tip", "warning", "error", "success", "custom"})
_KEPT = {
    "heading": {"level"},
    "orderedList": {"order"},
    "codeBlock": {"language", "uniqueId"},
    "hardBreak": {"text"},
}
_WRITTEN = frozenset(
    {
        "doc",
        "paragraph",
        "heading",
        "bulletList",
        "orderedList",
        "listItem",
        "codeBlock",
        "blockquote",
        "rule",
        "hardBreak",
        "text",
    }
)


def read(document: object) -> Found:
    """Deeper than 100 levels, text is shown as plain paragraphs."""
    reader = _Reader()
    if isinstance(document, str):
        blocks = _plain(document)
    elif isinstance(document, Mapping):
        blocks = reader.blocks([document], 0)
    else:
        blocks = []
    return Found(tuple(blocks), frozenset(reader.hidden))


def _plain(text: str) -> list[Block]:
    blocks: list[Block] = []
    for part in re.split(r"\n[ \t]*\n", tidy.clean(text)):
        blocks += tidy.paragraph([Run(part)])
    return blocks


class _Reader:
    """`hidden` gathers names of what the blocks do not show; `depth` is the depth of the nodes given."""

    def __init__(self) -> None:
        self.hidden: set[str] = set()

    def blocks(self, nodes: list[Node], depth: int) -> list[Block]:
        """Inline nodes between blocks become paragraphs."""
        out: list[Block] = []
        loose: list[Node] = []
        for node in nodes:
            if _is_inline(node):
                loose.append(node)
                continue
            out += self._paragraph(loose, depth)
            loose = []
            self._note_hidden(node)
            out += self._block(node, depth)
        return out + self._paragraph(loose, depth)

    def inline(self, nodes: list[Node], depth: int) -> list[Inline]:
        out: list[Inline] = []
        for node in nodes:
            kind = adf_nodes.kind(node)
            if kind in adf_inline.READERS:
                out += adf_inline.READERS[kind](node, self.hidden)
                self._note_hidden(node)
            elif _is_inline(node):
                out += self._unknown_inline(node, depth)
            else:
                out += [Break(), *flatten(self.blocks([node], depth)), Break()]
        return out

    def _block(self, node: Node, depth: int) -> list[Block]:
        if depth > MAX_DEPTH:
            self.hidden.add("deep nesting")
            return _plain(adf_nodes.plain_text(node))
        return _BLOCKS.get(adf_nodes.kind(node), _Reader.unknown)(self, node, depth)

    def _paragraph(self, nodes: list[Node], depth: int) -> list[Block]:
        return tidy.paragraph(self.inline(nodes, depth)) if nodes else []

    def _note_hidden(self, node: Node) -> None:
        kind = adf_nodes.kind(node)
        if kind not in _WRITTEN or kind == "text":
            return
        self.hidden |= {adf_inline.mark_name(mark) for mark in adf_nodes.marks(node)}
        kept = _KEPT.get(kind, set()) | {"localId"}
        if any(value is not None and name not in kept for name, value in adf_nodes.attributes(node).items()):
            self.hidden.add(f"attributes of a {kind}")

    def _unknown_inline(self, node: Node, depth: int) -> list[Inline]:
        kind = reduced(adf_nodes.kind(node)) or "unknown"
        self.hidden.add(kind)
        if depth > MAX_DEPTH:
            return [Run(adf_nodes.plain_text(node))]
        shown = adf_nodes.text(node) or adf_nodes.words(node, "text")
        content = self.inline(adf_nodes.children(node), depth + 1)
        return [Run(shown), *content] if shown or content else [adf_inline.token(kind)]

    def container(self, node: Node, depth: int) -> list[Block]:
        return self.blocks(adf_nodes.children(node), depth + 1)

    def paragraph(self, node: Node, depth: int) -> list[Block]:
        return tidy.paragraph(self.inline(adf_nodes.children(node), depth + 1))

    def heading(self, node: Node, depth: int) -> list[Block]:
        level = _whole(adf_nodes.attribute(node, "level"), 1, 6)
        if level is None:
            self.hidden.add("heading level")
        return tidy.heading(level or 1, self.inline(adf_nodes.children(node), depth + 1))

    def rule(self, _: Node, __: int) -> list[Block]:
        return [Rule()]

    def quote(self, node: Node, depth: int) -> list[Block]:
        return tidy.quotation(self.container(node, depth))

    def code(self, node: Node, _: int) -> list[Block]:
        language = adf_nodes.words(node, "language")
        if language and not _LANGUAGE.match(language):
            self.hidden.add("code language")
            language = reduced(language)
        for child in adf_nodes.children(node):
            self.hidden |= {adf_inline.mark_name(mark) for mark in adf_nodes.marks(child)}
        return tidy.code(adf_nodes.plain_text({"content": node.get("content")}), language)

    def bullets(self, node: Node, depth: int) -> list[Block]:
        return tidy.listing(self._items(node, depth))

    def numbers(self, node: Node, depth: int) -> list[Block]:
        order = adf_nodes.attribute(node, "order")
        start = 1 if order is None else _whole(order, 0, MAX_NUMBER)
        if start is None:
            self.hidden.add("list start number")
        return tidy.listing(self._items(node, depth), 1 if start is None else start)

    def _items(self, node: Node, depth: int) -> list[Item]:
        items: list[Item] = []
        for child in adf_nodes.children(node):
            if adf_nodes.kind(child) != "listItem":
                self.hidden.add("odd list item")
                items.append(Item(tuple(self.blocks([child], depth + 1))))
                continue
            self._note_hidden(child)
            items.append(Item(tuple(self._block_content(child, depth + 1))))
        return items

    def _block_content(self, node: Node, depth: int) -> list[Block]:
        """The blocks of a node that was named by its parent; the depth limit holds for it too."""
        if depth > MAX_DEPTH:
            self.hidden.add("deep nesting")
            return _plain(adf_nodes.plain_text(node))
        return self.blocks(adf_nodes.children(node), depth + 1)

    def tasks(self, node: Node, depth: int) -> list[Block]:
        """A nested task list is a sibling of the item it belongs to."""
        self.hidden.add("task list")
        items: list[Item] = []
        for child in adf_nodes.children(node):
            if adf_nodes.kind(child) == "taskList" and items:
                inner = self.blocks([child], depth + 1)
                items[-1] = Item((*items[-1].blocks, *inner), items[-1].done)
                continue
            done = adf_nodes.attribute(child, "state") == "DONE"
            items.append(Item(tuple(self._block_content(child, depth + 1)), done))
        return tidy.listing(items)

    def decisions(self, node: Node, depth: int) -> list[Block]:
        self.hidden.add("decision list")
        items: list[Item] = []
        for child in adf_nodes.children(node):
            decided = adf_inline.token(
                "decision", "" if adf_nodes.attribute(child, "state") == "DECIDED" else "open"
            )
            blocks = self._block_content(child, depth + 1)
            text = blocks.pop(0).content if blocks and isinstance(blocks[0], Paragraph) else ()
            items.append(Item((*tidy.paragraph([decided, Run(" "), *text]), *blocks)))
        return tidy.listing(items)

    def panel(self, node: Node, depth: int) -> list[Block]:
        self.hidden.add("panel")
        kind = adf_nodes.words(node, "panelType").lower()
        title = adf_nodes.words(node, "title", "customTitle")
        if kind in _ALERTS:
            return [Note(kind.upper(), tidy.tidy([Run(title)]), tuple(self.container(node, depth)))]
        head = adf_inline.token("panel", title or reduced(kind))
        return [Note("", tidy.tidy([head]), tuple(self.container(node, depth)))]

    def expand(self, node: Node, depth: int) -> list[Block]:
        self.hidden.add("expand")
        head = adf_inline.token("expand", adf_nodes.words(node, "title"))
        return [Note("", tidy.tidy([head]), tuple(self.container(node, depth)))]

    def layout(self, node: Node, depth: int) -> list[Block]:
        self.hidden.add("layout")
        return self.container(node, depth)

    def media_group(self, node: Node, depth: int) -> list[Block]:
        """Each medium, card and caption on a line of its own."""
        out: list[Block] = []
        for child in adf_nodes.children(node):
            out += self.blocks([child], depth + 1)
        return out

    def caption(self, node: Node, depth: int) -> list[Block]:
        self.hidden.add("image caption")
        return self.paragraph(node, depth)

    def card(self, node: Node, _: int) -> list[Block]:
        return tidy.paragraph(adf_inline.card(node, self.hidden))

    def extension(self, node: Node, depth: int) -> list[Block]:
        head: Content = tidy.tidy(adf_inline.extension(node, self.hidden))
        body = self.container(node, depth)
        return [Note("", head, tuple(body))] if body else tidy.paragraph(head)

    def table(self, node: Node, depth: int) -> list[Block]:
        self.hidden.add("table")
        rows = [self._row(child, depth + 1) for child in adf_nodes.children(node)]
        filled = tuple(row for row in rows if row)
        return [Table(filled)] if filled else []

    def _row(self, node: Node, depth: int) -> tuple[Cell, ...]:
        cells: list[Cell] = []
        inside = adf_nodes.children(node) if adf_nodes.kind(node) == "tableRow" else [node]
        for child in inside:
            header = adf_nodes.kind(child) == "tableHeader"
            cells.append(Cell(tuple(self._block_content(child, depth + 1)), header))
            span = _whole(adf_nodes.attribute(child, "colspan"), 1, MAX_SPAN) or 1
            cells += [Cell((), header)] * (span - 1)
        return tuple(cells)

    def unknown(self, node: Node, depth: int) -> list[Block]:
        kind = reduced(adf_nodes.kind(node)) or "unknown"
        self.hidden.add(kind)
        shown = tidy.paragraph([Run(adf_nodes.text(node) or adf_nodes.words(node, "text", "title"))])
        return shown + self.container(node, depth) or tidy.paragraph([adf_inline.token(kind)])


def _is_inline(node: Node) -> bool:
    kind = adf_nodes.kind(node)
    if kind in _BLOCKS:
        return False
    if kind in adf_inline.READERS:
        return True
    inside = adf_nodes.children(node)
    return all(adf_nodes.kind(child) in adf_inline.READERS for child in inside)


def _whole(value: object, low: int, high: int) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) > high:  # noqa: PLR0124 - NaN
        return None
    return int(value) if value == int(value) and low <= value else None


_BLOCKS: dict[str, Callable[[_Reader, Node, int], list[Block]]] = {
    "doc": _Reader.container,
    "paragraph": _Reader.paragraph,
    "heading": _Reader.heading,
    "rule": _Reader.rule,
    "blockquote": _Reader.quote,
    "codeBlock": _Reader.code,
    "bulletList": _Reader.bullets,
    "orderedList": _Reader.numbers,
    "taskList": _Reader.tasks,
    "decisionList": _Reader.decisions,
    "panel": _Reader.panel,
    "expand": _Reader.expand,
    "nestedExpand": _Reader.expand,
    "layoutSection": _Reader.layout,
    "layoutColumn": _Reader.layout,
    "mediaSingle": _Reader.media_group,
    "mediaGroup": _Reader.media_group,
    "caption": _Reader.caption,
    "blockCard": _Reader.card,
    "embedCard": _Reader.card,
    "extension": _Reader.extension,
    "bodiedExtension": _Reader.extension,
    "table": _Reader.table,
}

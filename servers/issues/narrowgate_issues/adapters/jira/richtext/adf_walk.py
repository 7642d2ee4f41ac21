"""The way through an ADF document: who makes which node's blocks, how deep to go, what remains unseen.

Deeper than 100 levels, text is shown as plain paragraphs: no document exhausts the stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from narrowgate_issues.adapters.jira.richtext import adf_inline, adf_nodes, shown, tidy
from narrowgate_issues.adapters.jira.richtext.adf_nodes import Node
from narrowgate_issues.adapters.jira.richtext.capacity import reduced
from narrowgate_issues.adapters.jira.richtext.flatten import flatten
from narrowgate_issues.adapters.jira.richtext.tree import Block, Break, Inline, Run

MAX_DEPTH = 100

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_KEPT = {
    "paragraph": set[str](),
    "heading": {"level"},
    "bulletList": set[str](),
    "orderedList": {"order"},
    "listItem": set[str](),
    "codeBlock": {"language", "uniqueId"},
    "blockquote": set[str](),
    "rule": set[str](),
    "hardBreak": {"text"},
}
"""The nodes that are written again, and their attributes that are."""


def plain(text: str) -> list[Block]:
    """Paragraphs of text without markup; an empty line parts them."""
    blocks: list[Block] = []
    for part in _BLANK_LINE.split(tidy.clean(text)):
        blocks += tidy.paragraph([Run(part)])
    return blocks


@dataclass(slots=True)
class Walk:
    """`hidden` gathers names of what the blocks do not show. A depth is always that of the nodes given with it."""

    makers: Mapping[str, Maker]
    hidden: set[str] = field(default_factory=set)

    def blocks(self, nodes: list[Node], depth: int) -> list[Block]:
        """Inline nodes between blocks become paragraphs."""
        out: list[Block] = []
        loose: list[Node] = []
        for node in nodes:
            if self._is_inline(node):
                loose.append(node)
                continue
            out += self._loose(loose, depth)
            loose = []
            self.note_hidden(node)
            out += self._block(node, depth)
        return out + self._loose(loose, depth)

    def content(self, node: Node, depth: int) -> list[Block]:
        """The blocks inside a node of this depth."""
        return self.blocks(adf_nodes.children(node), depth + 1)

    def inside(self, node: Node, depth: int) -> list[Block]:
        """The same for a node that its parent made (an item, a cell): the limit of depth holds for it too."""
        return self._too_deep(node) if depth > MAX_DEPTH else self.content(node, depth)

    def inline(self, node: Node, depth: int) -> list[Inline]:
        """The inline content of a node of this depth; blocks in it get lines of their own."""
        out: list[Inline] = []
        for child in adf_nodes.children(node):
            kind = adf_nodes.kind(child)
            if kind in adf_inline.READERS:
                out += self._known(child, kind)
            elif self._is_inline(child):
                out += self._unknown_inline(child, depth + 1)
            else:
                out += [Break(), *flatten(self.blocks([child], depth + 1)), Break()]
        return out

    def note_hidden(self, node: Node) -> None:
        """Marks and attributes of a node that is itself written again."""
        kept = _KEPT.get(adf_nodes.kind(node))
        if kept is None or not ("marks" in node or "attrs" in node):
            return
        self.hidden |= {adf_inline.mark_name(mark) for mark in adf_nodes.marks(node)}
        named = {name for name, value in adf_nodes.attributes(node).items() if value is not None}
        if named - kept - {"localId"}:
            self.hidden.add(f"attributes of a {adf_nodes.kind(node)}")

    def _block(self, node: Node, depth: int) -> list[Block]:
        if depth > MAX_DEPTH:
            return self._too_deep(node)
        return self.makers.get(adf_nodes.kind(node), _unknown)(self, node, depth)

    def _too_deep(self, node: Node) -> list[Block]:
        self.hidden.add("deep nesting")
        return plain(adf_nodes.plain_text(node))

    def _loose(self, nodes: list[Node], depth: int) -> list[Block]:
        return tidy.paragraph(self.inline({"content": nodes}, depth - 1)) if nodes else []

    def _known(self, node: Node, kind: str) -> list[Inline]:
        self.note_hidden(node)
        return adf_inline.READERS[kind](node, self.hidden)

    def _unknown_inline(self, node: Node, depth: int) -> list[Inline]:
        kind = reduced(adf_nodes.kind(node)) or "unknown"
        self.hidden.add(kind)
        if depth > MAX_DEPTH:
            return [Run(adf_nodes.plain_text(node))]
        text = adf_nodes.text(node) or adf_nodes.words(node, "text")
        content = self.inline(node, depth)
        return [Run(text), *content] if text or content else [shown.token(kind)]

    def _is_inline(self, node: Node) -> bool:
        """What is not known is inline if nothing in it says otherwise."""
        kind = adf_nodes.kind(node)
        if kind in self.makers:
            return False
        inside = adf_nodes.children(node)
        return kind in adf_inline.READERS or all(
            adf_nodes.kind(child) in adf_inline.READERS for child in inside
        )


Maker = Callable[[Walk, Node, int], list[Block]]


def _unknown(walk: Walk, node: Node, depth: int) -> list[Block]:
    kind = reduced(adf_nodes.kind(node)) or "unknown"
    walk.hidden.add(kind)
    text = tidy.paragraph([Run(adf_nodes.text(node) or adf_nodes.words(node, "text", "title"))])
    return text + walk.content(node, depth) or tidy.paragraph([shown.token(kind)])

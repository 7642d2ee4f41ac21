"""Atlassian Document Format as one of the formats that can be read, written and edited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from narrowgate_common.richtext.adf import (
    containers,
    fitting,
    fresh,
    inventory,
    joining,
    leaves,
    local_ids,
    nodes,
    validity,
)
from narrowgate_common.richtext.adf.adapting import adapted
from narrowgate_common.richtext.adf.keeping import kept
from narrowgate_common.richtext.adf.nodes import Node
from narrowgate_common.richtext.adf.reading_blocks import blocks
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Document, Feature, Format, Part, Splice
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.refusal import refused


class AtlassianDocumentFormat:
    """Originals are parsed JSON and never changed; what an edit leaves alone is the very same objects in its result."""

    name = "adf"

    def read(self, original: Node) -> Document[Node]:
        """Raises GatewayError (`ill_formed`, `too_deep`)."""
        if nodes.kind(original) != "doc":
            raise refused("the text is no document", reason="ill_formed")
        hidden: set[str] = set()
        children = nodes.content(original)
        found = blocks(children, 0, len(children), 1, hidden)
        return Document(original, found, tuple(sorted(hidden)), children)

    def as_text(self, original: Node) -> str:
        return nodes.as_text(original)

    def fit(self, block: Block, inside: tuple[Block, ...], notes: list[str]) -> Block:
        """Raises GatewayError (`unsupported_markup`, `bad_link`, `unknown_ref`)."""
        return fitting.fitted(block, inside, notes)

    def fresh(self, block: Block) -> list[Node]:
        return fresh.fresh(block)

    def keep(self, block: Block) -> list[Node]:
        return kept(block)

    def copy(self, block: Block) -> list[Node]:
        return local_ids.copied(kept(block))

    def leaf(self, old: Block, new: Block, splices: Sequence[Splice]) -> list[Node]:
        """Raises GatewayError (`unsupported_markup`)."""
        return leaves.leaf(old, new, splices)

    def container(self, old: Block, new: Block, parts: Sequence[Part[list[Node]]]) -> list[Node]:
        """Raises GatewayError (`unsupported_markup`)."""
        return containers.container(old, new, parts)

    def root(self, document: Document[Node], parts: Sequence[Part[list[Node]]]) -> Node:
        """The very same document where every block is."""
        before: list[Node] = document.origin
        after = joining.joined(before, document.blocks, parts, "doc")
        if after is before:
            return document.original
        return {**document.original, "content": local_ids.distinct(after, before)}

    def new(self, pieces: Sequence[tuple[Block, list[Node]]]) -> Node:
        content = adapted("doc", [node for _, piece in pieces for node in piece])
        return {"version": 1, "type": "doc", "content": local_ids.distinct(content, [])}

    def inventory(self, original: Node) -> Counter[Feature]:
        return inventory.inventory(original)

    def covers(self, run: Run) -> tuple[Feature, ...]:
        return inventory.covers(run)

    def trouble(self, original: Node) -> str | None:
        return validity.trouble(original)


ADF: Format[dict[str, Any], list[dict[str, Any]]] = AtlassianDocumentFormat()

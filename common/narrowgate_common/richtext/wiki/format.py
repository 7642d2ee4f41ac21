"""Jira wiki markup as a format of rich text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Document, Feature, Format, Part, Splice
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.wiki import fitting, fresh, inventory, joining, leaves, reading


class Wiki:
    """Every text is well-formed wiki markup: what is no markup is words."""

    name = "wiki"

    def read(self, original: str) -> Document[str]:
        """Raises GatewayError: `too_deep`."""
        return reading.read(original)

    def as_text(self, original: str) -> str:
        return original

    def fit(self, block: Block, inside: tuple[Block, ...], notes: list[str]) -> Block:
        return fitting.fit(block, inside, notes)

    def fresh(self, block: Block) -> str:
        return fresh.fresh(block)

    def keep(self, block: Block) -> str:
        return str(block.origin.bytes)

    def copy(self, block: Block) -> str:
        return fresh.without_anchors(self.keep(block), block)

    def leaf(self, old: Block, new: Block, splices: Sequence[Splice]) -> str:
        return leaves.leaf(old, new, splices)

    def container(self, old: Block, new: Block, parts: Sequence[Part[str]]) -> str:
        return joining.container(old, new, parts)

    def root(self, document: Document[str], parts: Sequence[Part[str]]) -> str:
        return joining.root(document, parts)

    def new(self, pieces: Sequence[tuple[Block, str]]) -> str:
        return joining.new(pieces)

    def inventory(self, original: str) -> Counter[Feature]:
        return inventory.inventory(reading.read(original))

    def covers(self, run: Run) -> tuple[Feature, ...]:
        return inventory.covers(run)

    def trouble(self, original: str) -> str | None:
        """There is no wrong wiki markup."""
        del original
        return None


WIKI: Format[str, str] = Wiki()

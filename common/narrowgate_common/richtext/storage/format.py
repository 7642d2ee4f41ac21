"""Confluence storage format, behind the one interface that edits of every original go through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Document, Feature, Format, Part, Splice
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.storage import gate
from narrowgate_common.richtext.storage.fitting import fit
from narrowgate_common.richtext.storage.heads import container
from narrowgate_common.richtext.storage.inventory import covers, hidden, inventory
from narrowgate_common.richtext.storage.joins import edit, root_band
from narrowgate_common.richtext.storage.patching import code, line
from narrowgate_common.richtext.storage.reading_blocks import flow
from narrowgate_common.richtext.storage.refs import copied, numbered
from narrowgate_common.richtext.storage.tree import tree
from narrowgate_common.richtext.storage.writing import fresh


class StorageFormat:
    name = "storage"

    def read(self, original: str) -> Document[str]:
        gate.require_sound(original)
        root = tree(original)
        return Document(original, flow(root.children, 1), hidden(root), root)

    def as_text(self, original: str) -> str:
        return gate.as_text(original)

    def fit(self, block: Block, inside: tuple[Block, ...], notes: list[str]) -> Block:
        return fit(block, inside, notes)

    def fresh(self, block: Block) -> str:
        return fresh(block)

    def keep(self, block: Block) -> str:
        return str(block.origin.raw)

    def copy(self, block: Block) -> str:
        return copied(block.origin.raw)

    def leaf(self, old: Block, new: Block, splices: Sequence[Splice]) -> str:
        return code(old, new) if old.kind == "code" else line(old, new, splices)

    def container(self, old: Block, new: Block, parts: Sequence[Part[str]]) -> str:
        return container(old, new, parts)

    def root(self, document: Document[str], parts: Sequence[Part[str]]) -> str:
        band = root_band(document.original, document.blocks)
        return numbered(edit(document.original, band, parts)[2])

    def new(self, pieces: Sequence[tuple[Block, str]]) -> str:
        return numbered("".join(piece for _, piece in pieces))

    def inventory(self, original: str) -> Counter[Feature]:
        return inventory(tree(original))

    def covers(self, run: Run) -> tuple[Feature, ...]:
        return covers(run)

    def trouble(self, original: str) -> str | None:
        return gate.trouble(original)


STORAGE: Format[str, str] = StorageFormat()

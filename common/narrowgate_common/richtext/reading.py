"""An original, read once: its blocks, and each as Markdown. What an edit starts from, and worth keeping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from narrowgate_common.richtext.dialect.rendering import render_block
from narrowgate_common.richtext.format import Document, Format, Original, Piece


@dataclass(frozen=True, slots=True)
class Reading(Generic[Original, Piece]):
    """`texts` are the blocks' Markdown, in order."""

    format: Format[Original, Piece]
    document: Document[Original]
    texts: tuple[str, ...]

    @property
    def markdown(self) -> str:
        return "\n\n".join(self.texts)


def reading(format_: Format[Original, Piece], original: Original) -> Reading[Original, Piece]:
    """Raises GatewayError (`ill_formed`, `too_deep`)."""
    document = format_.read(original)
    return Reading(format_, document, tuple(map(render_block, document.blocks)))

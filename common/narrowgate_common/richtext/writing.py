"""A text without an original before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render_block
from narrowgate_common.richtext.editing.emission import Emission, blocks_of
from narrowgate_common.richtext.editing.plan import Plan
from narrowgate_common.richtext.editing.pool import Pool
from narrowgate_common.richtext.editing.whole import GAP, tidy
from narrowgate_common.richtext.format import Format, Original, Piece
from narrowgate_common.richtext.reading import reading
from narrowgate_common.richtext.refusal import refused


@dataclass(frozen=True, slots=True)
class Written(Generic[Original]):
    """`markdown` is what it reads as, `notes` what the format holds only in another form."""

    original: Original
    markdown: str
    notes: tuple[str, ...] = ()


def write(format_: Format[Original, Piece], markdown: str) -> Written[Original]:
    """Raises GatewayError: `unsupported_markup`, `unknown_ref`, `bad_link`, `too_deep`."""
    emission = Emission(format_, Pool())
    parts = emission.parts(Plan(block, None, "fresh") for block in parse(tidy(markdown)))
    original = format_.new([(part.block, part.piece) for part in parts])
    texts = reading(format_, original).texts
    if list(texts) != [render_block(block) for block in blocks_of(parts)] or format_.trouble(original):
        raise refused(
            "This text cannot be written so that it reads back the same; simplify it",
            reason="unsupported_markup",
        )
    return Written(original, GAP.join(texts), tuple(dict.fromkeys(emission.notes)))

"""A wanted text in place of an old one, made of what the old one holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.rendering import render_block
from narrowgate_common.richtext.editing import guards, losses
from narrowgate_common.richtext.editing.emission import Emission, blocks_of
from narrowgate_common.richtext.editing.leaves import new_leaves, old_leaves
from narrowgate_common.richtext.editing.moving import movement, remembered
from narrowgate_common.richtext.editing.pool import Pool
from narrowgate_common.richtext.editing.preferring import preferred
from narrowgate_common.richtext.editing.proof import Words
from narrowgate_common.richtext.editing.whole import GAP, Span, span, tidy
from narrowgate_common.richtext.format import Feature, Original, Part, Piece
from narrowgate_common.richtext.reading import Reading, reading
from narrowgate_common.richtext.refusal import refused

_HEAD_REF = re.compile(r"^([ >]*:::[^\n]{0,2000}?) ref=[0-9a-f]{8}", re.MULTILINE)

_PROVEN_WHOLE = 100_000
"""Characters of Markdown up to which all of a result is read again; of a longer one, the part that was changed."""


@dataclass(frozen=True, slots=True)
class Edit(Generic[Original]):
    """`markdown` is what the result reads as: the wanted text in its canonical form.

    `losses` is what goes with the edit, `notes` what the format holds only in another form.
    """

    original: Original
    markdown: str
    losses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    changed: bool = True


def edit(old: Reading[Original, Piece], markdown: str, *, allow_removals: bool = False) -> Edit[Original]:
    """The original with this text in place of its own.

    Raises GatewayError: `would_lose`, `shrunk`, `elided`, `unknown_ref`, `unsupported_markup`, `bad_link`, `too_deep`.
    """
    wanted = tidy(markdown)
    if wanted == old.markdown:
        return Edit(old.document.original, wanted, changed=False)
    guards.refuse_shrinking(old.markdown, wanted, allowed=allow_removals)
    where = _keeping_most(old, span(old.document, old.texts, wanted))
    made = _made(old, where)
    _look_for_elisions(old, where, made, wanted)
    words = _words(old, where, made)
    gone = tuple(words.lost(_missing(old, where, made)))
    losses.refuse(gone, allowed=allow_removals)
    copies = words.notes_on_copies(old.document.blocks, where.plans)
    return Edit(
        made.original,
        GAP.join(made.texts),
        losses.told(gone),
        (*made.notes, *copies),
        made.original != old.document.original,
    )


def _keeping_most(old: Reading[Original, Piece], where: Span) -> Span:
    def weight(block: Block) -> int:
        return old.format.inventory(old.format.new([(block, old.format.keep(block))])).total()

    plans = preferred(old.document.blocks[where.start : where.end], where.plans, weight)
    return replace(where, plans=plans)


@dataclass(frozen=True, slots=True)
class _Made(Generic[Original, Piece]):
    original: Original
    parts: list[Part[Piece]]
    """Of the span."""
    texts: list[str]
    """Of the whole."""
    read: tuple[Block, ...]
    """The parts' blocks as they are read from the result; nothing before that."""
    notes: tuple[str, ...]


def _made(old: Reading[Original, Piece], where: Span) -> _Made[Original, Piece]:
    """With what was moved between parents as it was; where that does not read back, written anew."""
    try:
        return _proven(old, where, _emitted(old, where, moves=True))
    except _UnprovenError:
        pass
    try:
        return _proven(old, where, _emitted(old, where, moves=False))
    except _UnprovenError as error:
        raise refused(
            "This text cannot be written so that it reads back the same; change less of it at a time",
            reason="unsupported_markup",
            details=error.details,
        ) from None


class _UnprovenError(Exception):
    """A result that does not read as it should."""

    def __init__(self, *details: str) -> None:
        super().__init__(*details)
        self.details = [line[:200] for line in details]


def _emitted(old: Reading[Original, Piece], where: Span, *, moves: bool) -> _Made[Original, Piece]:
    blocks = old.document.blocks
    looked_at = blocks[where.start : where.end]
    pool = Pool.of(blocks, looked_at, where.plans, moves=moves)
    emission = Emission(old.format, pool, movement(remembered(old.format.covers), looked_at, where.plans))
    middle = emission.parts(where.plans)
    parts = [*_kept(old, 0, where.start), *middle, *_kept(old, where.end, len(blocks))]
    texts = [*old.texts[: where.start], *map(render_block, blocks_of(middle)), *old.texts[where.end :]]
    return _Made(
        old.format.root(old.document, parts), middle, texts, (), tuple(dict.fromkeys(emission.notes))
    )


def _kept(old: Reading[Original, Piece], start: int, end: int) -> list[Part[Piece]]:
    return [Part(block, block, old.format.keep(block)) for block in old.document.blocks[start:end]]


def _proven(
    old: Reading[Original, Piece], where: Span, made: _Made[Original, Piece]
) -> _Made[Original, Piece]:
    """Sound, and reading back as the wanted text. Raises _UnprovenError."""
    if (trouble := old.format.trouble(made.original)) and not old.format.trouble(old.document.original):
        raise _UnprovenError(trouble)
    if len(old.markdown) <= _PROVEN_WHOLE:
        again, wanted = made.original, made.texts
    else:
        again = old.format.new([(part.block, part.piece) for part in made.parts])
        wanted = made.texts[where.start : where.start + len(made.parts)]
    try:
        result = reading(old.format, again)
    except GatewayError as error:
        raise _UnprovenError(error.message) from None
    found = result.texts
    if list(map(_without_head_refs, found)) != list(map(_without_head_refs, wanted)):
        raise _UnprovenError(*_first_difference(wanted, found))
    return _as_found(made, where, result)


def _without_head_refs(text: str) -> str:
    """A container's ref is a hash of its head, so another title is another ref."""
    return _HEAD_REF.sub(r"\1", text) if ":::" in text else text


def _as_found(
    made: _Made[Original, Piece], where: Span, result: Reading[Original, Piece]
) -> _Made[Original, Piece]:
    found, blocks = result.texts, result.document.blocks
    end = where.start + len(made.parts)
    if len(found) == len(made.texts):
        return replace(made, texts=list(found), read=blocks[where.start : end])
    return replace(made, texts=[*made.texts[: where.start], *found, *made.texts[end:]], read=blocks)


def _first_difference(wanted: Sequence[str], found: Sequence[str]) -> tuple[str, str]:
    pairs = zip([*wanted, ""], [*found, ""], strict=False)
    left, right = next(((a, b) for a, b in pairs if a != b), ("", ""))
    return f"wanted: {left}", f"would read: {right}"


def _look_for_elisions(
    old: Reading[Original, Piece], where: Span, made: _Made[Original, Piece], wanted: str
) -> None:
    changed = [
        text
        for plan, text in zip(where.plans, made.texts[where.start :], strict=False)
        if plan.fate != "kept"
    ]
    guards.refuse_elision(changed, old.markdown, shorter=guards.is_shorter(old.markdown, wanted))


def _missing(old: Reading[Original, Piece], where: Span, made: _Made[Original, Piece]) -> tuple[Feature, ...]:
    """Raises GatewayError where something would stand twice that must not."""
    blocks = old.document.blocks[where.start : where.end]
    before = old.format.inventory(old.format.new([(block, old.format.keep(block)) for block in blocks]))
    after = old.format.inventory(old.format.new([(part.block, part.piece) for part in made.parts]))
    if doubled := losses.doubled(before, after):
        raise refused(
            "This would make something stand twice that must not: see details",
            reason="unsupported_markup",
            details=losses.told(doubled),
        )
    return losses.lost(before, after)


def _words(old: Reading[Original, Piece], where: Span, made: _Made[Original, Piece]) -> Words:
    before = tuple(old_leaves(old.document.blocks[where.start : where.end], where.plans))
    return Words(remembered(old.format.covers), before, tuple(new_leaves(where.plans, made.read)))

"""The paragraphs and headings that an edit changes: as they were, as they are wanted, and as they have become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.editing.plan import Plan

Pair = tuple[Block | None, Block]
"""A wanted paragraph that is no old one as it was, and the one that it was."""


def old_leaves(old: Iterable[Block], plans: Iterable[Plan]) -> Iterator[Block]:
    kept = {id(plan.old) for top in plans for plan in top.walk() if plan.fate == "kept"}
    waiting = list(old)[::-1]
    while waiting:
        block = waiting.pop()
        if id(block) not in kept:
            waiting.extend(reversed(block.children))
            if block.runs:
                yield block


def changed_pairs(plans: Iterable[Plan]) -> Iterator[Pair]:
    for plan in plans:
        if plan.fate == "kept":
            continue
        if plan.old is None:
            yield from ((None, leaf) for leaf in plan.new.walk() if leaf.runs)
        elif plan.new.runs:
            yield plan.old, plan.new
        else:
            yield from changed_pairs(plan.children)


def new_leaves(plans: Sequence[Plan], made: Sequence[Block]) -> Iterator[Block]:
    """`made` is what the plans have become, block for block; where a format made another number of them, all of it."""
    if len(plans) != len(made):
        yield from (leaf for block in made for leaf in block.walk() if leaf.runs)
        return
    for plan, block in zip(plans, made, strict=True):
        if plan.fate == "patched" and plan.children:
            yield from new_leaves(plan.children, block.children)
        elif plan.fate != "kept":
            yield from (leaf for leaf in block.walk() if leaf.runs)

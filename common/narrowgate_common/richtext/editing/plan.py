"""What becomes of each wanted block, before anything is written: kept, patched from an old one, or written anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.rendering import render, render_block
from narrowgate_common.richtext.editing.alignment import Side, align
from narrowgate_common.richtext.editing.columns import is_grid, same_columns, width

Fate = Literal["kept", "patched", "fresh"]


@dataclass(frozen=True, slots=True)
class Plan:
    """`old` is None for what is fresh; `children` are planned where the old block is patched inside."""

    new: Block
    old: Block | None
    fate: Fate
    children: tuple[Plan, ...] = ()

    def walk(self) -> Iterator[Plan]:
        yield self
        for child in self.children:
            yield from child.walk()


def key(block: Block) -> str:
    """Equal keys are equal blocks."""
    if block.kind in ("item", "cell"):
        return f"{block.attrs}\n{render(block.children)}"
    if block.kind == "row":
        return "\n".join(map(key, block.children))
    return render_block(block)


def side(block: Block) -> Side:
    return Side(block, key(block))


def planned(old: Sequence[Side], new: Sequence[Side]) -> tuple[Plan, ...]:
    """For the children of one parent, or the top of a document."""
    found = align(old, new)
    return tuple(
        _plan(None if at is None else old[at], wanted) for at, wanted in zip(found, new, strict=True)
    )


def plan_of(old: Block, new: Block) -> Plan:
    """For a block that became another one."""
    return _plan(side(old), side(new))


def _plan(old: Side | None, new: Side) -> Plan:
    if old is None:
        return Plan(new.block, None, "fresh")
    if old.key == new.key:
        return Plan(new.block, old.block, "kept")
    return Plan(new.block, old.block, "patched", _inside(old.block, new.block))


def _inside(old: Block, new: Block) -> tuple[Plan, ...]:
    if new.kind == "table" and is_grid(old) and is_grid(new):
        return _grid(old, new)
    if new.kind == "row" and len(old.children) == len(new.children):
        return _cells(old, new, range(len(new.children)))
    return planned(list(map(side, old.children)), list(map(side, new.children)))


def _grid(old: Block, new: Block) -> tuple[Plan, ...]:
    """Rows by their words, and in each the cells by their columns."""
    columns = same_columns(old, new)
    before, after = list(map(side, old.children)), list(map(side, new.children))
    rows = align(before, after)
    if len(old.children) == len(new.children) and width(old) != width(new):
        rows = list(range(len(new.children)))
    plans = []
    for at, row in zip(rows, after, strict=True):
        if at is None or before[at].key == row.key:
            plans.append(_plan(None if at is None else before[at], row))
        else:
            cells = _cells(before[at].block, row.block, columns)
            plans.append(Plan(row.block, before[at].block, "patched", cells))
    return tuple(plans)


def _cells(old: Block, new: Block, columns: Iterable[int | None]) -> tuple[Plan, ...]:
    return tuple(
        _plan(None if at is None else side(old.children[at]), side(cell))
        for at, cell in zip(columns, new.children, strict=True)
    )

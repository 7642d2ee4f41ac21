"""From the elements around each piece of a line to elements within elements; none opens twice if it can be helped."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


@dataclass(slots=True)
class Branch(Generic[Item]):
    """An element around the pieces from `first` to `last`; `twigs` are elements in it and positions of pieces."""

    item: Item
    first: int
    last: int = 0
    twigs: list[Branch[Item] | int] = field(default_factory=list)
    again: bool = False
    """It was open before."""


def nested(stacks: Sequence[Sequence[Item]], is_solid: Callable[[Item], bool]) -> list[Branch[Item] | int]:
    """What lasts longer goes outside; where two overlap, the one that is not solid is split."""
    ends = _ends(stacks)
    root: list[Branch[Item] | int] = []
    stack: list[Branch[Item]] = []
    used: set[Item] = set()
    for at, items in enumerate(stacks):
        kept = _kept(stack, items, ends[at], is_solid)
        _close(stack, kept, at)
        around = {branch.item for branch in stack}
        new = [item for item in items if item not in around]
        for item in sorted(new, key=lambda item, at=at: -ends[at][item]):  # type: ignore[misc]
            branch = Branch(item, at, again=item in used)
            used.add(item)
            (stack[-1].twigs if stack else root).append(branch)
            stack.append(branch)
        (stack[-1].twigs if stack else root).append(at)
    _close(stack, 0, len(stacks))
    return root


def _close(stack: list[Branch[Item]], kept: int, at: int) -> None:
    for branch in stack[kept:]:
        branch.last = at - 1
    del stack[kept:]


def _ends(stacks: Sequence[Sequence[Item]]) -> list[dict[Item, int]]:
    """For every piece and element the last piece that the element reaches without a break."""
    out: list[dict[Item, int]] = [{} for _ in stacks]
    after: dict[Item, int] = {}
    for at in range(len(stacks) - 1, -1, -1):
        after = {item: after.get(item, at) for item in stacks[at]}
        out[at] = after
    return out


def _kept(
    stack: Sequence[Branch[Item]],
    items: Sequence[Item],
    ends: dict[Item, int],
    is_solid: Callable[[Item], bool],
) -> int:
    """How many open elements stay open."""
    count = 0
    while count < len(stack) and stack[count].item in ends:
        count += 1
    around = {branch.item for branch in stack[:count]}
    reach = max((ends[item] for item in items if item not in around and is_solid(item)), default=-1)
    for at, branch in enumerate(stack[:count]):
        if not is_solid(branch.item) and ends[branch.item] < reach:
            return at
    return count

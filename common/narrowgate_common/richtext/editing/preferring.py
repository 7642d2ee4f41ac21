"""Of blocks that read alike, and of which one is to go, the one stays that hides most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.editing.plan import Plan, key

Weight = Callable[[Block], int]
"""How much there is of what could be lost."""


def preferred(old: Sequence[Block], plans: Sequence[Plan], weight: Weight) -> tuple[Plan, ...]:
    """`old` are all the blocks that the plans were made from."""
    found = list(plans)
    for at, block in _exchanges(old, plans, weight):
        found[at] = replace(found[at], old=block)
    return tuple(_inside(plan, weight) for plan in found)


def _inside(plan: Plan, weight: Weight) -> Plan:
    """The cells of a row are not asked: a column went, and not a cell."""
    if plan.old is None or not plan.children or plan.new.kind == "row":
        return plan
    return replace(plan, children=preferred(plan.old.children, plan.children, weight))


def _exchanges(old: Sequence[Block], plans: Sequence[Plan], weight: Weight) -> Iterator[tuple[int, Block]]:
    """A plan, and the block without one that is to be kept instead of its own: nothing that is kept is between."""
    planned = {id(plan.old): at for at, plan in enumerate(plans) if plan.old is not None}
    free = [at for at, block in enumerate(old) if id(block) not in planned]
    if not free or len(free) == len(old):
        return
    holders = [planned.get(id(block)) for block in old]
    taken: set[int] = set()
    for group in _groups(free):
        for beside in (group[0] - 1, group[-1] + 1):
            at = holders[beside] if 0 <= beside < len(old) else None
            if at is None or at in taken or plans[at].fate != "kept":
                continue
            alike = [old[each] for each in group if key(old[each]) == key(plans[at].new)]
            heaviest = max(alike, key=weight, default=None)
            if heaviest is not None and weight(heaviest) > weight(old[beside]):
                taken.add(at)
                yield at, heaviest
                break


def _groups(places: Sequence[int]) -> Iterator[list[int]]:
    """Places that follow one another."""
    group: list[int] = []
    for place in places:
        if group and place != group[-1] + 1:
            yield group
            group = []
        group.append(place)
    if group:
        yield group

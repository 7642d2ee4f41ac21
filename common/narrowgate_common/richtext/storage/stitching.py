"""The splices of a changed line brought together: what touches the old element of its kind becomes a part of it."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.storage.elements import MARKS
from narrowgate_common.richtext.storage.stretches import Item, Led, New, Old, Stretch, leads_to, place
from narrowgate_common.richtext.storage.tree import Node
from narrowgate_common.richtext.storage.weaving import woven


def stitched(old: Block, splices: Sequence[Splice]) -> str:
    before = Old(old.runs)
    stretches = _joined_stretches([before.stretch(each) for each in splices])
    _settle_links(stretches)
    _adopt(stretches)
    stretches.reverse()
    _adopt(stretches)
    stretches.reverse()
    return woven(_with_voids(stretches, before), before)


def _joined_stretches(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Neighbours that are one stretch of the same old run."""
    out: list[Stretch] = []
    for each in stretches:
        last = out[-1] if out else None
        if last and _goes_on(last, each):
            last.text, last.end = last.text + each.text, each.end
            last.whole = last.start == 0 and _is_all(last)
        else:
            out.append(each)
    return out


def _goes_on(last: Stretch, each: Stretch) -> bool:
    one = each.is_text and each.spot is not None and last.spot is each.spot
    return one and last.end == each.start and last.items == each.items


def _is_all(stretch: Stretch) -> bool:
    spot = stretch.spot
    if spot is None or stretch.items != list(spot.stack):
        return False
    return spot.kind in ("text", "section") and stretch.end == len(spot.node.text)


def _settle_links(stretches: Sequence[Stretch]) -> None:
    """A link leads elsewhere as a whole, or else what leaves it gets a link of its own."""
    kept = {item for each in stretches for item in each.items if isinstance(item, Node)}
    led: dict[Node, set[tuple[str, str] | None]] = {}
    for each in stretches:
        for item in each.items:
            if isinstance(item, Led):
                led.setdefault(item.node, set()).add(place(item.link))
    split = {node for node, places in led.items() if node in kept or len(places) > 1}
    for each in stretches:
        each.items = [
            New(link=item.link) if isinstance(item, Led) and item.node in split else item
            for item in each.items
        ]


def _adopt(stretches: Sequence[Stretch]) -> None:
    """A new element beside an old one of its kind is a part of that."""
    before: list[Item] = []
    for each in stretches:
        each.items = [_adopted(item, before) for item in each.items]
        before = each.items


def _adopted(item: Item, neighbours: Sequence[Item]) -> Item:
    if not isinstance(item, New):
        return item
    for each in neighbours:
        if isinstance(each, Node) and item.mark is not None and MARKS.get(each.name) == item.mark:
            return each
        if item.link is not None and leads_to(each) == place(item.link):
            return each
    return item


def _with_voids(stretches: list[Stretch], old: Old) -> list[Stretch]:
    """What nobody sees goes with the run behind it, or else with the run before it."""
    first = {
        each.spot.index: at
        for at, each in reversed(list(enumerate(stretches)))
        if each.spot and each.start == 0
    }
    last = {each.spot.index: at for at, each in enumerate(stretches) if each.spot}
    before: dict[int, list[Stretch]] = {}
    for run in old.runs:
        spot = run.origin
        if spot.kind != "void":
            continue
        void = Stretch(list(spot.stack), "", "", spot, whole=True)
        at = first.get(_next_seen(old, spot.index))
        if at is None and (behind := last.get(spot.index - 1)) is not None:
            at = behind + 1
            last[spot.index] = behind
        if at is not None:
            before.setdefault(at, []).append(void)
    out: list[Stretch] = []
    for at, each in enumerate(stretches):
        out += [*before.get(at, ()), each]
    return [*out, *before.get(len(stretches), ())]


def _next_seen(old: Old, index: int) -> int:
    while index < len(old.runs) and old.runs[index].origin.kind == "void":
        index += 1
    return index

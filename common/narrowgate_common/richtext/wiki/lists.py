"""Lists of wiki markup: each item spells out the whole path to it, as in `#*`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.values import value
from narrowgate_common.richtext.wiki.origins import Place


@value
class Entry:
    """An item's line: its signs, where they stand, where its content begins and ends, and what it holds."""

    signs: str
    start: int
    inside: int
    end: int
    attrs: Attrs
    blocks: Sequence[Block]


@dataclass(slots=True)
class _Item:
    prefix: str = ""
    entry: Entry | None = None
    lists: list[_List] = field(default_factory=list)

    def current(self, sign: str) -> _List:
        """The list that goes on with this sign: bullets and dashes are one."""
        if not self.lists or self.lists[-1].is_numbered != (sign == "#"):
            self.lists.append(_List(self.prefix + sign, is_numbered=sign == "#"))
        return self.lists[-1]

    def block(self, text: str) -> Block:
        below = tuple(each.block(text) for each in self.lists)
        if self.entry is None:
            start, end = _reach(below)
            return Block(
                "item", children=below, origin=Place(text, start, end, start, end, "jump", self.prefix)
            )
        children = (*self.entry.blocks, *below)
        end = max([self.entry.end, *(_reach([each])[1] for each in below[-1:])])
        place = Place(text, self.entry.start, end, self.entry.inside, end, prefix=self.prefix)
        return Block("item", attrs=self.entry.attrs, children=children, origin=place)


@dataclass(slots=True)
class _List:
    prefix: str
    is_numbered: bool
    items: list[_Item] = field(default_factory=list)

    def block(self, text: str) -> Block:
        items = tuple(each.block(text) for each in self.items)
        start, end = _reach(items)
        attrs: Attrs = (("start", "1"),) if self.is_numbered else ()
        return Block(
            "list",
            attrs=attrs,
            children=items,
            origin=Place(text, start, end, start, end, prefix=self.prefix),
        )


def nested(text: str, entries: Iterable[Entry]) -> list[Block]:
    """The lists that the lines make; a level that was jumped over has an item without a line of its own."""
    root = _Item()
    for entry in entries:
        holder = root
        for depth, sign in enumerate(entry.signs[:-1], 1):
            current = holder.current(sign)
            if not current.items:
                current.items.append(_Item(entry.signs[:depth]))
            holder = current.items[-1]
        holder.current(entry.signs[-1]).items.append(_Item(entry.signs, entry))
    return [each.block(text) for each in root.lists]


def grouped(blocks: Sequence[Block]) -> list[Block]:
    """Lists of one kind with nothing to be seen between them are one, as they are in Markdown."""
    out: list[Block] = []
    group: list[Block] = []
    for block in blocks:
        if group and not (block.kind == "list" and block.is_numbered == group[0].is_numbered):
            out.append(_one(group))
            group = []
        if block.kind == "list":
            group.append(block)
        else:
            out.append(block)
    return [*out, _one(group)] if group else out


def _one(group: Sequence[Block]) -> Block:
    if len(group) == 1:
        return group[0]
    first: Place = group[0].origin
    items = tuple(item for block in group for item in block.children)
    start, end = _reach(group)
    return Block(
        "list",
        attrs=group[0].attrs,
        children=items,
        origin=Place(first.text, start, end, start, end, prefix=first.prefix),
    )


def _reach(blocks: Sequence[Block]) -> tuple[int, int]:
    return blocks[0].origin.start, blocks[-1].origin.end

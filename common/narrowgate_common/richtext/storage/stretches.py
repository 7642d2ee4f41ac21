"""What a line is written from: stretches of characters and atoms, each with the elements wanted around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narrowgate_common.richtext.format import Copied, Splice, Worn
from narrowgate_common.richtext.inline import Content, Link, Mark, Run
from narrowgate_common.richtext.storage import patching_atoms, places, writing_atoms
from narrowgate_common.richtext.storage.elements import MARKS
from narrowgate_common.richtext.storage.entities import escaped
from narrowgate_common.richtext.storage.origins import Spot
from narrowgate_common.richtext.storage.refs import without_ids
from narrowgate_common.richtext.storage.tree import Node


@dataclass(frozen=True, slots=True)
class New:
    """An element that the original does not have."""

    mark: Mark | None = None
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Led:
    """An old link that leads elsewhere now."""

    node: Node
    link: Link


Item = Node | New | Led


@dataclass(slots=True)
class Stretch:
    """`text` is what a reader sees, `raw` what is written. `spot` is set for what the original has at this place."""

    items: list[Item]
    text: str
    raw: str
    spot: Spot | None = None
    start: int = 0
    end: int = 0
    whole: bool = False
    """Nothing of it was changed, and nothing around it."""
    is_text: bool = True


def new_items(run: Run) -> list[Item]:
    link: list[Item] = [New(link=run.link)] if run.link is not None else []
    return [*link, *(New(mark=mark) for mark in sorted(run.marks))]


def fresh(runs: Iterable[Run]) -> list[Stretch]:
    """Of runs that stand in no original, but for atoms with an origin."""
    out = []
    for run in runs:
        if run.atom is None:
            items = around_new(run, _worn(run.origin))
            out.append(Stretch(items, run.text, escaped(run.text)))
        elif run.origin is not None:
            out.append(Stretch(new_items(run), "", borrowed(run.origin), is_text=False))
        else:
            out.append(Stretch(new_items(run), "", writing_atoms.atom(run.atom), is_text=False))
    return out


def borrowed(origin: Spot | Copied) -> str:
    """An atom that stands, or stood, elsewhere."""
    return without_ids(origin.origin.node) if isinstance(origin, Copied) else origin.raw


class Old:
    """A changed line's old runs."""

    def __init__(self, runs: Content) -> None:
        self.runs = runs
        self._around: dict[int, list[tuple[Node, Run]]] = {}
        self.extent: dict[Node, tuple[int, int]] = {}
        for at, run in enumerate(runs):
            for node in run.origin.stack:
                first = self.extent.get(node, (at, at))[0]
                self.extent[node] = (first, at)

    def has(self, run: Run) -> bool:
        spot = run.origin
        return isinstance(spot, Spot) and spot.index < len(self.runs) and self.runs[spot.index].origin is spot

    def stretch(self, splice: Splice) -> Stretch:
        source = splice.source
        if source is None:
            return self._new(splice)
        if not self.has(source):
            return Stretch(new_items(splice.run), "", borrowed(source.origin), is_text=False)
        items = _kept_items(splice.run, source)
        spot: Spot = source.origin
        found = Stretch(items, source.text[splice.start : splice.end], "", spot, splice.start, splice.end)
        found.whole = splice.whole and items == list(spot.stack)
        if splice.run.atom is not None and source.atom is not None:
            changed = splice.run.atom != source.atom
            found.raw = (
                patching_atoms.patched(spot.node, source.atom, splice.run.atom) if changed else spot.raw
            )
            found.whole &= not changed
            found.is_text = False
        return found

    def _beside(self, splice: Splice) -> list[tuple[Node, Run]]:
        """Many new words may stand beside the same old ones: those are looked at once."""
        key = id(splice.beside)
        if key not in self._around:
            self._around[key] = _around_all(splice.beside)
        return self._around[key]

    def _new(self, splice: Splice) -> Stretch:
        run = splice.run
        items = around_new(run, self._beside(splice))
        if run.atom is not None:
            return Stretch(items, "", writing_atoms.atom(run.atom), is_text=False)
        return Stretch(items, run.text, escaped(run.text))


def around_new(run: Run, beside: Sequence[tuple[Node, Run]]) -> list[Item]:
    """Of what is around the old runs, what may be around this one, and what else it needs."""
    items: list[Item] = [node for node, first in beside if _is_wanted(node, run, first)]
    has = {item for item in items if isinstance(item, Node)}
    marks = {MARKS[node.name] for node in has if node.name in MARKS}
    if run.link is not None and not any(map(is_link, has)):
        items.append(New(link=run.link))
    return items + [New(mark=mark) for mark in sorted(run.marks - marks)]


def _worn(origin: object) -> list[tuple[Node, Run]]:
    return _around_all((origin.run,)) if isinstance(origin, Worn) else []


def is_link(node: Node) -> bool:
    return node.name == "ac:link" or (node.name == "a" and "href" in node.attrs)


def place(link: Link | None) -> tuple[str, str] | None:
    return None if link is None else (link.to, link.title)


def leads_to(item: Item) -> tuple[str, str] | None:
    """Where a link that the original has leads; None for other elements, and for new ones."""
    if isinstance(item, Led):
        return place(item.link)
    if isinstance(item, New) or not is_link(item):
        return None
    return (item.attr("href"), item.attr("title")) if item.name == "a" else (places.of_link(item) or "#", "")


def _kept_items(wanted: Run, source: Run) -> list[Item]:
    """The old elements, without those whose mark or link is no longer wanted, and with new ones for what is."""
    moved = place(wanted.link) != place(source.link)
    gone = source.marks - wanted.marks
    items: list[Item] = []
    for node in source.origin.stack:
        if moved and is_link(node):
            if wanted.link is not None:
                items.append(Led(node, wanted.link))
        elif MARKS.get(node.name) not in gone:
            items.append(node)
    if moved and source.link is None and wanted.link is not None:
        items.append(New(link=wanted.link))
    return [*items, *(New(mark=mark) for mark in sorted(wanted.marks - source.marks))]


def _around_all(beside: Sequence[Run]) -> list[tuple[Node, Run]]:
    """The elements around every one of these old runs, each with the first of them."""
    others = [each for each in beside if each.origin.kind != "void" and not each.is_blank]
    if not others:
        return []
    common = set(others[0].origin.stack).intersection(*(each.origin.stack for each in others[1:]))
    return [(node, others[0]) for node in others[0].origin.stack if node in common]


def _is_wanted(node: Node, run: Run, beside: Run) -> bool:
    if is_link(node):
        return run.link is not None and place(run.link) == place(beside.link)
    mark = MARKS.get(node.name)
    return mark is None or mark in run.marks

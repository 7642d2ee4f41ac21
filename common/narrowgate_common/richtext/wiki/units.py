"""A wanted paragraph as units: kept characters with their bytes, kept atoms, and what is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from narrowgate_common.richtext.format import Copied, Splice, Worn
from narrowgate_common.richtext.inline import Content, Link, Run
from narrowgate_common.richtext.wiki import addresses, atoms
from narrowgate_common.richtext.wiki.origins import Span, Wrap


class Kind(IntEnum):
    """What a stretch of markup is: an end of a wrap, bytes that stay, a line break, kept characters, new ones."""

    SIGN = 0
    FIXED = 1
    BREAK = 2
    KEPT = 3
    NEW = 4


@dataclass(slots=True, eq=False)
class Unit:
    """`base` holds what of its old wraps it keeps, or for new characters what they take over."""

    kind: Kind
    text: str
    run: Run
    span: Span | None = None
    start: int = -1
    base: list[Wrap] = field(default_factory=list)
    hidden: frozenset[Wrap] = frozenset()

    @property
    def end(self) -> int:
        return self.start + len(self.text) if self.span else -1

    @property
    def kinds(self) -> set[str]:
        """Of the visible wraps that it is to have; atoms carry no marks."""
        return {*(self.run.marks if self.run.atom is None else ()), *(["link"] if self.run.link else [])}


def of_content(content: Content) -> list[Unit]:
    """All of it new; words may have what an old run of theirs hides."""
    return of_splices([Splice(run, beside=_worn(run)) for run in content])


def _worn(run: Run) -> tuple[Run, ...]:
    return (run.origin.run,) if isinstance(run.origin, Worn) else ()


def of_splices(splices: Sequence[Splice]) -> list[Unit]:
    shared: Shared = {}
    units = [unit for splice in splices for unit in _units(splice, shared)]
    _lone_addresses(units)
    _bases(units)
    return units


Shared = dict[int, frozenset[Wrap]]
"""By the identity of old runs that stand beside something new: the hidden wraps around all of them."""


def _units(splice: Splice, shared: Shared) -> Iterable[Unit]:
    if splice.source is None or not isinstance(splice.source.origin, Span):
        return _new(splice, shared)
    return _old(splice, splice.source, splice.source.origin)


def _new(splice: Splice, shared: Shared) -> Iterable[Unit]:
    run = splice.run
    if run.is_break:
        yield Unit(Kind.BREAK, "", run)
    elif run.atom is not None:
        yield Unit(Kind.FIXED, _raw(run.origin) or atoms.written(run.atom), run)
    elif run.text:
        key = id(splice.beside)
        if key not in shared:
            shared[key] = _around_all(splice.beside)
        yield Unit(Kind.NEW, run.text.replace("\n", " ").replace("\r", " "), run, hidden=shared[key])


def _around_all(beside: Iterable[Run]) -> frozenset[Wrap]:
    spans = [run.origin for run in beside if isinstance(run.origin, Span)]
    hidden = [{wrap for wrap in span.wraps if wrap.is_hidden} for span in spans]
    return frozenset(set.intersection(*hidden)) if hidden else frozenset()


def _raw(origin: object) -> str:
    """The bytes of an atom that stood elsewhere."""
    origin = origin.origin if isinstance(origin, Copied) else origin
    return origin.raw if isinstance(origin, Span) else ""


def _old(splice: Splice, source: Run, span: Span) -> Iterable[Unit]:
    run = splice.run
    if source.is_break:
        yield Unit(Kind.BREAK, span.raw, run, span, span.start)
    elif source.atom is not None:
        atom = run.atom or source.atom
        text = atoms.patched(source.atom, span.raw, atom)
        yield Unit(Kind.FIXED, text, run, span if text == span.raw else None, span.start)
    elif span.raw != source.text:
        yield Unit(Kind.FIXED, span.raw, run, span, span.start)
    elif splice.end > splice.start:
        text = source.text[splice.start : splice.end]
        yield Unit(Kind.KEPT, text, run, span, span.start + splice.start)


def _lone_addresses(units: list[Unit]) -> None:
    """A new link that is its own text."""
    for number, unit in enumerate(units):
        link = unit.run.link
        if unit.kind != Kind.NEW or link is None or link.title or unit.run.marks:
            continue
        neighbours = (*units[max(number - 1, 0) : number], *units[number + 1 : number + 2])
        target = addresses.written(link.to)
        lone = f"[{target}]"
        is_itself = unit.text == target.removeprefix("^") and addresses.target_of(target) is not None
        if is_itself and not any(same_link(each, unit) for each in neighbours):
            units[number] = Unit(Kind.FIXED, lone, Run(unit.text, link=None), hidden=unit.hidden)


def _bases(units: list[Unit]) -> None:
    patched: dict[tuple[int, Link], Wrap] = {}
    for number, unit in enumerate(units):
        if unit.span is not None:
            alone = _is_alone(units, number)
            unit.base = [
                kept for wrap in unit.span.wraps if (kept := _kept(unit, wrap, patched, alone=alone))
            ]
            unit.hidden = frozenset(wrap for wrap in unit.base if wrap.is_hidden)


def same_link(left: Unit, right: Unit) -> bool:
    """Whether two neighbours are in one link. Turns count anew in what is wanted: they differ from the old ones."""
    one, other = left.run.link, right.run.link
    if one is None or other is None:
        return False
    if one == other or (left.span is None and right.span is None):
        return one == other
    wraps = [_link_of(unit) for unit in (left, right)]
    return (one.to, one.title) == (other.to, other.title) and (None in wraps or wraps[0] is wraps[1])


def _link_of(unit: Unit) -> Wrap | None:
    """The link that it was in."""
    return next((wrap for wrap in unit.span.wraps if wrap.kind == "link"), None) if unit.span else None


def _is_alone(units: list[Unit], number: int) -> bool:
    """Whether a unit is a whole old run, and its link holds nothing else."""
    unit = units[number]
    neighbours = (*units[max(number - 1, 0) : number], *units[number + 1 : number + 2])
    whole = unit.span is not None and unit.text == unit.span.raw
    return whole and not any(same_link(each, unit) for each in neighbours)


def _kept(unit: Unit, wrap: Wrap, patched: dict[tuple[int, Link], Wrap], *, alone: bool) -> Wrap | None:
    if wrap.is_hidden:
        return wrap
    if wrap.kind != "link" or wrap.link is None:
        return wrap if wrap.kind in unit.run.marks or unit.run.atom is not None else None
    wanted = unit.run.link
    if wanted is None:
        return None
    if (wanted.to, wanted.title) == (wrap.link.to, wrap.link.title):
        return wrap if alone or not wrap.whole else None
    if wrap.whole:
        return None
    return patched.setdefault((id(wrap), wanted), link_wrap(wanted))


def link_wrap(link: Link) -> Wrap:
    tip = f"|{link.title}" if link.title else ""
    return Wrap("link", "[", f"|{addresses.written(link.to)}{tip}]", link)


def fresh_wrap(kind: str, link: Link | None) -> Wrap:
    if kind == "link" and link is not None:
        return link_wrap(link)
    opening, closing = _SIGNS[kind]
    return Wrap(kind, opening, closing)


_SIGNS = {"strong": ("*", "*"), "em": ("_", "_"), "strike": ("-", "-"), "code": ("{{", "}}")}

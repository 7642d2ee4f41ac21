"""Which wraps stand around each unit, from the outermost to the innermost."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.richtext.inline import Link
from narrowgate_common.richtext.wiki.origins import Wrap
from narrowgate_common.richtext.wiki.units import Unit, fresh_wrap, same_link

Stack = tuple[Wrap, ...]


def stacks(units: Sequence[Unit]) -> list[Stack]:
    """Neighbours share what they can; what lasts longer stands further out; code is innermost."""
    lasting = _lasting(units)
    following = _following(units)
    out: list[Stack] = []
    before: Stack = ()
    for number, unit in enumerate(units):
        base = (
            unit.base
            if unit.span is not None
            else _taken_over(unit, units, number, before, following[number])
        )
        last = units[number - 1] if number else None
        before = _stack(unit, base, (before, last), lasting[number])
        out.append(before)
    return out


def _following(units: Sequence[Unit]) -> list[Unit | None]:
    """For each unit the next one that was there before."""
    out: list[Unit | None] = []
    held: Unit | None = None
    for unit in reversed(units):
        out.append(held)
        held = unit if unit.span is not None else held
    return out[::-1]


def _taken_over(
    unit: Unit, units: Sequence[Unit], number: int, before: Stack, after: Unit | None
) -> list[Wrap]:
    """Of its neighbours' wraps, those that a new unit belongs into."""
    found = [wrap for wrap in before if _belongs(unit, wrap, units[number - 1])]
    kinds = {wrap.kind for wrap in found if not wrap.is_hidden}
    for wrap in after.base if after is not None else ():
        if wrap not in found and wrap.kind not in kinds and _belongs(unit, wrap, after):
            found.append(wrap)
    return [*found, *sorted(unit.hidden.difference(found), key=lambda wrap: wrap.opening)]


def _belongs(unit: Unit, wrap: Wrap, neighbour: Unit | None) -> bool:
    if wrap.is_hidden:
        return wrap in unit.hidden
    if wrap.kind == "link":
        return not wrap.whole and neighbour is not None and same_link(unit, neighbour)
    return wrap.kind in unit.run.marks


def _stack(
    unit: Unit, base: list[Wrap], before: tuple[Stack, Unit | None], lasting: dict[object, int]
) -> Stack:
    open_wraps, last = before
    rest = list(base)
    missing = unit.kinds - {wrap.kind for wrap in base}
    out: list[Wrap] = []
    for wrap in open_wraps:
        if wrap in rest:
            rest.remove(wrap)
        elif (
            wrap.kind in missing
            and not wrap.whole
            and (wrap.link is None or (last is not None and same_link(last, unit)))
        ):
            missing.remove(wrap.kind)
        else:
            break
        out.append(wrap)
    rest += [fresh_wrap(kind, unit.run.link) for kind in sorted(missing)]
    rest.sort(key=lambda wrap: (wrap.kind == "code", wrap.whole, -lasting.get(_key(wrap, unit), 0)))
    return (*out, *rest)


def _lasting(units: Sequence[Unit]) -> list[dict[object, int]]:
    """For how many units in a row, from each one on, a mark, a link or a hidden wrap is there."""
    out: list[dict[object, int]] = []
    held: dict[object, int] = {}
    for unit in reversed(units):
        keys: set[object] = {*unit.run.marks, *unit.hidden}
        if unit.run.link:
            keys.add(_place(unit.run.link))
        held = {key: held.get(key, 0) + 1 for key in keys}
        out.append(held)
    return out[::-1]


def _key(wrap: Wrap, unit: Unit) -> object:
    if wrap.is_hidden:
        return wrap
    return _place(unit.run.link) if wrap.kind == "link" and unit.run.link else wrap.kind


def _place(link: Link) -> tuple[str, str]:
    return link.to, link.title

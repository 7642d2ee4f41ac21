"""Plans become pieces of an original: the one place where an edit asks a format for bytes or nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.editing.moving import Movement
from narrowgate_common.richtext.editing.plan import Plan, plan_of
from narrowgate_common.richtext.editing.pool import Pool
from narrowgate_common.richtext.editing.splicing import splices
from narrowgate_common.richtext.format import Format, Original, Part, Piece
from narrowgate_common.richtext.inline import Atom, Content, Link, Run
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.unseen import seen

_FITTED_HEADS = ("list", "alert")
_PLACE = "https://known.invalid/"
"""Stands for a destination that the old paragraph holds already, while a format judges the new ones."""


@dataclass(slots=True)
class Emission(Generic[Original, Piece]):
    """`notes` are warnings: what the format made of something that it cannot hold."""

    format: Format[Original, Piece]
    pool: Pool
    movement: Movement = field(default_factory=Movement)
    notes: list[str] = field(default_factory=list)

    def parts(self, plans: Iterable[Plan], inside: tuple[Block, ...] = ()) -> list[Part[Piece]]:
        return [self._part(plan, inside) for plan in plans]

    def _part(self, plan: Plan, inside: tuple[Block, ...]) -> Part[Piece]:
        if plan.old is None:
            return self._fresh(plan.new, inside)
        if plan.fate == "kept":
            return Part(plan.old, plan.old, self.format.keep(plan.old))
        if plan.new.kind in ("paragraph", "heading"):
            return self._text(plan.old, plan.new, inside)
        if plan.new.kind == "code":
            code = _with_unseen(plan.old, plan.new)
            return Part(code, plan.old, self.format.leaf(plan.old, code, ()))
        return self._container(plan, plan.old, inside)

    def _container(self, plan: Plan, old: Block, inside: tuple[Block, ...]) -> Part[Piece]:
        parts = self.parts(plan.children, (*inside, plan.new))
        head = self._headed(old, _with_unseen(old, plan.new), inside)
        made = replace(head, children=tuple(part.block for part in parts))
        return Part(made, old, self.format.container(old, made, parts))

    def _headed(self, old: Block, new: Block, inside: tuple[Block, ...]) -> Block:
        """With a head that the format can hold: wiki markup has no first number, not every panel a title."""
        if new.kind not in _FITTED_HEADS or (old.name, old.attrs) == (new.name, new.attrs):
            return new
        fitted = self.format.fit(replace(new, children=old.children), inside, self.notes)
        if fitted.kind != new.kind or fitted.children != old.children:
            raise refused(
                "What stands in the first line of this block cannot stand there; write it as a line of its own",
                reason="unsupported_markup",
            )
        return fitted

    def _fresh(self, new: Block, inside: tuple[Block, ...]) -> Part[Piece]:
        if new.kind == "container" and (moved := self.pool.lost_container(new)):
            return self._part(plan_of(moved, new), inside)
        fitted = self.format.fit(self.pool.resolved(self.movement.worn(new)), inside, self.notes)
        return Part(fitted, None, self.format.fresh(fitted))

    def _text(self, old: Block, new: Block, inside: tuple[Block, ...]) -> Part[Piece]:
        fitted = self._fitted(old, new, inside)
        pieces = splices(old.runs, fitted.runs, self.pool.atom, self.movement.of(old, new, fitted.runs))
        return Part(fitted, old, self.format.leaf(old, fitted, pieces))

    def _fitted(self, old: Block, new: Block, inside: tuple[Block, ...]) -> Block:
        """What the old paragraph holds already is no reason to refuse the new one."""
        masked = _Mask.of(old.runs)
        return masked.off(self.format.fit(masked.on(new), inside, self.notes))


@dataclass(frozen=True, slots=True)
class _Mask:
    """The destinations and atoms of an old paragraph, each with what stands for it."""

    links: dict[tuple[str, str], str]
    atoms: dict[Atom, Atom]

    @classmethod
    def of(cls, runs: Content) -> _Mask:
        links = {(run.link.to, run.link.title): "" for run in runs if run.link is not None}
        atoms = {run.atom: run.atom for run in runs if run.atom is not None and not run.is_break}
        return cls(
            {link: f"{_PLACE}{number}" for number, link in enumerate(links)},
            {atom: Atom("macro", "", (("name", "known"), ("ref", str(at)))) for at, atom in enumerate(atoms)},
        )

    def on(self, block: Block) -> Block:
        return replace(block, runs=tuple(map(self._hidden, block.runs)))

    def off(self, block: Block) -> Block:
        links = {place: link for link, place in self.links.items()}
        atoms = {stand_in: atom for atom, stand_in in self.atoms.items()}
        return replace(block, runs=tuple(_shown(run, links, atoms) for run in block.runs))

    def _hidden(self, run: Run) -> Run:
        if run.link is not None and (place := self.links.get((run.link.to, run.link.title))):
            run = replace(run, link=Link(place, "", run.link.turn))
        if run.atom is not None and run.atom in self.atoms:
            run = replace(run, atom=self.atoms[run.atom])
        return run


def _shown(run: Run, links: dict[str, tuple[str, str]], atoms: dict[Atom, Atom]) -> Run:
    if run.link is not None and run.link.to in links:
        to, title = links[run.link.to]
        run = replace(run, link=Link(to, title, run.link.turn))
    if run.atom is not None and run.atom in atoms:
        run = replace(run, atom=atoms[run.atom])
    return run


def _with_unseen(old: Block, new: Block) -> Block:
    """An attribute that looks as it did is what it was."""
    before = dict(old.attrs)
    held = ((name, value, before.get(name, value)) for name, value in new.attrs)
    attrs = tuple((name, was if seen(was) == value else value) for name, value, was in held)
    return new if attrs == new.attrs else replace(new, attrs=attrs)


def blocks_of(parts: Sequence[Part[Piece]]) -> tuple[Block, ...]:
    return tuple(part.block for part in parts)

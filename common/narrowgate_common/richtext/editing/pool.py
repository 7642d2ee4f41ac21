"""What an original holds that a wanted text may name or move: by ref, and by what an edit would lose otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from narrowgate_common.richtext.blocks import Block, Kind
from narrowgate_common.richtext.editing.plan import Plan, key
from narrowgate_common.richtext.format import Copied
from narrowgate_common.richtext.inline import Atom, Run
from narrowgate_common.richtext.refusal import refused

_SHOWN = 5
"""Known refs named in a refusal."""

_MOVED: frozenset[Kind] = frozenset(
    {"paragraph", "heading", "code", "table", "list", "item", "row", "quote", "container", "alert"}
)
"""What is taken with its bytes from where it stood."""


@dataclass
class Pool:
    """Of one edit. What is taken once is moved, what is taken again, or stays where it was, is copied."""

    every: tuple[Block, ...] = ()
    """The whole document, whose things may be named by their refs."""
    lost_blocks: dict[str, list[Block]] = field(default_factory=lambda: defaultdict(list))
    """By key."""
    lost_atoms: dict[Atom, list[Run]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(
        cls, every: tuple[Block, ...], old: Sequence[Block], plans: Sequence[Plan], *, moves: bool = True
    ) -> Pool:
        """`old` are the blocks that are looked at.

        `moves` is false where only what is named by a ref may be taken from elsewhere.
        """
        pool = cls(every)
        if moves and not all(plan.fate == "kept" for plan in plans):
            pool._lose(old, plans)
        return pool

    @cached_property
    def blocks(self) -> dict[str, Block]:
        """By ref."""
        found: dict[str, Block] = {}
        for block in _everything(self.every):
            if ref := block.attr("ref"):
                found.setdefault(ref, block)
        return found

    @cached_property
    def atoms(self) -> dict[str, Run]:
        """By ref."""
        found: dict[str, Run] = {}
        for block in _everything(self.every):
            for run in block.runs:
                if run.atom is not None and (ref := run.atom.attr("ref")):
                    found.setdefault(ref, run)
        return found

    def resolved(self, block: Block) -> Block:
        """The wanted block with the origins of everything in it that stands in the original, or stood.

        Raises GatewayError (`unknown_ref`).
        """
        if block.kind == "opaque":
            return self._opaque(block)
        if block.kind in _MOVED:
            lost = self.lost_blocks.get(key(block)) if self.lost_blocks else None
            if lost:
                return lost.pop()
        if block.kind == "container" and (ref := block.attr("ref")):
            return self._copied(block, ref)
        return replace(
            block,
            runs=tuple(map(self._resolved_run, block.runs)),
            children=tuple(map(self.resolved, block.children)),
        )

    def lost_container(self, block: Block) -> Block | None:
        """The old container of this ref, where it stands nowhere else any more; its content may differ."""
        if not (ref := block.attr("ref")):
            return None
        for blocks in self.lost_blocks.values():
            for each in blocks:
                if each.kind == "container" and each.name == block.name and each.attr("ref") == ref:
                    blocks[:] = [other for other in blocks if other is not each]
                    return each
        return None

    def _copied(self, block: Block, ref: str) -> Block:
        known = self.blocks.get(ref)
        if known is None or known.kind != "container":
            raise _unknown(self.blocks)
        if key(known) != key(block):
            raise refused(
                "A copy of such a container cannot be changed at once; copy it first, then edit the copy",
                reason="unsupported_markup",
            )
        return replace(known, origin=Copied(known.origin))

    def atom(self, run: Run) -> Run | None:
        """The old run of an equal atom. Raises GatewayError (`unknown_ref`)."""
        if run.atom is None or run.is_break:
            return None
        if lost := self.lost_atoms.get(run.atom):
            return lost.pop()
        if run.atom.kind != "macro":
            return None
        known = self.atoms.get(run.atom.attr("ref"))
        if known is None:
            raise _unknown(self.atoms)
        return replace(known, origin=Copied(known.origin))

    def _resolved_run(self, run: Run) -> Run:
        found = self.atom(run)
        return run if found is None else replace(run, text=found.text, origin=found.origin)

    def _opaque(self, block: Block) -> Block:
        if lost := self.lost_blocks.get(key(block)):
            return lost.pop()
        known = self.blocks.get(block.attr("ref"))
        if known is None or known.kind != "opaque":
            raise _unknown(self.blocks)
        if key(known) != key(block):
            raise refused(
                "The attributes of a macro block cannot be changed here; keep its first line as it was read",
                reason="unsupported_markup",
            )
        return replace(known, origin=Copied(known.origin))

    def _lose(self, old: Iterable[Block], plans: Sequence[Plan]) -> None:
        """Reversed, since what is taken is taken from the end."""
        used = {id(plan.old): plan for top in plans for plan in top.walk() if plan.old is not None}
        waiting = list(old)
        while waiting:
            block = waiting.pop()
            plan = used.get(id(block))
            if plan is not None and plan.fate == "kept":
                continue
            if plan is None:
                self.lost_blocks[key(block)].append(block)
            self._lose_atoms(block, plan)
            waiting.extend(block.children)

    def _lose_atoms(self, block: Block, plan: Plan | None) -> None:
        kept = Counter(run.atom for run in plan.new.runs) if plan is not None else Counter()
        for run in reversed(block.runs):
            if run.atom is None or run.is_break:
                continue
            if kept[run.atom] > 0:
                kept[run.atom] -= 1
            else:
                self.lost_atoms[run.atom].append(run)


def _everything(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield from block.walk()


def _unknown(known: Iterable[str]) -> Exception:
    names = ", ".join(sorted(known)[:_SHOWN]) or "none"
    return refused(
        "The text names a macro by a ref that the current original does not have; read it again",
        reason="unknown_ref",
        details=[f"known here: {names}"],
    )

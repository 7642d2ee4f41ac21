"""What has to stand between two blocks so that they stay two, and what stood there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import SPACES

_ONE_LINE = frozenset({"heading", "rule"})
_BEGINS_LINE = frozenset({"heading", "rule", "list", "table"})


@dataclass(frozen=True, slots=True)
class Child:
    """A child in its new place; `index` is its old one among the same children, None for one that is new there."""

    block: Block
    text: str
    index: int | None


Seam = Callable[[Block, Block], int]
"""How many line ends two neighbours need between them."""


def sequence(
    children: Sequence[Child], gaps: Sequence[str], seam: Seam, eol: str, usual: Callable[[int], str]
) -> str:
    """The children with what stands between them: as it was between old neighbours, else as few as they need.

    Whatever is invisible but no white space stays behind the child it stood behind.
    """
    row = _Row(children, gaps, seam, eol, usual)
    return row.text() if children else row.rest()


@dataclass(slots=True)
class _Row:
    children: Sequence[Child]
    gaps: Sequence[str]
    seam: Seam
    eol: str
    usual: Callable[[int], str]

    def text(self) -> str:
        first, last = self.children[0], self.children[-1]
        owned = self._owned()
        out = [self._start(first, owned)]
        before: Child | None = None
        for child in self.children:
            if before is not None:
                out.append(self._between(before, child, owned))
            out.append(child.text)
            before = child
        return "".join([*out, self._end(last, owned)])

    def rest(self) -> str:
        if len(self.gaps) == 1:
            return self.gaps[0]
        found = [gap.strip(SPACES) for gap in self.gaps]
        return self.usual(2).join(each for each in found if each)

    def _owned(self) -> dict[int, list[str]]:
        """What is kept of broken gaps, by the old index of the child it follows; -1 is the beginning."""
        present = {child.index for child in self.children}
        unbroken = self._unbroken()
        owned: dict[int, list[str]] = {}
        owner = -1
        for number, gap in enumerate(self.gaps):
            owner = number - 1 if number - 1 in present else owner
            content = gap.strip(SPACES)
            if content and number not in unbroken:
                owned.setdefault(owner, []).append(content)
        return owned

    def _unbroken(self) -> set[int]:
        found: set[int] = set()
        before = -1
        for child in self.children:
            if child.index is not None and child.index == before + 1:
                found.add(child.index)
            before = -2 if child.index is None else child.index
        if before == len(self.gaps) - 2 and before >= 0:
            found.add(before + 1)
        return found

    def _start(self, first: Child, owned: dict[int, list[str]]) -> str:
        if first.index == 0:
            return self.gaps[0]
        kept = owned.pop(-1, [])
        gap = "" if self.gaps[0].strip(SPACES) else self.gaps[0]
        return gap + "".join(each + self.usual(2) for each in kept)

    def _end(self, last: Child, owned: dict[int, list[str]]) -> str:
        if last.index is not None and last.index == len(self.gaps) - 2:
            return self.gaps[-1]
        kept = owned.pop(last.index, []) if last.index is not None else []
        gap = "" if self.gaps[-1].strip(SPACES) or len(self.gaps) == 1 else self.gaps[-1]
        return "".join(self.usual(2) + each for each in kept) + gap

    def _between(self, left: Child, right: Child, owned: dict[int, list[str]]) -> str:
        if left.index is not None and right.index == left.index + 1:
            return self.gaps[right.index]
        kept = owned.pop(left.index, []) if left.index is not None else []
        if kept:
            return self.usual(2) + "".join(each + self.usual(2) for each in kept)
        needed = self.seam(left.block, right.block)
        for index in (left.index, right.index if right.index is None else right.index - 1):
            if (
                index is not None
                and 0 <= index + 1 < len(self.gaps) - 1
                and _serves(self.gaps[index + 1], needed)
            ):
                return self.gaps[index + 1]
        return self.usual(needed)


def _serves(gap: str, needed: int) -> bool:
    return not gap.strip("\r\n") and gap.count("\n") >= needed and bool(gap)


def in_body(left: Block, right: Block) -> int:
    """Blocks of a text or of a macro's body."""
    if left.kind in _ONE_LINE or _is_macro(left):
        return 1
    if (left.kind, right.kind) == ("table", "table"):
        return 2
    if right.kind in _BEGINS_LINE or _is_short_quote(right) or _is_short_quote(left):
        return 1
    return 1 if left.kind == "paragraph" and _is_macro(right) else 2


def in_item(_: Block, right: Block) -> int:
    """Blocks of an item or a cell: only lists begin a line."""
    return 1 if right.kind == "list" else 0


def of_lines(_: Block, __: Block) -> int:
    """Items and rows."""
    return 1


def _is_macro(block: Block) -> bool:
    return block.kind in ("code", "alert", "container", "quote") and not _is_short_quote(block)


def _is_short_quote(block: Block) -> bool:
    return block.kind == "quote" and block.origin is not None and block.origin.form == "bq"

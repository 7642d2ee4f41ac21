"""Units and their wraps as a row of bits: what was together stays as it was written, the rest is opened and closed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.inline import SPACES
from narrowgate_common.richtext.wiki.origins import Place, Sign, Wrap
from narrowgate_common.richtext.wiki.stacks import Stack, stacks
from narrowgate_common.richtext.wiki.tokens import SIGNS
from narrowgate_common.richtext.wiki.units import Kind, Unit


@dataclass(slots=True, eq=False)
class Bit:
    """`partner` is the other end of a wrap; `within` what kinds of wraps are around it."""

    kind: Kind
    text: str
    partner: Bit | None = None
    opens: bool = False
    within: frozenset[str] = frozenset()


def assembled(units: Sequence[Unit], place: Place | None) -> list[Bit]:
    return _Assembly(units, place.signs if place else (), place.until if place else 0).bits()


@dataclass(slots=True)
class _Assembly:
    units: Sequence[Unit]
    signs: Sequence[Sign]
    until: int
    out: list[Bit] = field(default_factory=list)
    open: list[Wrap] = field(default_factory=list)
    openers: dict[Wrap, Bit] = field(default_factory=dict)
    at: int = 0
    """Up to where the old signs have been passed, as an index."""

    def bits(self) -> list[Bit]:
        found = stacks(self.units)
        before: tuple[Unit, Stack] | None = None
        for unit, stack in zip(self.units, found, strict=True):
            if self._follows(before, unit, stack):
                self._as_it_was(unit.start, stack)
            else:
                self._turn_to(unit, stack)
            within = frozenset(wrap.kind for wrap in stack)
            self.out.append(Bit(unit.kind, unit.text, within=within))
            before = (unit, stack)
        self._finish(before)
        return self.out

    def _follows(self, before: tuple[Unit, Stack] | None, unit: Unit, stack: Stack) -> bool:
        """Whether it stands behind the unit before as it always did, in the same wraps."""
        if unit.span is None or stack != unit.span.wraps:
            return False
        at_start = unit.start == unit.span.start
        if before is None:
            return unit.span.number == 0 and at_start
        last, its_stack = before
        if last.span is None or its_stack != last.span.wraps:
            return False
        if last.span.number == unit.span.number:
            return last.end == unit.start
        return last.span.number + 1 == unit.span.number and at_start and last.end == last.span.end

    def _as_it_was(self, until: int, stack: Stack) -> None:
        for sign in self._passed(until):
            self._sign(sign)
        self.open = list(stack)

    def _passed(self, until: int) -> Sequence[Sign]:
        end = bisect_left(self.signs, until, lo=self.at, key=lambda sign: sign.at)
        found = self.signs[self.at : end]
        self.at = max(self.at, end)
        return found

    def _sign(self, sign: Sign) -> None:
        if sign.wrap is None:
            self.out.append(Bit(Kind.FIXED, sign.raw))
        elif sign.opens:
            self._begin(sign.wrap, sign.raw)
        else:
            self._end(sign.wrap, sign.raw)

    def _begin(self, wrap: Wrap, raw: str) -> None:
        bit = Bit(Kind.SIGN, raw, opens=True)
        self.openers[wrap] = bit
        self.out.append(bit)

    def _end(self, wrap: Wrap, raw: str) -> None:
        opener = self.openers.pop(wrap, None)
        bit = Bit(Kind.SIGN, raw, partner=opener)
        if opener is not None:
            opener.partner = bit
        self.out.append(bit)

    def _turn_to(self, unit: Unit, stack: Stack) -> None:
        """Close what ends here, put what stands alone, open what begins."""
        shared = 0
        while shared < min(len(stack), len(self.open)) and stack[shared] is self.open[shared]:
            shared += 1
        for wrap in reversed(self.open[shared:]):
            self._end(wrap, wrap.closing)
        if unit.span is not None:
            self._alone(unit.start)
        for wrap in stack[shared:]:
            self._begin(wrap, wrap.opening)
        self.open = list(stack)

    def _alone(self, until: int) -> None:
        self.out += [Bit(Kind.FIXED, sign.raw) for sign in self._passed(until) if sign.wrap is None]

    def _finish(self, last: tuple[Unit, Stack] | None) -> None:
        rest = self.signs[self.at :]
        if last and last[0].span and last[1] == last[0].span.wraps:
            missing = self.until - last[0].end
            if missing == sum(len(sign.raw) for sign in rest):
                self._as_it_was(self.until, ())
                return
        for wrap in reversed(self.open):
            self._end(wrap, wrap.closing)
        self.out += [Bit(Kind.FIXED, sign.raw) for sign in rest if sign.wrap is None]


def broken_lines(bits: Sequence[Bit], eol: str, *, one_line: bool) -> None:
    """Says how each break is written: a line that would be blank, or end the paragraph, spells it out."""
    last = max(
        (number for number, bit in enumerate(bits) if bit.kind != Kind.BREAK and _shows(bit)), default=-1
    )
    filled = False
    for number, bit in enumerate(bits):
        if bit.kind != Kind.BREAK:
            filled = filled or _shows(bit)
            continue
        spelled = bit.text.startswith("\\\\")
        if (number > last and not spelled) or (one_line and not bit.text):
            bit.text = "\\\\ " if number and bits[number - 1].text.endswith("\\\\ ") else " \\\\ "
        elif not filled and not spelled:
            bit.text = "\\\\" + (bit.text or eol)
        elif not bit.text:
            bit.text = eol
        filled = False


def _shows(bit: Bit) -> bool:
    return bool(bit.text.strip(SPACES))


def forced(bits: Sequence[Bit], *, always: bool) -> None:
    """Signs beside letters or digits, and those with a space inside, need braces, both of a pair."""
    visible = [bit for bit in bits if bit.text]
    for number, bit in enumerate(visible):
        if bit.kind != Kind.SIGN or bit.text not in SIGNS or bit.partner is None:
            continue
        if always or _needs_braces(visible, number, opens=bit.opens):
            for each in (bit, bit.partner):
                each.text = f"{{{each.text}}}" if each.text in SIGNS else each.text


def _needs_braces(bits: Sequence[Bit], number: int, *, opens: bool) -> bool:
    before = bits[number - 1].text[-1] if number else "\n"
    after = bits[number + 1].text[0] if number + 1 < len(bits) else "\n"
    outside, inside = (before, after) if opens else (after, before)
    return outside.isalnum() or inside.isspace()

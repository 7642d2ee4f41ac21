"""A text that was written against an older version, brought onto the current one, block by block."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render_block
from narrowgate_common.richtext.editing.myers import matches
from narrowgate_common.richtext.editing.whole import GAP, tidy
from narrowgate_common.richtext.refusal import refused

_HASH_BYTES = 6


def block_hash(text: str) -> str:
    """Eight characters for one block's Markdown: a base that is carried in a token instead of kept."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:_HASH_BYTES]).decode()


def merged(base: Sequence[str], current: Sequence[str], markdown: str) -> str:
    """`base` holds the hashes of the blocks that the writer saw, `current` the Markdown of the blocks there are now.

    Both sides' changes to different blocks are in the result. Raises GatewayError (`changed_meanwhile`) with what the
    others changed when both changed a block, or put something in the same place.
    """
    blocks = [render_block(block) for block in parse(tidy(markdown))]
    mine, theirs = _hunks(base, blocks), _hunks(base, current)
    same = set(theirs)
    mine = [hunk for hunk in mine if hunk not in same]
    for other in _met(mine, theirs):
        raise _conflict(other)
    made = list(_woven(len(base), mine, theirs, _kept(base, current)))
    if twice := _twice(made, blocks, current):
        raise _conflict(_Hunk(0, 0, (twice,)))
    return GAP.join(made)


def _met(mine: Sequence[_Hunk], theirs: Sequence[_Hunk]) -> Iterator[_Hunk]:
    """Theirs that one of mine meets; both come in order."""
    first = 0
    for hunk in mine:
        while first < len(theirs) and theirs[first].end < hunk.start:
            first += 1
        at = first
        while at < len(theirs) and theirs[at].start <= hunk.end:
            if hunk.meets(theirs[at]):
                yield theirs[at]
            at += 1


def _twice(made: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> str | None:
    """A block that both moved, each to another place, would stand in both."""
    ours, others = Counter(mine), Counter(theirs)
    counts = Counter(made).items()
    return next((text for text, count in counts if count > max(ours[text], others[text])), None)


def refuse_foreign(base: Sequence[str], current: Sequence[str], markdown: str) -> None:
    """A text made from the current one may change only blocks that the writer had seen. Raises like `merged`."""
    seen = set(base)
    blocks = [render_block(block) for block in parse(tidy(markdown))]
    at = 0
    for left, _ in [*matches(list(current), blocks), (len(current), 0)]:
        for text in current[at:left]:
            if block_hash(text) not in seen:
                raise _conflict(_Hunk(at, left, (text,)))
        at = left + 1


@dataclass(frozen=True, slots=True)
class _Hunk:
    """These texts in place of the base's blocks `start` to `end`."""

    start: int
    end: int
    texts: tuple[str, ...]

    def meets(self, other: _Hunk) -> bool:
        """Whether they share a block, one stands within the other, or both put something in the same place."""
        if self.start == self.end or other.start == other.end:
            inner, outer = (self, other) if self.start == self.end else (other, self)
            if outer.start == outer.end:
                return inner.start == outer.start
            return outer.start < inner.start < outer.end
        return self.start < other.end and other.start < self.end


def _hunks(base: Sequence[str], texts: Sequence[str]) -> list[_Hunk]:
    found = []
    at = low = 0
    for left, right in [*matches(base, [block_hash(text) for text in texts]), (len(base), len(texts))]:
        if left > at or right > low:
            found.append(_Hunk(at, left, tuple(texts[low:right])))
        at, low = left + 1, right + 1
    return found


def _kept(base: Sequence[str], current: Sequence[str]) -> dict[int, str]:
    """The current text of every base block that is there unchanged."""
    return {left: current[right] for left, right in matches(base, [block_hash(text) for text in current])}


def _woven(size: int, mine: Sequence[_Hunk], theirs: Sequence[_Hunk], kept: dict[int, str]) -> Iterator[str]:
    hunks = sorted([*theirs, *mine], key=lambda each: (each.start, each.end))
    at = 0
    for hunk in hunks:
        yield from (kept[place] for place in range(at, hunk.start))
        yield from hunk.texts
        at = hunk.end
    yield from (kept[place] for place in range(at, size))


def _conflict(other: _Hunk) -> Exception:
    changed = "; ".join(other.texts) or "removed"
    return refused(
        "Somebody else changed the same place since it was read: see details. Read it again and repeat the change",
        reason="changed_meanwhile",
        details=[f"now: {line}" for line in changed.split("\n")[:4]],
    )

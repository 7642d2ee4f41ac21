"""A text that was written against an older version, brought onto the current one, piece by piece.

A piece is a block, or what opens or closes a container: two people who write in two cells of a layout do not meet.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render_block
from narrowgate_common.richtext.editing.myers import matches
from narrowgate_common.richtext.editing.whole import GAP, tidy
from narrowgate_common.richtext.refusal import refused

_HASH_BYTES = 6
_MARK = ":::"
_FENCE = re.compile(r"`{3,}|~{3,}")


def block_hash(text: str) -> str:
    """Eight characters for one block's Markdown: a base that is carried in a token instead of kept."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:_HASH_BYTES]).decode()


def pieces(blocks: Iterable[str]) -> tuple[str, ...]:
    """The blocks' Markdown in pieces: a container's opening, what it holds in pieces, and its closing."""
    return tuple(piece for block in blocks for piece in _pieces(block))


def seen(blocks: Iterable[str]) -> tuple[str, ...]:
    """What a reader of these blocks has seen, as hashes: a base to merge onto."""
    return tuple(map(block_hash, pieces(blocks)))


def _pieces(block: str) -> Iterator[str]:
    if not block.startswith(_MARK):
        yield block
        return
    held: list[str] = []
    fence = ""
    for line in block.split("\n"):
        fence = _fence(fence, line)
        if fence or not line.startswith(_MARK):
            held.append(line)
            continue
        yield from _blocks("\n".join(held))
        held = []
        yield line


def _fence(fence: str, line: str) -> str:
    """The fence a line stands in, after it."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found[0]
    return (
        "" if line.rstrip() == fence or (line.startswith(fence) and not line.strip("`~").strip()) else fence
    )


def _blocks(markdown: str) -> list[str]:
    return [render_block(block) for block in parse(tidy(markdown))]


def merged(base: Sequence[str], current: Sequence[str], markdown: str) -> str:
    """`base` holds the hashes of the pieces that the writer saw, `current` the blocks there are now.

    Both sides' changes to different pieces are in the result. Raises GatewayError (`changed_meanwhile`) with what the
    others changed when both changed a piece, or put something in the same place.
    """
    blocks, current = pieces(_blocks(markdown)), pieces(current)
    mine, theirs = _hunks(base, blocks), _hunks(base, current)
    same = set(theirs)
    mine = [hunk for hunk in mine if hunk not in same]
    for other in _met(mine, theirs):
        raise _conflict(other)
    made = list(_woven(len(base), mine, theirs, _kept(base, current)))
    if twice := _twice(made, blocks, current):
        raise _conflict(_Hunk(0, 0, (twice,)))
    result = _blocks(GAP.join(made))
    if list(pieces(result)) != made:  # both moved what holds other things
        raise _conflict(theirs[0])
    return GAP.join(result)


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
    counts = Counter(piece for piece in made if not piece.startswith(_MARK)).items()
    return next((text for text, count in counts if count > max(ours[text], others[text])), None)


def refuse_foreign(base: Sequence[str], current: Sequence[str], markdown: str) -> None:
    """A text made from the current one may change only blocks that the writer had seen. Raises like `merged`."""
    known = set(base)
    blocks, current = pieces(_blocks(markdown)), pieces(current)
    at = 0
    for left, _ in [*matches(list(current), blocks), (len(current), 0)]:
        for text in current[at:left]:
            if block_hash(text) not in known:
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

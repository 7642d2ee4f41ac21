"""Which elements two sequences share in order: the O(ND) difference of Myers, within a bound on its work.

E. W. Myers, An O(ND) Difference Algorithm and Its Variations, 1986. Few changes in something long are cheap; what
differs in more than `MOST` places is first cut at the elements that occur once on both sides.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

Pair = tuple[int, int]
"""Positions on the left and on the right."""

MOST = 300
"""Differences looked for in one stretch; the work grows with their square."""


def matches(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Pair]:
    """Pairs of equal elements, rising on both sides."""
    found: list[Pair] = []
    waiting = [(0, len(left), 0, len(right), True)]
    while waiting:
        a, b, c, d, may_cut = waiting.pop()
        head = _common(left, right, range(a, b), range(c, d))
        found += zip(range(a, a + head), range(c, c + head), strict=True)
        a, c = a + head, c + head
        tail = _common(left, right, range(b - 1, a - 1, -1), range(d - 1, c - 1, -1))
        found += zip(range(b - tail, b), range(d - tail, d), strict=True)
        b, d = b - tail, d - tail
        if a == b or c == d:
            continue
        path = _path(left[a:b], right[c:d])
        if path is not None:
            found += ((a + i, c + j) for i, j in path)
        elif may_cut:
            waiting += _between(_anchors(left[a:b], right[c:d]), a, b, c, d)
    return sorted(found)


def _common(left: Sequence[Hashable], right: Sequence[Hashable], ours: range, theirs: range) -> int:
    count = 0
    for i, j in zip(ours, theirs, strict=False):
        if left[i] != right[j]:
            break
        count += 1
    return count


def _path(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Pair] | None:
    """None when there are more than `MOST` differences."""
    reach = {1: 0}
    steps: list[dict[int, int]] = []
    for cost in range(min(MOST, len(left) + len(right)) + 1):
        steps.append(dict(reach))
        for diagonal in range(-cost, cost + 1, 2):
            x = _furthest(reach, diagonal, cost)
            y = x - diagonal
            while x < len(left) and y < len(right) and left[x] == right[y]:
                x, y = x + 1, y + 1
            reach[diagonal] = x
            if x >= len(left) and y >= len(right):
                return list(_walked_back(steps, len(left), len(right)))
    return None


def _furthest(reach: dict[int, int], diagonal: int, cost: int) -> int:
    down = diagonal == -cost or (diagonal != cost and reach[diagonal - 1] < reach[diagonal + 1])
    return reach[diagonal + 1] if down else reach[diagonal - 1] + 1


def _walked_back(steps: list[dict[int, int]], x: int, y: int) -> Iterator[Pair]:
    for cost in range(len(steps) - 1, -1, -1):
        reach, diagonal = steps[cost], x - y
        down = diagonal == -cost or (diagonal != cost and reach[diagonal - 1] < reach[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        from_x = reach[before]
        from_y = from_x - before
        while x > from_x and y > from_y and x > 0 and y > 0:
            x, y = x - 1, y - 1
            yield x, y
        x, y = from_x, from_y


def _anchors(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[Pair]:
    """What stands once on both sides, as the longest chain that rises on both."""
    ours, theirs = Counter(left), Counter(right)
    places = {each: index for index, each in enumerate(right) if theirs[each] == 1}
    pairs = [(i, places[each]) for i, each in enumerate(left) if ours[each] == 1 and each in places]
    return _rising(pairs)


def _rising(pairs: list[Pair]) -> list[Pair]:
    """The longest chain of rising right positions (patience sorting)."""
    tops: list[int] = []
    holders: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        before.append(holders[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(place)
            holders.append(index)
        else:
            tops[pile], holders[pile] = place, index
    chain: list[Pair] = []
    at = holders[-1] if holders else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _between(
    anchors: list[Pair], a: int, b: int, c: int, d: int
) -> Iterator[tuple[int, int, int, int, bool]]:
    """The stretches from anchor to anchor; the last look at one that has none inside finds what its ends share."""
    if not anchors:
        return
    i, j = a, c
    for x, y in anchors:
        yield i, a + x + 1, j, c + y + 1, True
        i, j = a + x + 1, c + y + 1
    yield i, b, j, d, True

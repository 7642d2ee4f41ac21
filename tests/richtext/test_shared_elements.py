"""Which elements two sequences share in order."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.richtext.editing import myers
from narrowgate_common.richtext.editing.myers import matches

SMALL = st.lists(st.integers(0, 3), max_size=12)


def longest(left: list[int], right: list[int]) -> int:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(SMALL, SMALL)
def test_as_many_elements_are_shared_as_can_be(left: list[int], right: list[int]) -> None:
    assert len(matches(left, right)) == longest(left, right)


@given(SMALL, SMALL)
def test_pairs_are_equal_and_rise_on_both_sides(left: list[int], right: list[int]) -> None:
    pairs = matches(left, right)

    assert all(left[i] == right[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


def test_two_far_changes_in_something_long_leave_the_rest() -> None:
    words = [f"w{random.Random(1).randrange(700)}" for _ in range(6_000)]
    changed = [*words[:3], "x", *words[4:-4], "y", *words[-3:]]

    assert len(matches(words, changed)) == len(words) - 2


def test_what_differs_almost_everywhere_is_matched_at_what_stands_once() -> None:
    """Beyond its bound the search goes on between elements that occur once on both sides."""
    left = [str(at) if at % 2 else "same" for at in range(4 * myers.MOST)]
    right = [str(at) if at % 2 else "other" for at in range(4 * myers.MOST)]

    assert len(matches(left, right)) == 2 * myers.MOST


def test_nothing_in_common_is_no_match_however_long() -> None:
    assert matches([f"a{at}" for at in range(20_000)], [f"b{at}" for at in range(20_000)]) == []


def test_thousands_of_equal_elements_cost_nothing() -> None:
    assert len(matches(["same"] * 20_000, [*["same"] * 19_998, "a", "b"])) == 19_998

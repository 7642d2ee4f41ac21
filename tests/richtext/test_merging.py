"""Two people's changes to one text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.merging import block_hash, merged, refuse_foreign, seen

BASE = ["# One", "two", "three", "four"]


def merge(mine: list[str], theirs: list[str], base: list[str] = BASE) -> list[str]:
    return merged(list(map(block_hash, base)), theirs, "\n\n".join(mine)).split("\n\n")


def refusal(mine: list[str], theirs: list[str]) -> GatewayError:
    with pytest.raises(GatewayError) as refused:
        merge(mine, theirs)
    assert refused.value.reason == "changed_meanwhile"
    return refused.value


MERGES = {
    "both changed another block": (["# One", "TWO", "three", "four"], ["# One", "two", "three", "FOUR"], "# One|TWO|three|FOUR"),
    "neighbours": (["# One", "TWO", "three", "four"], ["# One", "two", "THREE", "four"], "# One|TWO|THREE|four"),
    "an insertion and a deletion": (["# One", "new", "two", "three", "four"], ["# One", "two", "three"], "# One|new|two|three"),
    "an insertion before what others changed": (["# One", "new", "two", "three", "four"], ["# One", "TWO", "three", "four"], "# One|new|TWO|three|four"),
    "an insertion behind what others changed": (["# One", "two", "new", "three", "four"], ["# One", "TWO", "three", "four"], "# One|TWO|new|three|four"),
    "the same change": (["# One", "TWO", "three", "four"], ["# One", "TWO", "three", "four"], "# One|TWO|three|four"),
    "the same insertion": ([*BASE, "new"], [*BASE, "new"], "# One|two|three|four|new"),
    "only theirs": (BASE, ["# One", "four"], "# One|four"),
    "only mine": (["# One", "four"], BASE, "# One|four"),
}  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "both"), MERGES.values(), ids=MERGES)
def test_changes_to_different_blocks_are_both_kept(mine: list[str], theirs: list[str], both: str) -> None:
    assert merge(mine, theirs) == both.split("|")


CONFLICTS = {
    "one block": (["# One", "mine", "three", "four"], ["# One", "theirs", "three", "four"]),
    "changed and deleted": (["# One", "mine", "three", "four"], ["# One", "three", "four"]),
    "deleted and changed": (["# One", "three", "four"], ["# One", "theirs", "three", "four"]),
    "two insertions in one place": ([*BASE, "mine"], [*BASE, "theirs"]),
    "an insertion inside what others deleted": (["# One", "two", "new", "three", "four"], ["# One", "four"]),
}


@pytest.mark.parametrize(("mine", "theirs"), CONFLICTS.values(), ids=CONFLICTS)
def test_changes_to_the_same_block_are_refused(mine: list[str], theirs: list[str]) -> None:
    refusal(mine, theirs)


def test_a_block_that_both_moved_elsewhere_does_not_stand_in_both_places() -> None:
    base, theirs, mine = ["a", "b", "c"], ["b", "c", "a"], "b\n\na\n\nc"

    with pytest.raises(GatewayError, match="same place"):
        merged(list(map(block_hash, base)), theirs, mine)


def test_a_refusal_tells_what_stands_there_now() -> None:
    told = refusal(["# One", "mine", "three", "four"], ["# One", "theirs", "three", "four"])

    assert told.details == ("now: theirs",)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=6, unique=True)


@given(WORDS, WORDS)
def test_who_changed_nothing_gets_what_the_others_made(base: list[str], other: list[str]) -> None:
    hashes = list(map(block_hash, base))

    assert merged(hashes, other, "\n\n".join(base)) == "\n\n".join(other)
    assert merged(hashes, base, "\n\n".join(other)) == "\n\n".join(other)


@given(WORDS, WORDS, WORDS)
def test_a_merge_holds_every_block_that_either_side_added(
    base: list[str], mine: list[str], theirs: list[str]
) -> None:
    try:
        both = merge(mine, theirs, base)
    except GatewayError:
        return
    added = (set(mine) | set(theirs)) - set(base)
    assert added <= set(both)
    assert (set(base) & set(mine) & set(theirs)) <= set(both)


def test_an_edit_of_the_current_text_may_touch_what_was_seen_and_nothing_else() -> None:
    seen = [block_hash(text) for text in BASE]
    now = ["# One", "theirs", "three", "four"]

    refuse_foreign(seen, now, "# One\n\ntheirs\n\nTHREE\n\nfour\n\nnew")
    with pytest.raises(GatewayError, match="same place"):
        refuse_foreign(seen, now, "# One\n\ntheirs, changed\n\nthree\n\nfour")


LAYOUT = ":::layout\n:::section{type=two_equal}\n:::cell\nleft\n- one\n:::\n\n:::cell\nright\n\n```sh\n:::no mark\n```\n:::\n:::\n:::"


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (("left", "mine"), ("right", "theirs")),
        (("left", "left, mine"), ("- one", "- one\n- two")),
        (("right\n", "right\n\nmine\n"), ("left", "theirs\n\nleft")),
        (("no mark", "mine"), ("left", "theirs")),
    ],
)
def test_two_writers_in_one_layout_do_not_meet_in_different_places(
    mine: tuple[str, str], theirs: tuple[str, str]
) -> None:
    written, current = LAYOUT.replace(*mine), LAYOUT.replace(*theirs)

    assert merged(seen([LAYOUT]), [current], written) == written.replace(*theirs)


def test_two_writers_in_one_cell_of_a_layout_meet_in_one_paragraph() -> None:
    with pytest.raises(GatewayError) as caught:
        merged(seen([LAYOUT]), [LAYOUT.replace("left", "theirs")], LAYOUT.replace("left", "mine"))

    assert caught.value.details == ("now: theirs",)


def test_a_container_taken_away_keeps_what_others_wrote_into_it_or_is_refused() -> None:
    with pytest.raises(GatewayError):
        merged(seen([LAYOUT]), [LAYOUT.replace("left", "theirs")], "all new")

"""What lies on words and is not shown stays on these words, or the edit says what it takes away."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.richtext.adf_samples import doc, node, text
from tests.richtext.marked import KINDS, NAMES, Line, covered, grid, items, lines, plain
from tests.richtext.originals import read

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.formats import Name, format_named
from narrowgate_common.richtext.writing import write

VOICES = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "sigma",
    "omega",
)


@st.composite
def marked_lines(draw: st.DrawFn, least: int = 1, most: int = 4) -> tuple[Line, ...]:
    """Every word stands once."""
    words = draw(st.permutations(VOICES))
    sizes = draw(st.lists(st.lists(st.integers(1, 2), min_size=1, max_size=3), min_size=least, max_size=most))
    made = []
    at = 0
    for line in sizes:
        stretches = []
        for size in line:
            kind = draw(st.sampled_from(("", *KINDS)))
            if chosen := words[at : at + size]:
                stretches.append((" ".join(chosen), kind))
            at += size
        made.append(tuple(stretches))
    return tuple(line for line in made if line) or ((("alone", "red"),),)


def words_stay(name: Name, original: Any, wanted: str) -> bool:
    """Whether the edit is made; then no word that still stands has lost or won anything."""
    before = covered(name, original)
    try:
        made = edit(read(name, original), wanted)
    except GatewayError as error:
        event(f"refused: {error.reason}")
        return False
    after = covered(name, made.original)
    words = {word for word, _ in after}
    stays = {each: count for each, count in before.items() if each[0] in words}
    assert {each: after[each] for each in stays} == stays
    return True


Change = Callable[[list[str], random.Random], str]


def moved(words: list[str], chance: random.Random) -> str:
    at, to = chance.randrange(len(words)), chance.randrange(len(words))
    rest = [*words[:at], *words[at + 1 :]]
    return " ".join([*rest[:to], words[at], *rest[to:]])


def split(words: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(words) + 1)
    return "\n\n".join(filter(None, (" ".join(words[:at]), " ".join(words[at:]))))


def listed(words: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(words) + 1)
    return "\n".join(f"- {' '.join(part)}" for part in (words[:at], words[at:]) if part)


def reworded(words: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(words))
    return " ".join([*words[:at], "another", *words[at + 1 :], "words"])


def dropped(words: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(words))
    return " ".join([*words[:at], *words[at + 1 :]]) or "nothing"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", [moved, split, listed, reworded, dropped])
@given(every=marked_lines(), seed=st.integers(0, 10_000))
def test_words_keep_what_lies_on_them_wherever_they_go(
    name: Name, change: Change, every: tuple[Line, ...], seed: int
) -> None:
    words = " ".join(map(plain, every)).split()
    made = words_stay(name, lines(name, every), change(words, random.Random(seed)))
    assert made or change in (reworded, dropped)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("change", [moved, split, dropped])
@given(every=marked_lines(2), seed=st.integers(0, 10_000))
def test_words_of_nested_items_keep_what_lies_on_them(
    name: Name, change: Change, every: tuple[Line, ...], seed: int
) -> None:
    chance = random.Random(seed)
    texts = [plain(line) for line in every]
    at = chance.randrange(len(texts))
    texts[at] = change(texts[at].split(), chance).replace("\n\n", "\n- ")
    chance.shuffle(texts)
    words_stay(name, items(name, every), "\n".join(f"- {text}" for text in texts))


@pytest.mark.parametrize("name", NAMES)
@given(every=marked_lines(6, 6), rows=st.permutations(range(3)), columns=st.permutations(range(2)))
def test_rows_and_columns_that_change_places_keep_what_lies_on_their_words(
    name: Name, every: tuple[Line, ...], rows: list[int], columns: list[int]
) -> None:
    every = (*every, *[((word, ""),) for word in ("one", "two", "three", "four", "five", "six")])[:6]
    table = ((every[0], every[1]), (every[2], every[3]), (every[4], every[5]))
    texts = [[plain(table[row][column]) for column in columns] for row in rows]
    first, *others = (f"| {' | '.join(row)} |" for row in texts)
    assert words_stay(name, grid(name, table), "\n".join([first, "| --- | --- |", *others]))


RED_ITEM = ((("Parent text", "red"),), (("Nested words", ""),))


@pytest.mark.parametrize("name", NAMES)
def test_a_nested_item_that_takes_its_parents_place_has_not_its_colour(name: Name) -> None:
    old = read(name, items(name, RED_ITEM))
    with pytest.raises(GatewayError) as refusal:
        edit(old, "- Nested words")
    assert refusal.value.reason == "would_lose"
    assert ["colour" in line and "`Parent text`" in line for line in refusal.value.details] == [True]
    made = edit(old, "- Nested words", allow_removals=True)
    assert set(covered(name, made.original)) == {("Nested", frozenset()), ("words", frozenset())}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_both_halves_of_a_split_paragraph_have_what_lay_on_their_words(name: Name, kind: str) -> None:
    original = lines(name, ((("alpha", ""), ("beta gamma", kind), ("delta", "")),))
    made = edit(read(name, original), "alpha beta\n\ngamma delta")
    assert made.losses == ()
    assert covered(name, made.original) == covered(name, original)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_paragraphs_made_one_lose_no_mark_that_lay_on_both(name: Name, kind: str) -> None:
    original = lines(name, ((("alpha beta", kind),), (("gamma delta", kind),)))
    made = edit(read(name, original), "alpha beta gamma delta")
    assert made.losses == ()
    assert covered(name, made.original) == covered(name, original)


@pytest.mark.parametrize("name", NAMES)
def test_a_loss_names_the_words_within_bounds(name: Name) -> None:
    words = " ".join(f"word{number}" for number in range(40))
    original = lines(name, ((("alpha", ""), (words, "red"), ("omega", "")),))
    with pytest.raises(GatewayError) as refusal:
        edit(read(name, original), "alpha omega")
    assert "`word0 word1 word2" in refusal.value.details[0]
    assert all(len(line) < 100 for line in refusal.value.details)


EQUAL: Line = (("Equal", ""), ("words", "red"))
PLAIN: Line = (("Equal words", ""),)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", [(EQUAL, PLAIN), (PLAIN, EQUAL)])
def test_of_two_equal_paragraphs_the_one_that_hides_more_stays(name: Name, pair: tuple[Line, Line]) -> None:
    original = lines(name, (*pair, (("end", ""),)))
    made = edit(read(name, original), "Equal words\n\nend")
    assert covered(name, made.original) == covered(name, lines(name, (EQUAL, (("end", ""),))))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pair", [(EQUAL, PLAIN), (PLAIN, EQUAL)])
def test_of_two_equal_items_the_one_that_hides_more_stays(name: Name, pair: tuple[Line, Line]) -> None:
    original = items(name, ((("start", ""),), *pair))
    made = edit(read(name, original), "- start\n  - Equal words")
    assert made.losses == ()
    assert covered(name, made.original) == covered(name, items(name, ((("start", ""),), EQUAL)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_that_lacks_what_lies_on_the_words_is_noted_once(name: Name, kind: str) -> None:
    original = lines(name, ((("Copy", ""), ("these", kind)), (("end", ""),)))
    made = edit(read(name, original), "Copy these\n\nend\n\n- Copy these\n- Copy these")
    assert [("`Copy these`" in line, "copy" in line) for line in made.notes] == [(True, True)]
    moved = edit(read(name, original), "end\n\nCopy these")
    assert (moved.notes, covered(name, moved.original)) == ((), covered(name, original))


@pytest.mark.parametrize("name", ["storage", "adf"])
def test_tasks_that_come_into_another_list_keep_their_ids(name: Name) -> None:
    format_ = format_named(name)
    original = write(format_, "- [ ] one task\n- [x] two tasks\n\nbetween\n\n- other\n- last").original
    ids = {each for each in format_.inventory(original) if each.kind in ("id", "task id")}
    made = edit(read(name, original), "between\n\n- [ ] one task\n- [x] two tasks\n- other\n- last")
    assert made.losses == ()
    assert ids <= set(format_.inventory(made.original))


PARTLY: dict[Name, Any] = {
    "storage": "<p>a be<u>ta</u> b</p>",
    "wiki": "a be{+}ta{+} b",
    "adf": doc(node("paragraph", [text("a be"), text("ta", "underline"), text(" b")])),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("word", "marked"),
    [("betas", "tas"), ("bta", "ta"), ("beeta", "ta"), ("beto", "to"), ("b**et**a", "ta")],
)
def test_of_a_word_that_is_written_otherwise_the_same_part_is_marked(
    name: Name, word: str, marked: str
) -> None:
    made = edit(read(name, PARTLY[name]), f"a {word} b")
    covers = format_named(name).covers
    runs = read(name, made.original).document.blocks[0].runs
    assert "".join(run.text for run in runs if covers(run)).strip() == marked
    assert made.losses == ()

"""What a changed paragraph keeps of the old one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.richtext.editing.splicing import splices
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import BREAK, Atom, Content, Link, Mark, Run, normal
from narrowgate_common.richtext.unseen import seen

STRONG: frozenset[Mark] = frozenset({"strong"})
TEXTS = st.text("ab c.\n", min_size=1, max_size=8)
MARKS = st.frozensets(st.sampled_from(["strong", "em", "code"]), max_size=2)
LINKS = st.sampled_from([None, None, Link("https://a.example"), Link("https://b.example")])
ATOMS = st.sampled_from(
    [Atom("status", "Done", (("color", "green"),)), Atom("image", "x", (("to", "attachment:f"),))]
)
RUNS = st.one_of(
    st.builds(Run, TEXTS, MARKS, LINKS), st.builds(lambda atom: Run(atom=atom), ATOMS), st.just(BREAK)
)
CONTENTS = st.lists(RUNS, max_size=8).map(tuple)


def numbered(content: Content) -> Content:
    return tuple(replace(run, origin=at) for at, run in enumerate(content))


def wanted(made: tuple[Splice, ...]) -> Content:
    """The content that the splices stand for, unseen white space included."""
    return tuple(
        replace(each.run, text=each.source.text[each.start : each.end])
        if each.source is not None and not each.run.text and each.run.atom is None
        else each.run
        for each in made
    )


@given(CONTENTS, CONTENTS)
def test_splices_make_up_the_wanted_content(old: Content, new: Content) -> None:
    assert normal(wanted(splices(numbered(old), normal(new)))) == normal(new)


LONG = "".join(f"word{number} of, " for number in range(300))
AROUND = st.sampled_from([(Run(LONG),), (Run(LONG), Run("strong words ", STRONG), Run(LONG)), ()])


@given(AROUND, CONTENTS, CONTENTS, AROUND)
def test_splices_of_a_long_paragraph_make_up_the_wanted_content_and_keep_each_character_once(
    before: Content, old: Content, new: Content, after: Content
) -> None:
    made = splices(numbered((*before, *old, *after)), normal((*before, *new, *after)))

    assert normal(wanted(made)) == normal((*before, *new, *after))
    kept = [each for each in made if each.source is not None and each.run.atom is None]
    places = [(each.source.origin, at) for each in kept if each.source for at in range(each.start, each.end)]
    assert len(places) == len(set(places))


@pytest.mark.parametrize(
    ("old", "new"), [("here ", "there "), ("here ", ""), ("", "here "), ("word3 ", "word3 word3 ")]
)
def test_a_long_paragraph_keeps_all_but_what_changed(old: str, new: str) -> None:
    content = numbered((Run(LONG + old), Run("red ", STRONG), Run(LONG)))

    made = splices(content, normal((Run(LONG + new), Run("red ", STRONG), Run(LONG))))

    kept = sum(each.end - each.start for each in made if each.source is not None)
    assert kept >= 2 * len(LONG) + len("red ")
    assert "".join(each.run.text for each in made if each.source is None).strip() in (new.strip(), "word3")


@given(CONTENTS)
def test_an_unchanged_paragraph_is_its_old_runs_and_nothing_else(content: Content) -> None:
    made = splices(numbered(content), normal(content))

    assert all(each.source is not None for each in made)
    assert all(each.source is None or each.source.marks == each.run.marks for each in made)


@given(CONTENTS, CONTENTS)
def test_no_character_of_the_old_content_is_kept_twice(old: Content, new: Content) -> None:
    used: set[tuple[int, int]] = set()
    for each in splices(numbered(old), normal(new)):
        if each.source is not None and each.run.atom is None:
            places = {(each.source.origin, at) for at in range(each.start, each.end)}
            assert not places & used
            used |= places


def test_new_words_between_two_have_both_beside_them() -> None:
    old = (Run("red ", origin=1), Run("fox", STRONG, origin=2))

    (fresh,) = [
        each for each in splices(old, normal((Run("red quick "), Run("fox", STRONG)))) if each.source is None
    ]

    assert fresh.run.text == "quick "
    assert [run.origin for run in fresh.beside] == [1, 2]


def test_new_words_have_the_replaced_ones_beside_them() -> None:
    old = (Run("a ", origin=1), Run("red", STRONG, origin=2), Run(" fox", origin=3))

    (fresh,) = [each for each in splices(old, (Run("a blue fox"),)) if each.source is None]

    assert [run.origin for run in fresh.beside] == [2]


def test_an_atom_with_another_label_is_the_old_one_changed() -> None:
    image = Run(atom=Atom("image", "old", (("to", "attachment:f"),)), origin=1)
    renamed = Run(atom=Atom("image", "new", (("to", "attachment:f"),)))

    (_, kept) = splices((Run("see ", origin=0), image), (Run("see "), renamed))

    assert kept.source is image
    assert kept.run.atom == renamed.atom


def test_a_mention_of_somebody_else_is_another_mention() -> None:
    ann, bob = (Run(atom=Atom("mention", name, (("id", name),)), origin=name) for name in ("ann", "bob"))

    (fresh,) = splices((ann,), (replace(bob, origin=None),))

    assert fresh.source is None


def test_unseen_white_space_does_not_come_between_a_word_and_a_new_atom() -> None:
    status = Run(atom=Atom("status", "Done"))

    made = splices((Run("content \n", origin=0),), (Run("content"), status))

    assert [each.run.text for each in made] == ["content", ""]
    assert made[-1].run.atom == status.atom


HIDING = st.lists(
    st.builds(Run, st.text("ab \u200b\u00ad\U000e0041\n", min_size=1, max_size=8), MARKS), max_size=5
).map(tuple)


@given(HIDING, HIDING)
def test_what_nobody_sees_stays_in_kept_words_and_is_never_new(old: Content, new: Content) -> None:
    made = splices(numbered(old), new)

    assert normal(wanted(made)) == normal(new)
    assert all(seen(each.run.text) == each.run.text for each in made if each.source is None)


def test_a_space_has_no_marks_of_a_new_word_that_it_is_not_to_have() -> None:
    old = numbered((Run("a"), Run(" ab", frozenset({"strong", "em"}))))
    em: frozenset[Mark] = frozenset({"em"})
    new = (Run("a", STRONG), Run("a", em), Run(" "), Run("a", em), Run("b"))

    assert normal(wanted(splices(old, new))) == new


def test_an_unseen_character_inside_a_word_stays_where_another_word_changes() -> None:
    made = splices((Run("Tues\u200bdays are busy", origin=0),), (Run("Tuesdays are calm"),))

    assert (
        "".join(each.source.text[each.start : each.end] for each in made if each.source)
        == "Tues\u200bdays are "
    )

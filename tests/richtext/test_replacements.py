"""Edits of single places, by the words that stand there."""

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.formats import format_named
from narrowgate_common.richtext.reading import reading
from narrowgate_common.richtext.replacements import Replacement, replace, replaced

TEXT = "One fish, two fish.\n\n- red *fish*\n- blue"


def test_words_that_stand_once_are_replaced_one_after_the_other() -> None:
    edits = [Replacement("One fish", "Three fish"), Replacement("Three fish, two", "Four")]

    assert replaced(TEXT, edits) == "Four fish.\n\n- red *fish*\n- blue"


@pytest.mark.parametrize(
    ("old", "reason"), [("bird", "not_found_in_text"), ("", "not_found_in_text"), ("fish", "ambiguous_edit")]
)
def test_words_that_do_not_stand_there_exactly_once_are_refused(old: str, reason: str) -> None:
    with pytest.raises(GatewayError) as refused:
        replaced(TEXT, [Replacement(old, "x")])

    assert refused.value.reason == reason


def test_places_are_named_where_words_stand_several_times() -> None:
    with pytest.raises(GatewayError) as refused:
        replaced(TEXT, [Replacement("fish", "x")])

    assert refused.value.details == (
        "line 1: One fish, two fish.", "line 1: One fish, two fish.", "line 3: - red *fish*",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "original", "made"),
    [
        ("storage", '<p style="x">a <ac:structured-macro ac:name="jira"/> b</p>\n<p>c</p>', '<p style="x">a <ac:structured-macro ac:name="jira"/> B</p>\n<p>c</p>'),
        ("wiki", "a {jira:X-1} b\n\n\n{color:red}c{color}", "a {jira:X-1} B\n\n\n{color:red}c{color}"),
    ],
)  # fmt: skip
def test_a_replacement_changes_the_original_there_and_nowhere_else(
    name: str, original: str, made: str
) -> None:
    old = reading(format_named(name), original)  # type: ignore[arg-type]

    assert replace(old, [Replacement(" b", " B")]).original == made


def test_line_ends_belong_to_the_words_they_stand_with() -> None:
    assert replaced("- a\n- b\n- c", [Replacement("- b\n", "- x\n")]) == "- a\n- x\n- c"
    assert replaced("- a\n- b", [Replacement("a\r\n- b", "c")]) == "- c"

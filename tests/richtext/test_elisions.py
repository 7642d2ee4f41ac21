"""Lines that stand for a text that was left out."""

import pytest

from narrowgate_common.richtext.editing.guards import stands_for_text

NOTES = [
    "rows 8 to 144 unchanged",
    "Rows 8-144 are unchanged",
    "| ... rows 8 to 144 unchanged ... | | |",
    "(rest unchanged)",
    "... rest of the page ...",
    "[rest of document unchanged]",
    "The remaining sections stay the same",
    "<!-- existing content unchanged -->",
    "# ... rest of code unchanged",
    "// existing code omitted",
    "*(content omitted)*",
    "[unchanged]",
    "…remaining items as before…",
    "keep the rest",
    "Leave everything else as it is",
    "- (truncated)",
    "<!-- existing content -->",
    "... existing content ...",
    "// ... existing code ...",
    "[Previous content here]",
    "[snip]",
    "(content continues)",
    "{{rest}}",
    "The rest stays as it was",
]
SENTENCES = [
    "The rest of the team is on holiday.",
    "The price remains the same for the rest of the year, as agreed with the customer",
    "Rows 8 to 144 hold the old prices",
    "We keep the rest of the stock in the north warehouse until the lease of the new one has been signed by both of them.",
    "Unchanged since 2019: the opening hours",
    "...",
    "",
    "pass  # nothing to do",
    "Omitted fields keep their value",
    "Existing content moves to the archive",
    "Content goes on the left, pictures on the right",
    "Rest in the afternoon",
]


@pytest.mark.parametrize("line", NOTES)
def test_a_note_about_left_out_text_is_seen(line: str) -> None:
    assert stands_for_text(line, shorter=False)


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_is_a_sentence(line: str) -> None:
    assert not stands_for_text(line, shorter=False)


@pytest.mark.parametrize("line", ["...", "[...]", "…"])
def test_three_points_stand_for_text_only_where_the_text_became_shorter(line: str) -> None:
    assert stands_for_text(line, shorter=True)
    assert not stands_for_text(line, shorter=False)

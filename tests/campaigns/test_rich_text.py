"""The campaign's short form: a few edits of every sample."""

import pytest
from tests.campaigns.rich_text import campaign, samples

from narrowgate_common.richtext.formats import NAMES, Name


@pytest.mark.parametrize("name", NAMES)
def test_an_edit_is_made_as_asked_or_refused_and_nothing_else_changes(name: Name) -> None:
    tally = campaign(name, samples(name), sample=3)

    assert [line for line in tally.wrong if line.startswith("WRONG")] == []
    assert tally.held.total() >= 0.97 * tally.tried.total()

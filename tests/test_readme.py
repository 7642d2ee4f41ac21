"""The README says what the code says."""

from tests.readme_table import README, with_table


def test_the_tools_table_is_made_from_the_tools() -> None:
    text = README.read_text("utf-8")
    assert with_table(text) == text, "stale: make snapshots"

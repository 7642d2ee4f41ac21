"""What clients see of a tool changes only together with its file."""

from __future__ import annotations

import pytest
from tests.docs.calls import CALLS
from tests.docs.tool_snapshots import FOLDER, texts


@pytest.mark.parametrize("name", CALLS)
def test_a_tool_is_as_its_snapshot_shows_it(name: str) -> None:
    path = FOLDER / f"{name}.json"
    assert path.is_file(), "missing: make snapshots"
    assert path.read_text("utf-8") == texts()[path.name], "stale: make snapshots"


def test_no_snapshot_is_left_of_a_tool_that_is_no_more() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(texts())

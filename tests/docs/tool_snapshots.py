"""The tools of the docs server as clients see them, in `tools/`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests import tool_snapshots
from tests.docs.calls import all_tools

FOLDER = Path(__file__).parent / "tools"


def texts() -> dict[str, str]:
    """By file name: every tool with every gate open, no scope, in the cloud."""
    with tempfile.TemporaryDirectory() as home:
        return tool_snapshots.texts_of(all_tools(Path(home)).values())


def write_tools() -> None:
    tool_snapshots.write(FOLDER, texts())

"""The tools as clients see them, one file each below `tools/`, so that a change of a word or a type is a change one reads.

`python -m tests.snapshots` writes them anew.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from tests.issues.calls import all_tools

from narrowgate_common.protocol import published

FOLDER = Path(__file__).parent / "tools"


def texts() -> dict[str, str]:
    """By file name: every tool with every gate open, no scope, and three custom fields."""
    with tempfile.TemporaryDirectory() as home:
        tools = [published(tool) for tool in all_tools(Path(home)).values()]
    return {
        f"{tool.name}.json": _text(tool.model_dump(mode="json", by_alias=True, exclude_none=True))
        for tool in tools
    }


def _text(tool: dict[str, Any]) -> str:
    order = ("name", "title", "description", "annotations", "inputSchema", "outputSchema")
    return json.dumps({key: tool[key] for key in order}, indent=2, ensure_ascii=False) + "\n"


def write_tools() -> None:
    """Files of tools that are no more are removed."""
    wanted = texts()
    FOLDER.mkdir(exist_ok=True)
    for stale in FOLDER.glob("*.json"):
        if stale.name not in wanted:
            stale.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, "utf-8")

"""The tools as clients see them, one file each, so that a change of a word or a type is a change one reads.

`python -m tests.snapshots` writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from narrowgate_common.protocol import published
from narrowgate_common.tools import Tool

_ORDER = ("name", "title", "description", "annotations", "inputSchema", "outputSchema")


def texts_of(tools: Iterable[Tool[Any]]) -> dict[str, str]:
    """By file name."""
    return {f"{tool.name}.json": _text(tool) for tool in tools}


def _text(tool: Tool[Any]) -> str:
    shown = published(tool).model_dump(mode="json", by_alias=True, exclude_none=True)
    return json.dumps({key: shown[key] for key in _ORDER}, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path, wanted: Mapping[str, str]) -> None:
    """Files of tools that are no more are removed."""
    folder.mkdir(exist_ok=True)
    for stale in folder.glob("*.json"):
        if stale.name not in wanted:
            stale.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8")

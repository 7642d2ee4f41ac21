"""What an edit would change, as people read changes."""

from __future__ import annotations

import difflib
import json
from typing import Any

_LINES = 200
_LONGEST = 20_000
"""Lines on one side up to which changes are looked for; what is longer says only how long it is."""


def changes(before: str, after: str) -> str:
    """A unified difference without headers, at most 200 lines."""
    left, right = before.split("\n"), after.split("\n")
    if len(left) + len(right) > _LONGEST:
        return f"{len(left)} lines before, {len(right)} after"
    lines = [
        line for line in difflib.unified_diff(left, right, n=1, lineterm="") if line[:3] not in ("---", "+++")
    ]
    more = [f"and {len(lines) - _LINES} more lines"] if len(lines) > _LINES else []
    return "\n".join([*lines[:_LINES], *more])


def source(original: Any) -> str:
    """An original as lines: ADF as indented JSON, markup as it is, with a line for each block element."""
    if isinstance(original, str):
        return original.replace("><", ">\n<")
    return json.dumps(original, ensure_ascii=False, indent=1, sort_keys=True)

"""How a vendor's values become parts of a structured result: nothing that says nothing, names on one line."""

from __future__ import annotations

from typing import Any

from narrowgate_common.text import one_line

NAME_CHARS = 255
Data = dict[str, Any]


def given(**pairs: Any) -> Data:
    """Only what says something."""
    return {name: value for name, value in pairs.items() if value not in (None, "", [], {}, ())}


def name(text: str | None) -> str | None:
    return one_line(text, NAME_CHARS) if text else None


def names(texts: tuple[str, ...]) -> list[str]:
    return [one_line(text, NAME_CHARS) for text in texts]

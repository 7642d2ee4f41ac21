"""Custom fields as an administrator declares them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FieldType = Literal["text", "rich_text", "number", "date", "datetime", "option", "options", "user", "labels"]
"""The declared type of a custom field: `text` one line, `rich_text` Markdown, `options` a list of option names."""


@dataclass(frozen=True, slots=True)
class CustomField:
    """A custom field that an administrator gave an alias and a type."""

    alias: str
    id: str
    type: FieldType

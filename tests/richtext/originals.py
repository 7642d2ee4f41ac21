"""Reading, writing and changing an original of any format, in one word each."""

from __future__ import annotations

from typing import Any

from narrowgate_common.richtext.edits import Edit, edit
from narrowgate_common.richtext.formats import Name, format_named
from narrowgate_common.richtext.reading import Reading, reading
from narrowgate_common.richtext.replacements import Replacement, replace
from narrowgate_common.richtext.writing import write


def read(name: Name, original: Any) -> Reading[Any, Any]:
    return reading(format_named(name), original)


def markdown(name: Name, original: Any) -> str:
    return read(name, original).markdown


def written(name: Name, text: str) -> Any:
    """Sound by the format's own rules."""
    original = write(format_named(name), text).original
    assert format_named(name).trouble(original) is None
    return original


def unchanged(name: Name, original: Any) -> Any:
    """What its own text written back makes of it."""
    found = read(name, original)
    return edit(found, found.markdown).original


def changed(name: Name, original: Any, old: str, new: str, *, allow_removals: bool = False) -> Edit[Any]:
    return replace(read(name, original), [Replacement(old, new)], allow_removals=allow_removals)

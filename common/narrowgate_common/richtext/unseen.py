"""Characters that a reader cannot see: an original keeps them, Markdown has none, and nobody can write them."""

from __future__ import annotations

import re

from narrowgate_common.characters import HIDDEN, char_class

UNSEEN = f"[{char_class(HIDDEN)}]"
_UNSEEN = re.compile(f"{UNSEEN}+")


def seen(text: str) -> str:
    """The text without them."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSEEN.sub("", text)

"""What a code block's language may be: it stands behind a fence, where many take what they read for an order."""

from __future__ import annotations

import re

_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.\-]{1,48}\Z")


def is_language(text: object) -> bool:
    """One plain word of at most 48 characters; anything else is kept in an original, and neither shown nor written."""
    return isinstance(text, str) and _LANGUAGE.match(text) is not None

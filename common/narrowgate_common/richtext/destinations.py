"""Where links and images may lead: three schemes of the web, and our own forms for what lies beside a text."""

from __future__ import annotations

import re

SCHEMES = frozenset({"http", "https", "mailto", "page", "attachment", "user", "media"})
"""`page:SPACE/Title#anchor`, `attachment:name`, `user:id`, `media:collection/id`; their parts are percent-encoded."""

_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.\-]*)\s*:")


def scheme(destination: str) -> str | None:
    """In lower case; None for `#anchor`, a path, and what has none."""
    match = _SCHEME.match(destination)
    return match[1].lower() if match else None


_UNFIT_IN_FILE = re.compile(r"[/\\\x00-\x1f\x7f]")


def is_file_name(name: str) -> bool:
    """Whether an attachment can be called so: a name of one file, and no path to it."""
    return bool(name.strip()) and name.strip(". ") != "" and not _UNFIT_IN_FILE.search(name)

"""What a wiki may do to a body before it stores it: nothing a reader sees, but the bytes are others. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from uuid import UUID, uuid5

_IDS = UUID("0d7a5b1e-93c4-4f6a-8b2d-6e1f0c9a7d35")
_TAG = re.compile(
    r"""<!\[CDATA\[.*?\]\]>|<!--.*?-->|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(/?)>""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")
_NUMBERED = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "ul", "ol"})


def normalised(body: str) -> str:
    """Attributes in the order of their names, and an id on every block without one; a second time changes nothing."""
    fresh = (one for one in _ids() if one not in body)
    return _TAG.sub(lambda found: _rewritten(found, fresh), body)


def _ids() -> Iterator[str]:
    return (str(uuid5(_IDS, str(number))) for number in count())


def _rewritten(found: re.Match[str], fresh: Iterator[str]) -> str:
    name, said, closed = found.groups()
    if name is None:
        return found.group()
    attributes = dict(_ATTRIBUTE.findall(said))
    if name in _NUMBERED and "local-id" not in attributes:
        attributes["local-id"] = f'"{next(fresh)}"'
    written = "".join(f" {key}={attributes[key]}" for key in sorted(attributes))
    return f"<{name}{written}{' /' if closed else ''}>"

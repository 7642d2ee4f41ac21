"""Where an answer may send on to: a host that the route declares, once, and without any credential."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from narrowgate_common.origins import Origin

REDIRECTS = frozenset({301, 302, 303, 307, 308})
_VISIBLE = re.compile(r"[!-~]{1,8000}")


@dataclass(frozen=True, slots=True)
class Hop:
    """`target` is path and query as the vendor wrote them: what proves that we may fetch it stands in there."""

    origin: Origin
    target: str


def hop(location: str, declared: Sequence[str], home: Origin) -> Hop | None:
    """The one step that an answer's Location allows; None for any other host, port or scheme, and for a user name.

    A system on loopback, which has no second host, may send on to itself.
    """
    if not declared or not _VISIBLE.fullmatch(location) or "\\" in location:
        return None
    try:
        parts = urlsplit(location)
        origin = Origin.parse(f"{parts.scheme}://{parts.netloc}")
    except ValueError:
        return None
    if origin not in _allowed(declared, home):
        return None
    query = f"?{parts.query}" if parts.query else ""
    return Hop(origin, f"{parts.path or '/'}{query}")


def _allowed(declared: Sequence[str], home: Origin) -> set[Origin]:
    found = {Origin.parse(each) for each in declared}
    return found | ({Origin(home.scheme, home.host, home.port)} if home.loopback else set())

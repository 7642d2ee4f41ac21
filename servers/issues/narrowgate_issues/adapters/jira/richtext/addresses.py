"""Addresses of links: which may be written, which may be shown as links, and where bare ones stand in text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

WRITABLE = frozenset({"http", "https", "mailto"})
USER = "user"
"""Our own scheme for mentions; an address of a document that claims it is shown as text."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_BARE = re.compile(r"(?<!\w)https?://(?=\w)[^\s<>\"`|{}\[\]\\^]+", re.IGNORECASE)
_TRAILING = ".,:;!?'*_~"


def scheme(address: str) -> str | None:
    """The scheme in lower case, None for a relative address."""
    match = _SCHEME.match(address)
    return match[1].lower() if match else None


def is_showable(address: str) -> bool:
    """Whether an address of a document may stand as a link in what the model and its user see."""
    found = scheme(address)
    return bool(address) and (found is None or found in WRITABLE)


def cleaned(address: str) -> str:
    """The address without blanks around it and without control characters."""
    return _CONTROL.sub(lambda match: quote(match[0], errors="replace"), address.strip())


def of_user(user_id: str) -> str:
    """The address that stands for a mention: `user:` and the vendor's id, percent-encoded."""
    return f"{USER}:{quote(user_id, safe=':-_.~', errors='replace')}"


def bare(text: str) -> Iterator[tuple[int, int]]:
    """Where http and https addresses stand in plain text, without the punctuation that follows them."""
    for match in _BARE.finditer(text):
        yield match.start(), match.start() + len(_trimmed(match[0]))


def bare_end(text: str, start: int) -> int:
    """Where the bare address that begins here ends; `start` if none begins here."""
    match = _BARE.match(text, start)
    return start + len(_trimmed(match[0])) if match else start


def _trimmed(address: str) -> str:
    unmatched = address.count(")") - address.count("(")
    end = len(address)
    while end:
        last = address[end - 1]
        if last == ")" and unmatched > 0:
            unmatched -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return address[:end]

"""Where links and images lead: the notation of wiki markup, and the dialect's forms for it."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from narrowgate_common.richtext.destinations import scheme

WEB = frozenset({"http", "https", "mailto"})
_BARE = re.compile(r"(?i:https?|ftps?|file)://(?=\w)[^\s<>\"`|{}\[\]\\^]+")
_TRAILING = ".,:;!?'*_~-+"
IS_IMAGE = re.compile(r"https?://\S+\Z|[^?]*[./][A-Za-z0-9]+\s*\Z", re.IGNORECASE)
_IS_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:\S|[#^~]\S|/|\.{1,2}/")
_IS_LONE_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://\S|mailto:\S|[#^~]\S", re.IGNORECASE)
_BAR = re.compile(r"\\.|(\|)")
UNFIT = re.compile(r"[\s|\[\]{}<>\"\\^`!]")
"""In a destination they are percent-encoded."""


def bare_end(text: str, start: int, limit: int) -> int:
    """Where the bare address that begins here ends, without the punctuation that follows it."""
    match = _BARE.match(text, start, limit)
    return start + len(_trimmed(match[0])) if match else start


def target_of(inside: str) -> tuple[int, str, str] | None:
    """What stands in a link's brackets: where its words end (0: it has none), its target and its tip.

    None for brackets that are no link. Of several bars the last one counts, or the one before it, if a tip follows.
    """
    bars = [match.start() for match in _BAR.finditer(inside) if match[1]]
    if not bars:
        return (0, inside, "") if _IS_LONE_ADDRESS.match(inside.strip()) else None
    last = inside[bars[-1] + 1 :]
    if _IS_ADDRESS.match(last.strip()):
        return (bars[-1], last, "") if bars[-1] else None
    if len(bars) > 1 and bars[-2]:
        target = inside[bars[-2] + 1 : bars[-1]]
        if _IS_ADDRESS.match(target.strip()):
            return bars[-2], target, last
    return None


def shown(target: str) -> str | None:
    """The dialect's destination for a target; None for what is no place to send a reader."""
    target = target.strip()
    if target.startswith("^"):
        return f"attachment:{encoded(target[1:])}"
    found = scheme(target)
    return target if found is None or found in WEB else None


def written(destination: str) -> str:
    """The target that says the same in wiki markup."""
    return f"^{unquote(destination[11:])}" if destination.startswith("attachment:") else destination


def encoded(name: str) -> str:
    return quote(name.strip(), safe="/:.,-_~@+=' ").replace(" ", "%20")


def image_source(name: str) -> str | None:
    """The dialect's destination for an image."""
    found = scheme(name)
    if found in {"http", "https"}:
        return name.strip()
    return f"attachment:{encoded(name)}" if found is None else None


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

"""What people paste: a key, a browse address, a comment's permalink."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qs, urlsplit

from narrowgate_common.errors import bad_input
from narrowgate_common.origins import Origin

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,39}-[1-9][0-9]{0,9}", re.ASCII)
_COMMENT_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", re.ASCII)
_VISIBLE = re.compile(r"[!-~]+", re.ASCII)
_FORM = "Give an issue key such as ABC-123, or its address on this site"


def issue_key(text: str, site: Origin) -> str:
    """The key that a key or an address on this site names. Raises bad_input; nothing is looked up."""
    pasted = text.strip()
    if _KEY.fullmatch(pasted):
        return pasted.upper()
    if "://" in pasted:
        return _key_in_address(pasted, site)
    raise bad_input(_FORM, reason="bad_identifier")


def _key_in_address(address: str, site: Origin) -> str:
    parts = _split(address)
    if parts is None or parts.netloc.lower() != _host(site):
        raise bad_input("That address is not on this server's site. " + _FORM, reason="bad_identifier")
    selected = parse_qs(parts.query).get("selectedIssue", [])
    named = [*selected, *reversed(parts.path.split("/"))]
    for part in named:
        if _KEY.fullmatch(part):
            return part.upper()
    raise bad_input("That address names no issue. " + _FORM, reason="bad_identifier")


def _split(address: str) -> SplitResult | None:
    """The parts of a web address, or None; white space and other scripts, which parsers read differently, are none."""
    if not _VISIBLE.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return parts if parts.scheme in {"https", "http"} else None


def _host(site: Origin) -> str:
    return urlsplit(str(site)).netloc.lower()


def comment_id(text: str, key: str, site: Origin) -> str:
    """The id that an id or a permalink (`?focusedCommentId=`) of this issue names. Raises bad_input."""
    pasted = text.strip()
    if _COMMENT_ID.fullmatch(pasted):
        return pasted
    parts = _split(pasted)
    focused = [] if parts is None else parse_qs(parts.query).get("focusedCommentId", [])
    if not focused or not _COMMENT_ID.fullmatch(focused[0]):
        raise bad_input(
            "Give a comment's id, as get_issue lists it, or its permalink", reason="bad_identifier"
        )
    if _key_in_address(pasted, site) != key:
        raise bad_input("That permalink belongs to another issue", reason="bad_identifier")
    return focused[0]

"""What people paste: a page's id, its address, a tiny link, `SPACE/Title`, a comment's id or permalink."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import SplitResult, parse_qs, unquote, unquote_plus, urlsplit

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.origins import Origin
from narrowgate_docs.port import Address

_ID = re.compile(r"[1-9][0-9]{0,18}", re.ASCII)
_SPACE = re.compile(r"~?[A-Za-z0-9][A-Za-z0-9_:.@-]{0,254}", re.ASCII)
_TINY = re.compile(r"[A-Za-z0-9_-]{1,11}", re.ASCII)
_VISIBLE = re.compile(r"[!-~]+", re.ASCII)
_TITLE_CHARS = 255
_FORM = "Give a page's id, its address on this site, or SPACE/Title"


def page_address(text: str, site: Origin) -> Address:
    """The page that an id, an address on this site or `SPACE/Title` names. Raises bad_input; nothing is looked up."""
    pasted = text.strip()
    if _ID.fullmatch(pasted):
        return Address(id=pasted)
    if "://" in pasted[:12]:
        return _in_address(_parts(pasted, site), site)
    space, slash, title = pasted.partition("/")
    if slash and _SPACE.fullmatch(space) and 0 < len(title.strip()) <= _TITLE_CHARS:
        return Address(space=space, title=title.strip())
    raise bad_input(_FORM, reason="bad_identifier")


def comment_id(text: str, site: Origin) -> str:
    """The id that an id or a permalink (`focusedCommentId=`) on this site names. Raises bad_input."""
    pasted = text.strip()
    if _ID.fullmatch(pasted):
        return pasted
    if "://" in pasted[:12]:
        found = parse_qs(_parts(pasted, site).query).get("focusedCommentId", [""])[0]
        if _ID.fullmatch(found):
            return found
    raise bad_input(
        "Give a comment's id, as list_comments shows it, or its permalink", reason="bad_identifier"
    )


def _parts(address: str, site: Origin) -> SplitResult:
    """The parts of a web address on this site; white space and other scripts are no part of one."""
    parts = _split(address)
    if parts is None or parts.netloc.lower() != urlsplit(str(site)).netloc.lower():
        raise bad_input("That address is not on this server's site. " + _FORM, reason="bad_identifier")
    return parts


def _split(address: str) -> SplitResult | None:
    if not _VISIBLE.fullmatch(address):
        return None
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return parts if parts.scheme in {"https", "http"} else None


def _in_address(parts: SplitResult, site: Origin) -> Address:
    path = parts.path.removeprefix(site.prefix).removeprefix("/wiki")
    segments = [segment for segment in path.split("/") if segment]
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if _ID.fullmatch(asked.get("pageId", "")):
        return Address(id=asked["pageId"])
    if _SPACE.fullmatch(asked.get("spaceKey", "")) and asked.get("title", "").strip():
        return Address(space=asked["spaceKey"], title=asked["title"].strip()[:_TITLE_CHARS])
    for form, read in _FORMS.items():
        if (found := _matched(segments, form)) is not None and (address := read(found)) is not None:
            return address
    raise _no_page(segments)


def _no_page(segments: Sequence[str]) -> GatewayError:
    if "blog" in segments:
        return bad_input("That is a blog post; this server works with pages. " + _FORM, reason="not_a_page")
    return bad_input("That address names no page. " + _FORM, reason="bad_identifier")


def _matched(segments: Sequence[str], form: tuple[str, ...]) -> Mapping[str, str] | None:
    """The variable parts of a path; more may follow the form."""
    if len(segments) < len(form):
        return None
    found: dict[str, str] = {}
    for segment, part in zip(segments, form, strict=False):
        if part.startswith("{"):
            found[part] = segment
        elif part != segment:
            return None
    return found


def _by_id(found: Mapping[str, str]) -> Address | None:
    return Address(id=found["{id}"]) if _ID.fullmatch(found["{id}"]) else None


def _by_title(found: Mapping[str, str]) -> Address | None:
    space, title = unquote(found["{space}"]), unquote_plus(found["{title}"]).strip()
    return Address(space=space, title=title) if _SPACE.fullmatch(space) and title else None


def _by_tiny(found: Mapping[str, str]) -> Address | None:
    page_id = tiny_link(found["{tiny}"])
    return None if page_id is None else Address(id=page_id)


_FORMS: Mapping[tuple[str, ...], Callable[[Mapping[str, str]], Address | None]] = {
    ("spaces", "{space}", "pages", "{id}"): _by_id,
    ("spaces", "{space}", "pages", "edit-v2", "{id}"): _by_id,
    ("spaces", "{space}", "pages", "edit", "{id}"): _by_id,
    ("pages", "{id}"): _by_id,
    ("x", "{tiny}"): _by_tiny,
    ("display", "{space}", "{title}"): _by_title,
}
"""How pages are addressed, on Cloud and on Data Center, below the site or `/wiki`."""


def tiny_link(code: str) -> str | None:
    """The id in a `/x/` link: its bytes, lowest first, in base64 with `-` for `/` and `_` for `+`, less the last zeros.

    https://confluence.atlassian.com/confkb/how-to-programmatically-generate-the-tiny-link-of-a-confluence-page-956713432.html
    """
    if not _TINY.fullmatch(code):
        return None
    padded = code.replace("-", "/").replace("_", "+").ljust(11, "A") + "="
    try:
        found = int.from_bytes(base64.b64decode(padded, validate=True), "little")
    except binascii.Error:
        return None
    return str(found) if 0 < found < 2**63 else None

"""What lets an original in and a result out: well-formed XML, nothing in it resolved, loaded or expanded."""

from __future__ import annotations

import re

from lxml import etree

from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage.entities import NAMED

_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9._\-]{0,63});")
_NAME = r"([A-Za-z_][A-Za-z0-9_.\-]{0,63})"
_PREFIX = re.compile(rf"""<{_NAME}:|\s{_NAME}:[^\s<>/!?:"'=]{{1,64}}\s?=""")
_OUR_NAMES = ' xmlns:ac="urn:ac" xmlns:ri="urn:ri"'
_MOST_PREFIXES = 64
"""Beyond, the rest stays undeclared and so ill-formed."""

_XML_ITSELF = frozenset({"amp", "lt", "gt", "quot", "apos"})
_KNOWN = frozenset({"ac", "ri", "xml", "xmlns"})
_TAG = re.compile(r"<[^<>]*>")


def trouble(original: str) -> str | None:
    """In a few words; None when it is well-formed."""
    if "<!DOCTYPE" in original or "<!ENTITY" in original:
        marked = _outside_sections(original)
        if "<!DOCTYPE" in marked or "<!ENTITY" in marked:
            return "it declares a document type or entities"
    unknown: list[str] = []
    plain = _ENTITY.sub(lambda match: _numbered(match, unknown), original) if "&" in original else original
    if unknown:
        undeclared = [name for name in unknown if f"&{name};" in _outside_sections(original)]
        if undeclared:
            return f"the entity {undeclared[0][:40]} is not declared"
    return _syntax(plain)


def require_sound(original: str) -> None:
    """Raises GatewayError (`ill_formed`, `too_deep`)."""
    found = trouble(original)
    if found is None:
        return
    if "Excessive depth" in found:
        raise refused("elements are nested too deep", reason="too_deep")
    raise refused("the original is not well-formed", reason="ill_formed", details=[found])


def as_text(original: str) -> str:
    """The words of what is no XML, as good as they can be had."""
    from narrowgate_common.richtext.storage.entities import decode

    lines = decode(_TAG.sub(" ", original)).splitlines()
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))


def _numbered(match: re.Match[str], unknown: list[str]) -> str:
    name = match[1]
    if name in _XML_ITSELF:
        return match[0]
    if name not in NAMED:
        unknown.append(name)
        return "?"
    return f"&#{ord(NAMED[name])};"


def _outside_sections(original: str) -> str:
    """Without CDATA and comments, whose characters are no markup."""
    out: list[str] = []
    at = 0
    while (start := _next(original, at)) >= 0:
        out.append(original[at:start])
        closer = "]]>" if original.startswith("<![CDATA[", start) else "-->"
        end = original.find(closer, start + 4)
        if end < 0:
            return "".join(out)
        at = end + len(closer)
    return "".join([*out, original[at:]])


def _next(original: str, at: int) -> int:
    match = _SECTION.search(original, at)
    return match.start() if match else -1


_SECTION = re.compile(r"<!\[CDATA\[|<!--")


def _syntax(plain: str) -> str | None:
    found = _problem(plain, _OUR_NAMES)
    if found is None or not found.startswith("Namespace prefix"):
        return found
    prefixes = {each for pair in _PREFIX.findall(plain) for each in pair if each} - _KNOWN
    others = (
        f' xmlns:{each}="urn:{number}"' for number, each in enumerate(sorted(prefixes)[:_MOST_PREFIXES])
    )
    return _problem(plain, _OUR_NAMES + "".join(others))


def _problem(plain: str, names: str) -> str | None:
    try:
        encoded = f"<original{names}>{plain}</original>".encode()
    except UnicodeEncodeError:
        return "it holds half a character"
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        recover=False,
    )
    try:
        etree.fromstring(encoded, parser)
    except etree.XMLSyntaxError as problem:
        return str(problem.msg or "it is not well-formed")[:200]
    return None

"""The storage format as the wiki checks it: well-formed XML with the editor's namespaces and HTML's entities.

The messages are those of the wiki's own parser (Woodstox), which names row and column:
https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
"""

from __future__ import annotations

import re
from functools import cache
from html.entities import name2codepoint
from typing import TypeAlias

from lxml import etree

from narrowgate_sandbox.confluence.call import WikiError

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml has no public name for what it returns
AC, RI = "http://atlassian.com/content", "http://atlassian.com/resource/identifier"
_XML = {"quot", "amp", "lt", "gt"}
_ROOT = f'<xml xmlns:ac="{AC}" xmlns:ri="{RI}" xmlns:at="http://atlassian.com/template" xmlns:atlassian-content="{AC}">'

# What libxml2 says, and what Woodstox says instead.
_WORDS = (
    (
        r"Opening and ending tag mismatch: (?P<open>\S+?)(?: line \d+)? and (?P<close>\S+)",
        "Unexpected close tag </{close}>; expected </{open}>.",
    ),
    (r"Entity '(?P<name>[^']*)' not defined", 'Undeclared general entity "{name}"'),
    (r"Namespace prefix (?P<name>\S+)(?: for \S+)? on .*", 'Undeclared namespace prefix "{name}"'),
    (r"Namespace prefix (?P<name>\S+) for .*", 'Undeclared namespace prefix "{name}"'),
    (r"Attribute (?P<name>\S+) redefined", "Duplicate attribute '{name}'."),
    (r"xmlParseEntityRef: no name", "Unexpected character ' ' (code 32) (missing name?)"),
    (r"EntityRef: expecting ';'", "Unexpected character in entity reference; expected ';'"),
    (
        r"Specification mandates value for attribute (?P<name>\S+)",
        "Unexpected character '>' (code 62) expected '=' after attribute '{name}'",
    ),
    (
        r"Sequence '\]\]>' not allowed in content",
        "String ']]>' not allowed in textual content, except as the end marker of CDATA section",
    ),
    (r"CData section not finished.*", "Unexpected EOF in CDATA section"),
    (r"Comment not terminated.*", "Unexpected end-of-input in comment"),
    (r"StartTag: invalid element name", "Unexpected character in prolog; expected an element name after '<'"),
    (r"AttValue: \" or ' expected", "Unexpected character; expected a quote around an attribute's value"),
)


@cache
def _heading() -> str:
    """Everything before the body, on a line of its own, so that the body keeps its columns."""
    entities = "".join(
        f'<!ENTITY {name} "&#{code};">' for name, code in name2codepoint.items() if name not in _XML
    )
    return f"<!DOCTYPE xml [{entities}]>{_ROOT}\n"


def tree(body: str) -> Element:
    """The body below an element `xml`; raises WikiError (400) with row and column for what cannot be parsed."""
    parser = etree.XMLParser(resolve_entities=True, no_network=True, load_dtd=False, remove_comments=False)
    try:
        found: Element = etree.fromstring(
            f"{_heading()}{body}</xml>".encode("utf-8", "surrogatepass"), parser
        )
    except etree.XMLSyntaxError as wrong:
        first = next(iter(parser.error_log), None)
        said, row, column = (
            (first.message, first.line, first.column) if first else (str(wrong), *wrong.position)
        )
        place = f"[{max(row - 1, 1)},{max(column, 1)}]"
        raise WikiError(
            400, f"Error parsing xhtml: {_in_its_words(said)}\n at [row,col {{unknown-source}}]: {place}"
        ) from wrong
    return found


def _in_its_words(said: str) -> str:
    for pattern, words in _WORDS:
        found = re.fullmatch(pattern, said.strip(), re.DOTALL)
        if found:
            return words.format(**found.groupdict())
    return said.strip()


def check(body: str, limit: int) -> str:
    """The body itself; raises WikiError for one that is too large (413) or not well-formed (400)."""
    if len(body.encode("utf-8", "surrogatepass")) > limit:
        raise WikiError(
            413,
            "com.atlassian.confluence.rest.api.exceptions.RequestEntityTooLargeException: "
            f"The body exceeds the maximum size of {limit} bytes",
        )
    tree(body)
    return body

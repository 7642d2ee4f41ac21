"""Characters that a reader cannot see or tell apart, and their names: `&nbsp;`, `&#8203;`."""

from __future__ import annotations

import re
from html.entities import html5

from narrowgate_common.characters import HIDDEN, char_class

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""What a backslash may stand before."""

_STRANGE = (
    "\xa0\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u1680\u2000-\u200a\u2028\u2029\u202f\u205f"
    "\U000110bd\U000110cd"
)
_JOINER = "\u200c\u200d"
ODD = re.compile(
    f"[\\t\\n\\r{char_class(HIDDEN)}{_STRANGE}{_JOINER}]"
    f"(?:(?<![{_JOINER}])|(?<![^\x00-\x7f][{_JOINER}])|(?![^\x00-\x7f]))"
)
"""Controls, spaces other than the common one, marks of direction; joiners where they join nothing."""


def is_odd(text: str) -> bool:
    """Whether one of them is in it."""
    if text.isascii() and text.isprintable():
        return False
    return ODD.search(text) is not None


ENTITY = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_LAST = 0x10FFFF


def entity(char: str) -> str:
    """NUL and half surrogates have none and become U+FFFD."""
    if char == "\xa0":
        return "&nbsp;"
    return f"&#{ord(char)};" if _is_character(ord(char)) else _REPLACEMENT


def decoded(match: re.Match[str]) -> str:
    """The characters that an entity stands for; itself where it stands for none."""
    if match[3]:
        return html5.get(f"{match[3]};", match[0])
    code = int(match[1]) if match[1] else int(match[2], 16)
    return chr(code) if _is_character(code) else _REPLACEMENT


def _is_character(code: int) -> bool:
    return 0 < code <= _LAST and not 0xD800 <= code <= 0xDFFF


def is_entity(text: str, at: int) -> bool:
    match = ENTITY.match(text, at)
    return match is not None and decoded(match) != match[0]

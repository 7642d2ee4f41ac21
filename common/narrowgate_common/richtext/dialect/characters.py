"""Characters that a reader cannot see or tell apart, and their names: `&nbsp;`, `&#8203;`."""

from __future__ import annotations

import re
from html.entities import html5

from narrowgate_common.richtext.unseen import seen

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""What a backslash may stand before."""

_INVISIBLE = (
    "\x00-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u180e\u2000-\u200b"
    "\u200e\u200f\u2028-\u202f\u205f-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
_JOINER = "\u200c\u200d"
ODD = re.compile(f"[{_INVISIBLE}{_JOINER}](?:(?<![{_JOINER}])|(?<![^\x00-\x7f][{_JOINER}])|(?![^\x00-\x7f]))")
"""Controls, spaces other than the common one, marks of direction; joiners where they join nothing."""

ENTITY = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_LAST = 0x10FFFF


def entity(char: str) -> str:
    if char == "\xa0":
        return "&nbsp;"
    return f"&#{ord(char)};" if seen(char) else ""


def decoded(match: re.Match[str]) -> str:
    """The characters that an entity stands for, if anybody can see them; itself where it stands for none."""
    if match[3]:
        return seen(html5.get(f"{match[3]};", match[0]))
    code = int(match[1]) if match[1] else int(match[2], 16)
    return seen(chr(code)) if 0 < code <= _LAST else _REPLACEMENT


def is_entity(text: str, at: int) -> bool:
    match = ENTITY.match(text, at)
    return match is not None and decoded(match) != match[0]

"""Which characters a reader cannot see, and which of the invisible ones shape what he does see.

Sources: Unicode 16 DerivedCoreProperties (Default_Ignorable_Code_Point), StandardizedVariants,
emoji-variation-sequences, and UAX #31 section 2.3 on joiners. Written as ranges instead of looked up by
category, since a category alone misses fillers that are letters (U+3164) or marks (U+034F).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

ZWNJ = "\u200c"
ZWJ = "\u200d"
JOINERS = ZWNJ + ZWJ
KEYCAP = "\u20e3"
KEYCAP_BASES = "#*0123456789"

Ranges = tuple[tuple[int, int], ...]

HIDDEN: Ranges = (
    (0x0000, 0x0008),  # C0 but tab, line feed and carriage return
    (0x000B, 0x000C),
    (0x000E, 0x001F),
    (0x007F, 0x009F),  # delete and C1
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180E, 0x180E),  # Mongolian vowel separator
    (0x200B, 0x200B),  # zero width space
    (0x200E, 0x200F),  # direction marks
    (0x202A, 0x202E),  # direction embeddings and overrides
    (0x2060, 0x206F),  # word joiner, invisible operators, direction isolates, deprecated controls
    (0x2800, 0x2800),  # blank Braille cell
    (0x3164, 0x3164),  # Hangul filler
    (0xD800, 0xDFFF),  # surrogates: a Python string holds lone ones only
    (0xFDD0, 0xFDEF),  # noncharacters
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
    (0xFFF0, 0xFFFB),  # reserved specials, interlinear annotation
    (0xFFFE, 0xFFFF),
    (0x13430, 0x13442),  # Egyptian format controls and blanks
    (0x16FE4, 0x16FE4),  # Khitan filler
    (0x1BCA0, 0x1BCA3),  # shorthand format controls
    (0x1D159, 0x1D159),  # null note head
    (0x1D173, 0x1D17A),  # musical format controls
    *((plane | 0xFFFE, plane | 0xFFFF) for plane in range(0x10000, 0x110000, 0x10000)),
    (0xE0000, 0xE0FFF),  # tags, and the ideographic variation selectors that smuggle bytes as well as tags do
)

SELECTORS: Ranges = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F))

_EMOJI: Ranges = (
    (0x00A9, 0x00A9),
    (0x00AE, 0x00AE),
    (0x203C, 0x203C),
    (0x2049, 0x2049),
    (0x2122, 0x2122),
    (0x2139, 0x2139),
    (0x2190, 0x21FF),
    (0x2300, 0x23FF),
    (0x24C2, 0x24C2),
    (0x25A0, 0x27BF),
    (0x2934, 0x2935),
    (0x2B00, 0x2BFF),
    (0x3030, 0x3030),
    (0x303D, 0x303D),
    (0x3297, 0x3297),
    (0x3299, 0x3299),
    (0x1F000, 0x1FAFF),
)

_JOINING: Ranges = (
    (0x0600, 0x086F),  # Arabic, Syriac, N'Ko, Mandaic
    (0x0870, 0x0DFF),  # Arabic extensions; the Brahmic scripts of India and Sri Lanka
    (0x0F00, 0x109F),  # Tibetan, Myanmar
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x1B00, 0x1BFF),  # Balinese to Batak
    (0xA840, 0xA8FF),  # Phags-pa, Saurashtra, Devanagari extended
    (0xA980, 0xAA7F),  # Javanese, Myanmar extended, Cham
    (0xAAE0, 0xAAFF),  # Meetei Mayek
    (0xABC0, 0xABFF),
    (0xFB50, 0xFDCF),  # Arabic presentation forms
    (0xFDF0, 0xFDFF),
    (0xFE70, 0xFEFC),
    (0x10A00, 0x10FFF),  # Kharoshthi to Chorasmian, among them Hanifi Rohingya
    (0x11000, 0x11FFF),  # the further Brahmic scripts
    (0x1E900, 0x1E95F),  # Adlam
)

_VARIED: Ranges = (
    (0x0030, 0x0030),
    (0x1000, 0x107F),
    (0x2205, 0x22FF),
    (0x2A00, 0x2AFF),
    (0x3001, 0x3002),
    (0x3400, 0x9FFF),
    (0xA840, 0xA87F),
    (0xAA60, 0xAA7F),
    (0xFF01, 0xFF1F),
    (0x20000, 0x323AF),
)
"""Bases of the standardised variations with selectors 1 to 3: mathematics, Myanmar, Phags-pa, ideographs."""


def char_class(*tables: Ranges) -> str:
    """The inside of a `[...]` that matches any character of the tables."""
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for table in tables for first, last in table)


def _any_of(*tables: Ranges) -> Callable[[str], re.Match[str] | None]:
    return re.compile(f"[{char_class(*tables)}]").match


_in_emoji = _any_of(_EMOJI)
_in_joining = _any_of(_JOINING)
_in_varied = _any_of(_VARIED)
_in_mongolian = _any_of(((0x1820, 0x18AA),))
_in_selectors = _any_of(SELECTORS)


@cache
def marks() -> Ranges:
    """The visible combining marks of the first plane, asked of Python's own Unicode data (once, some ms)."""
    unseen = re.compile(f"[{char_class(HIDDEN, SELECTORS)}]")
    found = (char for char in map(chr, range(0x0300, 0x10000)) if is_mark(char))
    return tuple((ord(char), ord(char)) for char in found if not unseen.match(char))


def is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def is_selector(char: str) -> bool:
    return _in_selectors(char) is not None


def is_emoji(char: str) -> bool:
    """Whether the character may stand in an emoji sequence; digits, `#` and `*` are left to keycaps."""
    return _in_emoji(char) is not None


def is_flag_letter(char: str) -> bool:
    """A regional indicator: two of them are one flag."""
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def takes_joiners(char: str) -> bool:
    """A letter or mark of a script in which a joiner changes the shape of its neighbour."""
    return _in_joining(char) is not None and unicodedata.category(char)[0] in "LM"


def joiner_stays(before: str, joiner: str, after: str) -> bool:
    """`before` and `after` are the visible neighbours, empty at either end of the text."""
    if joiner == ZWNJ:
        return takes_joiners(before) and takes_joiners(after)
    return takes_joiners(before) or takes_joiners(after) or (is_emoji(before) and is_emoji(after))


def may_select(base: str, selector: str) -> bool:
    """Whether the selector stands after a base for which Unicode defines variations."""
    if selector in "\ufe0e\ufe0f":
        return is_emoji(base) or (base != "" and base in KEYCAP_BASES)
    if selector in "\ufe00\ufe01\ufe02":
        return _in_varied(base) is not None
    return selector < "\ufe00" and _in_mongolian(base) is not None

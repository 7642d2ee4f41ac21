"""The one projection: what the model sees of anything a vendor returned.

What cannot be seen is left out; what can be seen is never altered: no normalisation, no decoding of entities, no
folding. Private-use characters stay, since most fonts draw them. A subdivision flag (England) is written with tag
characters and becomes the plain black flag.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from narrowgate_common.characters import (
    HIDDEN,
    JOINERS,
    KEYCAP,
    KEYCAP_BASES,
    SELECTORS,
    ZWJ,
    ZWNJ,
    char_class,
    is_flag_letter,
    is_mark,
    is_selector,
    is_skin_tone,
    joiner_stays,
    marks,
    may_select,
)
from narrowgate_common.secret_scan import redact

MARKS = 30
"""The longest run of combining marks that is kept; real scripts stay below ten."""

_SHORT_RUN = 8
"""Marks that need no counting."""

WORDS_CHARS = 200
"""As long as one line of an error's details may be."""

_WORDS_MARGIN = 8
"""How much more of a vendor's words is looked at than shown, since links shrink."""

_LINK_CHARS = 200
"""A longer link may be a cut one, whose credentials were not seen; it is removed."""

_CLUSTER = 64
"""How far a cut may move back to spare a sequence."""

_ASCII_HIDDEN = {code: None for first, last in HIDDEN for code in range(first, min(last, 0x7F) + 1)}
"""For `translate`, which is five times as quick as a regular expression here."""
_LINE_END = re.compile(r"\r\n?")

Piece = tuple[int, str]
"""A kept part: where it stood in the original, and the characters as shown."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """A text that may have been cut; `total` counts the characters of the whole."""

    text: str
    total: int
    truncated: bool


def project(text: str) -> str:
    """What the model sees of a vendor's text. Applying it twice changes nothing more."""
    if text.isascii():
        return text if text.isprintable() else _LINE_END.sub("\n", text).translate(_ASCII_HIDDEN)
    return "".join(shown for _, shown in _pieces(text))


def project_with_offsets(text: str) -> tuple[str, list[int]]:
    """The projection, and for each of its characters the index in the original where it stood.

    A line end that was CR LF points at the CR, so a span of the projection ends in the original where the next
    character begins, and what was hidden in between belongs to the character before it.
    """
    shown: list[str] = []
    offsets: list[int] = []
    for start, part in _pieces(text):
        shown.append(part)
        offsets.extend(range(start, start + len(part)))
    return "".join(shown), offsets


def one_line(text: str, limit: int) -> str:
    """A name or title: projected, white space folded to single spaces, at most `limit` characters with `…`."""
    folded = " ".join(project(text).split())
    return folded if len(folded) <= limit else folded[: _cut(folded, limit - 1)].rstrip() + "…"


def bound(text: str, limit: int) -> Bounded:
    """The first `limit` characters of a projected text, or a few less where that would cut a sequence."""
    if len(text) <= limit:
        return Bounded(text, len(text), truncated=False)
    return Bounded(text[: _cut(text, limit)], len(text), truncated=True)


def visible_ascii(text: str, limit: int = WORDS_CHARS) -> str:
    r"""The words of a vendor's error, safe in `details`: one line of printable ASCII, links defused, no credential.

    Accents are folded, other scripts are written as `\u` escapes: a homoglyph cannot pose as our own words, and a
    model still reads them. A link with credentials, query or fragment is removed, any other loses its scheme.
    """
    folded = unicodedata.normalize("NFC", one_line(text, limit * _WORDS_MARGIN))
    words = _NOT_ASCII.sub(lambda found: _in_ascii(found[0]), folded)
    defused = _LINK.sub(lambda found: _defused(found[0]), redact(words, ())).translate(_UNMARKED)
    if len(defused) <= limit:
        return defused
    return _CUT_ESCAPE.sub("", defused[: limit - 3]).rstrip() + "..."


@dataclass(slots=True)
class _Projection:
    """Keeps what may be seen. A joiner waits until its right-hand neighbour is known to be kept."""

    kept: list[Piece] = field(default_factory=list)
    before: str = ""
    selected: bool = False
    marks: int = 0
    waiting: Piece | None = None

    def run(self, at: int, run: str) -> None:
        """Characters of which the first is no mark and none needs a decision."""
        self._settle(run[0])
        self._keep(at, run)
        self.marks = _marks_at_the_end(run)

    def char(self, at: int, char: str) -> None:
        if char in JOINERS:
            self.waiting = self.waiting or (at, char)
        elif is_selector(char):
            self._select(at, char)
        elif not is_mark(char):
            self.run(at, char)
        elif self.marks < MARKS:
            self._settle(char)
            self._keep(at, char)
            self.marks += 1

    def end(self) -> list[Piece]:
        self._settle("")
        return self.kept

    def _select(self, at: int, selector: str) -> None:
        if self.waiting or self.selected or not may_select(self.before, selector):
            return
        if self.before in KEYCAP_BASES:
            self.waiting = (at, selector)
        else:
            self.kept.append((at, selector))
            self.selected = True

    def _settle(self, after: str) -> None:
        if self.waiting and self._stays(self.waiting[1], after):
            self.kept.append(self.waiting)
        self.waiting = None

    def _stays(self, waiting: str, after: str) -> bool:
        return joiner_stays(self.before, waiting, after) if waiting in JOINERS else after == KEYCAP

    def _keep(self, at: int, run: str) -> None:
        self.kept.append((at, run))
        self.before = run[-1]
        self.selected = False


def _pieces(text: str) -> list[Piece]:
    projection = _Projection()
    for kind, at, token in _tokens(text):
        if kind == "run":
            projection.run(at, token)
        elif kind == "line_end":
            projection.run(at, "\n")
        elif kind == "char":
            projection.char(at, token)
    return projection.end()


def _tokens(text: str) -> Iterator[tuple[str | None, int, str]]:
    for found in _tokenizer().finditer(text):
        yield found.lastgroup, found.start(), found[0]


@cache
def _tokenizer() -> re.Pattern[str]:
    # What needs no decision passes in one piece. Beyond the first plane only emoji do, since `re` tries the further
    # ranges of a class one by one. The two classes are disjoint, so the repetition has one way to match.
    hidden, marked = char_class(HIDDEN), char_class(marks())
    in_first_plane = tuple(row for row in HIDDEN if row[0] < 0x10000)
    singles = ((0x0D, 0x0D), (ord(ZWNJ), ord(ZWJ)), (0x10000, 0x1EFFF), (0x1FB00, 0x10FFFF))
    plain = f"[^{marked}{char_class(in_first_plane, SELECTORS, singles)}]"
    return re.compile(
        f"(?P<run>(?:{plain}+(?:[{marked}]{{1,{_SHORT_RUN}}}(?![{marked}]))?)+)"
        f"|(?P<line_end>\\r\\n?)|(?P<hidden>[{hidden}]+)|(?P<char>.)",
        re.DOTALL,
    )


def _marks_at_the_end(run: str) -> int:
    count = 0
    while is_mark(run[-1 - count]):
        count += 1
    return count


def _cut(text: str, limit: int) -> int:
    for position in range(limit, max(limit - _CLUSTER, 0), -1):
        if not _is_inside_sequence(text, position):
            return position
    return len(text[:limit].rstrip(JOINERS))


def _is_inside_sequence(text: str, position: int) -> bool:
    left, right = text[position - 1], text[position]
    if left in JOINERS or right in JOINERS or is_selector(right) or is_mark(right) or is_skin_tone(right):
        return True
    return is_flag_letter(right) and _flag_letters_before(text, position) % 2 == 1


def _flag_letters_before(text: str, position: int) -> int:
    count = 0
    while count < position and is_flag_letter(text[position - 1 - count]):
        count += 1
    return count


_NOT_ASCII = re.compile(r"[^\x20-\x7e]")
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-f]{0,3}|U[0-9a-f]{0,7})?$")
_LINK = re.compile(
    r"(?<![a-z0-9])(?:[a-z][a-z0-9+.-]{1,20}:/{2}|(?:mailto|data|javascript|vbscript|file):|www\.)\S*",
    re.IGNORECASE,
)
_UNMARKED = str.maketrans("[]<>`", "()()'")
_TYPOGRAPHY = {
    "‘": "'",
    "’": "'",
    "‚": ",",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
}


def _in_ascii(char: str) -> str:
    if char in _TYPOGRAPHY:
        return _TYPOGRAPHY[char]
    folded = "".join(part for part in unicodedata.normalize("NFKD", char) if not is_mark(part))
    if folded.isascii() and folded.isprintable() and folded:
        return folded
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"


def _defused(link: str) -> str:
    address = link.rpartition("//")[2].removeprefix("www.")
    if address == link or len(link) > _LINK_CHARS or re.search(r"[@?#;,]", link):
        return "(link removed)"
    return address

"""What the reader of a line looks for: the places and kinds of what may be more than text."""

from __future__ import annotations

import re
from bisect import bisect_left

from narrowgate_common.richtext.dialect.characters import ENTITY
from narrowgate_common.richtext.dialect.literals import LABEL
from narrowgate_common.richtext.inline import AtomKind, Mark

ATOMS: dict[str, AtomKind] = {
    "status": "status",
    "mention": "mention",
    "date": "date",
    "emoji": "emoji",
    "card": "card",
    "macro": "macro",
    "image": "image",
}
MARKS: dict[str, Mark] = {"strong": "strong", "em": "em", "strike": "strike"}

_BREAK = r"<[bB][rR][ \t]*/?>"
_AUTOLINK = r"<(?:https?://|mailto:)[^<>\x00-\x20\x7f]+>|<[A-Za-z0-9._%+\-]+@[A-Za-z0-9.\-]+>"
_ENTITY = re.sub(r"\((?!\?)", "(?:", ENTITY.pattern)

DIRECTIVE = re.compile(rf":(?:{'|'.join([*ATOMS, *MARKS])})\[")

_URL_CHAR = rf"(?:[^\s<>\[\]\\`|\"{{}}^&:\x00-\x1f\x7f]|(?!{DIRECTIVE.pattern}):)"
URL = re.compile(rf"https?://(?:{_URL_CHAR}|&amp;(?={_URL_CHAR})|&(?!#?[A-Za-z0-9]{{1,32}};))++")
"""A bare address, with the punctuation that may stand behind it."""

ANGLE = re.compile(rf"{_BREAK}|{_AUTOLINK}")

TOKEN = re.compile(
    "|".join(
        (
            r"(?P<escape>\\[!-/:-@\[-`{-~])",
            r"(?P<newline>\\?\n[ \t]*)",
            r"(?P<code>`+)",
            r"(?P<emphasis>\*+|_+|~+)",
            rf"(?P<br>{_BREAK})",
            rf"(?P<autolink>{_AUTOLINK})",
            rf"!\[(?P<image>{LABEL})\](?=\()",
            rf":(?P<atom>{'|'.join(ATOMS)})\[(?P<label>{LABEL})\]",
            rf":(?P<mark>{'|'.join(MARKS)})\[",
            r"(?P<bracket>[\[\]])",
            rf"(?P<entity>{_ENTITY})",
            rf"(?<![^\W_])(?P<url>{URL.pattern})",
        )
    )
)

NEXT = re.compile(
    r"[\\\n`*_~<!\[\]&:](?:(?<=[\\\n`*~\[\]])|(?<=_)(?:(?<![^\W_]_)|(?![^\W_]))|(?<=<)(?=[A-Za-z0-9])|(?<=!)(?=\[)"
    rf"|(?<=&)(?=[#A-Za-z])|(?<=:)(?=//|{DIRECTIVE.pattern.removeprefix(':')}))"
)
"""Where a token may begin; of an address, its colon. Quick, as it begins with a set of characters."""

_TRAILING = "?!.,:;*_~'"


def bare_url(text: str, start: int, end: int) -> int:
    """Where an address ends that was found between the two places: not with punctuation or a lone parenthesis."""
    opened, closed = text.count("(", start, end), text.count(")", start, end)
    while end > start:
        last = text[end - 1]
        if text.endswith("&amp;", start, end):
            end -= len("mp;") + 1
        elif last == ")" and closed > opened:
            closed -= 1
        elif last not in _TRAILING:
            return end
        end -= 1
    return end


def start_of(text: str, at: int) -> int:
    """Of the token found by `NEXT` at this place."""
    if not text.startswith("://", at):
        return at
    return at - 5 if text.endswith("https", 0, at) else max(at - 4, 0)


class Ticks:
    """The runs of backticks of a text, by length."""

    def __init__(self, text: str) -> None:
        self._starts: dict[int, list[int]] = {}
        for match in re.finditer(r"`+", text):
            self._starts.setdefault(len(match[0]), []).append(match.start())

    def closing(self, length: int, at: int) -> int | None:
        """The first run of this length at or after the place."""
        starts = self._starts.get(length, [])
        index = bisect_left(starts, at)
        return starts[index] if index < len(starts) else None

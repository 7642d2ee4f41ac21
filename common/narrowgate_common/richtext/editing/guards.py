"""Texts that stand for a text that was left out, and wholes that lost their greater part."""

from __future__ import annotations

import re
from collections.abc import Iterable

from narrowgate_common.richtext.refusal import refused

_LEAST_CHARS = 1_000
"""Of a text whose shrinking is looked at."""
_SHARE = 0.6
"""What has to be left of it."""
_SUSPECT_SHARE = 0.9
"""Of a text this much shorter, three points on a line of their own are no style."""
_LINE_CHARS = 160

_THING = "(?:rows?|lines?|sections?|items?|paragraphs?|blocks?|content|text|page|document|table|list|description|code)"
_KEPT = (
    "(?:unchanged|omitted|remains?(?: the same)?|stays? the same|as before|as above|truncated|not shown|elided"
    "|skipped|same as before)"
)
_NUMBERS = r"[0-9]{1,6} ?(?:-|to|through|\u2013) ?[0-9]{1,6}"
_REST = "(?:the )?(?:rest|remainder|remaining|existing|other|previous|everything else)"
_WORDS = r"[\w ,'/-]{0,60}"
_STANDS_FOR = re.compile(
    "|".join(
        (
            rf"{_REST}\b{_WORDS}\b{_KEPT}",
            rf"{_REST} of (?:the |this )?{_THING}(?: here| goes here)?",
            rf"{_THING} {_NUMBERS} (?:are |is )?{_KEPT}",
            rf"{_THING} (?:is |are |was )?{_KEPT}",
            rf"(?:keep|leave) {_REST}\b{_WORDS}",
            rf"\(?{_KEPT}\)?",
            rf"{_REST} (?:{_THING}|stays?|remains?|is|are)(?: as (?:it|they) (?:is|are|was|were)| here| goes here)?",
            rf"{_THING} (?:continues|goes on)(?: here| below| as before)?",
            "rest|snip|snipped",
        )
    ),
    re.IGNORECASE,
)
_POINTS = re.compile(r"\W*(?:\.\.\.|\u2026)\W*")


def refuse_elision(new: Iterable[str], old: str, *, shorter: bool) -> None:
    """`new` are the texts that were not there before. Raises GatewayError (`elided`)."""
    for text in new:
        for line in text.split("\n"):
            if stands_for_text(line, shorter=shorter) and line.strip() not in old:
                raise refused(
                    "A line seems to stand for text that was left out. Send the whole text, or an edit of one place.",
                    reason="elided",
                    details=[line.strip()[:120]],
                )


def stands_for_text(line: str, *, shorter: bool) -> bool:
    """Whether a whole line, without its marks, is a note about text that is not there."""
    if len(line) > _LINE_CHARS:
        return False
    bare = line.strip(" \t|>#*_-/<!()[]{}.,:;`~\u2026\u2013\u2014")
    if not bare:
        return shorter and _POINTS.fullmatch(line) is not None
    return _STANDS_FOR.fullmatch(bare) is not None


def is_shorter(old: str, new: str) -> bool:
    return len(new) < _SUSPECT_SHARE * len(old)


def refuse_shrinking(old: str, new: str, *, allowed: bool) -> None:
    """Raises GatewayError (`shrunk`)."""
    if not allowed and len(old) >= _LEAST_CHARS and len(new) < _SHARE * len(old):
        raise refused(
            "The text would lose much of its length. Send all of it, or allow_removals if that is what is wanted.",
            reason="shrunk",
            details=[f"from {len(old)} to {len(new)} characters"],
        )

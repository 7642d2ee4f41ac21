"""Which characters of a stretch of wiki markup need a backslash, and which an entity, so that they stay characters."""

from __future__ import annotations

import re

from narrowgate_issues.adapters.jira.richtext.draft import SYNTAX, Draft
from narrowgate_issues.adapters.jira.richtext.wiki_tokens import EMOTICON, ENTITY, ESCAPABLE

_BRACKETS = re.compile(r"[{}\[\]|]|!(?=\S)")
_BACKSLASHES = re.compile(r"\\+")
_SIGNS = re.compile(r"\*+|_+|-+|\++|\^+|~+|\?{2,}")
_MARKER = re.compile(r"[*#\-]+(?=\s|\Z)|-{4}")
_BEGINS_BLOCK = re.compile(r"(?:h[1-6]|bq)(\.)")


def mask(draft: Draft) -> set[int]:
    """Positions to put a backslash before; adds those that only an entity can stand for to the draft."""
    found = {match.start() for match in _BRACKETS.finditer(draft.text) if draft.is_literal(match.start())}
    _encode_backslashes(draft)
    draft.encoded |= {
        match.start() for match in ENTITY.finditer(draft.text) if draft.is_literal(match.start())
    }
    found |= _emoticons(draft)
    start = 0
    for line in draft.text.split("\n"):
        found |= _signs(draft, start, start + len(line))
        found |= _block_starts(draft, start, line)
        start += len(line) + 1
    return found - draft.encoded


def _encode_backslashes(draft: Draft) -> None:
    """No escape for a backslash itself: Jira reads two of them as a line break."""
    for match in _BACKSLASHES.finditer(draft.text):
        single = len(match[0]) == 1 and draft.at(match.end()) not in ESCAPABLE
        if not single or draft.at(match.end()) == "\n":
            draft.encoded |= {index for index in range(*match.span()) if draft.is_literal(index)}


def _emoticons(draft: Draft) -> set[int]:
    found: set[int] = set()
    for match in EMOTICON.finditer(draft.text):
        if draft.is_literal(match.start()):
            target = found if match[0][0] == "(" else draft.encoded
            target.add(match.start())
    return found


def _signs(draft: Draft, start: int, end: int) -> set[int]:
    """The signs of phrases on one line, if any of a kind could pair with another or with one of ours."""
    able: dict[str, set[int]] = {}
    openers: set[str] = set()
    paired: set[str] = set()
    for match in _SIGNS.finditer(draft.text, start, end):
        sign = match[0][0]
        literal = {index for index in range(*match.span()) if draft.is_literal(index)}
        opens, closes = _abilities(draft, match)
        if any(draft.kinds[index] == SYNTAX for index in range(*match.span())):
            paired.add(sign)
            opens = closes = True
        if opens or closes:
            able.setdefault(sign, set()).update(literal)
        if closes and sign in openers:
            paired.add(sign)
        if opens:
            openers.add(sign)
    return {index for sign in paired for index in able.get(sign, ())}


def _abilities(draft: Draft, run: re.Match[str]) -> tuple[bool, bool]:
    """A sign beside another of its kind has no letter on that side."""
    before, after = draft.at(run.start() - 1), draft.at(run.end())
    alone = len(run[0]) == (2 if run[0][0] == "?" else 1)
    opens = not after.isspace() and not (alone and before.isalnum())
    return opens, not before.isspace() and not (alone and after.isalnum())


def _block_starts(draft: Draft, start: int, line: str) -> set[int]:
    if match := _BEGINS_BLOCK.match(line):
        draft.encoded.add(start + match.start(1))
    elif marker := _MARKER.match(line):
        return {index for index in range(start, start + marker.end()) if draft.is_literal(index)}
    return set()

r"""Which characters of a line need a backslash so that they stay characters.

The line is judged as a whole, once its own syntax stands in it, so that `foo_bar_baz`, `5 * 3 * 2`, `array[0]`,
`List<String>` and `C:\path` stay as they are. Every expression here is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from narrowgate_common.richtext.dialect.characters import PUNCTUATION, is_entity
from narrowgate_common.richtext.dialect.draft import IN_LINK, SYNTAX, Draft
from narrowgate_common.richtext.dialect.emphasis import delimiters
from narrowgate_common.richtext.dialect.tokens import ANGLE, DIRECTIVE, URL

_SUSPECTS = re.compile(r"[\\\[\]<&!:{]")
_RISKY = re.compile(r"[\\\[\]<&{`*_~]")
_CALLS = re.compile(rf"!\[|:(?://|{DIRECTIVE.pattern.removeprefix(':')})")
"""Without a character of the one and a match of the other, words need no escapes."""
_BACKTICKS = re.compile(r"`+")
_EMPHASIS = re.compile(r"\*+|_+|~+")
_SCHEME = re.compile(r"(?<![^\W_])(https?)://")
_BLOCK = re.compile(
    r"#{1,6}(?:[ ]|\Z)|>|[-+*](?:[ ]|\Z)|([-*_])[ ]*+(?:\1[ ]*+){2,}+\Z|`{3}|~{3}|:{3}|\[[ xX]\](?:[ ]|\Z)|\[![A-Za-z]"
)
_NUMBER = re.compile(r"[0-9]{1,9}(?=[.)](?:[ ]|\Z))")
_HEADING_END = re.compile(r"(?:(?<=[ ])|\A)#++\Z")


def everything(draft: Draft) -> set[int]:
    """All punctuation that is text."""
    return {index for index, char in enumerate(draft.text) if char in PUNCTUATION and draft.is_literal(index)}


def inline_escapes(draft: Draft) -> set[int]:
    """What could begin or end a link, code, an entity, a directive, an address or emphasis."""
    if not _RISKY.search(draft.words) and not _has_call(draft):
        return set()
    found = {
        match.start()
        for match in _SUSPECTS.finditer(draft.text)
        if draft.is_literal(match.start()) and _RULES[match[0]](draft, match.start())
    }
    if "://" in draft.text:
        found |= _addresses(draft)
    if "`" in draft.words:
        found |= _backticks(draft)
    for char in "*_~":
        if char in draft.words:
            found |= _emphasis(draft, char)
    return found


def _has_call(draft: Draft) -> bool:
    return (":" in draft.words or "!" in draft.words) and _CALLS.search(draft.text) is not None


def block_escapes(draft: Draft) -> set[int]:
    """What could begin a block, a task or an alert at the start of a line."""
    text = draft.text
    if number := _NUMBER.match(text):
        return _literal(draft, range(number.end(), number.end() + 1))
    if not _BLOCK.match(text):
        return set()
    run = _EMPHASIS.match(text) or _BACKTICKS.match(text)
    return _literal(draft, range(run.end() if run else 1))


def heading_escapes(draft: Draft) -> set[int]:
    """The number signs that would close a heading."""
    match = _HEADING_END.search(draft.text)
    return _literal(draft, range(match.start(), match.start() + 1)) if match else set()


def _literal(draft: Draft, span: range) -> set[int]:
    return {index for index in span if draft.is_literal(index)}


def _backslash(draft: Draft, index: int) -> bool:
    return draft.at(index + 1) in PUNCTUATION


def _opening_bracket(draft: Draft, index: int) -> bool:
    return draft.is_in_brackets(index)


def _closing_bracket(draft: Draft, index: int) -> bool:
    return draft.is_in_brackets(index) or draft.at(index + 1) == "("


def _less_than(draft: Draft, index: int) -> bool:
    return ANGLE.match(draft.text, index) is not None


def _ampersand(draft: Draft, index: int) -> bool:
    return is_entity(draft.text, index)


def _exclamation(draft: Draft, index: int) -> bool:
    return draft.at(index + 1) == "["


def _colon(draft: Draft, index: int) -> bool:
    return DIRECTIVE.match(draft.text, index) is not None


def _brace(draft: Draft, index: int) -> bool:
    return draft.ends_atom(index)


_RULES: dict[str, Callable[[Draft, int], bool]] = {
    "\\": _backslash,
    "[": _opening_bracket,
    "]": _closing_bracket,
    "<": _less_than,
    "&": _ampersand,
    "!": _exclamation,
    ":": _colon,
    "{": _brace,
}


def _addresses(draft: Draft) -> set[int]:
    """The colon of what would be read as a bare address; inside a link it is text anyway."""
    return {
        match.end(1)
        for match in _SCHEME.finditer(draft.text)
        if draft.is_literal(match.end(1))
        and draft.kinds[match.end(1)] != IN_LINK
        and URL.match(draft.text, match.start())
    }


def _backticks(draft: Draft) -> set[int]:
    """All, where a run has a partner of its length or touches the ticks of a code span.

    One alone may stay only where no other is escaped: an escaped tick still ends a code span.
    """
    runs = [range(*match.span()) for match in _BACKTICKS.finditer(draft.text)]
    literal = [span for span in runs if draft.is_literal(span[0]) or draft.is_literal(span[-1])]
    if not literal:
        return set()
    has_partner = len({len(span) for span in runs}) < len(runs)
    is_mixed = any(len(_literal(draft, span)) < len(span) for span in literal)
    return (
        {index for span in literal for index in _literal(draft, span)} if has_partner or is_mixed else set()
    )


def _emphasis(draft: Draft, char: str) -> set[int]:
    """The literal runs of one character that can open or close, if any of them could have a partner."""
    able: set[int] = set()
    has_opener = paired = False
    for match in _EMPHASIS.finditer(draft.text):
        if match[0][0] != char:
            continue
        span = range(*match.span())
        if any(draft.kinds[index] == SYNTAX for index in span):
            paired = True
            able |= _literal(draft, span)
            continue
        run = delimiters(draft.text, match.start(), match.end())
        if run.opens or run.closes:
            able |= _literal(draft, span)
        paired = paired or (run.closes and has_opener)
        has_opener = has_opener or run.opens
    return able if paired else set()

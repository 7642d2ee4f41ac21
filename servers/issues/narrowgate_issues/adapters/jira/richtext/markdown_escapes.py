r"""Which characters of a Markdown paragraph need a backslash so that they stay characters.

The text is judged as a whole, once its own syntax stands in it, so that `foo_bar_baz`, `5 * 3 * 2`, `array[0]` and
`C:\path` stay as they are. Every regular expression here is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from narrowgate_issues.adapters.jira.richtext.draft import LITERAL_IN_LINK, SYNTAX, Draft

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

_SPACE = " \t\n"
"""Other white space is judged as if it were a letter: renderers disagree on it."""

_SUSPECTS = re.compile(r"[\\\[\]<&!:]")
_ENTITY = re.compile(r"&#?[A-Za-z0-9]{1,32};")
_DIRECTIVE = re.compile(r":[A-Za-z][A-Za-z0-9_\-]{0,40}\[")
_BACKTICKS = re.compile(r"`+")
_EMPHASIS = re.compile(r"\*+|_+|~+")
_BEGINS_BLOCK = re.compile(
    r"#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|`{3}|~{3}|:{3}"
    r"|\[[ xX]\](?:[ \t]|$)|\[![A-Za-z]"
)
_NUMBERED = re.compile(r"([0-9]{1,9})[.)](?:[ \t]|$)")
_CONTINUES_BLOCK = re.compile(r"=+[ \t]*$|-+[ \t]*$|[|: \t]*-[|:\- \t]*$")
_CLOSES_HEADING = re.compile(r"(?:^|[ \t])(#+)$")


def inline_escapes(draft: Draft) -> set[int]:
    """What could begin or end a link, code, an entity, HTML, a directive or emphasis."""
    found = {
        match.start()
        for match in _SUSPECTS.finditer(draft.text)
        if draft.is_literal(match.start()) and _RULES[match[0]](draft, match.start())
    }
    found |= _backticks(draft)
    for char in "*_~":
        found |= _emphasis(draft, char)
    return found


def block_escapes(draft: Draft, *, continues: bool) -> set[int]:
    """What could begin a block at the start of a line; `continues`: the first line follows another at once."""
    found: set[int] = set()
    for start, line in _lines(draft.text):
        if _BEGINS_BLOCK.match(line) or ((start or continues) and _CONTINUES_BLOCK.match(line)):
            found |= _run_of_delimiters(draft.text, start)
        elif number := _NUMBERED.match(line):
            found.add(start + number.end(1))
    if draft.text.startswith("[") and "]:" in draft.text:
        found.add(0)
    return {index for index in found if draft.is_literal(index)}


def heading_escapes(draft: Draft) -> set[int]:
    match = _CLOSES_HEADING.search(draft.text)
    return {match.start(1)} if match and draft.is_literal(match.start(1)) else set()


def is_safe_neighbour(char: str) -> bool:
    """Whether emphasis may begin after this character, or end before it, whatever stands on its other side."""
    return char in PUNCTUATION or char in _SPACE


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _run_of_delimiters(text: str, start: int) -> set[int]:
    """The first character; of a run of delimiters all, as what is left of it would count as a run of its own."""
    match = _EMPHASIS.match(text, start) or _BACKTICKS.match(text, start)
    return set(range(start, match.end())) if match else {start}


def _backslash(draft: Draft, index: int) -> bool:
    following = draft.at(index + 1)
    return following in PUNCTUATION or (following == "\n" and index + 1 < len(draft.text))


def _opening_bracket(draft: Draft, index: int) -> bool:
    return draft.kinds[index] == LITERAL_IN_LINK


def _closing_bracket(draft: Draft, index: int) -> bool:
    return draft.kinds[index] == LITERAL_IN_LINK or draft.at(index + 1) == "("


def _less_than(draft: Draft, index: int) -> bool:
    following = draft.at(index + 1)
    return following in "/!?" or (following.isascii() and following.isalpha())


def _ampersand(draft: Draft, index: int) -> bool:
    return _ENTITY.match(draft.text, index) is not None


def _exclamation(draft: Draft, index: int) -> bool:
    return draft.at(index + 1) == "[" and not draft.is_literal(index + 1)


def _colon(draft: Draft, index: int) -> bool:
    before = draft.at(index - 1)
    in_word = (before.isalnum() or before == ":") and draft.is_literal(index - 1)
    return not in_word and _DIRECTIVE.match(draft.text, index) is not None


_RULES: dict[str, Callable[[Draft, int], bool]] = {
    "\\": _backslash,
    "[": _opening_bracket,
    "]": _closing_bracket,
    "<": _less_than,
    "&": _ampersand,
    "!": _exclamation,
    ":": _colon,
}


def _backticks(draft: Draft) -> set[int]:
    runs = list(_BACKTICKS.finditer(draft.text))
    if len(runs) < 2:
        return set()
    return {index for run in runs for index in range(*run.span()) if draft.is_literal(index)}


def _emphasis(draft: Draft, char: str) -> set[int]:
    """The literal delimiters of one kind, if any of them could pair with another or with one of ours."""
    able: set[int] = set()
    has_opener = paired = False
    for match in _EMPHASIS.finditer(draft.text):
        if match[0][0] != char:
            continue
        span = range(*match.span())
        literal = {index for index in span if draft.is_literal(index)}
        if any(draft.kinds[index] == SYNTAX for index in span):
            paired = True
            able |= literal
            continue
        opens, closes = _abilities(draft, match)
        if opens or closes:
            able |= literal
        paired = paired or (closes and has_opener)
        has_opener = has_opener or opens
    return able if paired else set()


def _abilities(draft: Draft, run: re.Match[str]) -> tuple[bool, bool]:
    before, after = draft.at(run.start() - 1), draft.at(run.end())
    if run[0][0] == "_" and before.isalnum() and after.isalnum():
        return False, False
    return after not in _SPACE, before not in _SPACE

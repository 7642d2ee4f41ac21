"""Text search as the tracker does it: whole words, in any order, phrases in quotes, and `*` at a word's end."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from narrowgate_sandbox.jira.jql.words import JqlError

_WORD = re.compile(r"\w+")
_TERM = re.compile(r'"[^"]*"|\S+')


def matcher(field: str, sought: str) -> Callable[[Sequence[str]], bool]:
    """Whether one of several texts holds everything sought; raises JqlError for what cannot be searched."""
    if not sought.strip():
        raise JqlError(f"The field '{field}' does not support searching for an empty string.")
    if sought.lstrip()[0] in "*?":
        raise JqlError(
            f"The text '{sought}' for field '{field}' is not allowed to start with character '{sought.lstrip()[0]}'."
        )
    if sought.count('"') % 2:
        raise JqlError(f"Unable to parse the text '{sought}' for field '{field}'.")
    terms = [_term(term) for term in _TERM.findall(sought)]
    return lambda texts: all(any(term(_words(text)) for text in texts) for term in terms)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _term(term: str) -> Callable[[list[str]], bool]:
    wanted = _words(term)
    if term.endswith("*") and len(wanted) == 1:
        return lambda words: any(word.startswith(wanted[0]) for word in words)
    size = len(wanted)
    return lambda words: any(words[at : at + size] == wanted for at in range(len(words) - size + 1))

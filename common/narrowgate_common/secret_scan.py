"""Credentials in text: refused in what a write adds, replaced in what is logged.

A secret in Base64, hexadecimal, reversed, percent-encoded or split by markup is not found: whoever hides one on
purpose can. What is promised is that a secret copied as it is, or disguised by characters nobody sees, is.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from urllib.parse import quote

from narrowgate_common.characters import HIDDEN, JOINERS, SELECTORS, char_class, marks
from narrowgate_common.errors import bad_input
from narrowgate_common.secret_kinds import KINDS, Kind

REDACTED = "[redacted]"
REASON = "secret_detected"

_ENTITY = re.compile(r"&(?:#[0-9]{1,20}|#x[0-9a-f]{1,20}|[a-z][a-z0-9]{1,31});?", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_MARKDOWN_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")

Found = tuple[str, str]
"""The kind's name and the value; the value never leaves this module."""

_SHORT = 500
"""Characters up to which one look for every anchor at once is quicker than a look for each."""


def find_secret(text: str) -> str | None:
    """The kind of the first credential in a text, never its value."""
    for form in _forms(text):
        for kind, _ in _found(form):
            return kind
    return None


def refuse_new_secrets(new: str, before: str = "") -> None:
    """Raise `bad_input/secret_detected` when a text holds a credential more often than the text it replaces did."""
    found = _secrets(new)
    for kind, _ in found - _secrets(before) if found else ():
        raise bad_input(
            f"the text holds what looks like a credential ({kind}); leave it out, or write <token> in its place",
            reason=REASON,
        )


def redact(text: str, known: Iterable[str]) -> str:
    """The text with the known secrets, as they are or percent-encoded, and all recognisable ones replaced."""
    for secret in sorted(_spellings(known), key=len, reverse=True):
        text = text.replace(secret, REDACTED)
    shown: list[str] = []
    end = 0
    for start, stop in sorted(span for kind in _searched(text) for span in kind.spans(text)):
        if start >= end:
            shown += [text[end:start], REDACTED]
        end = max(end, stop)
    return "".join([*shown, text[end:]])


def canonical(text: str) -> str:
    """What a reader takes the text for: entities and escapes resolved, compatibility forms folded, nothing unseen.

    Marks go before the folding, which would otherwise take quadratic time to sort a long run of them.
    """
    decoded = _ENTITY.sub(lambda found: html.unescape(found[0]), _MARKDOWN_ESCAPE.sub("", text))
    if decoded.isascii() and not _CONTROL.search(decoded):
        return decoded
    return unicodedata.normalize("NFKC", _unseen().sub("", decoded)).translate(_DASHES)


def _forms(text: str) -> Iterator[str]:
    yield text
    folded = canonical(text)
    if folded != text:
        yield folded


def _secrets(text: str) -> Counter[Found]:
    """A secret that both forms show is one secret: the larger count of the two."""
    counts: Counter[Found] = Counter()
    for form in _forms(text):
        counts |= Counter(_found(form))
    return counts


def _found(text: str) -> Iterator[Found]:
    for kind in _searched(text):
        for start, stop in kind.spans(text):
            yield kind.name, text[start:stop]


def _searched(text: str) -> list[Kind]:
    lower = text.lower()
    if len(text) <= _SHORT and not _anchors().search(lower):
        return []
    return [kind for kind in KINDS if kind.may_occur(text, lower)]


@cache
def _anchors() -> re.Pattern[str]:
    """One look for all that any kind needs: most texts hold nothing of it."""
    return re.compile("|".join(sorted({re.escape(each.lower()) for kind in KINDS for each in kind.anchors})))


def _spellings(known: Iterable[str]) -> set[str]:
    secrets = [secret for secret in known if secret]
    return {*secrets, *(quote(secret, safe="", errors="replace") for secret in secrets)}


@cache
def _unseen() -> re.Pattern[str]:
    joiners = tuple((ord(joiner), ord(joiner)) for joiner in JOINERS)
    return re.compile(f"[{char_class(HIDDEN, SELECTORS, marks(), joiners)}]+")

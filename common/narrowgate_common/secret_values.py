"""Whether a value that stands where a secret would is one, or a stand-in that documentation is full of."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections import Counter

_STAND_IN = re.compile(
    r"(?-i:x{4}|X{4})|\*{3}|\.{3}|…|example|your|placeholder|change[_-]?me|redacted|dummy|[<>{}]|^\$|\$\(|%\("
    r"|process\.env|environ|getenv|env\.|_here\b|-here\b",
    re.IGNORECASE,
)
_FORMAT = re.compile(r"%[a-z]|\$[0-9]+", re.IGNORECASE)
_WORDS_OF_A_NAME = re.compile(r"[A-Za-z]*[0-9]{0,3}")
_CAMEL_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_SEPARATORS = re.compile(r"[-_./:@+=]")
_LOCATION = re.compile(r"[.~]{0,2}/|[a-z][a-z0-9+.-]{1,20}://|[a-z]:\\", re.IGNORECASE)
_KEY_BODY = re.compile(
    r"(?:\\[nr]|[\s>|\"',+*]){0,200}+"  # line ends, also escaped ones, and what quotes or indents them
    r"(?:[A-Za-z-]{2,20}:[^\r\n\\]{0,100}+(?:\\[nr]|\s){1,4}+){0,5}+"  # headers of an encrypted or armoured key
    r"(?P<run>[A-Za-z0-9+/=]{12,}+)"
)

_MEAN_WORD = 3.6
"""Letters: chance changes the case more often than a writer of camelCase does."""

_MIN_ENTROPY = 2.7
"""Bits per character: eight characters of which two are alike."""


def is_filled_in(value: str) -> bool:
    """Not a placeholder such as `<token>`, `${TOKEN}`, `xxxx` or `your-token-here`."""
    return not _STAND_IN.search(value) and not _FORMAT.fullmatch(value)


def is_mixed(value: str) -> bool:
    """Filled in, and holds digits as well as letters."""
    return is_filled_in(value) and bool(re.search(r"[0-9]", value)) and bool(re.search(r"[A-Za-z]", value))


def is_random_literal(value: str) -> bool:
    """A value nobody would choose as a name: filled in, mixed, no path, no words joined by separators."""
    if not is_filled_in(value) or _LOCATION.match(value) or _is_name(value):
        return False
    return bool(re.search(r"[0-9!@#$%^&*?~]", value)) and _entropy(value) >= _MIN_ENTROPY


def holds_key_material(body: str) -> bool:
    """Begins with Base64, not with the prose that goes on after a mentioned header."""
    found = _KEY_BODY.match(body)
    return found is not None and not found["run"].isupper() and not found["run"].islower()


def decodes_to_user_and_password(value: str) -> bool:
    try:
        decoded = base64.b64decode(value, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return ":" in decoded and decoded.isprintable() and is_filled_in(decoded)


def _is_name(value: str) -> bool:
    parts = _SEPARATORS.split(value)
    if not all(_WORDS_OF_A_NAME.fullmatch(part) for part in parts):
        return False
    words = [word for part in parts for word in _CAMEL_WORD.findall(part)]
    return sum(map(len, words)) >= _MEAN_WORD * len(words)


def _entropy(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)

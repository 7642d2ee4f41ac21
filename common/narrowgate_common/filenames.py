"""A vendor's filename made safe to be the last part of a path, on any system and in any shell's listing."""

from __future__ import annotations

import re
import unicodedata

from narrowgate_common.characters import HIDDEN, char_class, is_selector

MAX_BYTES = 120
"""Well below the 255 of file systems, so that a copying tool may add to it."""

FALLBACK = "file"

_ACTIVE = (
    "app appimage bat chm cmd com cpl desktop dll docm dotm exe hta htm html jar jnlp js jse lnk mht mhtml msc msi mjs"
    " pif potm ppam pptm ps1 py rb reg scr sh shtml svg svgz swf url vb vbe vbs website wsf wsh xhtml xlam xll xlsm"
    " xltm xml xsl"
)
ACTIVE_EXTENSIONS = frozenset(_ACTIVE.split())
"""Types that run, or run what they hold, when somebody opens them."""

_HIDDEN_RUN = re.compile(f"[{char_class(HIDDEN)}]+")
_SEPARATORS = re.compile(r"[/\\]")
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f:*?\"<>|`$;&']")  # controls, Windows, and what a shell acts on
_PLAIN_EXTENSION = re.compile(r"[A-Za-z0-9]{1,16}")
_LIKE_EXTENSION = re.compile(r"\S{1,16}")
_DEVICES = re.compile(r"con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]", re.IGNORECASE)


def safe_filename(name: str) -> str:
    """The name without directories, hidden characters, leading `-`, `~` or `.`, and at most 120 bytes of UTF-8.

    Control and shell characters become `_`. A plain ASCII extension is kept, one of other letters is dropped.
    What leaves nothing is `file`. Applying it twice changes nothing more.
    """
    cleaned = _cleaned(name)
    while (next_name := _cleaned(cleaned)) != cleaned:
        cleaned = next_name
    return cleaned


def is_active(name: str) -> bool:
    """Whether the name promises a type that runs when it is opened."""
    _, dot, extension = name.rpartition(".")
    return dot == "." and extension.casefold() in ACTIVE_EXTENSIONS


def is_device_name(name: str) -> bool:
    """Whether Windows takes the name for a device, whatever its extension."""
    return _DEVICES.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def _cleaned(name: str) -> str:
    visible = "".join(map(_visible, _HIDDEN_RUN.sub(_replaced, _last_part(name))))
    shortened = _shortened(_without_foreign_extension(_trimmed(visible)))
    trimmed = _trimmed(shortened) or FALLBACK
    return f"_{trimmed}" if is_device_name(trimmed) else trimmed


def _last_part(name: str) -> str:
    return next((part for part in reversed(_SEPARATORS.split(name)) if part.strip(" .")), "")


def _replaced(hidden: re.Match[str]) -> str:
    return "_" if _FORBIDDEN.search(hidden[0]) else ""


def _visible(char: str) -> str:
    category = unicodedata.category(char)[0]
    if category == "Z":
        return " "
    if _FORBIDDEN.match(char):
        return "_"
    return "" if category == "C" or is_selector(char) else char


def _trimmed(name: str) -> str:
    return name.lstrip("-~. ").rstrip(". ")


def _without_foreign_extension(name: str) -> str:
    stem, dot, extension = name.rpartition(".")
    foreign = _LIKE_EXTENSION.fullmatch(extension) and not extension.isascii()
    return stem if dot and foreign else name


def _shortened(name: str) -> str:
    stem, dot, extension = name.rpartition(".")
    if not (dot and _PLAIN_EXTENSION.fullmatch(extension)):
        stem, dot, extension = name, "", ""
    room = MAX_BYTES - len(dot + extension) - 1  # one more for the mark before a device's name
    return stem.encode()[:room].decode(errors="ignore") + dot + extension

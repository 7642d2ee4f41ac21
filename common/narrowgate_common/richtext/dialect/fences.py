"""What stands behind the ticks of a fence: a code's language and attributes, or the head of something opaque."""

from __future__ import annotations

import re

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.dialect.attributes import formatted, parsed
from narrowgate_common.richtext.refusal import refused

OPAQUE = frozenset({"macro", "extension", "media", "embed", "unknown"})
"""Fences that begin so are opaque; so is every one that has a `ref`."""

_WORD = re.compile(r'[^\s="`]+(?=[ \t]|\Z)')
_PLAIN = re.compile(r"[A-Za-z0-9_.+#\-]+")


def head(block: Block) -> str:
    """The info string: `python title="a.py"`, `macro name=drawio ref=3f9a01bc`."""
    if block.kind == "opaque":
        return " ".join(filter(None, (block.name, formatted(block.attrs))))
    language = block.attr("language")
    is_ambiguous = language in OPAQUE or any(key == "ref" for key, _ in block.attrs)
    if not language or is_ambiguous or not _PLAIN.fullmatch(language):
        return formatted(block.attrs)
    return " ".join(
        filter(None, (language, formatted(tuple(each for each in block.attrs if each[0] != "language"))))
    )


def fenced(info: str, text: str) -> Block:
    """The block of a fence.

    What follows a code's language and is no attribute list becomes its title. Raises GatewayError
    (`unsupported_markup`) for an opaque head that is broken, and for text in an opaque fence.
    """
    info = info.strip(" \t")
    word = _WORD.match(info)
    first, rest = (word[0], info[word.end() :].strip(" \t")) if word else ("", info)
    attrs = parsed(rest)
    if first in OPAQUE or (first and attrs and any(key == "ref" for key, _ in attrs)):
        return _opaque(first, attrs, text, info)
    if attrs is None:
        attrs = (("title", rest),)
    language = (("language", first),) if first else ()
    return Block(
        "code",
        attrs=(*language, *(each for each in attrs if not (first and each[0] == "language"))),
        text=text,
    )


def _opaque(name: str, attrs: Attrs | None, text: str, info: str) -> Block:
    if attrs is None or text.strip():
        what = "holds no text" if attrs is not None else "has key=value pairs behind its name, each key once"
        raise refused(
            f"a {name} fence {what}; it stands for what the original holds",
            reason="unsupported_markup",
            details=[info],
        )
    return Block("opaque", name, attrs)

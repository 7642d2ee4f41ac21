"""Edits of single places: old words and new words, found in the text that was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from narrowgate_common.richtext.editing.whole import unified
from narrowgate_common.richtext.edits import Edit, edit
from narrowgate_common.richtext.format import Original, Piece
from narrowgate_common.richtext.reading import Reading
from narrowgate_common.richtext.refusal import refused

_SHOWN_CHARS = 120


@dataclass(frozen=True, slots=True)
class Replacement:
    """`old` as it stands in the Markdown that was read, once; `new` in its place, or nothing."""

    old: str
    new: str


def replaced(markdown: str, replacements: Iterable[Replacement]) -> str:
    """The text with every replacement made, one after the other, each on what the ones before have left.

    Raises GatewayError: `not_found_in_text`, `ambiguous_edit` with the places.
    """
    for each in replacements:
        old, new = unified(each.old), unified(each.new)
        count = markdown.count(old) if old else 0
        if count == 0:
            raise refused(
                "The words to be replaced do not stand in the text, as Markdown shows it; read it again",
                reason="not_found_in_text",
                details=[f"looked for: {old[:_SHOWN_CHARS]}"],
            )
        if count > 1:
            raise refused(
                f"The words to be replaced stand {count} times in the text; name more of what is around them",
                reason="ambiguous_edit",
                details=_places(markdown, old),
            )
        markdown = markdown.replace(old, new)
    return markdown


def replace(
    old: Reading[Original, Piece], replacements: Iterable[Replacement], *, allow_removals: bool = False
) -> Edit[Original]:
    """An edit of these places alone. Raises GatewayError like `replaced` and `edit`."""
    return edit(old, replaced(old.markdown, replacements), allow_removals=allow_removals)


def _places(markdown: str, words: str) -> list[str]:
    lines: list[str] = []
    at = markdown.find(words)
    while at >= 0 and len(lines) < 5:
        begin = markdown.rfind("\n", 0, at) + 1
        line = markdown[begin : begin + _SHOWN_CHARS].split("\n", maxsplit=1)[0]
        lines.append(f"line {markdown.count(chr(10), 0, at) + 1}: {line}")
        at = markdown.find(words, at + 1)
    return lines

"""Which words of a page a comment is to belong to: found in what readers see, one occurrence of perhaps several."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.errors import bad_input
from narrowgate_common.text import one_line
from narrowgate_docs.port import Anchor


def anchored(words: str, places: Sequence[str], occurrence: int | None) -> Anchor:
    """`places` are the occurrences with what stands around them; `occurrence` counts from 1.

    Raises bad_input where the words do not stand there, or in several places.
    """
    if not places:
        raise bad_input(
            "Those words do not stand in the page's text, within one paragraph and without marks of Markdown; "
            "copy fewer of them",
            reason="anchor_not_found",
        )
    if occurrence is None and len(places) > 1:
        lines = [f"{number}: {one_line(around, 150)}" for number, around in enumerate(places[:5], 1)]
        raise bad_input(
            f"Those words stand {len(places)} times in the page; say which with occurrence, or give more of them",
            reason="anchor_ambiguous",
            details=lines,
        )
    index = (occurrence or 1) - 1
    if index >= len(places):
        raise bad_input(f"Those words stand only {len(places)} times in the page", reason="anchor_not_found")
    return Anchor(words, len(places), index)

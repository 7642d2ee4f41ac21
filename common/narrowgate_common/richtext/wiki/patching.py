"""A paragraph with other content: what is kept keeps its bytes, and the result is read again to be sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import Content, normal
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import macros
from narrowgate_common.richtext.wiki.assembling import assembled, broken_lines, forced
from narrowgate_common.richtext.wiki.escaping import escaped
from narrowgate_common.richtext.wiki.origins import Place
from narrowgate_common.richtext.wiki.reading import Reader
from narrowgate_common.richtext.wiki.units import Unit, of_content, of_splices

_LEVELS = ((False, False, False), (True, False, False), (False, True, False), (True, True, True))
"""Signs in braces, kept characters escaped, everything escaped: the first that reads as wanted is taken."""

_ITEMS = {"item": "* ", "number": "# ", "task": "* [ ] "}
_PROBES = {
    "": ("", ""),
    "cell": ("|", "|"),
    "bq": ("bq. ", ""),
    "heading": ("h1. ", ""),
    **{name: (signs, "") for name, signs in _ITEMS.items()},
    **{f"cell {name}": (f"|{signs}", "|") for name, signs in _ITEMS.items()},
}
"""By its form, what stands around a paragraph."""


def words(splices: Sequence[Splice], runs: Content, place: Place) -> str:
    """The markup of an edited paragraph or heading, without its head."""
    form = place.form if place.form in _PROBES else ""
    for make in (lambda: of_splices(splices), lambda: of_content(runs)):
        text = _first(make, normal(runs), form, place)
        if text is not None:
            return text
    raise refused("wiki markup cannot hold this text as it is", reason="unsupported_markup")


def fresh_words(runs: Content, form: str = "") -> str:
    text = _first(lambda: of_content(runs), normal(runs), form, None)
    if text is None:
        raise refused("wiki markup cannot hold this text as it is", reason="unsupported_markup")
    return text


def _first(make: Callable[[], list[Unit]], wanted: Content, form: str, place: Place | None) -> str | None:
    for braces, kept, everything in _LEVELS:
        bits = assembled(make(), place)
        broken_lines(bits, place.eol if place else "\n", one_line=bool(form))
        forced(bits, always=braces)
        bars = place is None or "cell" in form
        text = escaped(bits, kept=kept, everything=everything, bars=bars)
        if read_again(text, form) == wanted:
            return text
    return None


def read_again(text: str, form: str) -> Content | None:
    """What a paragraph of this markup says in such a place; None if it would be more than one paragraph."""
    before, after = _PROBES[form]
    probe = before + text + after
    blocks: Sequence[Block] = Reader(probe).blocks(macros.cut(probe))
    while len(blocks) == 1 and blocks[0].kind in ("list", "item", "table", "row", "cell", "quote"):
        if blocks[0].is_task != (blocks[0].kind == "item" and form.endswith("task")):
            return None
        if blocks[0].kind == "quote" and form != "bq":
            return None
        blocks = blocks[0].children
    wanted = "heading" if form == "heading" else "paragraph"
    if len(blocks) != 1 or blocks[0].kind != wanted:
        return None
    return normal(blocks[0].runs)

"""Everything that an edit could lose: macros, images, people, files, and what Markdown does not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Document, Feature
from narrowgate_common.richtext.inline import Atom, Run
from narrowgate_common.richtext.wiki import atoms, heads
from narrowgate_common.richtext.wiki.origins import Place, Sign, Span, Wrap

_SHOWN_CHARS = 60


def inventory(document: Document[str]) -> Counter[Feature]:
    found: Counter[Feature] = Counter()
    for block in document.blocks:
        for each in block.walk():
            found.update(_of(each))
    return found


def _of(block: Block) -> Iterator[Feature]:
    place: Place = block.origin
    for sign in place.signs:
        yield from _of_sign(sign)
    for run in block.runs:
        if run.atom is not None:
            yield from _of_atom(run.atom, run.origin)
    if place.form and block.kind in ("code", "alert", "container"):
        yield from _of_head(block, place)


def _of_sign(sign: Sign) -> Iterator[Feature]:
    if sign.wrap is None:
        yield Feature("mark", sign.raw, _short(sign.raw), unique=sign.raw.startswith("{anchor"))
    elif sign.opens:
        yield from _of_wrap(sign.wrap)


def covers(run: Run) -> tuple[Feature, ...]:
    """What lies on its words and is not shown."""
    span = run.origin
    if not isinstance(span, Span) or not span.wraps:
        return ()
    around = [wrap for wrap in span.wraps if wrap.is_hidden]
    return tuple(replace(feature, shown=wrap.kind) for wrap in around for feature in _of_wrap(wrap))


def _of_wrap(wrap: Wrap) -> Iterator[Feature]:
    if wrap.is_hidden:
        value = wrap.kind if wrap.link is None and "link" not in wrap.kind else wrap.closing
        yield Feature("mark", value, _short(value))
    elif wrap.link is not None and wrap.link.to.startswith("attachment:"):
        yield Feature("file", wrap.link.to, _short(f"file {wrap.link.to[11:]}"), grave=False)


def _of_atom(atom: Atom, span: Span) -> Iterator[Feature]:
    if atom.kind == "mention":
        yield Feature("mention", atom.attr("id"), _short(f"mention {atom.attr('id')}"), grave=False)
    elif atom.kind == "macro":
        yield Feature("macro", span.raw, _short(f"macro {span.raw}"))
    elif atom.kind == "image":
        yield Feature("image", atom.attr("to"), _short(f"image {atom.attr('to')}"), grave=False)
        for setting in atoms.hidden_settings(span.raw[1:-1]):
            yield Feature("image setting", setting, _short(f"image {setting}"), grave=False)


def _of_head(block: Block, place: Place) -> Iterator[Feature]:
    head = place.text[place.start : place.text.index("}", place.start)]
    if block.kind == "container":
        yield Feature("macro", block.name, block.name, grave=False)
    for setting in heads.hidden_settings(place.form, head.partition(":")[2]):
        yield Feature("macro setting", setting, _short(f"{place.form} {setting}"))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARS else text[: _SHOWN_CHARS - 1] + "…"

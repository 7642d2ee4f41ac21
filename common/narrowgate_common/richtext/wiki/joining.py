"""Blocks that hold others, put together anew from their parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Document, Part
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import fresh, heads, macros, seams
from narrowgate_common.richtext.wiki.lines import kind, lines
from narrowgate_common.richtext.wiki.marking import remarked
from narrowgate_common.richtext.wiki.origins import Place

Parts = Sequence[Part[str]]
Places = dict[int, int]
"""The old index of each old child, by its identity."""


def root(document: Document[str], parts: Parts) -> str:
    place = Place(document.original, 0, len(document.original), 0, len(document.original))
    return _body(place, document.blocks, parts)


def new(pieces: Sequence[tuple[Block, str]]) -> str:
    parts = [Part(block, None, piece) for block, piece in pieces]
    return _body(Place("", 0, 0, 0, 0), (), parts)


def container(old: Block, wanted: Block, parts: Parts) -> str:
    return _MAKERS[old.kind](old, wanted, parts)


def _body(place: Place, old: Sequence[Block], parts: Parts) -> str:
    eol = place.eol
    places = _places(old)
    children = [_seated(part, places, "", eol) for part in parts]
    return seams.sequence(children, _gaps(place, old), seams.in_body, eol, lambda _: eol * 2)


def _macro(old: Block, wanted: Block, parts: Parts) -> str:
    place: Place = old.origin
    if place.form == "bq":
        return _short_quote(old, parts)
    name = fresh.macro_name(wanted)
    tail = place.text[place.until : place.end] if name == place.form else f"{{{name}}}"
    body = _body(place, old.children, parts)
    if parts and not _is(parts[0].source, old.children[:1]) and parts[0].block.kind != "paragraph":
        body = body if body.startswith(("\n", "\r\n")) else place.eol + body
    if parts and not _is(parts[-1].source, old.children[-1:]) and parts[-1].block.kind != "paragraph":
        body = body if body.endswith("\n") else body + place.eol
    return heads.patched(place, name, wanted.attrs) + body + tail


def _is(block: Block | None, held: Sequence[Block]) -> bool:
    return any(each is block for each in held)


def _short_quote(old: Block, parts: Parts) -> str:
    """One line holds what it held; anything else needs the long form."""
    place: Place = old.origin
    if [part.block.kind for part in parts] == [child.kind for child in old.children]:
        places = _places(old.children)
        children = [_seated(part, places, "bq", place.eol) for part in parts]
        body = seams.sequence(children, _gaps(place, old.children), seams.in_item, place.eol, lambda _: " ")
        if "\n" not in body or all(id(part.source) in places for part in parts):
            return place.text[place.start : place.inside] + body
    body = _body(Place(place.text, 0, 0, 0, 0), (), parts)
    return f"{{quote}}{place.eol}{body}{place.eol}{{quote}}"


def _list(old: Block, wanted: Block, parts: Parts) -> str:
    place: Place = old.origin
    same = wanted.is_numbered == old.is_numbered
    prefix = place.prefix if same else place.prefix[:-1] + ("#" if wanted.is_numbered else "*")
    places = _places(old.children)
    children = [_item_in(part, places, prefix, place.eol, same=same) for part in parts]
    return seams.sequence(
        children, _gaps(place, old.children), seams.of_lines, place.eol, lambda _: place.eol
    )


def _item_in(part: Part[str], places: Places, prefix: str, eol: str, *, same: bool) -> seams.Child:
    index = _index(part, places)
    was = part.source.origin.prefix if part.source is not None else "*"
    if same and id(part.source) in places:
        return seams.Child(part.block, part.piece, index)
    return seams.Child(part.block, remarked(_added(part, eol), len(was), prefix), index)


def _item(old: Block, wanted: Block, parts: Parts) -> str:
    place: Place = old.origin
    if not parts and not old.children:
        return place.text[place.start : place.end]
    if not parts:
        raise refused("wiki markup has no empty list items", reason="unsupported_markup")
    places = _places(old.children)
    children = [_seated(part, places, "item", place.eol, prefix=place.prefix) for part in parts]
    body = seams.sequence(
        children, _gaps(place, old.children), seams.in_item, place.eol, partial(_in_line, place.eol)
    )
    return _item_head(place, wanted, parts) + body


def _item_head(place: Place, wanted: Block, parts: Parts) -> str:
    if parts[0].block.kind == "list":
        return ""
    box = f"[{wanted.attr('done')}] " if wanted.is_task else ""
    head = place.text[place.start : place.inside]
    if place.form == "jump":
        return f"{place.prefix} {box}"
    if head.endswith(("[ ] ", "[x] ")):
        head = head[:-4]
    return head + box


def _in_line(eol: str, needed: int) -> str:
    return eol if needed else " "


def _table(old: Block, _: Block, parts: Parts) -> str:
    place: Place = old.origin
    places = _places(old.children)
    children = [seams.Child(part.block, _added(part, place.eol), _index(part, places)) for part in parts]
    return seams.sequence(
        children, _gaps(place, old.children), seams.of_lines, place.eol, lambda _: place.eol
    )


def _row(old: Block, _: Block, parts: Parts) -> str:
    place: Place = old.origin
    if not parts:
        raise refused("a table row needs a cell", reason="unsupported_markup")
    last = parts[-1]
    tail = place.text[place.until : place.end]
    unchanged = (
        bool(old.children) and last.source is old.children[-1] and last.block.attrs == last.source.attrs
    )
    if not unchanged:
        tail = "||" if last.block.attr("header") else "|"
    return "".join(part.piece for part in parts) + tail


def _cell(old: Block, wanted: Block, parts: Parts) -> str:
    place: Place = old.origin
    places = _places(old.children)
    children = [_seated(part, places, "cell", place.eol) for part in parts]
    body = seams.sequence(
        children, _gaps(place, old.children), seams.in_item, place.eol, partial(_in_line, place.eol)
    )
    return ("||" if wanted.attr("header") else "|") + (body or (" " if old.children else ""))


def _seated(part: Part[str], places: Places, form: str, eol: str, *, prefix: str = "") -> seams.Child:
    """A part as it has to be written in this place: what came from elsewhere may mean something else here."""
    index = _index(part, places)
    block, piece = part.block, _added(part, eol)
    if id(part.source) in places:
        return seams.Child(_with_origin(part), piece, index)
    if block.kind == "list":
        drop = len(part.source.origin.prefix) - 1 if part.source is not None else 0
        piece = remarked(piece, drop, prefix) if drop or prefix else piece
    elif block.kind == "paragraph" and part.source is not None and _differs(piece, form):
        piece = fresh.fresh(block)
    return seams.Child(_with_origin(part), piece, index)


def _added(part: Part[str], eol: str) -> str:
    """What is written anew takes on the line ends of the text."""
    return part.piece.replace("\n", eol) if part.source is None and eol != "\n" else part.piece


def _with_origin(part: Part[str]) -> Block:
    """A short quote that stays one ends its own line."""
    return part.source if part.source is not None and part.source.kind == part.block.kind else part.block


def _differs(piece: str, form: str) -> bool:
    if "|" in piece and form == "cell":
        return True
    return any(kind(line, in_list=True) != "paragraph" for line in lines(piece, macros.cut(piece)))


def _places(old: Sequence[Block]) -> Places:
    return {id(each): number for number, each in enumerate(old)}


def _index(part: Part[str], places: Places) -> int | None:
    return None if part.source is None or part.copied else places.get(id(part.source))


def _gaps(place: Place, old: Sequence[Block]) -> list[str]:
    gaps: list[str] = []
    at = place.inside
    for child in old:
        gaps.append(place.text[at : child.origin.start])
        at = child.origin.end
    return [*gaps, place.text[at : place.until]]


_MAKERS: dict[str, Callable[[Block, Block, Parts], str]] = {
    "quote": _macro,
    "alert": _macro,
    "container": _macro,
    "list": _list,
    "item": _item,
    "table": _table,
    "row": _row,
    "cell": _cell,
}

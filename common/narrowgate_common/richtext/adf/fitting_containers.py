"""Containers that can be written without an original."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.fitting_inline import Notes, note
from narrowgate_common.richtext.adf.fitting_inline import fitted as fitted_runs
from narrowgate_common.richtext.adf.fitting_lists import Fitted, settled
from narrowgate_common.richtext.adf.rooms import Inside
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.refusal import refused


def _below(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> tuple[Block, ...]:
    return settled([fitted(child, (*inside, block), notes) for child in block.children])


def _expand(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> Block:
    title = " ".join(block.attr("title").split())
    attrs = (("title", title),) if title else ()
    _note_attributes(block, {"title"}, notes)
    return Block("container", "expand", attrs, children=_below(fitted, block, inside, notes))


def _layout(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> Block:
    columns = block.children
    if not 2 <= len(columns) <= 3 or any(column.name != "column" for column in columns):
        raise _unsupported("A layout holds two or three columns and nothing else")
    _note_attributes(block, set(), notes)
    return Block("container", "layout", children=_below(fitted, block, inside, notes))


def _column(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> Block:
    _note_attributes(block, set(), notes)
    return Block("container", "column", children=_below(fitted, block, inside, notes))


def _decisions(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> Block:
    if len(block.children) != 1 or block.children[0].kind != "list":
        raise _unsupported("Decisions are one list and nothing else")
    items = block.children[0]
    if items.attrs or any(item.attrs for item in items.children):
        note(notes, "Decisions have neither numbers nor boxes")
    plain = Block("list", children=tuple(replace(item, attrs=()) for item in items.children))
    within = (*inside, block, plain)
    fitted_items = tuple(fitted(item, within, notes) for item in plain.children)
    return Block("container", "decisions", children=(replace(plain, children=fitted_items),))


def _figure(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> Block:
    children = block.children
    if not _is_figure(block):
        raise _unsupported("A figure is an image and the line below it")
    picture = fitted(children[0], inside, notes)
    if len(children) == 1:
        return picture
    words = Block("paragraph", runs=fitted_runs(children[1].runs, "caption", notes))
    return Block("container", "figure", children=(picture, words))


def _is_figure(block: Block) -> bool:
    if not 1 <= len(block.children) <= 2 or any(child.kind != "paragraph" for child in block.children):
        return False
    runs = block.children[0].runs
    return len(runs) == 1 and runs[0].atom is not None and runs[0].atom.kind == "image"


def _note_attributes(block: Block, known: set[str], notes: Notes) -> None:
    if any(name not in known for name, _ in block.attrs):
        note(notes, f"A container {block.name[:40]} has fewer attributes here")


def _unsupported(message: str) -> GatewayError:
    return refused(message, reason="unsupported_markup")


NEW: dict[str, Callable[[Fitted, Block, Inside, Notes], Block]] = {
    "expand": _expand,
    "layout": _layout,
    "column": _column,
    "decisions": _decisions,
    "figure": _figure,
}

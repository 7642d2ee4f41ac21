"""Wanted blocks as this format can hold them where they are wanted: as they are, in another form, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf import fitting_containers, fitting_lists
from narrowgate_common.richtext.adf.fitting_inline import Notes, lone_image, note
from narrowgate_common.richtext.adf.fitting_inline import fitted as fitted_runs
from narrowgate_common.richtext.adf.reading_blocks import PANELS
from narrowgate_common.richtext.adf.rooms import Inside, holds, holds_list, holds_old, node_type, room
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import BREAK, Marks, Run
from narrowgate_common.richtext.languages import is_language
from narrowgate_common.richtext.refusal import panel_hint, refused

_STRONG: Marks = frozenset({"strong"})


def fitted(block: Block, inside: Inside, notes: Notes) -> Block:
    """Raises GatewayError (`unsupported_markup`, `bad_link`, `unknown_ref`)."""
    if block.origin is not None:
        if not holds_old(room(inside), block):
            raise _refused(block, inside)
        return block
    return _FITTERS[block.kind](block, inside, notes)


def children(block: Block, inside: Inside, notes: Notes) -> tuple[Block, ...]:
    """The children of a block that stands below these ancestors."""
    within = (*inside, block)
    return fitting_lists.settled([fitted(child, within, notes) for child in block.children])


def _refused(block: Block, inside: Inside) -> GatewayError:
    what = block.name if block.kind == "container" else block.kind
    return refused(
        f"There can be no {what[:40]} in {_NAMES.get(room(inside), 'that')} here", reason="unsupported_markup"
    )


_NAMES = {
    "listItem": "an item",
    "taskItem": "a task",
    "decisionItem": "a decision",
    "blockquote": "a quote",
    "panel": "a panel",
    "expand": "an expand",
    "nestedExpand": "an expand within something",
    "tableCell": "a cell",
    "doc": "a document",
    "layoutColumn": "a column",
    "caption": "a caption",
}


def _paragraph(block: Block, inside: Inside, notes: Notes) -> Block:
    where = room(inside)
    runs = block.runs
    alone = len(runs) == 1 and runs[0].atom is not None and runs[0].atom.kind == "image"
    if alone and (where == "mediaSingle" or holds(where, "mediaSingle")):
        return Block("paragraph", runs=(lone_image(runs[0], notes),))
    return Block("paragraph", runs=fitted_runs(runs, where, notes))


def _heading(block: Block, inside: Inside, notes: Notes) -> Block:
    where = room(inside)
    runs = fitted_runs(block.runs, where, notes)
    if holds(where, "heading"):
        return Block("heading", attrs=(("level", str(block.level)),), runs=runs)
    note(notes, f"A heading in {_NAMES.get(where, 'there')} is written as a bold paragraph")
    return Block("paragraph", runs=tuple(map(_bold, runs)))


def _bold(run: Run) -> Run:
    plain = run.atom is not None or "code" in run.marks
    return run if plain else replace(run, marks=run.marks | _STRONG)


def _code(block: Block, inside: Inside, notes: Notes) -> Block:
    if not holds(room(inside), "codeBlock"):
        raise _refused(block, inside)
    language = block.attr("language")
    kept = is_language(language)
    if len(block.attrs) > kept:
        note(notes, "A code block has a language and no other attributes here")
    return Block("code", attrs=(("language", language),) if kept else (), text=block.text)


def _rule(block: Block, inside: Inside, _: Notes) -> Block:
    if not holds(room(inside), "rule"):
        raise _refused(block, inside)
    return Block("rule")


def _quote(block: Block, inside: Inside, notes: Notes) -> Block:
    if not holds(room(inside), "blockquote"):
        return _without_frame(block, inside, notes)
    return Block("quote", children=children(block, inside, notes))


def _alert(block: Block, inside: Inside, notes: Notes) -> Block:
    if block.name.lower() not in PANELS:
        raise _refused(block, inside)
    titled = _title_inside(block, notes)
    if not holds(room(inside), "panel"):
        return _without_frame(titled, inside, notes)
    return Block("alert", block.name, children=children(titled, inside, notes))


def _title_inside(block: Block, notes: Notes) -> Block:
    title = " ".join(block.attr("title").split())
    if not title:
        return replace(block, attrs=())
    note(notes, "A panel has no title here; it became the first line")
    first = Block("paragraph", runs=(Run(title, _STRONG),))
    return replace(block, attrs=(), children=(first, *block.children))


def _without_frame(block: Block, inside: Inside, notes: Notes) -> Block:
    """What is in it: one block, or paragraphs as the lines of one."""
    inner = block.children
    if any(child.kind != "paragraph" or child.origin is not None for child in inner) and len(inner) != 1:
        raise _refused(block, inside)
    if not inner:
        raise _refused(block, inside)
    note(notes, f"A {block.kind} in {_NAMES.get(room(inside), 'there')} is written without its frame")
    if len(inner) == 1:
        return fitted(inner[0], inside, notes)
    return fitted(Block("paragraph", runs=_lines(inner)), inside, notes)


def _lines(paragraphs: Sequence[Block]) -> tuple[Run, ...]:
    out: list[Run] = []
    for block in paragraphs:
        out += [BREAK, *block.runs] if out else block.runs
    return tuple(out)


def _table(block: Block, inside: Inside, notes: Notes) -> Block:
    if not holds(room(inside), "table") or not block.children:
        raise _refused(block, inside)
    return Block("table", children=tuple(fitted(row, (*inside, block), notes) for row in block.children))


def _row(block: Block, inside: Inside, notes: Notes) -> Block:
    return Block("row", children=tuple(fitted(cell, (*inside, block), notes) for cell in block.children))


def _cell(block: Block, inside: Inside, notes: Notes) -> Block:
    spans = [(name, _span(block.attr(name), notes)) for name in ("colspan", "rowspan")]
    header = [("header", "true")] if block.attr("header") == "true" else []
    attrs = (*header, *((name, span) for name, span in spans if span))
    return Block("cell", attrs=attrs, children=children(block, inside, notes))


def _span(value: str, notes: Notes) -> str:
    """Empty for one that spans nothing beyond itself."""
    if not value:
        return ""
    if not (value.isascii() and value.isdigit()) or not 1 <= len(value) <= 4 or int(value) < 1:
        note(notes, "colspan and rowspan are whole numbers from 1")
        return ""
    return str(int(value)) if int(value) > 1 else ""


def _list(block: Block, inside: Inside, notes: Notes) -> Block:
    wanted = fitting_lists.tasks_apart(block, room(inside), notes)
    if not holds_list(room(inside), wanted):
        raise _refused(block, inside)
    within = (*inside, wanted)
    return replace(wanted, children=tuple(fitted(item, within, notes) for item in wanted.children))


def _item(block: Block, inside: Inside, notes: Notes) -> Block:
    return fitting_lists.item(fitted, block, inside, notes)


def _container(block: Block, inside: Inside, notes: Notes) -> Block:
    name = node_type(block, inside)
    if block.name not in fitting_containers.NEW:
        hint = panel_hint(block.name)
        raise refused(f"There is no container {block.name[:40]} here{hint}", reason="unsupported_markup")
    if not holds(room(inside), name):
        raise _refused(block, inside)
    return fitting_containers.NEW[block.name](fitted, block, inside, notes)


def _opaque(_: Block, __: Inside, ___: Notes) -> Block:
    raise refused("A macro can only be one that the text had", reason="unknown_ref")


_FITTERS: dict[str, Callable[[Block, Inside, Notes], Block]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "code": _code,
    "opaque": _opaque,
    "rule": _rule,
    "quote": _quote,
    "alert": _alert,
    "list": _list,
    "item": _item,
    "table": _table,
    "row": _row,
    "cell": _cell,
    "container": _container,
}

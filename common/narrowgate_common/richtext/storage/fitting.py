"""What of a wanted block storage format can hold, what it holds in another form, and what not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.languages import is_language
from narrowgate_common.richtext.refusal import panel_hint, refused
from narrowgate_common.richtext.storage.elements import ALERT_MACROS, ALERTS, BOXES
from narrowgate_common.richtext.storage.entities import possible
from narrowgate_common.richtext.storage.fitting_inline import content
from narrowgate_common.richtext.storage.macros import is_simple_name
from narrowgate_common.richtext.storage.reading_macros import CODE_ATTRS

Notes = list[str]
Inside = tuple[Block, ...]

_ALERTS = {"ERROR": "WARNING", "SUCCESS": "TIP", "CUSTOM": "INFO"}
_PARENTS = {"section": "layout", "cell": "section"}
_COLUMNS = {
    "single": 1,
    "fixed-width": 1,
    "two_equal": 2,
    "two_left_sidebar": 2,
    "two_right_sidebar": 2,
    "three_equal": 3,
    "three_with_sidebars": 3,
}
_EQUAL = {1: "single", 2: "two_equal", 3: "three_equal"}


def fit(block: Block, inside: Inside, notes: Notes) -> Block:
    """Raises GatewayError (`unsupported_markup`, `bad_link`)."""
    if block.origin is not None:
        return block
    fitted = _FITTERS.get(block.kind, _same)(block, inside, notes)
    return replace(
        fitted,
        runs=content(fitted.runs, notes),
        text=possible(fitted.text).replace("\r\n", "\n").replace("\r", "\n"),
        children=tuple(fit(child, (*inside, fitted), notes) for child in fitted.children),
    )


def _same(block: Block, _inside: Inside, _notes: Notes) -> Block:
    return block


def _only(block: Block, names: tuple[str, ...], notes: Notes) -> Attrs:
    gone = [name for name, value in block.attrs if name not in names and value]
    if gone:
        notes.append(f"{block.name or block.kind}: {', '.join(gone)[:80]} cannot be written and was left out")
    return tuple((name, possible(value)) for name, value in block.attrs if name in names and possible(value))


def _heading(block: Block, _inside: Inside, _notes: Notes) -> Block:
    if not block.runs:
        raise refused("A heading needs words", reason="unsupported_markup")
    return block


def _code(block: Block, _inside: Inside, notes: Notes) -> Block:
    known = dict(_only(block, CODE_ATTRS, notes))
    if known.get("language") and not is_language(known["language"]):
        notes.append("A code block's language is one plain word: left out")
        del known["language"]
    return replace(block, attrs=tuple((name, known[name]) for name in CODE_ATTRS if name in known))


def _alert(block: Block, _inside: Inside, notes: Notes) -> Block:
    name = block.name if block.name in ALERT_MACROS else _ALERTS[block.name]
    if name != block.name:
        notes.append(f"There is no {block.name} panel here: written as {name}")
    return replace(block, name=name, attrs=_only(block, ("title",), notes))


def _container(block: Block, inside: Inside, notes: Notes) -> Block:
    parent = inside[-1].name if inside else ""
    if block.name in BOXES.values():
        return _layout(block, parent, bool(inside), notes)
    if block.attr("ref"):
        raise refused(
            f"A {block.name} with a ref stands for the one that was read; without the ref a new one is made",
            reason="unknown_ref",
        )
    if block.name == "macro":
        if not block.attr("name"):
            raise refused("A :::macro needs its name", reason="unsupported_markup")
        return replace(block, attrs=_only(block, ("name", "title"), notes))
    if not is_simple_name(block.name) or block.name in ALERTS:
        hint = panel_hint(block.name)
        raise refused(
            f"There is no container named {block.name[:40]} here{hint}", reason="unsupported_markup"
        )
    return replace(block, attrs=_only(block, ("title",), notes))


def _layout(block: Block, parent: str, within: bool, notes: Notes) -> Block:  # noqa: FBT001 - one fact of its place
    if block.name == "div":
        return replace(block, attrs=())
    wanted = _PARENTS.get(block.name, "")
    if parent != wanted or (not wanted and within):
        place = f"in a :::{wanted}" if wanted else "at the top of a page"
        raise refused(f"A :::{block.name} stands only {place}", reason="unsupported_markup")
    part = {"layout": "section", "section": "cell"}.get(block.name)
    if part and (not block.children or any(child.name != part for child in block.children)):
        raise refused(f"A :::{block.name} holds :::{part} and nothing else", reason="unsupported_markup")
    if block.name != "section":
        return replace(block, attrs=_only(block, (), notes))
    return replace(block, attrs=(("type", _section_type(block, notes)),))


def _section_type(block: Block, notes: Notes) -> str:
    cells, wanted = len(block.children), block.attr("type")
    _only(block, ("type",), notes)
    if _COLUMNS.get(wanted) == cells:
        return wanted
    if cells not in _EQUAL:
        raise refused("A section of a layout has one to three cells", reason="unsupported_markup")
    if wanted:
        notes.append(f"A section with {cells} cells is {_EQUAL[cells]}, not {wanted[:40]}")
    return _EQUAL[cells]


def _list(block: Block, _inside: Inside, _notes: Notes) -> Block:
    start = block.attr("start")
    if not block.is_numbered:
        return replace(block, attrs=())
    return replace(
        block, attrs=(("start", str(int(start[:9])) if start.isascii() and start.isdigit() else "1"),)
    )


def _item(block: Block, inside: Inside, notes: Notes) -> Block:
    if not block.is_task or not inside or not inside[-1].is_numbered:
        return block
    notes.append("A numbered list holds no tasks: the boxes were left out")
    return replace(block, attrs=())


def _opaque(block: Block, _inside: Inside, _notes: Notes) -> Block:
    raise refused(
        f"A {block.attr('name') or block.name} block can be kept, moved or copied by its ref, not made",
        reason="unknown_ref",
    )


def _table(block: Block, _inside: Inside, _notes: Notes) -> Block:
    if not block.children or any(not row.children for row in block.children):
        raise refused("A table needs rows, and every row cells", reason="unsupported_markup")
    return replace(block, attrs=())


def _cell(block: Block, _inside: Inside, notes: Notes) -> Block:
    attrs = dict(_only(block, ("header", "colspan", "rowspan"), notes))
    header = [("header", "true")] if attrs.get("header") == "true" else []
    spans = [(name, attrs[name]) for name in ("colspan", "rowspan") if _is_span(attrs.get(name, ""))]
    return replace(block, attrs=(*header, *((name, str(int(value))) for name, value in spans)))


def _is_span(text: str) -> bool:
    return text.isascii() and text.isdigit() and 1 < int(text[:5]) < 1000


_FITTERS: dict[str, Callable[[Block, Inside, Notes], Block]] = {
    "heading": _heading,
    "code": _code,
    "alert": _alert,
    "container": _container,
    "opaque": _opaque,
    "list": _list,
    "item": _item,
    "table": _table,
    "cell": _cell,
}

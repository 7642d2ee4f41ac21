"""What wiki markup can hold: everything else becomes something that it can, with a note, or is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import MAX_DEPTH, Attrs, Block
from narrowgate_common.richtext.inline import BREAK, Content, Run, normal
from narrowgate_common.richtext.languages import is_language
from narrowgate_common.richtext.refusal import panel_hint, refused
from narrowgate_common.richtext.wiki import fresh
from narrowgate_common.richtext.wiki.fitting_inline import Notes, content, note

Inside = tuple[Block, ...]

_UNFIT_IN_SETTING = re.compile(r"[|{}=\r\n]+")
_ALERTS = {
    "INFO": "INFO", "NOTE": "NOTE", "TIP": "TIP", "WARNING": "WARNING", "ERROR": "WARNING", "SUCCESS": "TIP",
}  # fmt: skip
_CONTAINERS = frozenset({"panel", "expand"})
_IN_A_LINE = frozenset({"item", "cell"})
_OWN_LINES = frozenset({"heading", "rule", "table"})
MAX_LISTS = 20


def fit(block: Block, inside: Inside, notes: Notes) -> Block:
    if len(inside) + _height(block) > MAX_DEPTH:
        raise refused("the text nests too deeply", reason="too_deep")
    if block.kind == "paragraph" and _is_in_line(inside) and _has_two_paragraphs(inside[-1]):
        raise _cannot("a second paragraph in a list item or table cell; <br> begins a new line there")
    return _fit(block, inside, notes)


def _fit(block: Block, inside: Inside, notes: Notes) -> Block:
    """What has an origin stays as it is, unless it cannot stand here."""
    if block.origin is not None and not (_is_in_line(inside) and block.kind in _OWN_LINES):
        _none_in_itself(block, inside)
        return block
    return _RULES[block.kind](block, inside, notes)


def _has_two_paragraphs(block: Block) -> bool:
    return any((a.kind, b.kind) == ("paragraph", "paragraph") for a, b in pairwise(block.children))


def _paragraph(block: Block, _: Inside, notes: Notes) -> Block:
    runs = _content(block, notes)
    if not normal(runs):
        raise _cannot("a paragraph without words")
    return Block("paragraph", runs=runs)


def _content(block: Block, notes: Notes) -> Content:
    """In normal form, unless it holds things of the original."""
    runs = content(block.runs, notes)
    return runs if any(run.origin is not None for run in runs) else normal(runs)


def _heading(block: Block, inside: Inside, notes: Notes) -> Block:
    runs = _content(block, notes)
    if not normal(runs):
        raise _cannot("a heading without words")
    if not _is_in_line(inside):
        return Block("heading", attrs=(("level", str(block.level)),), runs=runs)
    note(notes, "a heading in a list item or table cell became a strong paragraph")
    return Block("paragraph", runs=tuple(map(_strong, runs)))


def _strong(run: Run) -> Run:
    return run if run.atom is not None or "code" in run.marks else replace(run, marks=run.marks | {"strong"})


def _code(block: Block, _: Inside, notes: Notes) -> Block:
    name = fresh.code_name(block.text)
    kept = tuple((key, value) for key, value in block.attrs if _fits(key, value))
    attrs: Attrs = _ordered(kept, ("language", "title")) if name == "code" else ()
    if len(attrs) < len([value for _, value in block.attrs if value]):
        note(notes, "a code block keeps only a plain language and title here, and none if it holds {code}")
    return Block("code", attrs=attrs, text=block.text)


def _fits(key: str, value: str) -> bool:
    if key == "language":
        return is_language(value)
    return bool(value.strip()) and value == value.strip() and not _UNFIT_IN_SETTING.search(value)


def _ordered(attrs: Attrs, names: Sequence[str]) -> Attrs:
    found = dict(attrs)
    return tuple((name, found[name]) for name in names if found.get(name))


def _opaque(block: Block, _: Inside, __: Notes) -> Block:
    raise refused(f"there is nothing of ref {block.attr('ref')[:20]} here", reason="unknown_ref")


def _rule(_: Block, inside: Inside, __: Notes) -> Block:
    if _is_in_line(inside):
        raise _cannot("a rule in a list item or table cell")
    return Block("rule")


def _quote(block: Block, inside: Inside, notes: Notes) -> Block:
    _not_in_itself("quote", inside)
    if not block.children:
        raise _cannot("an empty quote")
    return Block("quote", children=_children(block, inside, notes))


def _alert(block: Block, inside: Inside, notes: Notes) -> Block:
    name = _ALERTS.get(block.name)
    if name is None:
        raise _cannot(f"a panel of the kind {block.name[:20]}")
    if name != block.name:
        note(notes, f"a panel of the kind {block.name} became {name}")
    _not_in_itself(name, inside)
    return Block("alert", name, _title(block, notes), children=_children(block, inside, notes))


def _container(block: Block, inside: Inside, notes: Notes) -> Block:
    if block.name not in _CONTAINERS:
        raise _cannot(f"a container {block.name[:20]}{panel_hint(block.name)}")
    if block.attr("ref"):
        raise refused(f"there is no panel of ref {block.attr('ref')[:20]} here", reason="unknown_ref")
    _not_in_itself(block.name, inside)
    return Block("container", block.name, _title(block, notes), children=_children(block, inside, notes))


def _title(block: Block, notes: Notes) -> Attrs:
    title = _UNFIT_IN_SETTING.sub(" ", block.attr("title")).strip()
    if title != block.attr("title") or any(name != "title" for name, _ in block.attrs):
        note(notes, "a panel keeps only a plain title")
    return (("title", title),) if title else ()


def _list(block: Block, inside: Inside, notes: Notes) -> Block:
    if sum(each.kind == "list" for each in inside) >= MAX_LISTS:
        raise refused("lists nest at most twenty deep in wiki markup", reason="too_deep")
    numbered = block.is_numbered
    if numbered and any(item.is_task for item in block.children):
        note(notes, "tasks stand in a list without numbers")
        numbered = False
    if numbered and block.attr("start") != "1":
        note(notes, "numbered lists begin with 1 in wiki markup")
    attrs: Attrs = (("start", "1"),) if numbered else ()
    items = _children(block, inside, notes)
    if any(item.children[0].kind == "list" for item in items[1:]):
        raise _cannot("a list item without text")
    return Block("list", attrs=attrs, children=items)


def _item(block: Block, inside: Inside, notes: Notes) -> Block:
    children = _in_line(block, inside, notes)
    if not children or (block.is_task and children[0].kind == "list"):
        raise _cannot("a list item without text")
    if block.is_task:
        note(notes, "a task is written as a list item that begins with [ ] or [x]: Jira shows it so")
        return Block("item", attrs=(("done", block.attr("done")),), children=children)
    return Block("item", children=children)


def _table(block: Block, inside: Inside, notes: Notes) -> Block:
    if _is_in_line(inside):
        raise _cannot("a table in a list item or table cell")
    return Block("table", children=_children(block, inside, notes))


def _row(block: Block, inside: Inside, notes: Notes) -> Block:
    cells: list[Block] = []
    for cell in block.children:
        cells.append(_cell(cell, (*inside, block), notes))
        span = _span(cell, "colspan")
        if span > 1:
            note(notes, "a cell over several columns became one cell and empty ones")
            cells += [Block("cell", attrs=cells[-1].attrs)] * min(span - 1, 100)
    if not cells:
        raise _cannot("a table row without cells")
    return Block("row", children=tuple(cells))


def _span(cell: Block, name: str) -> int:
    value = cell.attr(name)
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 else 1


def _cell(block: Block, inside: Inside, notes: Notes) -> Block:
    if _span(block, "rowspan") > 1:
        raise _cannot("a cell over several rows")
    attrs: Attrs = (("header", "true"),) if block.attr("header") == "true" else ()
    return Block("cell", attrs=attrs, children=_in_line(block, inside, notes))


def _in_line(block: Block, inside: Inside, notes: Notes) -> tuple[Block, ...]:
    """What an item or a cell can hold: words and macros, then lists."""
    out: list[Block] = []
    for child in _children(block, inside, notes):
        last = out[-1] if out else None
        if last is not None and last.kind == "list" and child.kind != "list":
            raise _cannot("text after a list in a list item or table cell")
        if last is not None and (last.kind, child.kind) == ("paragraph", "paragraph"):
            note(notes, "a second paragraph in a list item or table cell became lines of the first")
            out[-1] = Block("paragraph", runs=_two_lines(last.runs, child.runs))
        else:
            out.append(child)
    return tuple(out)


def _two_lines(first: Content, second: Content) -> Content:
    return (*first, BREAK, BREAK, *second)


def _children(block: Block, inside: Inside, notes: Notes) -> tuple[Block, ...]:
    return tuple(_fit(each, (*inside, block), notes) for each in block.children)


def _is_in_line(inside: Inside) -> bool:
    return bool(inside) and inside[-1].kind in _IN_A_LINE


def _not_in_itself(name: str, inside: Inside) -> None:
    """One tag opens and closes: a macro within its like would end it."""
    if any(name in (each.name, each.kind) or _ALERTS.get(each.name) == name for each in inside):
        raise _cannot(f"a {name.lower()} within another one")


def _none_in_itself(block: Block, inside: Inside) -> None:
    for each in block.walk():
        if each.kind in ("alert", "container", "quote"):
            _not_in_itself(each.name or each.kind, inside)


def _cannot(what: str) -> GatewayError:
    return refused(f"wiki markup cannot hold {what}", reason="unsupported_markup")


def _height(block: Block) -> int:
    deepest = 0
    waiting = [(1, block)]
    while waiting:
        depth, each = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(depth + 1, child) for child in each.children]
    return deepest


_RULES: dict[str, Callable[[Block, Inside, Notes], Block]] = {
    "paragraph": _paragraph, "heading": _heading, "code": _code, "opaque": _opaque, "rule": _rule, "quote": _quote,
    "alert": _alert, "container": _container, "list": _list, "item": _item, "table": _table, "row": _row,
    "cell": _cell,
}  # fmt: skip

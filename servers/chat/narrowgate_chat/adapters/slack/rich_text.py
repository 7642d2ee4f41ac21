"""The vendor's rich text in blocks of the dialect: what people type is kept in this form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from narrowgate_chat.adapters.slack.mrkdwn import Names
from narrowgate_chat.adapters.slack.picking import items, number, obj, text
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import BREAK, Link, Run, normal

_STYLES = (("bold", "strong"), ("italic", "em"), ("strike", "strike"), ("code", "code"))
_DEEPEST_LIST = 12


def rich_text(elements: Sequence[Any], names: Names) -> list[Block]:
    """Sections, lists, quotes and code; what carries a border, or is a quote, is one quote with its neighbours."""
    blocks: list[Block] = []
    quoted: list[Any] = []
    run: list[Any] = []
    for each in elements:
        is_quoted = text(each, "type") == "rich_text_quote" or number(each, "border") > 0
        if is_quoted:
            blocks += _unquoted(run, names)
            run = []
            quoted.append(each)
            continue
        blocks += _quote(quoted, names)
        quoted = []
        run.append(each)
    return [*blocks, *_quote(quoted, names), *_unquoted(run, names)]


def _quote(elements: Sequence[Any], names: Names) -> list[Block]:
    children = _unquoted(elements, names)
    return [Block("quote", children=tuple(children))] if children else []


def _unquoted(elements: Sequence[Any], names: Names) -> list[Block]:
    blocks: list[Block] = []
    lists: list[Any] = []
    for each in elements:
        if text(each, "type") == "rich_text_list":
            lists.append(each)
            continue
        blocks += _lists(lists, names)
        lists = []
        if text(each, "type") == "rich_text_preformatted":
            blocks.append(Block("code", text=_plain(items(each, "elements"), names).removesuffix("\n")))
        else:
            blocks += paragraphs(items(each, "elements"), names)
    return [*blocks, *_lists(lists, names)]


def paragraphs(elements: Iterable[Any], names: Names) -> list[Block]:
    """An empty line parts two paragraphs, a line end is one."""
    lines: list[list[Run]] = [[]]
    for each in elements:
        run = inline(each, names)
        first, *more = run.text.split("\n") if "code" not in run.marks else [run.text]
        lines[-1].append(Run(first, run.marks, run.link))
        lines += [[Run(line, run.marks, run.link)] for line in more]
    return _parted(lines)


def _parted(lines: Sequence[Sequence[Run]]) -> list[Block]:
    blocks: list[Block] = []
    current: list[Run] = []
    for line in [*lines, []]:
        shown = normal(line)
        if shown:
            current += [*([BREAK] if current else []), *shown]
        elif current:
            blocks.append(Block("paragraph", runs=normal(current)))
            current = []
    return blocks


def inline(raw: Any, names: Names) -> Run:
    marks: frozenset[Any] = frozenset(mark for name, mark in _STYLES if obj(raw, "style").get(name) is True)
    words = _words(raw, names)
    to = text(raw, "url") if text(raw, "type") == "link" else ""
    return Run(words or to, marks, Link(to) if to else None)


def _words(raw: Any, names: Names) -> str:
    kind = text(raw, "type")
    if kind == "user":
        return f"@{names.user(text(raw, 'user_id'))}"
    if kind == "channel":
        return f"#{names.channel(text(raw, 'channel_id'))}"
    if kind == "broadcast":
        return f"@{text(raw, 'range')}"
    if kind == "usergroup":
        return f"@{text(raw, 'usergroup_id')}"
    if kind == "emoji":
        return f":{text(raw, 'name')}:"
    if kind == "date":
        return text(raw, "fallback") or str(number(raw, "timestamp"))
    return text(raw, "text") or text(raw, "value")


def _plain(elements: Iterable[Any], names: Names) -> str:
    return "".join(_words(each, names) or text(each, "url") for each in elements)


@dataclass
class _Open:
    """A list whose end has not come."""

    attrs: tuple[tuple[str, str], ...]
    items: list[Block] = field(default_factory=list)

    def block(self) -> Block:
        return Block("list", attrs=self.attrs, children=tuple(self.items))


def _lists(elements: Sequence[Any], names: Names) -> list[Block]:
    """Lists of several depths in a row are one tree."""
    done: list[Block] = []
    stack: list[_Open] = []
    for each in elements:
        depth = min(number(each, "indent"), _DEEPEST_LIST, len(stack))
        attrs = (("start", str(number(each, "offset") + 1)),) if text(each, "style") == "ordered" else ()
        _close(stack, depth + 1, done)
        if len(stack) == depth + 1 and not _goes_on(stack[-1], attrs):
            _close(stack, depth, done)
        if len(stack) == depth:
            stack.append(_Open(attrs))
        made = (
            Block("item", children=tuple(paragraphs(items(one, "elements"), names)))
            for one in items(each, "elements")
        )
        stack[-1].items += made
    _close(stack, 0, done)
    return done


def _goes_on(opened: _Open, attrs: tuple[tuple[str, str], ...]) -> bool:
    """Whether a further element is more of the list before it, with something deeper in between."""
    if bool(opened.attrs) != bool(attrs):
        return False
    return not attrs or int(attrs[0][1]) == int(opened.attrs[0][1]) + len(opened.items)


def _close(stack: list[_Open], depth: int, done: list[Block]) -> None:
    """Puts what is deeper into the item it stands below."""
    while len(stack) > depth:
        closed = stack.pop().block()
        if not stack:
            done.append(closed)
            continue
        above = stack[-1].items
        last = above[-1] if above else Block("item")
        above[-1:] = [Block("item", children=(*last.children, closed))]

"""Markdown as models write it into blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from markdown_it.token import Token

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.dialect import content
from narrowgate_common.richtext.dialect.attributes import BRACES, parsed
from narrowgate_common.richtext.dialect.fences import fenced
from narrowgate_common.richtext.dialect.structure import structure
from narrowgate_common.richtext.inline import Content, visible
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.unseen import seen

ALERTS = {name: name for name in ("INFO", "NOTE", "TIP", "WARNING", "ERROR", "SUCCESS", "CUSTOM")} | {
    "IMPORTANT": "NOTE",
    "CAUTION": "ERROR",
}
"""What GitHub has beyond ours reads as the nearest kind."""

_ALERT = re.compile(rf"\[!([A-Za-z]+)\]({BRACES.pattern})?(?:[ \t]+|(?=\n)|\Z)")
_TASK = re.compile(r"\[([ xX])\](?:[ \t]+|(?=\n)|\Z)")


def parse(markdown: str) -> tuple[Block, ...]:
    """Without origins; the contents in normal form.

    Raises GatewayError: `too_large`, `too_deep`, and `unsupported_markup` for a broken head of a directive, fence or
    container, for a container without an end, and for text in an opaque fence. Every other text has blocks.
    """
    builder = _Builder()
    for token in structure(markdown):
        _TAKE[token.type](builder, token)
    return _grouped(builder.frames[0].children)


def parse_content(markdown: str) -> Content:
    """One paragraph, heading or cell, without what makes it one."""
    return content.parse_content(seen(markdown))


@dataclass(slots=True)
class _Frame:
    """A block whose end has not come; `lead` is its first paragraph's text while nobody has read it."""

    opening: Token | None = None
    children: list[Block] = field(default_factory=list)
    lead: str | None = None


class _Builder:
    def __init__(self) -> None:
        self.frames = [_Frame()]

    def open(self, token: Token) -> None:
        self.frames.append(_Frame(token))

    def paragraph(self, token: Token) -> None:
        frame = self.frames[-1]
        kind = frame.opening.type if frame.opening else ""
        if kind in _LED and not frame.children and frame.lead is None:
            frame.lead = token.content
            return
        frame.children += _paragraph(token.content)

    def heading(self, token: Token) -> None:
        self.add(Block("heading", attrs=(("level", token.info),), runs=content.parse_content(token.content)))

    def fence(self, token: Token) -> None:
        self.add(fenced(token.info, token.content.removesuffix("\n")))

    def rule(self, _: Token) -> None:
        self.add(Block("rule"))

    def table(self, token: Token) -> None:
        self.add(_table(token.meta["rows"]))

    def close(self, _: Token) -> None:
        frame = self.frames.pop()
        if frame.opening is not None:
            self.add(_CLOSED[frame.opening.type](frame, frame.opening))

    def add(self, block: Block) -> None:
        frame = self.frames[-1]
        if frame.lead is None and not frame.children:
            frame.lead = ""
        frame.children.append(block)


_LED = frozenset({"blockquote_open", "list_item_open"})
"""What the words at the beginning of its first paragraph make special."""


def _paragraph(text: str) -> list[Block]:
    runs = content.parse_content(text)
    return [Block("paragraph", runs=runs)] if runs else []


def _grouped(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Neighbouring lists of one kind are one list, the first one's."""
    out: list[Block] = []
    for kind, group in groupby(blocks, key=_list_kind):
        lists = list(group)
        if kind is None or len(lists) == 1:
            out += lists
        else:
            items = tuple(item for each in lists for item in each.children)
            out.append(replace(lists[0], children=items))
    return tuple(out)


def _list_kind(block: Block) -> bool | None:
    return block.is_numbered if block.kind == "list" else None


def _quote(frame: _Frame, _: Token) -> Block:
    lead = frame.lead or ""
    match = _ALERT.match(lead)
    kind = ALERTS.get(match[1].upper()) if match else None
    if match is None or kind is None:
        return Block("quote", children=_grouped([*_paragraph(lead), *frame.children]))
    attrs = _alert_attributes(match[2])
    text = lead[match.end() :]
    if not any(key == "title" for key, _ in attrs):
        title, _sep, text = text.partition("\n")
        words = visible(content.parse_content(title)).replace("\n", " ")
        attrs = (*attrs, ("title", words)) if words else attrs
    return Block("alert", kind, attrs, children=_grouped([*_paragraph(text), *frame.children]))


def _alert_attributes(braces: str | None) -> Attrs:
    attrs = parsed(braces[1:-1]) if braces else ()
    if attrs is None:
        raise refused(
            "braces behind an alert's kind hold key=value pairs, each key once",
            reason="unsupported_markup",
            details=[braces or ""],
        )
    return attrs


def _item(frame: _Frame, _: Token) -> Block:
    lead = frame.lead or ""
    match = _TASK.match(lead)
    attrs = (("done", match[1].lower()),) if match else ()
    text = lead[match.end() :] if match else lead
    return Block("item", attrs=attrs, children=_grouped([*_paragraph(text), *frame.children]))


def _bullets(frame: _Frame, _: Token) -> Block:
    return Block("list", children=tuple(frame.children))


def _numbers(frame: _Frame, opening: Token) -> Block:
    start = str(opening.attrs.get("start", 1))
    return Block("list", attrs=(("start", start),), children=tuple(frame.children))


def _container(frame: _Frame, opening: Token) -> Block:
    attrs: Attrs = opening.meta["attrs"]
    children = _grouped(frame.children)
    if opening.info == "table":
        return Block("table", attrs=attrs, children=tuple(_row(child) for child in children))
    return Block("container", opening.info, attrs, children=children)


def _row(block: Block) -> Block:
    return replace(_part(block, "row"), children=tuple(_part(child, "cell") for child in block.children))


def _part(block: Block, name: str) -> Block:
    if block.kind != "container" or block.name != name:
        raise refused(
            "a :::table holds nothing but :::row, a :::row nothing but :::cell", reason="unsupported_markup"
        )
    return Block("row" if name == "row" else "cell", attrs=block.attrs, children=block.children)


def _table(rows: list[list[str]]) -> Block:
    width = max(map(len, rows))
    has_head = any(rows[0])
    built = [
        _pipe_row(row + [""] * (width - len(row)), is_head=has_head and not number)
        for number, row in enumerate(rows)
        if number or has_head
    ]
    return Block("table", children=tuple(built))


def _pipe_row(texts: Sequence[str], *, is_head: bool) -> Block:
    attrs = (("header", "true"),) if is_head else ()
    return Block(
        "row", children=tuple(Block("cell", attrs=attrs, children=tuple(_paragraph(text))) for text in texts)
    )


_CLOSED: dict[str, Callable[[_Frame, Token], Block]] = {
    "blockquote_open": _quote,
    "list_item_open": _item,
    "bullet_list_open": _bullets,
    "ordered_list_open": _numbers,
    "container_open": _container,
}

_TAKE: dict[str, Callable[[_Builder, Token], None]] = {
    "paragraph": _Builder.paragraph,
    "heading": _Builder.heading,
    "fence": _Builder.fence,
    "hr": _Builder.rule,
    "table": _Builder.table,
    **dict.fromkeys(_CLOSED, _Builder.open),
    **dict.fromkeys((name.replace("_open", "_close") for name in _CLOSED), _Builder.close),
}

"""Blocks written anew. What in them stands in the original is written as it stands there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Copied
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage.edits import parameter_element
from narrowgate_common.richtext.storage.elements import ALERT_MACROS
from narrowgate_common.richtext.storage.entities import quoted
from narrowgate_common.richtext.storage.lists import tag_of
from narrowgate_common.richtext.storage.macros import RICH_BODY
from narrowgate_common.richtext.storage.origins import Held
from narrowgate_common.richtext.storage.patching import code_macro, fresh_line
from narrowgate_common.richtext.storage.refs import NEW_TASK, copied

_LAYOUT = {"layout": "ac:layout", "section": "ac:layout-section", "cell": "ac:layout-cell", "div": "div"}


def fresh(block: Block) -> str:
    """Raises GatewayError (`unknown_ref`) for what cannot be made from nothing."""
    if block.origin is not None:
        return standing(block)
    return _WRITERS[block.kind](block)


def standing(block: Block) -> str:
    """What the original has, as it is, or without ids where it stands there too."""
    if isinstance(block.origin, Copied):
        return alone(block, copied(block.origin.origin.raw))
    return alone(block, block.origin.raw)


def alone(block: Block, raw: str) -> str:
    """Bare text, which new neighbours could run into, in a paragraph."""
    origin = block.origin.origin if isinstance(block.origin, Copied) else block.origin
    return f"<p>{raw}</p>" if isinstance(origin, Held) and origin.bare else raw


def task_open(done: str) -> str:
    """Up to its words. The number is given when the whole is known."""
    status = "complete" if done == "x" else "incomplete"
    return f"<ac:task>{NEW_TASK}<ac:task-status>{status}</ac:task-status><ac:task-body>"


def _all(blocks: Iterable[Block]) -> str:
    return "".join(map(fresh, blocks))


def _paragraph(block: Block) -> str:
    return f"<p>{fresh_line(block)}</p>"


def _heading(block: Block) -> str:
    return f"<h{block.level}>{fresh_line(block)}</h{block.level}>"


def _rule(_block: Block) -> str:
    return "<hr/>"


def _quote(block: Block) -> str:
    return f"<blockquote>{_all(block.children)}</blockquote>"


def _macro(name: str, title: str, body: str) -> str:
    parameters = parameter_element("title", title) if title else ""
    start = f'<ac:structured-macro ac:name={quoted(name)} ac:schema-version="1">'
    return f"{start}{parameters}<{RICH_BODY}>{body}</{RICH_BODY}></ac:structured-macro>"


def _alert(block: Block) -> str:
    return _macro(ALERT_MACROS[block.name], block.attr("title"), _all(block.children))


def _container(block: Block) -> str:
    inside = _all(block.children)
    if block.name in _LAYOUT:
        kind = f" ac:type={quoted(block.attr('type'))}" if block.attr("type") else ""
        return f"<{_LAYOUT[block.name]}{kind}>{inside}</{_LAYOUT[block.name]}>"
    name = block.attr("name") if block.name == "macro" else block.name
    return _macro(name, block.attr("title"), inside)


def _list(block: Block) -> str:
    """Tasks and other items stand in elements of their own."""
    start = f' start="{block.attr("start")}"' if block.attr("start") not in ("", "1") else ""
    groups = groupby(block.children, lambda item: tag_of(item, numbered=block.is_numbered))
    return "".join(f"<{tag}{start if tag == 'ol' else ''}>{_all(items)}</{tag}>" for tag, items in groups)


def _item(block: Block) -> str:
    if not block.is_task:
        return f"<li>{_all(block.children)}</li>"
    return f"{task_open(block.attr('done'))}{_task_body(block)}</ac:task-body></ac:task>"


def _task_body(block: Block) -> str:
    """Words of a task stand in no paragraph."""
    if not block.children:
        return ""
    first, *others = block.children
    bare = first.kind == "paragraph" and first.origin is None and _is_plain(first)
    return (fresh_line(first) if bare else fresh(first)) + _all(others)


def _is_plain(block: Block) -> bool:
    return all(run.atom is None or run.atom.kind != "macro" for run in block.runs)


def _table(block: Block) -> str:
    return f"<table><tbody>{_all(block.children)}</tbody></table>"


def _row(block: Block) -> str:
    return f"<tr>{_all(block.children)}</tr>"


def _cell(block: Block) -> str:
    tag = "th" if block.attr("header") else "td"
    spans = "".join(f' {name}="{value}"' for name, value in block.attrs if name in ("colspan", "rowspan"))
    return f"<{tag}{spans}>{_all(block.children)}</{tag}>"


def _opaque(_block: Block) -> str:
    raise refused("A macro can be kept, moved or copied by its ref, not made", reason="unknown_ref")


_WRITERS: dict[str, Callable[[Block], str]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "code": code_macro,
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

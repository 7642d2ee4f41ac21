"""Blocks written anew. Lists are written as if they stood at the top; whoever holds them puts the path before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Copied
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.wiki import heads, seams
from narrowgate_common.richtext.wiki.marking import remarked
from narrowgate_common.richtext.wiki.origins import Place
from narrowgate_common.richtext.wiki.patching import fresh_words, read_again

_ANCHOR = re.compile(r"\{anchor(?::[^{}\r\n]*)?\}")


def fresh(block: Block) -> str:
    origin = block.origin
    if isinstance(origin, Copied) and isinstance(origin.origin, Place):
        return _moved(block, origin.origin, without_anchors(origin.origin.bytes, block))
    if isinstance(origin, Place):
        return _moved(block, origin, origin.bytes)
    return _WRITERS[block.kind](block)


def without_anchors(text: str, block: Block) -> str:
    """Nothing in wiki markup has an id but anchors."""
    return text if block.kind == "code" else _ANCHOR.sub("", text)


def _moved(block: Block, place: Place, text: str) -> str:
    """What stood elsewhere, with the line ends of what is written anew; a list as if it stood at the top."""
    text = text.replace("\r\n", "\n")
    if block.kind == "list":
        return remarked(text, len(place.prefix) - 1, "")
    if block.kind == "paragraph" and ("|" in text or read_again(text, "") is None):
        return _paragraph(block)
    return text


def body(blocks: Sequence[Block]) -> str:
    children = [seams.Child(block, fresh(block), None) for block in blocks]
    return seams.sequence(children, ["", ""], seams.in_body, "\n", lambda _: "\n\n")


def macro_name(block: Block) -> str:
    return "quote" if block.kind == "quote" else block.name.lower()


def code(block: Block, eol: str = "\n") -> str:
    name = code_name(block.text)
    wanted = dict(block.attrs) if name == "code" else {}
    text = block.text.replace("\n", eol)
    return f"{heads.tag(name, wanted)}{eol}{text}{eol}{{{name}}}"


def code_name(text: str) -> str:
    """The macro that can hold this text: it ends at the first tag of its own name."""
    held = text.lower()
    if "{code" not in held:
        return "code"
    if "{noformat" not in held:
        return "noformat"
    raise refused(
        "code that holds {code} and {noformat} has no place in wiki markup", reason="unsupported_markup"
    )


def _paragraph(block: Block) -> str:
    return fresh_words(block.runs)


def _heading(block: Block) -> str:
    return f"h{block.level}. {fresh_words(block.runs, 'heading')}"


def _rule(_: Block) -> str:
    return "----"


def _macro(block: Block) -> str:
    name = macro_name(block)
    return f"{heads.tag(name, dict(block.attrs))}\n{body(block.children)}\n{{{name}}}"


def _list(block: Block) -> str:
    prefix = "#" if block.is_numbered else "*"
    return "\n".join(remarked(_item(each), 1, prefix) for each in block.children)


def _item(block: Block) -> str:
    content = _line(block, "task" if block.is_task else "item")
    if block.children and block.children[0].kind == "list":
        return content
    box = f"[{block.attr('done')}] " if block.is_task else ""
    return f"* {box}{content}"


def _table(block: Block) -> str:
    return "\n".join(_row(each) for each in block.children)


def _row(block: Block) -> str:
    tail = "||" if block.children and block.children[-1].attr("header") else "|"
    return "".join(_cell(each) for each in block.children) + tail


def _cell(block: Block) -> str:
    bar = "||" if block.attr("header") else "|"
    return bar + (_line(block, "cell") or " ")


def _line(block: Block, form: str) -> str:
    """What an item or a cell holds: only lists begin a line of their own."""
    out: list[str] = []
    for child in block.children:
        if out:
            out.append("\n" if child.kind == "list" else " ")
        out.append(_held(child, form))
    return "".join(out)


def _held(child: Block, form: str) -> str:
    if child.kind == "paragraph" and child.origin is None:
        return fresh_words(child.runs, form)
    if child.kind == "list" and form != "cell":
        return remarked(fresh(child), 0, "*")
    return fresh(child)


def _none(block: Block) -> str:
    raise refused(f"wiki markup cannot hold a new {block.name or block.kind}", reason="unknown_ref")


_WRITERS: dict[str, Callable[[Block], str]] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "code": code,
    "opaque": _none,
    "rule": _rule,
    "quote": _macro,
    "alert": _macro,
    "container": _macro,
    "list": _list,
    "item": _item,
    "table": _table,
    "row": _row,
    "cell": _cell,
}

"""Lists and items as this format can hold them: a task is one line with tasks below it, a decision one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from narrowgate_common.richtext.adf.fitting_inline import Notes, note
from narrowgate_common.richtext.adf.reading_lists import MOST_NUMBER
from narrowgate_common.richtext.adf.rooms import Inside
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import BREAK, Run
from narrowgate_common.richtext.refusal import refused

Fitted = Callable[[Block, Inside, Notes], Block]


def tasks_apart(block: Block, where: str, notes: Notes) -> Block:
    """The list as it may stand in a node of this type: below a task all items are tasks, and tasks have no numbers."""
    items, numbered = block.children, block.is_numbered
    if where == "taskItem" and not all(item.is_task for item in items):
        note(notes, "A list below a task holds tasks")
        items = tuple(_as_task(item) for item in items)
    if numbered and any(item.is_task for item in items):
        note(notes, "Tasks have no numbers here")
        numbered = False
    return replace(block, attrs=_start(block) if numbered else (), children=items)


def _as_task(item: Block) -> Block:
    return item if item.is_task else replace(item, attrs=(("done", " "),))


def _start(block: Block) -> tuple[tuple[str, str], ...]:
    start = block.attr("start")
    fine = start.isascii() and start.isdigit() and len(start) <= len(str(MOST_NUMBER))
    return (("start", str(int(start)) if fine else "1"),)


def item(fitted: Fitted, block: Block, inside: Inside, notes: Notes) -> Block:
    """`inside` ends with its list: one below a task holds tasks."""
    above = inside[-2] if len(inside) > 1 else None
    decisions = above is not None and above.name == "decisions"
    is_task = not decisions and (block.is_task or (above is not None and above.is_task))
    done = "x" if block.attr("done") == "x" else " "
    wanted = replace(block, attrs=(("done", done),) if is_task else ())
    within = (*inside, wanted)
    below = [fitted(child, within, notes) for child in wanted.children]
    if is_task or decisions:
        below = _one_line(below, notes)
    if decisions and any(child.kind != "paragraph" for child in below):
        raise refused("A decision holds one line of text", reason="unsupported_markup")
    return replace(wanted, children=settled(below))


def _one_line(children: Sequence[Block], notes: Notes) -> list[Block]:
    """Paragraphs as lines of the first, lists as one below it."""
    words = [child for child in children if child.kind == "paragraph"]
    others = [child for child in children if child.kind != "paragraph"]
    if any(child.kind != "list" for child in others):
        raise refused("A task holds a line of text and tasks below it", reason="unsupported_markup")
    if len(words) > 1:
        note(notes, "The paragraphs of a task or decision are written as lines of one")
        words = [Block("paragraph", runs=_lines(words))]
    return [*words, *others]


def _lines(paragraphs: Iterable[Block]) -> tuple[Run, ...]:
    out: list[Run] = []
    for block in paragraphs:
        out += [BREAK, *block.runs] if out else block.runs
    return tuple(out)


def settled(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """New lists of one kind in a row are one list: that is how they would be read."""
    out: list[Block] = []
    for block in blocks:
        if out and _is_one(out[-1], block):
            out[-1] = replace(out[-1], children=(*out[-1].children, *block.children))
        else:
            out.append(block)
    return tuple(out)


def _is_one(left: Block, right: Block) -> bool:
    new = left.origin is None and right.origin is None
    return new and left.kind == right.kind == "list" and left.is_numbered == right.is_numbered

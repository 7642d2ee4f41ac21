"""A changed block that holds others: its own tags patched in place, its children as they are given."""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage.columns import column_edits
from narrowgate_common.richtext.storage.edits import Edit, attribute, edited, parameter, renamed
from narrowgate_common.richtext.storage.elements import ALERT_MACROS, ITEMS, MACROS
from narrowgate_common.richtext.storage.joins import Parts, banded
from narrowgate_common.richtext.storage.lists import list_of
from narrowgate_common.richtext.storage.origins import Held
from narrowgate_common.richtext.storage.tree import Node
from narrowgate_common.richtext.storage.writing import task_open


def container(old: Block, new: Block, parts: Parts) -> str:
    held: Held = old.origin
    if old.kind == "list":
        return list_of(held, new, parts)
    edits = banded(held.source, held.start, held.end, held.bands, parts)
    if held.twin is not None:
        edits.append((*held.twin, edits[0][2]))
    patcher = _HEADS.get(old.kind)
    if patcher is None:
        return edited(held.source, held.start, held.end, edits)
    return patcher(old, new, edits)


def _write(old: Block, edits: list[Edit]) -> str:
    held: Held = old.origin
    return edited(held.source, held.start, held.end, edits)


def _alert(old: Block, new: Block, edits: list[Edit]) -> str:
    node: Node = old.origin.node
    if node.name not in MACROS:
        return _extension(old, new, edits)
    if new.name != old.name:
        if new.name not in ALERT_MACROS:
            raise refused(
                f"There is no {new.name} panel here: INFO, NOTE, TIP or WARNING", reason="unsupported_markup"
            )
        edits.append(attribute(node, "ac:name", ALERT_MACROS[new.name]))
    return _write(old, _titled(node, old, new, edits))


def _titled(node: Node, old: Block, new: Block, edits: list[Edit]) -> list[Edit]:
    """Of a macro closed at once, the parameter goes where the body is made."""
    if new.attr("title") == old.attr("title"):
        return edits
    title = parameter(node, "title", new.attr("title"))
    if not node.closed_at_once:
        return [*edits, title]
    words = title[2].removeprefix(">").removesuffix(f"</{node.name}>")
    return (
        [
            (start, end, text.replace(">", f">{words}", 1))
            if end == node.end and text.startswith(">")
            else (start, end, text)
            for start, end, text in edits
        ]
        if any(text.startswith(">") for _, _, text in edits)
        else [title]
    )


def _extension(old: Block, new: Block, edits: list[Edit]) -> str:
    node: Node = old.origin.node
    if new.attr("title"):
        raise refused("This panel cannot have a title", reason="unsupported_markup")
    if new.name != old.name:
        found = next(
            each
            for each in node.walk()
            if each.name == "ac:adf-attribute" and each.attr("key") == "panel-type"
        )
        edits.append((found.inner, found.close, new.name.lower()))
    return _write(old, edits)


def _container(old: Block, new: Block, edits: list[Edit]) -> str:
    node: Node = old.origin.node
    if node.name in MACROS:
        return _write(old, _titled(node, old, new, edits))
    if new.attr("type") != old.attr("type"):
        edits.append(attribute(node, "ac:type", new.attr("type")))
    return _write(old, edits)


def _item(old: Block, new: Block, edits: list[Edit]) -> str:
    held: Held = old.origin
    node = held.node
    stands_alone = node.name not in ITEMS
    if stands_alone and [child.kind for child in new.children] == ["list"] and new.attrs == old.attrs:
        return _write(old, edits)
    if stands_alone or new.is_task != (node.name == "ac:task"):
        return _other_item(old, new, edits)
    if node.name == "ac:task" and new.attr("done") != old.attr("done"):
        edits.append(_status(node, "complete" if new.attr("done") == "x" else "incomplete"))
    return _write(old, edits)


def _status(node: Node, status: str) -> Edit:
    found = node.child("ac:task-status")
    if found is not None and not found.closed_at_once:
        return found.inner, found.close, status
    body = node.child("ac:task-body")
    at = found.start if found else body.start if body else node.inner
    return at, found.end if found else at, f"<ac:task-status>{status}</ac:task-status>"


def _other_item(old: Block, new: Block, edits: list[Edit]) -> str:
    """A task becomes an item, an item a task; a list that stood right within a list gets an item around it."""
    band = old.origin.bands[0]
    text = next((text for start, _, text in edits if start == band.inner), "")
    if band.before and text.startswith(band.before):
        text = text[len(band.before) : len(text) - len(band.after)]
    if new.is_task:
        return f"{task_open(new.attr('done'))}{text}</ac:task-body></ac:task>"
    return f"<li>{text}</li>"


def _table(old: Block, new: Block, edits: list[Edit]) -> str:
    return _write(old, [*edits, *column_edits(old, new)])


def _cell(old: Block, new: Block, edits: list[Edit]) -> str:
    node: Node = old.origin.node
    if not node.closed_at_once:
        edits += renamed(node, "th" if new.attr("header") else "td")
    edits += [
        attribute(node, name, new.attr(name))
        for name in ("colspan", "rowspan")
        if new.attr(name) != old.attr(name)
    ]
    return _write(old, edits)


_HEADS: dict[str, Callable[[Block, Block, list[Edit]], str]] = {
    "alert": _alert,
    "container": _container,
    "item": _item,
    "table": _table,
    "cell": _cell,
}

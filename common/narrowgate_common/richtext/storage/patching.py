"""A changed paragraph, heading or code block: what is kept keeps its bytes and the elements around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import Atom, Content, Run, normal
from narrowgate_common.richtext.storage.edits import Edit, edited, inside, parameter, renamed
from narrowgate_common.richtext.storage.elements import MACROS
from narrowgate_common.richtext.storage.entities import cdata, escaped
from narrowgate_common.richtext.storage.macros import PLAIN_BODY
from narrowgate_common.richtext.storage.origins import Held, Spot
from narrowgate_common.richtext.storage.reading_blocks import flow
from narrowgate_common.richtext.storage.reading_inline import content
from narrowgate_common.richtext.storage.reading_macros import CODE_ATTRS
from narrowgate_common.richtext.storage.stitching import stitched
from narrowgate_common.richtext.storage.stretches import fresh
from narrowgate_common.richtext.storage.tree import Node, tree
from narrowgate_common.richtext.storage.weaving import woven
from narrowgate_common.richtext.unseen import seen


def line(old: Block, new: Block, splices: Sequence[Splice]) -> str:
    """Of a paragraph or heading: the first way of writing it that reads as wanted, or else the one that keeps most."""
    held: Held = old.origin
    wanted = normal(new.runs)
    words = _best(_ways(old, new, splices), lambda words: normal(_read(words)) == wanted)
    if not held.bare and held.inner > held.start:
        edits = renamed(held.node, _tag(new))
        return edited(held.source, held.start, held.end, [*edits, inside(held.node, words)])
    return words if _stays_bare(words, new) else f"<{_tag(new)}>{words}</{_tag(new)}>"


def code(old: Block, new: Block) -> str:
    """Its text and shown parameters; an element of another kind keeps its tags."""
    node: Node = old.origin.node
    edits: list[Edit] = []
    if node.name in MACROS:
        edits += [
            parameter(node, name, new.attr(name)) for name in CODE_ATTRS if new.attr(name) != old.attr(name)
        ]
        if new.text != seen(old.text):
            edits.append(_plain_body(node, new.text))
        return _joined(node, edits)
    if new.attrs:
        return code_macro(new)
    only = [each for each in node.children if each.is_element or each.text]
    holder = only[0] if len(only) == 1 and only[0].name == "code" else node
    return edited(node.source, node.start, node.end, [inside(holder, escaped(new.text))])


def code_macro(block: Block) -> str:
    parameters = "".join(
        f'<ac:parameter ac:name="{name}">{escaped(value)}</ac:parameter>'
        for name, value in block.attrs
        if value
    )
    body = f"<{PLAIN_BODY}>{cdata(block.text)}</{PLAIN_BODY}>"
    start = '<ac:structured-macro ac:name="code" ac:schema-version="1">'
    return f"{start}{parameters}{body}</ac:structured-macro>"


def fresh_line(block: Block) -> str:
    return woven(fresh(block.runs))


def _tag(block: Block) -> str:
    return f"h{block.level}" if block.kind == "heading" else "p"


def _stays_bare(words: str, new: Block) -> bool:
    """Whether it is the same one paragraph without an element of its own."""
    if new.kind != "paragraph" or not words.strip():
        return False
    found = flow(tree(words).children, 1)
    return len(found) == 1 and shape(found[0]) == shape(replace(new, children=()))


def _best(ways: Iterator[str], is_right: Callable[[str], bool]) -> str:
    first = next(ways)
    if is_right(first):
        return first
    return next(filter(is_right, ways), first)


def _read(words: str) -> Content:
    return content(tree(f"<p>{words}</p>").children[0].children)


def _ways(old: Block, new: Block, splices: Sequence[Splice]) -> Iterator[str]:
    """With all that nobody sees; without white space of that kind; and at last without what surrounds the words."""
    yield stitched(old, splices)
    yield stitched(old, [each for each in splices if each.run.text or each.run.atom])
    yield woven(fresh(_with_atoms(new.runs, old.runs)))


def _with_atoms(new: Content, old: Content) -> Iterator[Run]:
    spots: dict[Atom, list[Spot]] = {}
    for run in reversed(old):
        if run.atom is not None:
            spots.setdefault(run.atom, []).append(run.origin)
    for run in new:
        known = spots.get(run.atom) if run.atom is not None else None
        yield replace(run, origin=known.pop()) if known else run


def _plain_body(node: Node, text: str) -> Edit:
    body = node.child(PLAIN_BODY)
    if body is not None:
        return inside(body, cdata(text))
    new = f"<{PLAIN_BODY}>{cdata(text)}</{PLAIN_BODY}>"
    return inside(node, new) if node.closed_at_once else (node.close, node.close, new)


def _joined(node: Node, edits: Sequence[Edit]) -> str:
    """Of an element closed at once there is but one place to change, for all that goes into it."""
    if not node.closed_at_once:
        return edited(node.source, node.start, node.end, edits)
    end = f"</{node.name}>"
    inner = "".join(
        text.removeprefix(">").removesuffix(end) for start, _, text in edits if start > node.inner - 3
    )
    return edited(node.source, node.start, node.end, [inside(node, inner)])

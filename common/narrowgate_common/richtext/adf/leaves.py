"""Changed paragraphs, headings and code blocks."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.richtext.adf import fresh, heads, images
from narrowgate_common.richtext.adf.keeping import paragraph
from narrowgate_common.richtext.adf.nodes import Node, are_same, content, kind
from narrowgate_common.richtext.adf.patching import patched
from narrowgate_common.richtext.adf.places import place
from narrowgate_common.richtext.adf.reading_blocks import code_text
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.unseen import seen

_OWN = frozenset({"paragraph", "heading"})


def leaf(old: Block, new: Block, splices: Sequence[Splice]) -> list[Node]:
    """Raises GatewayError (`unsupported_markup`)."""
    if new.kind == "code":
        return [_code(old, new)]
    where = place(old)
    node = where.node
    if node is not None and kind(node) == "mediaSingle":
        return [_beside_image(where.nodes if where.role == "picture" else content(node), node, new, splices)]
    if _lone_image(new) is not None and not any(_is_kept_atom(splice) for splice in splices):
        return fresh.fresh(new)
    before = where.nodes if node is None or where.role == "inline" else content(node)
    words = patched(splices, old.runs)
    if are_same(words, before):
        words = before
    if node is None or where.role != "node" or kind(node) not in _OWN:
        return [heads.patched(paragraph(words), old, new)]
    return [heads.with_content(node, heads.patched(node, old, new), words)]


def _code(old: Block, new: Block) -> Node:
    node = place(old).node
    if node is None:
        raise TypeError("a code block is a node")
    top = heads.patched(node, old, new)
    if seen(code_text(node)) == new.text:
        return heads.with_content(node, top, content(node)) if "content" in node else top
    return heads.with_content(node, top, [{"type": "text", "text": new.text}] if new.text else [])


def _beside_image(media: list[Node], node: Node, new: Block, splices: Sequence[Splice]) -> Node:
    """The frame, patched, as long as it is all there is."""
    frame = node if media is content(node) else {**node, "content": media}
    kept = [splice for splice in splices if _is_kept_atom(splice)]
    run = _lone_image(new)
    if run is not None and kept and kept[0].source is not None and kept[0].source.origin is node:
        old_atom = kept[0].source.atom
        if old_atom is not None and run.atom is not None:
            return images.patched(frame, old_atom, run.atom, run.link)
    if run is not None:
        return fresh.fresh(new)[0]
    return heads.patched(paragraph(patched(splices, ())), Block("paragraph"), new)


def _is_kept_atom(splice: Splice) -> bool:
    return splice.source is not None and splice.run.atom is not None


def _lone_image(block: Block) -> Run | None:
    """The image of a paragraph that holds nothing else."""
    runs = [run for run in block.runs if run.atom is not None or not run.is_blank]
    found = len(runs) == 1 and runs[0].atom is not None and runs[0].atom.kind == "image"
    return runs[0] if found and block.kind == "paragraph" else None

"""Kinds of edits of a document's blocks, as agents make them: words, structure, heads."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.inline import Atom, Content, Link, Mark, Run, normal

Path = tuple[int, ...]
Blocks = tuple[Block, ...]
STRONG: frozenset[Mark] = frozenset({"strong"})
INSERTED = {
    "paragraph": "A new paragraph with *words*.",
    "heading": "## A new heading",
    "code": '```python title="new.py"\nprint("]]> &amp; {code}")\n```',
    "table": "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "quote": "> Quoted words.",
    "panel": "> [!NOTE]\n> Words in a panel.",
    "list": "- one\n- two",
    "numbered list": "1. one\n2. two",
    "task list": "- [ ] open\n- [x] done",
}


@dataclass(frozen=True)
class Wanted:
    """An edit: what it is called, the blocks that are wanted, and the leaf it stays within, if it does."""

    kind: str
    blocks: Blocks
    leaf: Block | None = None
    may_lose: bool = False


def at(blocks: Sequence[Block], path: Path) -> Block:
    block = blocks[path[0]]
    return at(block.children, path[1:]) if len(path) > 1 else block


def with_block(blocks: Blocks, path: Path, new: Sequence[Block]) -> Blocks:
    index = path[0]
    if len(path) == 1:
        return (*blocks[:index], *new, *blocks[index + 1 :])
    inside = with_block(blocks[index].children, path[1:], new)
    return (*blocks[:index], replace(blocks[index], children=inside), *blocks[index + 1 :])


def paths(blocks: Sequence[Block], wanted: Callable[[Block], bool], above: Path = ()) -> Iterator[Path]:
    for index, block in enumerate(blocks):
        path = (*above, index)
        if wanted(block):
            yield path
        yield from paths(block.children, wanted, path)


def is_leaf(block: Block) -> bool:
    return block.kind in ("paragraph", "heading") and any(words_of(block.runs))


def words_of(content: Content) -> Iterator[tuple[int, int, int]]:
    """Run, start and end of every plain word."""
    for number, run in enumerate(content):
        if run.atom is None and "code" not in run.marks:
            start = 0
            for piece in run.text.split(" "):
                if piece.isalpha():
                    yield number, start, start + len(piece)
                start += len(piece) + 1


def cut(content: Content, place: tuple[int, int, int], middle: Iterable[Run]) -> Content:
    number, start, end = place
    run = content[number]
    return normal((
        *content[:number], replace(run, text=run.text[:start]), *middle, replace(run, text=run.text[end:]), *content[number + 1 :],
    ))  # fmt: skip


def leaf_edits(content: Content, chance: random.Random) -> Iterator[tuple[str, Content]]:
    """What can be done to the words of one paragraph."""
    words = list(words_of(content))
    place = chance.choice(words)
    run = content[place[0]]
    word = run.text[place[1] : place[2]]
    yield "word changed", cut(content, place, [replace(run, text="wondrous")])
    yield "word at the start", normal((Run("First "), *content))
    yield "word at the end", normal((*content, Run(" last")))
    yield "word inserted", cut(content, place, [replace(run, text=f"{word} more")])
    if len(words) > 1:
        yield "word deleted", cut(content, place, [])
    yield "word made bold", cut(content, place, [replace(run, text=word, marks=run.marks ^ STRONG)])
    if run.link is None:
        yield (
            "word made a link",
            cut(content, place, [replace(run, text=word, link=Link("https://new.example/x"))]),
        )
        status = Run(atom=Atom("status", "New", (("color", "green"),)))
        yield "status inserted", cut(content, place, [replace(run, text=word + " "), status])


def text_edits(blocks: Blocks, chance: random.Random) -> Iterator[Wanted]:
    for path in paths(blocks, is_leaf):
        old = at(blocks, path)
        for kind, content in leaf_edits(old.runs, chance):
            if content and content != old.runs:
                yield Wanted(
                    kind, with_block(blocks, path, [replace(old, runs=content)]), old, kind == "word deleted"
                )


def structure_edits(blocks: Blocks) -> Iterator[Wanted]:
    for index, block in enumerate(blocks):
        yield Wanted("block deleted", joined((*blocks[:index], *blocks[index + 1 :])), may_lose=True)
        for kind, text in INSERTED.items():
            yield Wanted(
                f"{kind} inserted", joined((*blocks[: index + 1], *parse(text), *blocks[index + 1 :]))
            )
        if index + 1 < len(blocks):
            swapped = (*blocks[:index], blocks[index + 1], block, *blocks[index + 2 :])
            yield Wanted("neighbours swapped", joined(swapped))
        if is_leaf(block) and index > 1:
            place = next(words_of(block.runs))
            moved = replace(
                block, runs=cut(block.runs, place, [replace(block.runs[place[0]], text="wondrous")])
            )
            yield Wanted(
                "moved to the top and edited", joined((moved, *blocks[:index], *blocks[index + 1 :]))
            )


def joined(blocks: Blocks) -> Blocks:
    """Lists that have become neighbours are one, as Markdown reads them."""
    return tuple(parse(render(blocks)))


def attribute_edits(blocks: Blocks) -> Iterator[Wanted]:
    for path in paths(
        blocks, lambda block: block.kind in ("code", "table", "container", "alert", "paragraph", "item")
    ):
        old = at(blocks, path)
        for kind, new in head_edits(old):
            yield Wanted(kind, with_block(blocks, path, [new]))


def head_edits(old: Block) -> Iterator[tuple[str, Block]]:
    if old.kind == "code":
        yield "code language", with_attr(old, "language", "rust")
        yield "code text", replace(old, text=old.text + "\nlast line")
    if old.attr("title") and old.kind in ("container", "alert"):
        yield "title", with_attr(old, "title", "Another title")
    if old.kind == "item" and old.is_task:
        yield "task ticked", with_attr(old, "done", " " if old.attr("done") == "x" else "x")
    if old.kind == "table" and len({len(row.children) for row in old.children}) == 1 and not merged(old):
        yield "column added", replace(old, children=tuple(with_cell(row) for row in old.children))
        yield "row added", replace(old, children=(*old.children, new_row(old.children[-1])))
    if old.kind == "paragraph":
        for number, run in enumerate(old.runs):
            if run.atom is not None and run.atom.kind == "image":
                image = replace(run, atom=replace(run.atom, label="another text"))
                yield "image text", replace(old, runs=(*old.runs[:number], image, *old.runs[number + 1 :]))


def merged(table: Block) -> bool:
    return any(
        cell.attr("colspan") or cell.attr("rowspan") for row in table.children for cell in row.children
    )


def with_attr(block: Block, name: str, value: str) -> Block:
    known = dict(block.attrs)
    return replace(block, attrs=tuple({**known, name: value}.items()))


def with_cell(row: Block) -> Block:
    header = row.children[-1].attrs if len(row.children) > 1 else ()
    return replace(row, children=(*row.children, Block("cell", attrs=header, children=(paragraph("new"),))))


def new_row(row: Block) -> Block:
    return replace(row, children=tuple(Block("cell", children=(paragraph("new"),)) for _ in row.children))


def paragraph(text: str) -> Block:
    return Block("paragraph", runs=(Run(text),))

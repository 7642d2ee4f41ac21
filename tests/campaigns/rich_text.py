"""`python -m tests.campaigns.rich_text --format storage|adf|wiki [--folder DIR] [--sample N]`: edits of whole corpora.

Every edit is made on the blocks, rendered, and given to `edit` as an agent would give it. What is looked at afterwards:
the result reads as the wanted text in its canonical form, nothing outside the innermost edited paragraph differs, and
nothing is lost that the edit did not take away.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as File
from typing import Any

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.formats import NAMES, format_named
from narrowgate_common.richtext.inline import Atom, Content, Link, Mark, Run, normal
from narrowgate_common.richtext.reading import Reading, reading

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


@dataclass
class Tally:
    tried: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    refused: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    wrong: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[str]:
        yield f"{'edit':34} {'tried':>7} {'held':>7} {'refused':>8} {'wrong':>6}"
        for kind in self.tried:
            refused = self.refused[kind].total()
            wrong = self.tried[kind] - self.held[kind] - refused
            why = ", ".join(f"{name} {count}" for name, count in self.refused[kind].most_common(4))
            yield f"{kind:34} {self.tried[kind]:7} {self.held[kind]:7} {refused:8} {wrong:6}  {why}"
        total = self.tried.total()
        yield f"{'all':34} {total:7} {self.held.total():7} {sum(c.total() for c in self.refused.values()):8}"


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
    yield "word made bold", cut(content, place, [replace(run, marks=run.marks ^ STRONG)])
    if run.link is None:
        yield "word made a link", cut(content, place, [replace(run, link=Link("https://new.example/x"))])
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
        yield Wanted("block deleted", (*blocks[:index], *blocks[index + 1 :]), may_lose=True)
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


def outside_is_equal(old: Reading[Any, Any], made: Any, leaf: Block) -> bool:
    """Whether what differs lies within the leaf."""
    original = old.document.original
    own = [old.format.keep(each) for top in old.document.blocks for each in top.walk() if shape(each) == leaf]
    if isinstance(original, str):
        return any(outside_of(original, made, piece) for piece in own)
    return is_text(where_it_differs(original, made))


def common(left: str, right: str) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count


def outside_of(original: str, made: str, piece: str) -> bool:
    """Whether all bytes but those of one occurrence of the piece are there, in their order."""
    place = original.find(piece)
    while place >= 0:
        rest = original[place + len(piece) :]
        if len(made) >= place + len(rest) and made.startswith(original[:place]) and made.endswith(rest):
            return True
        place = original.find(piece, place + 1)
    return False


def where_it_differs(old: Any, new: Any) -> Any:
    """The innermost node that holds all differences."""
    children, others = old.get("content"), new.get("content")
    if not isinstance(children, list) or not isinstance(others, list) or len(children) != len(others):
        return old
    if {**old, "content": ()} != {**new, "content": ()}:
        return old
    different = [(a, b) for a, b in zip(children, others, strict=True) if a is not b and a != b]
    return where_it_differs(*different[0]) if len(different) == 1 else old


def is_text(node: Any) -> bool:
    """A run, or what holds runs."""
    inline = {"text", "hardBreak", "status", "mention", "emoji", "date", "inlineCard", "placeholder", "mediaInline"}
    held = {each.get("type") for each in node.get("content", ())}
    return node.get("type") in inline or held <= {*inline, "inlineExtension"}


def tried(name: str, old: Reading[Any, Any], wanted: Wanted, tally: Tally) -> None:
    tally.tried[wanted.kind] += 1
    text = render(joined(wanted.blocks))
    try:
        made = edit(old, text, allow_removals=wanted.may_lose)
        problem = problem_of(old, wanted, text, made)
    except GatewayError as error:
        tally.refused[wanted.kind][error.reason or ""] += 1
        tally.wrong.append(
            f"refused  {name}: {wanted.kind}: {error.reason}: {error.message[:60]} {error.details[:2]}"
        )
        return
    except Exception:
        problem = traceback.format_exc(limit=-3).replace("\n", " ")
    if problem:
        tally.wrong.append(f"WRONG    {name}: {wanted.kind}: {problem[:600]}")
    else:
        tally.held[wanted.kind] += 1


def problem_of(old: Reading[Any, Any], wanted: Wanted, text: str, made: Any) -> str:
    again = reading(old.format, made.original)
    if again.markdown != made.markdown:
        return f"reads otherwise than told: {first_difference(made.markdown, again.markdown)}"
    if unnamed(made.markdown) != unnamed(text) and not made.notes:
        return f"not what was asked, and no note: {first_difference(text, made.markdown)}"
    if made.losses and not wanted.may_lose:
        return f"lost: {made.losses}"
    if wanted.leaf is not None and not outside_is_equal(old, made.original, wanted.leaf):
        return "differs outside the paragraph"
    return ""


def unnamed(text: str) -> str:
    """Without refs, which are hashes of what they name: another title is another ref."""
    return re.sub(r"\bref=[0-9a-f]{8}", "ref", text)


def first_difference(left: str, right: str) -> str:
    head = common(left, right)
    return f"{left[max(0, head - 20) : head + 60]!r} / {right[max(0, head - 20) : head + 60]!r}"


def unchanged(name: str, old: Reading[Any, Any], tally: Tally) -> None:
    tally.tried["written back unchanged"] += 1
    from narrowgate_common.richtext.format import Part

    blocks = old.document.blocks
    kept = old.format.root(old.document, [Part(block, block, old.format.keep(block)) for block in blocks])
    if kept != old.document.original or edit(old, old.markdown).original != old.document.original:
        tally.wrong.append(f"WRONG    {name}: not the same when written back")
    elif [shape(block) for block in parse(old.markdown)] != [shape(block) for block in blocks]:
        tally.wrong.append(f"WRONG    {name}: its Markdown splits into other blocks")
    else:
        tally.held["written back unchanged"] += 1


def documents(format_name: str, folder: File) -> Iterator[tuple[str, Any]]:
    endings = {"storage": (".xml",), "adf": (".json", ".adf"), "wiki": (".wiki", ".txt")}[format_name]
    for file in sorted(folder.iterdir()):
        if file.suffix in endings:
            text = file.read_bytes().decode("utf-8")
            yield file.name, json.loads(text) if format_name == "adf" else text


def campaign(format_name: Any, found: Iterable[tuple[str, Any]], sample: int | None, seed: int = 1) -> Tally:
    """`sample` edits of each document at most, of each kind of edit."""
    tally = Tally()
    format_ = format_named(format_name)
    for name, original in found:
        try:
            old = reading(format_, original)
        except GatewayError as error:
            tally.wrong.append(f"unread   {name}: {error.reason}")
            continue
        unchanged(name, old, tally)
        if format_.trouble(original):
            tally.wrong.append(f"unsound  {name}: {format_.trouble(original)}")
        blocks = tuple(shape(block) for block in old.document.blocks)
        chance = random.Random(f"{seed} {name}")
        for make in (
            lambda: text_edits(blocks, chance),
            lambda: structure_edits(blocks),
            lambda: attribute_edits(blocks),
        ):
            edits = list(make())
            for wanted in edits if sample is None else chance.sample(edits, min(sample, len(edits))):
                tried(name, old, wanted, tally)
    return tally


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.rich_text", description=__doc__)
    parser.add_argument("--format", choices=NAMES, required=True)
    parser.add_argument("--folder", type=File, help="a corpus; the samples of the repository without it")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only", default="", help="documents whose name holds this")
    parser.add_argument("--shown", type=int, default=60, help="exceptions that are printed")
    given = parser.parse_args(words)
    found = documents(given.format, given.folder) if given.folder else samples(given.format)
    began = time.monotonic()
    tally = campaign(given.format, (each for each in found if given.only in each[0]), given.sample)
    print("\n".join(tally.rows()))
    print(f"{time.monotonic() - began:.0f} s")
    print("\n".join(tally.wrong[: given.shown]))
    return 0


def samples(format_name: str) -> Iterator[tuple[str, Any]]:
    from importlib import import_module

    yield from import_module(f"tests.richtext.{format_name}_samples").SAMPLES.items()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""`python -m tests.campaigns.rich_text --format storage|adf|wiki [--folder DIR] [--sample N]`: edits of whole corpora.

Every edit is made on the blocks, rendered, and given to `edit` as an agent would give it. What is looked at afterwards:
the result reads as the wanted text in its canonical form, nothing outside the innermost edited paragraph differs, and
nothing is lost that the edit did not take away.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.campaigns.rich_edits import Wanted, attribute_edits, structure_edits, text_edits
from tests.campaigns.rich_proof import problem_of

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import shape
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.formats import NAMES, format_named
from narrowgate_common.richtext.reading import Reading, reading


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


def tried(name: str, old: Reading[Any, Any], wanted: Wanted, tally: Tally) -> None:
    tally.tried[wanted.kind] += 1
    text = render(wanted.blocks)
    try:
        made = edit(old, text, allow_removals=wanted.may_lose)
        problem = problem_of(old, wanted, text, made)
    except GatewayError as error:
        tally.refused[wanted.kind][error.reason or ""] += 1
        tally.wrong.append(
            f"refused  {name}: {wanted.kind}: {error.reason}: {error.message[:60]} {error.details[:2]}"
        )
        return
    except Exception:  # noqa: BLE001 - a crash is what is looked for
        problem = traceback.format_exc(limit=-3).replace("\n", " ")
    if problem:
        tally.wrong.append(f"WRONG    {name}: {wanted.kind}: {problem[:600]}")
    else:
        tally.held[wanted.kind] += 1


def unchanged(name: str, old: Reading[Any, Any], tally: Tally) -> None:
    tally.tried["written back unchanged"] += 1
    blocks = old.document.blocks
    kept = old.format.root(old.document, [Part(block, block, old.format.keep(block)) for block in blocks])
    if kept != old.document.original or edit(old, old.markdown).original != old.document.original:
        tally.wrong.append(f"WRONG    {name}: not the same when written back")
    elif [shape(block) for block in parse(old.markdown)] != [shape(block) for block in blocks]:
        tally.wrong.append(f"WRONG    {name}: its Markdown splits into other blocks")
    else:
        tally.held["written back unchanged"] += 1


def documents(format_name: str, folder: Path) -> Iterator[tuple[str, Any]]:
    endings = {"storage": (".xml",), "adf": (".json", ".adf"), "wiki": (".wiki", ".txt")}[format_name]
    for file in sorted(folder.iterdir()):
        if file.suffix in endings:
            text = file.read_bytes().decode("utf-8")
            yield file.name, json.loads(text) if format_name == "adf" else text


def campaign(
    format_name: Any, found: Iterable[tuple[str, Any]], sample: int | None, *, kind: str = "", seed: int = 1
) -> Tally:
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
        kinds = (text_edits(blocks, chance), structure_edits(blocks), attribute_edits(blocks))
        for every in kinds:
            edits = [wanted for wanted in every if kind in wanted.kind]
            for wanted in edits if sample is None else chance.sample(edits, min(sample, len(edits))):
                tried(name, old, wanted, tally)
    return tally


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.rich_text", description=__doc__)
    parser.add_argument("--format", choices=NAMES, required=True)
    parser.add_argument("--folder", type=Path, help="a corpus; the samples of the repository without it")
    parser.add_argument("--sample", type=int, help="edits of each document, of words, structure and heads")
    parser.add_argument("--kind", default="", help="edits whose name holds this")
    parser.add_argument("--only", default="", help="documents whose name holds this")
    parser.add_argument("--shown", type=int, default=60, help="exceptions that are printed")
    given = parser.parse_args(words)
    found = documents(given.format, given.folder) if given.folder else samples(given.format)
    began = time.monotonic()
    chosen = (each for each in found if given.only in each[0])
    tally = campaign(given.format, chosen, given.sample, kind=given.kind)
    print("\n".join(tally.rows()))
    print(f"{time.monotonic() - began:.0f} s")
    print("\n".join(tally.wrong[: given.shown]))
    return 0


def samples(format_name: str) -> Iterator[tuple[str, Any]]:
    yield from import_module(f"tests.richtext.{format_name}_samples").SAMPLES.items()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

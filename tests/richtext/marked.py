"""Documents with words that something lies on which Markdown hides, in every format, and the words it lies on.

A document is a list of paragraphs, items or cells; each is a list of stretches of words with the name of what lies on
them, or "".
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tests.richtext.adf_samples import Node, bullets, doc, item, node, text

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.formats import NAMES, Name, format_named
from narrowgate_common.richtext.reading import reading

Line = tuple[tuple[str, str], ...]
Grid = tuple[tuple[Line, ...], ...]

KINDS = ("red", "blue", "under", "comment")
_STORAGE = {
    "red": ('<span style="color: red;">', "</span>"),
    "blue": ('<span style="color: blue;">', "</span>"),
    "under": ("<u>", "</u>"),
    "comment": ('<ac:inline-comment-marker ac:ref="c-1">', "</ac:inline-comment-marker>"),
}
_WIKI = {
    "red": ("{color:red}", "{color}"),
    "blue": ("{color:blue}", "{color}"),
    "under": ("{+}", "{+}"),
    "comment": ("{~}", "{~}"),
}
_ADF: dict[str, Node] = {
    "red": {"type": "textColor", "attrs": {"color": "#ff0000"}},
    "blue": {"type": "textColor", "attrs": {"color": "#0000ff"}},
    "under": {"type": "underline"},
    "comment": {"type": "annotation", "attrs": {"annotationType": "inlineComment", "id": "c-1"}},
}

__all__ = ["KINDS", "NAMES", "covered", "grid", "items", "lines", "plain"]


def plain(line: Line) -> str:
    return " ".join(words for words, _ in line)


def lines(name: Name, every: tuple[Line, ...]) -> Any:
    """One paragraph each."""
    if name == "adf":
        return doc(*(node("paragraph", _nodes(line)) for line in every))
    if name == "wiki":
        return "\n\n".join(_marked(_WIKI, line) for line in every)
    return "".join(f"<p>{_marked(_STORAGE, line)}</p>" for line in every)


def items(name: Name, every: tuple[Line, ...]) -> Any:
    """The first with all others nested in it."""
    first, *others = every
    if name == "adf":
        inner = bullets(*(item(node("paragraph", _nodes(line))) for line in others))
        return doc(bullets(item(node("paragraph", _nodes(first)), inner)))
    if name == "wiki":
        return "\n".join([f"* {_marked(_WIKI, first)}", *(f"** {_marked(_WIKI, line)}" for line in others)])
    nested = "".join(f"<li>{_marked(_STORAGE, line)}</li>" for line in others)
    return f"<ul><li>{_marked(_STORAGE, first)}<ul>{nested}</ul></li></ul>"


def grid(name: Name, rows: Grid) -> Any:
    """A table whose first row is its header."""
    if name == "adf":
        return doc(node("table", [_row(row, head=not at) for at, row in enumerate(rows)]))
    if name == "wiki":
        bars = ["||", *["|"] * len(rows)]
        return "\n".join(
            bar + bar.join(_marked(_WIKI, line) for line in row) + bar
            for bar, row in zip(bars, rows, strict=False)
        )
    tags = ["th", *["td"] * len(rows)]
    made = (
        "".join(f"<{tag}>{_marked(_STORAGE, line)}</{tag}>" for line in row)
        for tag, row in zip(tags, rows, strict=False)
    )
    return f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in made)}</tbody></table>"


def covered(name: Name, original: Any) -> Counter[tuple[str, frozenset[str]]]:
    """Every word with what lies on it."""
    format_ = format_named(name)
    found: Counter[tuple[str, frozenset[str]]] = Counter()
    waiting: list[Block] = list(reading(format_, original).document.blocks)
    for block in waiting:
        waiting.extend(block.children)
        for run in block.runs:
            own = frozenset(f"{each.kind} {each.value}" for each in format_.covers(run))
            found.update((word, own) for word in run.text.split())
    return found


def _marked(kinds: dict[str, tuple[str, str]], line: Line) -> str:
    return " ".join(words.join(kinds.get(kind, ("", ""))) for words, kind in line)


def _nodes(line: Line) -> list[Node]:
    out: list[Node] = []
    for words, kind in line:
        out += [text(" "), _text(words, kind)] if out else [_text(words, kind)]
    return out


def _text(words: str, kind: str) -> Node:
    made: Node = json.loads(json.dumps(text(words)))
    return {**made, "marks": [_ADF[kind]]} if kind else made


def _row(row: tuple[Line, ...], *, head: bool) -> Node:
    name = "tableHeader" if head else "tableCell"
    return node("tableRow", [node(name, [node("paragraph", _nodes(line))]) for line in row])

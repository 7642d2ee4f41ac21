"""The content of a paragraph as one flat list of runs: what is rendered, parsed back, compared and patched.

Marks are a set on each run, so that nesting order, split elements and spaces inside an emphasis make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any, Literal

from narrowgate_common.richtext.unseen import seen
from narrowgate_common.richtext.values import value

Mark = Literal["strong", "em", "strike", "code"]
Marks = frozenset[Mark]
PLAIN: Marks = frozenset()

Pairs = tuple[tuple[str, str], ...]
AtomKind = Literal["break", "status", "mention", "date", "emoji", "card", "image", "macro"]

SPACES = " \t\n\r"
"""White space that collapses; every other kind of space is a character."""
_SPACE_RUN = re.compile(f"[{SPACES}]+")


@value
class Link:
    """Where a run leads. Of two links in a row to the same place, the second has another `turn`."""

    to: str
    title: str = ""
    turn: int = 0


@value
class Atom:
    """What stands among words and is none: `:status[Done]{color=green}`, an image, a line break.

    `label` stands in the brackets, `attrs` in the braces; an image's destination is its attribute `to`.
    """

    kind: AtomKind
    label: str = ""
    attrs: Pairs = ()

    def attr(self, name: str) -> str:
        for each, text in self.attrs:
            if each == name:
                return text
        return ""


@value
class Run:
    """Characters that share their marks and their link, or one atom. `origin` is known to its format only."""

    text: str = ""
    marks: Marks = PLAIN
    link: Link | None = None
    atom: Atom | None = None
    origin: Any = field(default=None, compare=False, repr=False)

    @property
    def is_break(self) -> bool:
        return self.atom is not None and self.atom.kind == "break"

    @property
    def is_blank(self) -> bool:
        """White space that collapses, and nothing else."""
        return self.atom is None and "code" not in self.marks and not self.text.strip(SPACES)


Content = tuple[Run, ...]

BREAK = Run(atom=Atom("break"))
_SPACE = Run(" ")


def normal(content: Iterable[Run]) -> Content:
    """The one form of what a reader sees: nothing unseen, white space collapsed and outside of marks, no run cut.

    It has no origins. What renders alike has the same normal form, and parsing a rendering gives it back.
    """
    out: list[Run] = []
    gap: list[Run] = []
    is_first = True
    for run in content:
        if run.atom is not None and run.atom.kind == "break":
            out.append(BREAK)
            gap.clear()
            is_first = True
            continue
        for piece in _pieces(run):
            if piece.text == " " and piece.is_blank:
                gap.append(piece)
                continue
            if gap and not is_first:
                out.append(_shared(gap, out[-1], piece))
            gap.clear()
            out.append(piece)
            is_first = False
    joined = _joined(out) if len(out) > 1 else out
    return tuple(_turned(joined) if any(run.link for run in out) else joined)


def visible(content: Iterable[Run]) -> str:
    """The words of a normal form, with atoms as their labels."""
    return "".join("\n" if run.is_break else run.atom.label if run.atom else run.text for run in content)


def code_text(text: str) -> str:
    """Of a run of code: a line end is a space, and no space collapses."""
    return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def shown_atom(atom: Atom) -> Atom:
    """Without what nobody sees in its label and attributes."""
    label, attrs = seen(atom.label), seen_attrs(atom.attrs)
    return atom if label == atom.label and attrs is atom.attrs else Atom(atom.kind, label, attrs)


def seen_attrs(attrs: Pairs) -> Pairs:
    """The same object where nothing is hidden in it."""
    shown = tuple((seen(name), seen(value)) for name, value in attrs)
    return attrs if shown == attrs else shown


def _pieces(run: Run) -> Sequence[Run]:
    """Words and the white space at their edges apart, without origins."""
    marks, link = run.marks, run.link
    if run.atom is not None:
        return (Run(run.text, marks, link, shown_atom(run.atom)),)
    text = seen(run.text)
    if not text:
        return ()
    if "code" in marks:
        return (Run(code_text(text), marks, link),)
    core = _collapsed(text)
    if len(core) == len(text):
        return (Run(core, marks, link),)
    space = Run(" ", marks, link) if marks or link else _SPACE
    if not core:
        return (space,)
    before = (space,) if text[0] in SPACES else ()
    after = (space,) if text[-1] in SPACES else ()
    return (*before, Run(core, marks, link), *after)


def _collapsed(text: str) -> str:
    text = text.strip(SPACES)
    if "  " not in text and text.isprintable():
        return text
    return _SPACE_RUN.sub(" ", text)


def _shared(gap: list[Run], left: Run, right: Run) -> Run:
    """White space between words has what both of its neighbours have."""
    if _SPACE in gap:
        return _SPACE
    marks = frozenset.intersection(left.marks, right.marks, *(run.marks for run in gap)) - {"code"}
    links = {left.link, right.link, *(run.link for run in gap)}
    return Run(" ", marks, left.link if len(links) == 1 else None)


def _joined(runs: Sequence[Run]) -> list[Run]:
    out: list[Run] = []
    start = 0
    for at in range(1, len(runs) + 1):
        first = runs[start]
        if at == len(runs) or not _alike(first, runs[at]):
            is_alone = at == start + 1
            out.append(first if is_alone else _together(runs[start:at]))
            start = at
    return out


def _together(runs: Sequence[Run]) -> Run:
    return Run("".join([run.text for run in runs]), runs[0].marks, runs[0].link)


def _alike(left: Run, right: Run) -> bool:
    if left.atom is not None or right.atom is not None:
        return False
    return left.marks == right.marks and left.link == right.link


def _turned(runs: Iterable[Run]) -> Iterator[Run]:
    """Turns count anew: 0 unless the link before, without anything between, leads to the same place."""
    before: Link | None = None
    given: Link | None = None
    for run in runs:
        if run.link is None:
            before = given = None
            yield run
            continue
        if run.link != before:
            same_place = given is not None and (given.to, given.title) == (run.link.to, run.link.title)
            turn = 1 - given.turn if same_place and given is not None else 0
            before, given = run.link, Link(run.link.to, run.link.title, turn)
        yield Run(run.text, run.marks, given, run.atom)

"""The content of a paragraph as one flat list of runs: what is rendered, parsed back, compared and patched.

Marks are a set on each run, so that nesting order, split elements and spaces inside an emphasis make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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

_Look = tuple[Marks, Link | None]
_UNMARKED: _Look = (PLAIN, None)
_CODE: Marks = frozenset({"code"})


def normal(content: Iterable[Run]) -> Content:
    """The one form of what a reader sees: nothing unseen, white space collapsed and outside of marks, no run cut.

    It has no origins. What renders alike has the same normal form, and parsing a rendering gives it back.
    """
    settled = _Settled()
    for run in content:
        if run.atom is not None:
            settled.atom(run, run.atom)
        elif run.text:
            settled.text(run.text, run.marks, run.link)
    runs = settled.runs()
    return tuple(_turned(runs) if any(run.link for run in runs) else runs)


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


class _Settled:
    """Runs as they come, in normal form; of the last one, the texts are still being gathered."""

    __slots__ = ("_gap", "_link", "_marks", "_out", "_starts_line", "_texts")

    def __init__(self) -> None:
        self._out: list[Run] = []
        self._texts: list[str] = []
        self._marks: Marks = PLAIN
        self._link: Link | None = None
        self._gap: list[_Look] = []
        self._starts_line = True

    def runs(self) -> list[Run]:
        self._finish()
        return self._out

    def atom(self, run: Run, atom: Atom) -> None:
        if atom.kind == "break":
            self._finish()
            self._out.append(BREAK)
            self._gap.clear()
            self._starts_line = True
            return
        self._bridge(run.marks, run.link)
        self._finish()
        self._out.append(Run(run.text, run.marks, run.link, shown_atom(atom)))
        self._marks, self._link = run.marks, run.link

    def text(self, text: str, marks: Marks, link: Link | None) -> None:
        """Words, and the white space at their edges."""
        text = seen(text)
        if "code" in marks:
            if text:
                self._word(code_text(text), marks, link)
            return
        words = _collapsed(text)
        if len(words) == len(text):
            if words:
                self._word(words, marks, link)
            return
        if text[0] in SPACES:
            self._gap.append((marks, link))
        if words:
            self._word(words, marks, link)
            if text[-1] in SPACES:
                self._gap.append((marks, link))

    def _word(self, text: str, marks: Marks, link: Link | None) -> None:
        self._bridge(marks, link)
        self._add(text, marks, link)

    def _bridge(self, marks: Marks, link: Link | None) -> None:
        """White space before what looks like this: it has what both of its neighbours have, and none at an end."""
        if self._gap:
            if not self._starts_line:
                self._add(" ", *_shared([*self._gap, (self._marks, self._link), (marks, link)]))
            self._gap.clear()
        self._starts_line = False

    def _add(self, text: str, marks: Marks, link: Link | None) -> None:
        if not self._texts or marks != self._marks or link != self._link:
            self._finish()
            self._marks, self._link = marks, link
        self._texts.append(text)

    def _finish(self) -> None:
        if self._texts:
            self._out.append(Run("".join(self._texts), self._marks, self._link))
            self._texts.clear()


def _collapsed(text: str) -> str:
    text = text.strip(SPACES)
    if "  " not in text and text.isprintable():
        return text
    return _SPACE_RUN.sub(" ", text)


def _shared(looks: list[_Look]) -> _Look:
    if _UNMARKED in looks:
        return _UNMARKED
    links = {link for _, link in looks}
    marks = frozenset.intersection(*(marks for marks, _ in looks))
    return marks - _CODE, looks[0][1] if len(links) == 1 else None


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

"""A paragraph's content as the words, spaces and atoms that two versions of it are compared by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.inline import SPACES, Atom, Content, Link, Marks, Run

_WORD = re.compile(r"[ \t\n\r]+|[^\W\u3040-\u30ff\u3400-\u9fff]+|.", re.DOTALL)
"""Scripts that write without spaces are compared character by character."""

Key = str | Atom


@dataclass(slots=True)
class Word:
    """`run.text[start:end]` or an atom. `marks` and `link` are as they are shown: a space has what its sides share."""

    key: Key
    run: Run
    start: int
    end: int
    marks: Marks
    link: Link | None
    after: list[tuple[Run, int, int]] = field(default_factory=list)
    """White space behind it that nobody sees."""

    @property
    def is_space(self) -> bool:
        return self.key == " " and "code" not in self.run.marks

    @property
    def is_atom(self) -> bool:
        return self.run.atom is not None


@dataclass(frozen=True, slots=True)
class Words:
    """`before` is the white space in front of the first word."""

    words: list[Word]
    before: list[tuple[Run, int, int]]


def words_of(content: Content) -> Words:
    """Both an original's content and a parsed one; the runs are those given."""
    out: list[Word] = []
    before: list[tuple[Run, int, int]] = []
    for word in _raw(content):
        if word.is_space and (not out or out[-1].is_space or out[-1].run.is_break):
            (out[-1].after if out else before).append((word.run, word.start, word.end))
            continue
        if word.run.is_break and out and out[-1].is_space:
            _hide_last(out, before)
        out.append(word)
    if out and out[-1].is_space:
        _hide_last(out, before)
    _shared(out)
    return Words(out, before)


def _raw(content: Content) -> Iterator[Word]:
    for run in content:
        if run.atom is not None:
            yield Word(run.atom, run, 0, len(run.text), run.marks, run.link)
            continue
        for match in _WORD.finditer(run.text):
            blank = match[0][0] in SPACES
            key = match[0] if "code" in run.marks else " " if blank else match[0]
            yield Word(key, run, match.start(), match.end(), run.marks, run.link)


def _hide_last(out: list[Word], before: list[tuple[Run, int, int]]) -> None:
    gone = out.pop()
    kept = out[-1].after if out else before
    kept.append((gone.run, gone.start, gone.end))
    kept.extend(gone.after)


def _shared(words: Sequence[Word]) -> None:
    for index, word in enumerate(words):
        if not word.is_space or not 0 < index < len(words) - 1:
            continue
        beside = [words[index - 1].run, words[index + 1].run, *(run for run, _, _ in word.after)]
        word.marks = word.marks.intersection(*(run.marks for run in beside)) - {"code"}
        word.link = word.link if all(run.link == word.link for run in beside) else None

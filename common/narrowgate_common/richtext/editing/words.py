"""A paragraph's content as the words, spaces and atoms that two versions of it are compared by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from narrowgate_common.richtext.inline import SPACES, Atom, Content, Link, Marks, Run, shown_atom
from narrowgate_common.richtext.unseen import UNSEEN

Key = str | Atom

_WORD = re.compile(
    rf"(?P<unseen>{UNSEEN}+)|[ \t\n\r]+|(?:(?!{UNSEEN})[^\W\u3040-\u30ff\u3400-\u9fff])+|.", re.DOTALL
)
"""Scripts that write without spaces are compared character by character."""
_UNSEEN: Key = ""
_CODE_SPACE = "` `"
"""One that does not collapse is no other space, since that one may be several."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """`run.text[start:end]`, or an atom. `marks` and `link` are as shown: a space has what its sides share."""

    run: Run
    start: int
    end: int
    marks: Marks
    link: Link | None
    seen: bool = True

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(slots=True)
class Word:
    """What is compared by its `key`; a word may reach over several runs."""

    key: Key
    stretches: list[Stretch]
    after: list[Stretch] = field(default_factory=list)
    """White space and other characters behind it that nobody sees."""

    @property
    def first(self) -> Stretch:
        return self.stretches[0]

    @property
    def last(self) -> Stretch:
        return self.stretches[-1]

    @property
    def is_atom(self) -> bool:
        return isinstance(self.key, Atom)

    @property
    def is_break(self) -> bool:
        return self.first.run.is_break

    @property
    def is_space(self) -> bool:
        """White space that collapses."""
        return self.key == " "

    @property
    def is_letters(self) -> bool:
        return isinstance(self.key, str) and any(map(str.isalnum, self.key))


@dataclass(frozen=True, slots=True)
class Words:
    """`before` is the white space in front of the first word."""

    words: list[Word]
    before: list[Stretch]


def words_of(content: Content, start: int = 0, end: int | None = None) -> Words:
    """Of an original's content and of a parsed one alike; the runs are those given.

    `start` is a character of the first run, `end` one of the last.
    """
    out: list[Word] = []
    before: list[Stretch] = []
    for word in _joined(_raw(content, start, end)):
        if word.key == _UNSEEN:
            before.extend(word.stretches)
            continue
        if word.is_space and (not out or out[-1].is_space or out[-1].is_break):
            (out[-1].after if out else before).extend(word.stretches)
            continue
        if word.is_break:
            _hide_space(out, before)
        out.append(word)
    _hide_space(out, before)
    _share(out)
    return Words(out, before)


def _raw(content: Content, start: int, end: int | None) -> Iterator[Word]:
    last = len(content) - 1
    for number, run in enumerate(content):
        if run.atom is not None:
            yield Word(shown_atom(run.atom), [Stretch(run, 0, len(run.text), run.marks, run.link)])
            continue
        until = end if number == last and end is not None else len(run.text)
        for match in _WORD.finditer(run.text, 0 if number else start, until):
            if match["unseen"]:
                yield Word(_UNSEEN, [Stretch(run, *match.span(), run.marks, run.link, seen=False)])
                continue
            for first, behind, key in _keys(match, run):
                yield Word(key, [Stretch(run, first, behind, run.marks, run.link)])


def _keys(match: re.Match[str], run: Run) -> Iterator[tuple[int, int, str]]:
    start, end = match.span()
    if match[0][0] not in SPACES:
        yield start, end, match[0]
    elif "code" not in run.marks:
        yield start, end, " "
    else:
        for at in range(start, end):
            if run.text[at : at + 2] != "\r\n":
                begin = at - 1 if at > start and run.text[at - 1 : at + 1] == "\r\n" else at
                yield begin, at + 1, _CODE_SPACE


def _joined(words: Iterator[Word]) -> Iterator[Word]:
    """A word goes on where its run ends, and behind what nobody sees."""
    held: Word | None = None
    unseen: list[Stretch] = []
    for word in words:
        if word.key == _UNSEEN:
            unseen += word.stretches
        elif held is not None and _is_one_word(held, word, cut=bool(unseen)):
            held = Word(f"{held.key}{word.key}", held.stretches + unseen + word.stretches)
            unseen = []
        else:
            yield from _with_unseen(held, unseen)
            held, unseen = word, []
    yield from _with_unseen(held, unseen)


def _with_unseen(held: Word | None, unseen: list[Stretch]) -> Iterator[Word]:
    if held is not None:
        held.after.extend(unseen)
        yield held
    elif unseen:
        yield Word(_UNSEEN, unseen)


def _is_one_word(left: Word, right: Word, *, cut: bool) -> bool:
    if left.is_atom or right.is_atom or (left.last.run is right.first.run and not cut):
        return False
    return _is_open(str(left.key)[-1]) and _is_open(str(right.key)[0])


def _is_open(char: str) -> bool:
    """Whether a word may go on behind it."""
    return (char.isalnum() or char == "_") and not (
        "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff"
    )


def _hide_space(out: list[Word], before: list[Stretch]) -> None:
    if out and out[-1].is_space:
        gone = out.pop()
        kept = out[-1].after if out else before
        kept.extend([*gone.stretches, *gone.after])


def _share(words: Sequence[Word]) -> None:
    for index, word in enumerate(words):
        if not word.is_space or not 0 < index < len(words) - 1:
            continue
        own = word.first
        hidden = [each.run for each in word.after if each.seen]
        beside = [words[index - 1].last.run, words[index + 1].first.run, *hidden]
        marks = own.marks.intersection(*(run.marks for run in beside)) - {"code"}
        link = own.link if all(run.link == own.link for run in beside) else None
        word.stretches = [Stretch(own.run, own.start, own.end, marks, link)]

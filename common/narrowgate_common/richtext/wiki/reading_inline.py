"""The content of a paragraph as runs, each with its own bytes and all that encloses it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from narrowgate_common.richtext.inline import BREAK, PLAIN, SPACES, Atom, Content, Link, Mark, Marks, Run
from narrowgate_common.richtext.wiki import addresses, atoms
from narrowgate_common.richtext.wiki.origins import Sign, Span, Wrap
from narrowgate_common.richtext.wiki.pairing import Pairs, paired
from narrowgate_common.richtext.wiki.tokens import Token, characters, tokens

_Worn = tuple[tuple[Wrap, ...], Marks, Link | None] | None
_NOTHING_WORN: _Worn = ((), PLAIN, None)

MARKS: dict[str, Mark] = {"strong": "strong", "em": "em", "strike": "strike", "code": "code"}


@dataclass(slots=True)
class Reading:
    """Runs and signs tile the stretch that was read."""

    text: str
    hidden: set[str]
    runs: list[Run] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    open: list[Wrap] = field(default_factory=list)
    links: int = 0
    worn: _Worn = _NOTHING_WORN
    """What the open wraps make of a run; None once they have changed."""

    def stretch(self, found: Sequence[Token], start: int, end: int) -> None:
        """With these tokens in it."""
        if not found:
            self._words(start, end)
            return
        pairs = paired(self.text, found, start, end)
        at = start
        for index, token in enumerate(found):
            self._words(at, token.start)
            if index in pairs.opens:
                self._begin(token, pairs, index)
            elif index in pairs.closes:
                self._end(token, pairs.closes[index], pairs)
            else:
                _READERS[token.kind](self, token)
            at = token.end
        self._words(at, end)

    def _words(self, start: int, end: int) -> None:
        if end > start:
            words = self.text[start:end]
            self._run(start, words, words)

    def _run(self, start: int, raw: str, text: str = "", atom: Atom | None = None) -> None:
        if self.worn is None:
            self.worn = _worn(self.open)
        wraps, marks, link = self.worn
        span = Span(start, raw, wraps, len(self.runs))
        if atom is None:
            self.runs.append(Run(text, marks, link, None, span))
        else:
            self.runs.append(Run(text, PLAIN, None if atom.kind == "break" else link, atom, span))

    def _raw(self, token: Token) -> str:
        return self.text[token.start : token.end]

    def _begin(self, token: Token, pairs: Pairs, index: int) -> None:
        wrap = pairs.opens[index]
        if wrap.is_hidden:
            self.hidden.add(wrap.kind.partition(" ")[0])
        self.open.append(wrap)
        self.worn = None
        self.signs.append(Sign(token.start, self._raw(token), wrap, opens=True))

    def _end(self, token: Token, opener: int, pairs: Pairs) -> None:
        wrap = pairs.opens[opener]
        self.open.remove(wrap)
        self.worn = None
        self.signs.append(Sign(token.start, self._raw(token), wrap))

    def text_token(self, token: Token) -> None:
        self._words(token.start, token.end)

    def char(self, token: Token) -> None:
        self._run(token.start, self._raw(token), token.value)

    def line_break(self, token: Token) -> None:
        self._run(token.start, self._raw(token), atom=BREAK.atom)

    def smiley(self, token: Token) -> None:
        self._run(token.start, self._raw(token), atom=Atom("emoji", self._raw(token)))

    def image(self, token: Token) -> None:
        self._run(token.start, self._raw(token), atom=atoms.image(token.value) or self._kept("image", token))

    def macro(self, token: Token) -> None:
        if token.value in {"anchor", "color"}:
            self.hidden.add("colour" if token.value == "color" else "anchor")
            self.signs.append(Sign(token.start, self._raw(token)))
        else:
            self._run(token.start, self._raw(token), atom=self._kept(token.value, token))

    def _kept(self, name: str, token: Token) -> Atom:
        return Atom("macro", name, (("name", name), ("ref", ref(self._raw(token)))))

    def mono(self, token: Token) -> None:
        self._enclosed(Wrap("code", "{{", "}}"), token.start + 2, token.end - 2, token)

    def _enclosed(self, wrap: Wrap, start: int, end: int, token: Token) -> None:
        self.signs.append(Sign(token.start, self.text[token.start : start], wrap, opens=True))
        self.open.append(wrap)
        self.worn = None
        if wrap.kind == "code":
            self._verbatim(start, end)
        else:
            self.stretch(tokens(self.text, start, end, in_link=True), start, end)
        self.open.pop()
        self.worn = None
        self.signs.append(Sign(end, self.text[end : token.end], wrap))

    def _verbatim(self, start: int, end: int) -> None:
        at = start
        for token in characters(self.text, start, end):
            self._words(at, token.start)
            self.char(token)
            at = token.end
        self._words(at, end)

    def link(self, token: Token) -> None:
        words, target, tip = addresses.target_of(token.value) or (0, token.value, "")
        target = target.strip()
        if target.startswith("~"):
            label = self.text[token.start + 1 : token.start + 1 + words]
            self._run(token.start, self._raw(token), atom=atoms.mention(target, label))
            return
        start = token.start + 1 + (0 if words or not target.startswith("^") else 1)
        end = token.start + 1 + words if words else token.end - 1
        opening, closing = self.text[token.start : start], self.text[end : token.end]
        wrap = self._wrap(target, tip.strip(), (opening, closing), whole=not words)
        self._enclosed(wrap, start, end, token)

    def _wrap(self, target: str, tip: str, ends: tuple[str, str], *, whole: bool) -> Wrap:
        to = addresses.shown(target)
        if to is None:
            self.hidden.add("link of an unknown kind")
            return Wrap("link of an unknown kind", *ends)
        self.links += 1
        return Wrap("link", *ends, Link(to, tip, self.links % 2), whole=whole)


def _is_seen(run: Run) -> bool:
    return run.atom is not None or bool(run.text.strip(SPACES))


def _worn(wraps: Sequence[Wrap]) -> tuple[tuple[Wrap, ...], Marks, Link | None]:
    marks = frozenset(MARKS[wrap.kind] for wrap in wraps if wrap.kind in MARKS)
    return tuple(wraps), marks, next((wrap.link for wrap in wraps if wrap.link is not None), None)


def ref(raw: str) -> str:
    return sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def is_visible(runs: Iterable[Run]) -> bool:
    return any(map(_is_seen, runs))


def read_inline(text: str, start: int, end: int, hidden: set[str]) -> tuple[Content, tuple[Sign, ...]]:
    """Runs and signs, which tile this stretch of the text. `hidden` takes up names of what the runs do not show."""
    found = tokens(text, start, end)
    if not found:
        words = text[start:end]
        return (Run(words, PLAIN, None, None, Span(start, words, (), 0)),), ()
    reading = Reading(text, hidden)
    reading.stretch(found, start, end)
    return tuple(reading.runs), tuple(reading.signs)


_READERS = {
    "newline": Reading.line_break, "break": Reading.line_break, "char": Reading.char, "url": Reading.text_token,
    "mono": Reading.mono, "forced": Reading.text_token, "macro": Reading.macro, "tag": Reading.text_token,
    "link": Reading.link, "image": Reading.image, "smiley": Reading.smiley, "phrase": Reading.text_token,
}  # fmt: skip

"""One line of Markdown into runs: text, marks, links and atoms."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from narrowgate_common.richtext.dialect.attributes import BRACES, parsed
from narrowgate_common.richtext.dialect.characters import ENTITY, decoded
from narrowgate_common.richtext.dialect.emphasis import Delimiters, delimiters, pair
from narrowgate_common.richtext.dialect.literals import read_label, read_target
from narrowgate_common.richtext.dialect.pieces import Address, Piece, Turn, runs
from narrowgate_common.richtext.dialect.tokens import ATOMS, MARKS, NEXT, TOKEN, Ticks, bare_url, start_of
from narrowgate_common.richtext.inline import BREAK, Atom, Content, Link, Mark, Run, normal
from narrowgate_common.richtext.refusal import refused


@dataclass(slots=True)
class _Opened:
    """A bracket that waits for its other end: its place among the pieces and among the delimiters."""

    piece: int
    delimiters: int
    mark: Mark | None = None


def parse_content(markdown: str) -> Content:
    """In normal form.

    Raises GatewayError (`unsupported_markup`) for braces behind a directive or image that hold no attributes.
    """
    if not NEXT.search(markdown):
        is_normal = markdown.isascii() and markdown.isprintable() and "  " not in markdown
        text = markdown.strip(" ")
        return (Run(text),) if is_normal and text else normal((Run(markdown),))
    return normal(runs(_Reader(markdown).pieces()))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.out: list[Piece] = []
        self.brackets: list[_Opened] = []
        self.delimiters: list[Delimiters] = []
        self.links = 0
        self.unlinkable = 0
        """Below this many brackets none can become a link: one of them would hold another."""
        self._ticks: Ticks | None = None

    def pieces(self) -> list[Piece]:
        text, look = self.text, 0
        while found := NEXT.search(text, look):
            look = found.end()
            match = TOKEN.match(text, start_of(text, found.start()))
            if match is not None and match.start() >= self.at:
                if match.start() > self.at:
                    self.out.append(text[self.at : match.start()])
                self.at = match.end()
                _READ[str(match.lastgroup)](self, match)
                look = self.at
        self.out.append(text[self.at :])
        pair(self.delimiters)
        return self.out

    def escape(self, match: re.Match[str]) -> None:
        self.out.append(match[0][1])

    def newline(self, match: re.Match[str]) -> None:
        is_hard = match[0][0] == "\\" or self.text.endswith("  ", 0, match.start())
        self.out.append(BREAK if is_hard else " ")

    def code(self, match: re.Match[str]) -> None:
        if self._ticks is None:
            self._ticks = Ticks(self.text)
        length = len(match[0])
        end = self._ticks.closing(length, match.end())
        if end is None:
            self.out.append(match[0])
            return
        self.out.append(Run(_code(self.text[match.end() : end]), frozenset({"code"})))
        self.at = end + length

    def emphasis(self, match: re.Match[str]) -> None:
        run = delimiters(self.text, match.start(), match.end())
        if run.opens or run.closes:
            self.delimiters.append(run)
        self.out.append(run)

    def line_break(self, _: re.Match[str]) -> None:
        self.out.append(BREAK)

    def autolink(self, match: re.Match[str]) -> None:
        text = ENTITY.sub(decoded, match[0][1:-1])
        is_mail = not text.startswith(("http", "mailto:"))
        self.out.append(Address(text, f"mailto:{text}" if is_mail else text))

    def url(self, match: re.Match[str]) -> None:
        end = bare_url(self.text, match.start(), match.end())
        text = ENTITY.sub(decoded, self.text[match.start() : end])
        is_more_than_scheme = not text.endswith("/") or text.count("/") > 2
        self.out.append(Address(text, text) if is_more_than_scheme else text)
        self.at = end

    def entity(self, match: re.Match[str]) -> None:
        found = ENTITY.match(match[0])
        self.out.append(decoded(found) if found else match[0])

    def image(self, match: re.Match[str]) -> None:
        target = read_target(self.text, match.end())
        if target is None:
            self.out.append("!")
            self.at = match.start() + 1
            return
        self.at = target.end
        title = (("title", target.title),) if target.title else ()
        attrs = (("to", target.to), *title, *self._attributes())
        self.out.append(Run(atom=Atom("image", read_label(match["image"]), attrs)))

    def atom(self, match: re.Match[str]) -> None:
        kind, attrs = ATOMS[match["atom"]], self._attributes()
        if kind == "image":
            to = dict(attrs).get("to", "")
            attrs = (("to", to), *(each for each in attrs if each[0] != "to"))
        self.out.append(Run(atom=Atom(kind, read_label(match["label"]), attrs)))

    def mark(self, match: re.Match[str]) -> None:
        self._open(match[0], MARKS[match["mark"]])

    def bracket(self, match: re.Match[str]) -> None:
        if match[0] == "[":
            self._open("[", None)
        elif not self.brackets:
            self.out.append("]")
        else:
            self._close()

    def _open(self, text: str, mark: Mark | None) -> None:
        self.brackets.append(_Opened(len(self.out), len(self.delimiters), mark))
        self.out.append(text)

    def _close(self) -> None:
        opened = self.brackets.pop()
        may_link = len(self.brackets) >= self.unlinkable
        self.unlinkable = min(self.unlinkable, len(self.brackets))
        if opened.mark is not None:
            self._wrap(opened, Turn(opens=(opened.mark,)), Turn(closes=(opened.mark,)))
            return
        target = read_target(self.text, self.at) if may_link else None
        if target is None:
            self.out.append("]")
            return
        self.at = target.end
        self.links += 1
        self._wrap(opened, Turn(link=Link(target.to, target.title, self.links)), Turn(unlinks=True))
        self.unlinkable = len(self.brackets)

    def _wrap(self, opened: _Opened, before: Turn, after: Turn) -> None:
        pair(self.delimiters[opened.delimiters :])
        del self.delimiters[opened.delimiters :]
        self.out[opened.piece] = before
        self.out.append(after)

    def _attributes(self) -> tuple[tuple[str, str], ...]:
        if not self.text.startswith("{", self.at):
            return ()
        match = BRACES.match(self.text, self.at)
        attrs = parsed(match[1]) if match else None
        if match is None or attrs is None:
            raise refused(
                "braces behind a directive or an image hold key=value pairs, each key once",
                reason="unsupported_markup",
                details=[self.text[self.at : self.at + 80]],
            )
        self.at = match.end()
        return attrs


_READ: dict[str, Callable[[_Reader, re.Match[str]], None]] = {
    "escape": _Reader.escape,
    "newline": _Reader.newline,
    "code": _Reader.code,
    "emphasis": _Reader.emphasis,
    "br": _Reader.line_break,
    "autolink": _Reader.autolink,
    "image": _Reader.image,
    "label": _Reader.atom,
    "mark": _Reader.mark,
    "bracket": _Reader.bracket,
    "entity": _Reader.entity,
    "url": _Reader.url,
}


def _code(text: str) -> str:
    text = text.replace("\n", " ")
    is_padded = text[0] == text[-1] == " " and text.strip(" ") != ""
    return text[1:-1] if is_padded else text

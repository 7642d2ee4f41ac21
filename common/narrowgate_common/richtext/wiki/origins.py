"""Where a block or a run stands in a text of wiki markup."""

from __future__ import annotations

from typing import NamedTuple

from narrowgate_common.richtext.inline import Link
from narrowgate_common.richtext.values import thing, value


@thing
class Wrap:
    """What encloses runs: a mark, a link or something that Markdown hides (then `kind` says what, in plain words).

    `whole` is a link that is its own text, `[https://example.org]`: other words in it need another notation.
    """

    kind: str
    opening: str
    closing: str
    link: Link | None = None
    whole: bool = False

    @property
    def is_hidden(self) -> bool:
        return self.kind not in VISIBLE


VISIBLE = frozenset({"strong", "em", "strike", "code", "link"})


@thing
class Sign:
    """Markup between runs: an end of a wrap, or something that stands alone and is not seen (an anchor)."""

    at: int
    raw: str
    wrap: Wrap | None = None
    opens: bool = False


class Span(NamedTuple):
    """A run's own bytes. Of plain text they are its characters; else the run is one character or one atom."""

    start: int
    raw: str
    wraps: tuple[Wrap, ...]
    number: int
    """Its number among the runs of its paragraph."""

    @property
    def end(self) -> int:
        return self.start + len(self.raw)


@value
class Place:
    """A block's own bytes are `text[start:end]`; what it holds stands in `text[inside:until]`."""

    text: str
    start: int
    end: int
    inside: int
    until: int
    form: str = ""
    """How it is written where there are several ways: a macro's name, `bq`, `jump` (an item without a line)."""
    prefix: str = ""
    """The signs that begin an item, `*#`, or the first item of a list."""
    signs: tuple[Sign, ...] = ()

    @property
    def bytes(self) -> str:
        return self.text[self.start : self.end]

    @property
    def eol(self) -> str:
        return line_end(self.text)


def line_end(text: str) -> str:
    """Jira's own editor sends carriage returns: what is added to a text ends its lines as that does."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"

"""Pieces of a line into runs: the marks and links that hold at each place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from narrowgate_common.richtext.dialect.emphasis import Delimiters
from narrowgate_common.richtext.inline import PLAIN, Link, Mark, Run


@dataclass(slots=True)
class Address:
    """`https://...` as it stands: a link to itself, but plain words inside another link."""

    text: str
    to: str


@dataclass(slots=True)
class Turn:
    """From here on, these marks and this link are added or left."""

    opens: tuple[Mark, ...] = ()
    closes: tuple[Mark, ...] = ()
    link: Link | None = None
    unlinks: bool = False


Piece = str | Run | Address | Turn | Delimiters


class _Sweep:
    """From left to right: which marks and which link hold, and the text that has gathered since they changed."""

    def __init__(self) -> None:
        self.out: list[Run] = []
        self.texts: list[str] = []
        self.counts: Counter[Mark] = Counter()
        self.marks = PLAIN
        self.link: Link | None = None

    def delimiters(self, run: Delimiters) -> None:
        if run.closed:
            self.change(closes=run.closed)
        if run.left:
            self.texts.append(run.char * run.left)
        if run.opened:
            self.change(opens=run.opened)

    def turn(self, turn: Turn) -> None:
        self.change(opens=turn.opens, closes=turn.closes)
        self.link = turn.link or (None if turn.unlinks else self.link)

    def address(self, address: Address) -> None:
        if self.link is not None:
            self.texts.append(address.text)
            return
        self.flush()
        self.out.append(Run(address.text, self.marks, Link(address.to, "", -1 - len(self.out))))

    def run(self, run: Run) -> None:
        self.flush()
        self.out.append(run if run.is_break else Run(run.text, self.marks | run.marks, self.link, run.atom))

    def change(self, opens: Iterable[Mark] = (), closes: Iterable[Mark] = ()) -> None:
        self.flush()
        self.counts.subtract(closes)
        self.counts.update(opens)
        self.marks = frozenset(mark for mark, count in self.counts.items() if count > 0)

    def flush(self) -> None:
        if self.texts:
            self.out.append(Run("".join(self.texts), self.marks, self.link))
            self.texts = []


def runs(pieces: Iterable[Piece]) -> list[Run]:
    """Not in normal form; every link has a turn of its own."""
    sweep = _Sweep()
    for piece in pieces:
        if isinstance(piece, str):
            sweep.texts.append(piece)
        elif isinstance(piece, Delimiters):
            sweep.delimiters(piece)
        elif isinstance(piece, Turn):
            sweep.turn(piece)
        elif isinstance(piece, Address):
            sweep.address(piece)
        else:
            sweep.run(piece)
    sweep.flush()
    return sweep.out

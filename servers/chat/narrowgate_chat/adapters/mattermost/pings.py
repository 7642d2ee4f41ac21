"""Names after an `@`, of which only those that `mentions` gives may ping.

The server looks for names in the text nodes of what it parses, after it took the backslashes away: an escape holds
nobody off. It never looks into code. So any other name stands as code, which people read the same. A word is a name
when `@` stands at its beginning, after anything but a letter or digit (`_@here` is one, `ann@example.com` is none):
https://github.com/mattermost/mattermost/blob/master/server/channels/app/mention_parser_standard.go
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from narrowgate_chat.port import Mention
from narrowgate_common.richtext.inline import Atom, Link, Run

_NAME = re.compile(r"(?<![A-Za-z0-9])@\w+(?:[.:@-]+\w+)*")
_ENDS = r"(?![\w@]|[.:-]\w)"
PING: Final = "mention"
"""The kind of the atoms that ping; their label is what is written. No other atom of this kind is left by then."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Who may be pinged: what stands in the text, without regard to case, and the name that pings."""

    names: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, mentions: Sequence[Mention]) -> Allowed:
        pairs = ((each.label, each.label if each.user is None else each.user.handle) for each in mentions)
        known = {label.casefold(): name for label, name in pairs if label and name}
        return cls(tuple(sorted(known.items(), key=lambda pair: -len(pair[0]))))

    def pieces(self, text: str) -> Iterator[tuple[str, str | None]]:
        """The text in stretches, each with the name that it pings, if it is one that may."""
        if not self.names:
            yield text, None
            return
        choice = "|".join(re.escape(label) for label, _ in self.names)
        at = 0
        for found in re.finditer(rf"(?<![A-Za-z0-9])@({choice}){_ENDS}", text, re.IGNORECASE):
            name = dict(self.names).get(found[1].casefold())
            if name is not None:
                yield text[at : found.start()], None
                yield found[0], name
                at = found.end()
        yield text[at:], None


def guarded(runs: Sequence[Run], allowed: Allowed) -> tuple[tuple[Run, ...], bool]:
    """The runs with names that may ping as atoms and all others as code, and whether there were others."""
    out: list[Run] = []
    hidden = False
    for run in runs:
        if run.atom is not None or "code" in run.marks or "@" not in run.text:
            out.append(run)
            continue
        if run.link is not None and run.text == run.link.to and _NAME.search(run.text):
            out.append(_address(run, run.link))
            hidden = True
            continue
        for text, name in allowed.pieces(run.text):
            if name is not None:
                out.append(Run("", run.marks, run.link, Atom(PING, f"@{name}")))
                continue
            parts = list(_split(run, text))
            hidden = hidden or any("code" in part.marks for part in parts)
            out += parts
    return tuple(out), hidden


def _address(run: Run, link: Link) -> Run:
    """An address that shows itself stays one word: code in the midst of it would cut it."""
    to = _NAME.sub(lambda found: found[0].replace("@", "%40"), link.to)
    return replace(run, text=to, link=replace(link, to=to))


def _split(run: Run, text: str) -> Iterator[Run]:
    at = 0
    for found in _NAME.finditer(text):
        if found.start() > at:
            yield replace(run, text=text[at : found.start()])
        yield replace(run, text=found[0], marks=run.marks | {"code"})
        at = found.end()
    if at < len(text):
        yield replace(run, text=text[at:])

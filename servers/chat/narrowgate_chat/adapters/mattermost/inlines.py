r"""Runs as lines of Mattermost's Markdown.

Its readers differ: the web application takes a backslash before some punctuation only and knows no rules of what
stands beside a star; the apps and the server's search for mentions follow CommonMark. What is written here reads the
same in all: a character that a backslash does not protect everywhere (`<`, `&`, `=`) stands as an entity.
https://github.com/mattermost/marked/blob/master/lib/marked.js
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from narrowgate_common.richtext.dialect.weave import Opens, weave
from narrowgate_common.richtext.inline import Link, Run

_SIGNS = {"strong": "**", "em": "*", "strike": "~~"}
_TICKS = re.compile(r"`+")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_ENTITY = re.compile(r"&(?=#?\w{1,40};)")
_AUTOLINK = re.compile(r"<(?=[^ >]{0,2000}(?:@|:/|www)[^ >]{0,2000}>)")
_BRACKETS = re.compile(r"\][(\[:]")
_START = re.compile(r"#{1,6}(?= |\Z)|>|[-+*](?= |\Z)|[|=:-](?=[ |=:-]*\Z)")
_NUMBER = re.compile(r"([0-9]{1,9})(?=[.)](?: |\Z))")
_ESCAPABLE = frozenset("`*{}[]()#+-.!_>|~\\")
_PLAIN_ADDRESS = re.compile(r"https?://[A-Za-z0-9./_~?#$&+,;=%-]*[A-Za-z0-9/=_-]")
_LINKABLE = re.compile(r"(?:https?|mailto|ftp|tel):|[/#]", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x20<>\\|\x7f]")


def lines(runs: Sequence[Run]) -> list[str]:
    """A line for each break and one more. None of them begins a block of its own."""
    out: list[list[Run]] = [[]]
    for run in runs:
        if run.is_break:
            out.append([])
        else:
            out[-1].append(run)
    return [_started(_line(each)) for each in out]


def one_line(runs: Sequence[Run]) -> str:
    """For headings and cells, where a break is a space."""
    return _line([Run(" ", run.marks, run.link) if run.is_break else run for run in runs])


def code(text: str) -> str:
    """Between as many ticks as it needs."""
    taken = {len(found[0]) for found in _TICKS.finditer(text)}
    length = next(number for number in range(1, len(taken) + 2) if number not in taken)
    padded = text[:1] == "`" or text[-1:] == "`" or (text.strip(" ") and text[:1] == text[-1:] == " ")
    pad = " " if padded else ""
    return f"{'`' * length}{pad}{text}{pad}{'`' * length}"


def _started(line: str) -> str:
    if found := _NUMBER.match(line):
        return f"{found[1]}\\{line[found.end() :]}"
    if not _START.match(line):
        return line
    return (f"\\{line[0]}" if line[0] in _ESCAPABLE else f"&#{ord(line[0])};") + line[1:]


def _line(runs: Sequence[Run]) -> str:
    out: list[str] = []
    for event in weave(runs):
        if isinstance(event, int):
            out.append(_run(runs, event))
        elif isinstance(event.sign, Link):
            out.append(_link(event.sign, runs, opens=isinstance(event, Opens)))
        else:
            out.append(_SIGNS[event.sign])
    return "".join(out)


def _link(link: Link, runs: Sequence[Run], *, opens: bool) -> str:
    """Nothing where the address stands for itself; the address beside the words where it leads nowhere."""
    if _is_bare(link, runs):
        return ""
    if not _LINKABLE.match(link.to):
        return "" if opens or not link.to else f" ({code(link.to)})"
    return "[" if opens else f"]({_target(link)})"


def _is_bare(link: Link, runs: Sequence[Run]) -> bool:
    """Whether it shows its own address and nothing beside that could be taken for a part of it."""
    shown = [at for at, run in enumerate(runs) if run.link == link]
    return len(shown) == 1 and _stands_alone(runs, shown[0])


def _stands_alone(runs: Sequence[Run], at: int) -> bool:
    run = runs[at]
    is_address = run.link is not None and run.text == run.link.to and not run.marks
    before = runs[at - 1].text[-1:] if at else " "
    after = runs[at + 1].text[:1] if at + 1 < len(runs) else " "
    return (
        is_address
        and _PLAIN_ADDRESS.fullmatch(run.text) is not None
        and before in (" ", "(")
        and after == " "
    )


def _target(link: Link) -> str:
    """Percents instead of backslashes, which not every reader takes there."""
    to = _UNSAFE.sub(lambda found: quote(found[0]), link.to)
    if to.count("(") != to.count(")") or ")(" in to:
        to = to.replace("(", "%28").replace(")", "%29")
    title = link.title.replace('"', "'").replace("\n", " ")
    return f'{to} "{title}"' if title else to


def _run(runs: Sequence[Run], at: int) -> str:
    """What pings stands as it is: an escape within would break the name for some readers."""
    run = runs[at]
    if run.atom is not None:
        return run.atom.label
    if "code" in run.marks:
        return code(run.text)
    if run.link is not None and _is_bare(run.link, runs):
        return run.text
    after = runs[at + 1].link if at + 1 < len(runs) else None
    written = _escaped(run.text, in_link=run.link is not None, at_edge=len(runs) > 1)
    touches = after is not None and after != run.link and written.endswith("!")
    return written[:-1] + "\\!" if touches else written


def _escaped(text: str, *, in_link: bool, at_edge: bool = True) -> str:
    text = _AUTOLINK.sub("&lt;", _ENTITY.sub("&amp;", text)) if "&" in text or "<" in text else text
    if not _PUNCTUATION.search(text):
        return text
    brackets = in_link or _BRACKETS.search(text) is not None
    return "".join(_characters(text, brackets=brackets, at_edge=at_edge))


def _characters(text: str, *, brackets: bool, at_edge: bool) -> Iterator[str]:
    edge = "x" if at_edge else " "
    for at, char in enumerate(text):
        before = text[at - 1] if at else edge
        after = text[at + 1] if at + 1 < len(text) else edge
        is_last = at + 1 == len(text)
        yield f"\\{char}" if _needs(char, before, after, brackets=brackets, is_last=is_last) else char


def _needs(char: str, before: str, after: str, *, brackets: bool, is_last: bool) -> bool:
    """Whether a character would be taken for a sign where it stands."""
    if char == "\\":
        return is_last or _PUNCTUATION.match(after) is not None
    if char == "*":
        return not (before == " " and after == " ")
    if char == "_":
        return not (before.isalnum() and after.isalnum()) or is_last
    if char == "~":
        return "~" in (before, after) or is_last
    if char == "!":
        return after == "["
    return char == "`" or (char in "[]" and brackets)

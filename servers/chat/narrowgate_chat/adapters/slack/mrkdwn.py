"""The vendor's markup in blocks of the dialect. Code comes first, and nothing in it is read; entities are read once.

https://docs.slack.dev/messaging/formatting-message-text
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Protocol

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import BREAK, Content, Link, Run, normal

_FENCE = re.compile(r"```(.*?)```", re.DOTALL)
_GAP = re.compile(r"\n[ \t]*\n\s*")
_PIECE = re.compile(r"`([^`\n]+)`|<([^<>\n]+)>")
_ENTITY = re.compile(r"&(amp|lt|gt);")
_CHARS = {"amp": "&", "lt": "<", "gt": ">"}
_QUOTE = re.compile(r"&gt;[ \t]?")
_ALNUM = r"[^\W_]"
_MARKS = tuple(
    (
        re.compile(
            rf"(?<!{_ALNUM}){re.escape(sign)}(?=\S)([^{re.escape(sign)}\n]+)(?<=\S){re.escape(sign)}(?!{_ALNUM})"
        ),
        mark,
    )
    for sign, mark in (("*", "strong"), ("_", "em"), ("~", "strike"))
)
_HOLE = "\ufffc"
"""Stands for what is read already, while marks are looked for."""


class Names(Protocol):
    """What people call somebody, and a channel, by id."""

    def user(self, user_id: str) -> str: ...

    def channel(self, channel_id: str) -> str: ...


def mrkdwn_blocks(text: str, names: Names) -> list[Block]:
    blocks: list[Block] = []
    start = 0
    for found in _FENCE.finditer(text):
        blocks += _lines(text[start : found.start()], names)
        blocks.append(Block("code", text=_decoded(found[1]).strip("\n")))
        start = found.end()
    return blocks + _lines(text[start:], names)


def _lines(text: str, names: Names) -> list[Block]:
    """Paragraphs, and the quotes that are lines with a sign before them."""
    blocks: list[Block] = []
    for part in _GAP.split(text.strip("\n")):
        group: list[str] = []
        quoted = False
        for line in part.split("\n"):
            is_quote = line.startswith("&gt;")
            if group and is_quote != quoted:
                blocks += _group(group, names, quoted=quoted)
                group = []
            quoted = is_quote
            group.append(_QUOTE.sub("", line, count=1) if is_quote else line)
        blocks += _group(group, names, quoted=quoted)
    return blocks


def _group(lines: list[str], names: Names, *, quoted: bool) -> list[Block]:
    runs: list[Run] = []
    for line in lines:
        runs += [*([BREAK] if runs else []), *line_runs(line, names)]
    content = normal(runs)
    if not content:
        return []
    paragraph = Block("paragraph", runs=content)
    return [Block("quote", children=(paragraph,))] if quoted else [paragraph]


def line_runs(line: str, names: Names) -> Content:
    """One line, in which marks begin and end at the borders of words."""
    chars: list[str] = []
    held: dict[int, Run] = {}
    start = 0
    for found in _PIECE.finditer(line):
        chars += _decoded(line[start : found.start()])
        held[len(chars)] = _code(found[1]) if found[1] is not None else _token(found[2], names)
        chars.append(_HOLE)
        start = found.end()
    chars += _decoded(line[start:])
    return normal(_marked("".join(chars), held))


def _code(text: str) -> Run:
    return Run(_decoded(text), frozenset({"code"}))


def _decoded(text: str) -> str:
    return _ENTITY.sub(lambda found: _CHARS[found[1]], text)


def _marked(flat: str, held: dict[int, Run]) -> Iterator[Run]:
    marks: list[set[Any]] = [set() for _ in flat]
    signs: set[int] = set()
    for pattern, mark in _MARKS:
        for found in pattern.finditer(flat):
            signs |= {found.start(), found.end() - 1}
            for at in range(found.start() + 1, found.end() - 1):
                marks[at].add(mark)
    for at, char in enumerate(flat):
        if at in held:
            run = held[at]
            look = run.marks if "code" in run.marks else run.marks | frozenset(marks[at])
            yield Run(run.text, look, run.link, run.atom)
        elif at not in signs:
            yield Run(char, frozenset(marks[at]))


def _token(said: str, names: Names) -> Run:
    """What stands between pointed brackets: somebody, everybody, a channel, a date, or a link."""
    target, _, label = said.partition("|")
    label = _decoded(label)
    if target.startswith("@"):
        return Run(f"@{label or names.user(target[1:])}")
    if target.startswith("#"):
        return Run(f"#{label or names.channel(target[1:])}")
    if target.startswith("!"):
        return Run(_special(target[1:], label))
    to = _decoded(target)
    return (
        Run(label or to.removeprefix("mailto:"), link=Link(to)) if ":" in to else Run(f"<{_decoded(said)}>")
    )


def _special(target: str, label: str) -> str:
    if target.startswith("date^") and label:
        return label
    name = target.partition("^")[0]
    if name == "subteam":
        return f"@{label.removeprefix('@') or target.partition('^')[2]}"
    return (
        f"@{target.partition('^')[0]}" if name in ("channel", "here", "everyone") else label or f"<!{target}>"
    )

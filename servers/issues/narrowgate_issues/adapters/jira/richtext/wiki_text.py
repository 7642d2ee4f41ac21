"""Inline content as wiki markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from narrowgate_issues.adapters.jira.richtext.draft import LITERAL, OPAQUE, SYNTAX, Draft, escaped
from narrowgate_issues.adapters.jira.richtext.tree import Content, Run
from narrowgate_issues.adapters.jira.richtext.weave import Closes, Opens, lines_of, weave
from narrowgate_issues.adapters.jira.richtext.wiki_escapes import mask

_SIGNS = {"strong": "*", "em": "_", "strike": "-"}
_UNFIT_IN_LINK = re.compile(r"[\s|\[\]{}<>\"\\^`]")


@dataclass(slots=True)
class _Part:
    """A stretch of text or of syntax; `partner` is the index of a sign's other end, -1 on everything else."""

    text: str
    kind: int = OPAQUE
    partner: int = -1
    opens: bool = False


def several_lines(content: Content) -> str:
    """A paragraph: a break is a line end, as Jira shows it; a second one in a row has to be spelled out."""
    parts: list[_Part] = []
    for number, line in enumerate(lines_of(content)):
        if number:
            parts.append(_Part("\n"))
        parts += _line_parts(line, len(parts)) or [_Part("\\\\")]
    return _assembled(parts)


def one_line(content: Content) -> str:
    """A heading or list item: every break is spelled out."""
    parts: list[_Part] = []
    for number, line in enumerate(lines_of(content)):
        if number:
            parts.append(_Part(" \\\\ "))
        parts += _line_parts(line, len(parts))
    return _assembled(parts)


def _assembled(parts: list[_Part]) -> str:
    for part in parts:
        if part.opens and (_side(parts, parts[part.partner].partner, -1) or _side(parts, part.partner, 1)):
            other = parts[part.partner]
            part.text = other.text = f"{{{part.text}}}"
    text = "".join(part.text for part in parts)
    kinds = bytearray().join(bytes([part.kind]) * len(part.text) for part in parts)
    draft = Draft(text, kinds)
    return escaped(draft, mask(draft))


def _side(parts: Sequence[_Part], index: int, step: int) -> bool:
    """Whether a letter or digit stands outside a sign: there it needs braces."""
    beyond = index + step
    if not 0 <= beyond < len(parts):
        return False
    return parts[beyond].text[0 if step > 0 else -1].isalnum()


def _line_parts(line: list[Run], offset: int) -> list[_Part]:
    wanted = [frozenset(str(mark) for mark in run.marks if mark != "code") for run in line]
    parts: list[_Part] = []
    opened: list[int] = []
    for event in weave(line, wanted):
        if isinstance(event, int):
            parts += _run_parts(line[event])
            continue
        part = _Part(_SIGNS[event.mark], SYNTAX, opens=isinstance(event, Opens))
        if isinstance(event, Closes):
            part.partner = opened.pop()
            parts[part.partner - offset].partner = len(parts) + offset
        else:
            opened.append(len(parts) + offset)
        parts.append(part)
    return parts


def _run_parts(run: Run) -> list[_Part]:
    text = [_Part(run.text, LITERAL)]
    if "code" in run.marks:
        text = [_Part("{{"), *text, _Part("}}")]
    if not run.link:
        return text
    address = _UNFIT_IN_LINK.sub(lambda match: quote(match[0]), run.link)
    if run.text == run.link and "code" not in run.marks:
        return [_Part(f"[{address}]")]
    return [_Part("["), *text, _Part(f"|{address}]")]

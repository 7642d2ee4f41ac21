"""The canonical form of inline content and of blocks, whichever format they come from.

White space between two runs carries only what both carry, so no mark begins or ends with a space; a paragraph
neither begins nor ends with white space or a break; runs that look alike are one run; a bare web address is a
link to itself; blocks without content vanish. The result is its own canonical form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from narrowgate_issues.adapters.jira.richtext import addresses
from narrowgate_issues.adapters.jira.richtext.tree import (
    Block,
    Break,
    Code,
    Content,
    Heading,
    Inline,
    Item,
    Listing,
    Paragraph,
    Quote,
    Run,
)

_SPACES = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
_UNFIT = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def clean(text: str) -> str:
    """Line ends as line feeds, controls that space as spaces, other controls and half surrogates as U+FFFD."""
    return _UNFIT.sub("�", _SPACES.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")))


def paragraph(content: Iterable[Inline]) -> list[Block]:
    tidied = tidy(content)
    return [Paragraph(tidied)] if tidied else []


def heading(level: int, content: Iterable[Inline]) -> list[Block]:
    tidied = tidy(content)
    return [Heading(level, tidied)] if tidied else []


def code(text: str, language: str = "") -> list[Block]:
    return [Code(clean(text), language)]


def quotation(blocks: Sequence[Block]) -> list[Block]:
    return [Quote(tuple(blocks))] if blocks else []


def listing(items: Sequence[Item], start: int | None = None) -> list[Block]:
    return [Listing(tuple(items), start)] if items else []


def tidy(content: Iterable[Inline]) -> Content:
    lines = [_settled(line) for line in _lines(content)]
    filled = [index for index, line in enumerate(lines) if line]
    if not filled:
        return ()
    out: list[Inline] = []
    for line in lines[filled[0] : filled[-1] + 1]:
        out += [Break(), *_joined(_with_bare_links(_joined(line)))]
    return tuple(out[1:])


def _lines(content: Iterable[Inline]) -> list[list[Run]]:
    lines: list[list[Run]] = [[]]
    for item in content:
        if isinstance(item, Break):
            lines.append([])
            continue
        first, *others = clean(item.text).split("\n")
        lines[-1].append(_fitting(first, item))
        lines.extend([_fitting(text, item)] for text in others)
    return lines


def _fitting(text: str, like: Run) -> Run:
    marks = like.marks if text.strip() else like.marks - {"code"}
    link = addresses.cleaned(like.link) if like.link else None
    return Run(text, marks, link or None)


def _settled(line: list[Run]) -> list[Run]:
    out: list[Run] = []
    before: Run | None = None
    gap = ""
    for run in line:
        lead, core, trail = _edges(run)
        gap += lead
        if not core:
            continue
        if before is not None and gap:
            out.append(_between(before, run, gap))
        out.append(Run(core, run.marks, run.link))
        before, gap = run, trail
    return out


def _edges(run: Run) -> tuple[str, str, str]:
    if "code" in run.marks:
        return "", run.text, ""
    core = run.text.strip()
    if not core:
        return run.text, "", ""
    lead = len(run.text) - len(run.text.lstrip())
    return run.text[:lead], core, run.text[lead + len(core) :]


def _between(left: Run, right: Run, gap: str) -> Run:
    link = left.link if left.link == right.link else None
    return Run(gap, (left.marks & right.marks) - {"code"}, link)


def _joined(runs: Iterable[Run]) -> list[Run]:
    groups: list[tuple[Run, list[str]]] = []
    for run in runs:
        if groups and _alike(groups[-1][0], run):
            groups[-1][1].append(run.text)
        else:
            groups.append((run, [run.text]))
    return [Run("".join(texts), run.marks, run.link) for run, texts in groups]


def _alike(left: Run, right: Run) -> bool:
    return left.marks == right.marks and left.link == right.link


def _with_bare_links(runs: list[Run]) -> Iterator[Run]:
    for run in runs:
        if run.link or "code" in run.marks or "://" not in run.text:
            yield run
            continue
        at = 0
        for start, end in addresses.bare(run.text):
            if start > at:
                yield Run(run.text[at:start], run.marks)
            yield Run(run.text[start:end], run.marks, run.text[start:end])
            at = end
        if at < len(run.text):
            yield Run(run.text[at:], run.marks)

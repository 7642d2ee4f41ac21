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
    PLAIN,
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
from narrowgate_issues.adapters.jira.richtext.weave import Closes, Opens, edges_apart, is_blank, weave

_SPACES = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]|://")
"""In whose absence a line of one run is tidy, if its ends are."""
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
    given = tuple(content)
    return given if _is_tidy(given) else _tidied(given)


def _is_tidy(content: Content) -> bool:
    """Whether one look tells: most paragraphs are one plain run."""
    if len(content) != 1 or not isinstance(content[0], Run):
        return False
    run = content[0]
    is_plain = run.marks == PLAIN and run.link is None
    return is_plain and run.text != "" and run.text == run.text.strip() and not _ODD.search(run.text)


def _tidied(content: Content) -> Content:
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
        for number, text in enumerate(clean(item.text).split("\n")):
            if number:
                lines.append([])
            if text:
                lines[-1].append(_fitting(text, item))
    return lines


def _fitting(text: str, like: Run) -> Run:
    marks = like.marks if text.strip() else like.marks - {"code"}
    link = addresses.cleaned(like.link) if like.link else None
    return Run(text, marks, link or None)


def _settled(line: list[Run]) -> list[Run]:
    """The line without white space at its ends; between words, white space has the marks it shares with both."""
    out: list[Run] = []
    gap: list[Run] = []
    for run in (piece for whole in line for piece in edges_apart(whole)):
        if is_blank(run):
            gap.append(run)
            continue
        if out and gap:
            out.append(_shared(gap, out[-1], run))
        out.append(run)
        gap = []
    return _as_woven(_joined(out))


def _shared(gap: list[Run], left: Run, right: Run) -> Run:
    marks = left.marks & right.marks & frozenset.intersection(*(blank.marks for blank in gap))
    links = {left.link, right.link, *(blank.link for blank in gap)}
    return Run("".join(blank.text for blank in gap), marks - {"code"}, left.link if len(links) == 1 else None)


def _as_woven(line: list[Run]) -> list[Run]:
    """A mark that has to close and open again around white space is not on it."""
    if len(line) < 3:
        return line
    runs = [piece for run in line for piece in edges_apart(run)]
    opened: list[str] = []
    out: list[Run] = []
    for event in weave(runs, [_signs(run) for run in runs]):
        if isinstance(event, Opens):
            opened.append(event.mark)
        elif isinstance(event, Closes):
            opened.pop()
        else:
            run = runs[event]
            out.append(_only(run, opened) if is_blank(run) else run)
    return out


def _signs(run: Run) -> frozenset[str]:
    return frozenset({*run.marks, *([run.link] if run.link else [])})


def _only(run: Run, signs: list[str]) -> Run:
    return Run(
        run.text,
        frozenset(mark for mark in run.marks if mark in signs),
        run.link if run.link in signs else None,
    )


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

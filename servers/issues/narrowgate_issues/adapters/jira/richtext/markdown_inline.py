"""Inline content as Markdown: one paragraph, heading or table cell at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass

from narrowgate_issues.adapters.jira.richtext.draft import (
    LITERAL,
    LITERAL_IN_LINK,
    OPAQUE,
    SYNTAX,
    Draft,
    escaped,
)
from narrowgate_issues.adapters.jira.richtext.markdown_escapes import (
    block_escapes,
    heading_escapes,
    inline_escapes,
    is_safe_neighbour,
)
from narrowgate_issues.adapters.jira.richtext.tree import Content, Run
from narrowgate_issues.adapters.jira.richtext.weave import Closes, Opens, lines_of, weave

_DELIMITERS = {"strong": "**", "em": "_", "strike": "~~"}
_LINK = "link "
_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:[^<>\x00-\x20]*\Z")
_ENTITY = re.compile(r"&(?=#?[A-Za-z0-9]{1,32};)")
_TICKS = re.compile(r"`+")
_SIMPLE = re.compile(r"[^\W\d_][^\\\[\]<&`*_~#|\n]*\Z")
"""Text without anything that Markdown could read as more than text, wherever it stands."""


@dataclass(slots=True)
class _Part:
    """A stretch of text or of syntax. `mark` is set on emphasis only; `partner` is the index of its other end."""

    text: str
    kind: int = SYNTAX
    mark: str = ""
    opens: bool = False
    partner: int = -1


def paragraph(content: Content, *, continues: bool = False) -> str:
    return _simple(content) or _paragraph(content, continues=continues)


def heading(content: Content) -> str:
    """One line: a break shows as a space."""
    return _simple(content) or _heading(content)


def cell(content: Content) -> str:
    return _simple(content) or _cell(content)


def _simple(content: Content) -> str | None:
    """The text itself where one look tells that nothing in it needs an escape: most of all content."""
    if len(content) != 1 or not isinstance(content[0], Run):
        return None
    run = content[0]
    return run.text if run == Run(run.text) and _SIMPLE.match(run.text) else None


def _paragraph(content: Content, *, continues: bool) -> str:
    draft = _draft(content, "\\\n")
    return escaped(draft, inline_escapes(draft) | block_escapes(draft, continues=continues))


def _heading(content: Content) -> str:
    draft = _draft(content, " ")
    return escaped(draft, inline_escapes(draft) | heading_escapes(draft))


def _cell(content: Content) -> str:
    draft = _draft(content, "<br>")
    return escaped(draft, inline_escapes(draft)).replace("|", "\\|")


def _draft(content: Content, line_break: str) -> Draft:
    parts: list[_Part] = []
    for number, line in enumerate(lines_of(content)):
        if number:
            parts.append(_Part(line_break))
        parts += _line_parts(line, len(parts))
    _choose_emphasis(parts)
    text = "".join(part.text for part in parts)
    kinds = bytearray().join(bytes([part.kind]) * len(part.text) for part in parts)
    return Draft(text, kinds, _to_encode(parts))


def _line_parts(line: list[Run], offset: int) -> list[_Part]:
    wanted = [_marks(line, index) for index in range(len(line))]
    parts: list[_Part] = []
    opened: list[int] = []
    for event in weave(line, wanted):
        if isinstance(event, int):
            parts.append(_run_part(line[event], linked=any(map(_is_link, wanted[event]))))
            continue
        part = _delimiter(event)
        if isinstance(event, Opens):
            opened.append(len(parts))
        else:
            part.partner = opened.pop() + offset
            parts[part.partner - offset].partner = len(parts) + offset
        parts.append(part)
    return parts


def _marks(line: list[Run], index: int) -> frozenset[str]:
    run = line[index]
    marks: set[str] = {mark for mark in run.marks if mark != "code"}
    if run.link and not _is_autolink(line, index):
        marks.add(_LINK + run.link)
    return frozenset(marks)


def _is_link(mark: str) -> bool:
    return mark.startswith(_LINK)


def _is_autolink(line: list[Run], index: int) -> bool:
    """`<https://...>`: only where no neighbour belongs to the same link."""
    run = line[index]
    if run.text != run.link or "code" in run.marks or not _AUTOLINK.match(run.text):
        return False
    neighbours = line[max(index - 1, 0) : index] + line[index + 1 : index + 2]
    return all(other.link != run.link for other in neighbours)


def _delimiter(event: Opens | Closes) -> _Part:
    opens = isinstance(event, Opens)
    if _is_link(event.mark):
        return _Part("[" if opens else f"]({_destination(event.mark.removeprefix(_LINK))})", OPAQUE)
    return _Part(_DELIMITERS[event.mark], mark=event.mark, opens=opens)


def _run_part(run: Run, *, linked: bool) -> _Part:
    if "code" in run.marks:
        return _Part(_code_span(run.text), OPAQUE)
    if run.link and not linked:
        return _Part(f"<{run.text}>", OPAQUE)
    return _Part(run.text, LITERAL_IN_LINK if linked else LITERAL)


def _code_span(text: str) -> str:
    ticks = {len(match[0]) for match in _TICKS.finditer(text)}
    length = 1
    while length in ticks:
        length += 1
    pad = " " if text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " ") else ""
    return "`" * length + pad + text + pad + "`" * length


def _destination(address: str) -> str:
    """The address as CommonMark reads it back unchanged: percent-encoding it again would change it."""
    if any(char.isspace() or char in "<>" for char in address):
        return "<" + _ENTITY.sub(r"\\&", re.sub(r"([\\<>])", r"\\\1", address)) + ">"
    plain = _ENTITY.sub(r"\\&", address.replace("\\", "\\\\"))
    return plain if _is_balanced(plain) else re.sub(r"([()])", r"\\\1", plain)


def _is_balanced(address: str) -> bool:
    depth = 0
    for char in address:
        depth += (char == "(") - (char == ")")
        if not 0 <= depth < 8:
            return False
    return depth == 0


def _choose_emphasis(parts: list[_Part]) -> None:
    """`_` reads best but works only beside spaces and punctuation; `*` works in a word but must not touch `**`."""
    for index, part in enumerate(parts):
        if part.mark != "em" or not part.opens:
            continue
        ends = (index, part.partner)
        outside = _last(parts, index - 1), _first(parts, part.partner + 1)
        touches = any(_is_star(parts, end + step) for end in ends for step in (-1, 1))
        if touches or all(map(is_safe_neighbour, outside)):
            continue
        for end in ends:
            parts[end].text = "*"


def _is_star(parts: list[_Part], index: int) -> bool:
    return 0 <= index < len(parts) and parts[index].mark in ("strong", "em")


def _last(parts: list[_Part], index: int) -> str:
    return parts[index].text[-1] if index >= 0 else "\n"


def _first(parts: list[_Part], index: int) -> str:
    return parts[index].text[0] if index < len(parts) else "\n"


def _to_encode(parts: list[_Part]) -> set[int]:
    """Characters outside a delimiter that would keep it from opening or closing."""
    found: set[int] = set()
    start = 0
    for index, part in enumerate(parts):
        end = start + len(part.text)
        if part.mark:
            outer = _last(parts, index - 1) if part.opens else _first(parts, index + 1)
            if not is_safe_neighbour(outer) and not (part.text != "_" and _has_word_inside(parts, index)):
                found.add(start - 1 if part.opens else end)
        start = end
    return found


def _has_word_inside(parts: list[_Part], index: int) -> bool:
    """Whether a letter or digit follows the opening, or precedes the closing, and is sure to stay one."""
    step = 1 if parts[index].opens else -1
    inner, beyond = index + step, index + 2 * step
    char = _first(parts, inner) if step > 0 else _last(parts, inner)
    if not char.isalnum() or parts[inner].kind < LITERAL:
        return False
    is_outer_too = len(parts[inner].text) == 1 and 0 <= beyond < len(parts) and parts[beyond].mark != ""
    return not (is_outer_too and parts[beyond].opens == parts[index].opens)

"""Runs as one line of Markdown: a paragraph, a heading's words or a table cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from narrowgate_common.richtext.dialect.attributes import braced
from narrowgate_common.richtext.dialect.characters import ENTITY, ODD, entity, is_odd
from narrowgate_common.richtext.dialect.content import parse_content
from narrowgate_common.richtext.dialect.draft import (
    ATOM,
    IN_LINK,
    IN_MARK,
    LITERAL,
    OPAQUE,
    SYNTAX,
    WRAPPED,
    Draft,
    Part,
    escaped,
)
from narrowgate_common.richtext.dialect.escapes import (
    block_escapes,
    everything,
    heading_escapes,
    inline_escapes,
)
from narrowgate_common.richtext.dialect.literals import label, target
from narrowgate_common.richtext.dialect.tokens import DIRECTIVE, URL, bare_url
from narrowgate_common.richtext.dialect.weave import Closes, Opens, weave
from narrowgate_common.richtext.inline import PLAIN, SPACES, Atom, Content, Link, Marks, Run, normal
from narrowgate_common.richtext.unseen import seen

_SUSPECT = re.compile(
    r"[`\\\]&*_~<:!\x00-\x1f\x7f](?:(?<=[`\x00-\x1f\x7f])|(?<=\\)(?=[!-/:-@\[-`{-~])|(?<=\])(?=\()|(?<=&)(?=[#A-Za-z])"
    r"|(?<=\*)(?:(?<! \*)|(?! ))|(?<=_)(?:(?<![^\W_]_)|(?![^\W_]))|(?<=~)(?=~)|(?<=<)(?=[A-Za-z0-9])"
    rf"|(?<=!)(?=\[)|(?<=:)(?=//|{DIRECTIVE.pattern.removeprefix(':')}))"
)
"""In whose absence a plain text is its own Markdown, if its beginning is."""
_START = re.compile(r"[#>\-+:\[0-9*]")
_CODE = frozenset({"code"})
_TICKS = re.compile(r"`+")
_AUTOLINK = re.compile(r"(?:https?://|mailto:)[^<>\x00-\x20\x7f]+")
_STORED = ("attachment:", "media:", "page:")
"""Images that nobody fetches by looking at the text; the address of any other one carries away what it says."""
_DELIMITERS = {"strong": "**", "em": "*", "strike": "~~"}

_Escapes = Callable[[Draft], set[int]]


def paragraph(runs: Sequence[Run]) -> str:
    return _line(runs, block_escapes)


def heading(runs: Sequence[Run]) -> str:
    return _line(runs, heading_escapes)


def cell(runs: Sequence[Run]) -> str:
    return _line(runs, lambda _: set()).replace("|", "\\|")


def _line(runs: Sequence[Run], more: _Escapes) -> str:
    simple = _simple(runs)
    if simple is None:
        return _written(normal(runs), more)
    if not _START.match(simple) and not simple.endswith("#"):
        return simple
    line = Draft([(simple, LITERAL)])
    return escaped(line, more(line))


def _simple(runs: Sequence[Run]) -> str | None:
    """The text itself where one look tells that no word in it needs an escape: most of all content."""
    for run in runs:
        if run.atom is not None or run.link is not None or run.marks:
            return None
    text = "".join([run.text for run in runs]).strip(SPACES)
    if "  " in text or _SUSPECT.search(text) or is_odd(text):
        return None
    return text


def _written(content: Content, more: _Escapes) -> str:
    """The first way of writing that is read back as it was meant; the last one always is."""
    line = Draft(_wrapped(_parts(content, in_words=False)))
    text = escaped(line, inline_escapes(line) | more(line))
    if not _is_doubtful(content, line) or parse_content(text) == content:
        return text
    line = Draft(_wrapped(_parts(content, in_words=True)))
    text = escaped(line, inline_escapes(line) | more(line))
    return text if parse_content(text) == content else escaped(line, everything(line))


def _is_doubtful(content: Content, line: Draft) -> bool:
    """Whether stars touch stars or spaces, or an address inside a link could take its stars along."""
    marked = [run for run in content if run.marks and run.marks != _CODE]
    if not marked:
        return False
    if "***" in line.text or ("://" in line.text and _shows_address(line)):
        return True
    return any(" " in (run.text[:1], run.text[-1:]) for run in content if run.marks)


def _shows_address(line: Draft) -> bool:
    """Elsewhere than in the parentheses of a link."""
    return any("://" in text for text, _ in line.parts if not text.startswith("]("))


def _wrapped(parts: list[Part]) -> list[Part]:
    """Addresses in angle brackets, where what stands beside them would be taken for a part of them."""
    if WRAPPED not in [kind for _, kind in parts]:
        return parts
    text = "".join(text for text, _ in parts)
    out: list[Part] = []
    at = 0
    for part, kind in parts:
        if kind == WRAPPED:
            out.append((part if _is_bare(text, at, at + len(part)) else f"<{part}>", OPAQUE))
        else:
            out.append((part, kind))
        at += len(part)
    return out


def _is_bare(text: str, start: int, end: int) -> bool:
    match = URL.match(text, start)
    follows_word = start > 0 and text[start - 1].isalnum()
    return match is not None and not follows_word and bare_url(text, start, match.end()) == end


def _parts(content: Content, *, in_words: bool) -> list[Part]:
    out: list[Part] = []
    line: list[Run] = []
    for run in content:
        if run.is_break:
            out += _line_parts(line, in_words=in_words)
            out.append(("<br>", OPAQUE))
            line = []
        else:
            line.append(run)
    out += _line_parts(line, in_words=in_words)
    return out


def _line_parts(line: list[Run], *, in_words: bool) -> list[Part]:
    if not in_words and all(map(_is_flat, line)):
        return _flat_parts(line)
    depth = 0
    alone = {index for index, run in enumerate(line) if run.link is not None and _is_alone(line, index)}
    bare = (
        [Run("", run.marks) if index in alone else run for index, run in enumerate(line)] if alone else line
    )
    out: list[Part] = []
    for event in weave(bare):
        if isinstance(event, int):
            run = line[event]
            kind = IN_LINK if run.link is not None else IN_MARK if depth else LITERAL
            out += [(run.text, WRAPPED)] if event in alone else _run(run, kind)
            continue
        out.append(_sign(event, in_words=in_words))
        if not isinstance(event.sign, Link):
            depth += in_words if isinstance(event, Opens) else -in_words
    return out


def _is_flat(run: Run) -> bool:
    return run.link is None and (not run.marks or len(run.marks - _CODE) < 2)


def _flat_parts(line: list[Run]) -> list[Part]:
    """Where no link is and no mark within another, as in most lines."""
    out: list[Part] = []
    worn: Marks = PLAIN
    for run in line:
        marks = run.marks - _CODE if run.marks else PLAIN
        if marks != worn:
            out += [(_DELIMITERS[mark], SYNTAX) for mark in (*worn, *marks)]
            worn = marks
        out += _run(run, LITERAL)
    return out + [(_DELIMITERS[mark], SYNTAX) for mark in worn]


def _sign(event: Opens | Closes, *, in_words: bool) -> Part:
    opens, sign = isinstance(event, Opens), event.sign
    if isinstance(sign, Link):
        return ("[" if opens else f"]{target(sign.to, sign.title)}"), OPAQUE
    if in_words:
        return (f":{sign}[" if opens else "]"), OPAQUE
    return _DELIMITERS[sign], SYNTAX


def _is_alone(line: list[Run], index: int) -> bool:
    """Whether it is a link that is nothing but its own address: it is written without brackets."""
    run = line[index]
    if run.link is None or run.atom is not None or "code" in run.marks or not _is_address(run.link, run.text):
        return False
    return all(
        other.link != run.link for other in line[max(index - 1, 0) : index] + line[index + 1 : index + 2]
    )


def _is_address(link: Link, text: str) -> bool:
    is_plain = link.to == text and not link.title and not is_odd(text) and not ENTITY.search(text)
    return is_plain and _AUTOLINK.fullmatch(text) is not None


def _run(run: Run, kind: int) -> Iterable[Part]:
    if run.atom is not None:
        return ((_atom(run.atom), ATOM),)
    if "code" in run.marks:
        return ((_code(run.text), OPAQUE),)
    return _text(run.text, kind)


def _text(text: str, kind: int) -> Iterable[Part]:
    if not is_odd(text):
        return ((text, kind),)
    parts: list[Part] = []
    at = 0
    for match in ODD.finditer(text):
        parts.append((text[at : match.start()], kind))
        parts.append((entity(match[0]), OPAQUE))
        at = match.end()
    parts.append((text[at:], kind))
    return parts


def _code(text: str) -> str:
    text = seen(text)
    taken = {len(match[0]) for match in _TICKS.finditer(text)}
    length = 1
    while length in taken:
        length += 1
    is_edged = text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " " and text.strip(" ") != "")
    pad = " " if is_edged else ""
    return f"{'`' * length}{pad}{text}{pad}{'`' * length}"


def _atom(atom: Atom) -> str:
    if atom.kind != "image" or not atom.attr("to").startswith(_STORED):
        return f":{atom.kind}[{label(atom.label)}]{braced(atom.attrs)}"
    others = tuple(each for each in atom.attrs if each[0] != "to")
    return f"![{label(atom.label)}]{target(atom.attr('to'))}{braced(others)}"

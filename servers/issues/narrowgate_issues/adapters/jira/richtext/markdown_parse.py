"""Markdown to blocks. Imported late: markdown-it-py is needed only where something is written.

Raw HTML is text. What the tree has no place for is collected and refused by name, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from narrowgate_issues.adapters.jira.richtext import tidy
from narrowgate_issues.adapters.jira.richtext.capacity import MAX_LIST_DEPTH
from narrowgate_issues.adapters.jira.richtext.tree import (
    PLAIN,
    Block,
    Break,
    Inline,
    Item,
    Mark,
    Marks,
    Rule,
    Run,
)

_MAX_NESTING = 2 * MAX_LIST_DEPTH + 4
"""A list takes two levels. The parser's work on unmatched brackets grows with it."""

_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.\-]{0,48}\Z")
_DIRECTIVE = re.compile(r"(?<![\w:]):[A-Za-z][A-Za-z0-9_\-]{0,40}\[")
_ALERT = re.compile(r"\[![A-Za-z]")
_TASK = re.compile(r"\[[ xX]\](?:\s|\Z)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_CONTAINER = re.compile(r"^:{3}", re.MULTILINE)
_MARKS: dict[str, Mark] = {"strong": "strong", "em": "em", "s": "strike"}


class _Parser(MarkdownIt):
    """Addresses stay as they are written: the writers judge schemes, and percent-encoding twice changes them."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the library's name
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802 - the library's name
        return link

    def validateLink(self, _url: str) -> bool:  # noqa: N802 - the library's name
        return True


@dataclass(slots=True)
class _Frame:
    """An open container: the token that opened it and what it holds so far."""

    token: Token | None = None
    blocks: list[Block] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class Parsed:
    blocks: tuple[Block, ...]
    refused: tuple[str, ...]
    """Names of what has no place in the tree, in the order it was met."""


def parse(markdown: str) -> Parsed:
    env: dict[str, Any] = {}
    tokens = _parser().parse(tidy.clean(markdown), env)
    builder = _Builder()
    for label in env.get("references", {}):
        builder.refuse("footnote" if label.startswith("^") else "link reference definition")
    builder.build(tokens)
    return Parsed(tuple(builder.stack[0].blocks), tuple(dict.fromkeys(builder.refused)))


def _parser() -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "maxNesting": _MAX_NESTING})
    # text_join would merge escaped characters into the text, and `\:name[` must not look like a directive
    return parser.enable(["table", "strikethrough"]).disable(["html_block", "html_inline", "text_join"])


class _Builder:
    def __init__(self) -> None:
        self.stack = [_Frame()]
        self.refused: list[str] = []

    def refuse(self, name: str) -> None:
        self.refused.append(name)

    def build(self, tokens: Sequence[Token]) -> None:
        skipping = 0
        for token in tokens:
            if token.type == "table_open":
                self.refuse("table")
            skipping += token.nesting if token.type.startswith("table_") else 0
            if not skipping and token.type != "table_close":
                self._take(token)

    def _take(self, token: Token) -> None:
        if token.nesting > 0:
            self._open(token)
        elif token.nesting < 0:
            _CLOSERS[token.type](self)
        elif token.type == "inline":
            self._text(token)
        else:
            self._leaf(token)

    def _open(self, token: Token) -> None:
        # the parser silently drops what is nested deeper than its limit
        if token.level >= _MAX_NESTING - 2 and token.type in _CONTAINERS:
            self.refuse(f"nesting deeper than {MAX_LIST_DEPTH} levels")
        self.stack.append(_Frame(token))

    def _text(self, token: Token) -> None:
        frame, parent = self.stack[-1], self.stack[-2]
        content = list(_inline(token.children or [], self.refuse))
        if frame.token and frame.token.type == "heading_open":
            frame.blocks += tidy.heading(int(frame.token.tag[1:]), content)
        else:
            self.refused += _refused_starts(token.content, parent)
            frame.blocks += tidy.paragraph(content)

    def _leaf(self, token: Token) -> None:
        if token.type == "hr":
            self.stack[-1].blocks.append(Rule())
            return
        info = token.info.strip() if token.type == "fence" else ""
        language, _, attributes = info.partition(" ")
        if attributes:
            self.refuse("macro block" if language == "macro" else "code block attributes")
        if not _LANGUAGE.match(language):
            self.refuse("code language")
        self.stack[-1].blocks += tidy.code(token.content.removesuffix("\n"), language)

    def close_plain(self) -> None:
        frame = self.stack.pop()
        self.stack[-1].blocks += frame.blocks

    def close_quote(self) -> None:
        frame = self.stack.pop()
        self.stack[-1].blocks += tidy.quotation(frame.blocks)

    def close_item(self) -> None:
        frame = self.stack.pop()
        self.stack[-1].items.append(Item(tuple(frame.blocks)))

    def close_list(self) -> None:
        frame = self.stack.pop()
        start = None
        if frame.token and frame.token.type == "ordered_list_open":
            start = int(frame.token.attrGet("start") or 0) if "start" in frame.token.attrs else 1
        self.stack[-1].blocks += tidy.listing(frame.items, start)


_CONTAINERS = frozenset({"blockquote_open", "list_item_open", "bullet_list_open", "ordered_list_open"})
_CLOSERS: dict[str, Callable[[_Builder], None]] = {
    "paragraph_close": _Builder.close_plain,
    "heading_close": _Builder.close_plain,
    "blockquote_close": _Builder.close_quote,
    "list_item_close": _Builder.close_item,
    "bullet_list_close": _Builder.close_list,
    "ordered_list_close": _Builder.close_list,
}


def _refused_starts(source: str, parent: _Frame) -> Iterator[str]:
    """What GitHub or the dialect to come would read at the start of a paragraph; a backslash before it disarms it."""
    opener = parent.token.type if parent.token and not parent.blocks else ""
    if opener == "blockquote_open" and _ALERT.match(source):
        yield "alert"
    if opener == "list_item_open" and _TASK.match(source):
        yield "task list"
    if _FOOTNOTE.match(source):
        yield "footnote"
    if _CONTAINER.search(source):
        yield "::: container"


def _inline(tokens: Sequence[Token], refuse: Callable[[str], None]) -> Iterator[Inline]:
    marks = PLAIN
    link: str | None = None
    linked_nothing = False
    before = ""
    for token in tokens:
        if token.type == "text" and _DIRECTIVE.search(before + token.content, len(before)):
            refuse("directive :name[...]")
        before = token.content[-1:]
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name in _MARKS:
            marks = marks | {_MARKS[name]} if token.nesting > 0 else marks - {_MARKS[name]}
        elif name == "link":
            if link and linked_nothing:
                yield Run(link, marks, link)
            link, linked_nothing = _link(token, refuse), True
        else:
            linked_nothing = False
            yield from _leaf(token, marks, link, refuse)


def _link(token: Token, refuse: Callable[[str], None]) -> str | None:
    if token.attrGet("title"):
        refuse("link title")
    return str(token.attrGet("href") or "") or None


def _leaf(token: Token, marks: Marks, link: str | None, refuse: Callable[[str], None]) -> Iterator[Inline]:
    if token.type == "hardbreak":
        yield Break()
    elif token.type == "softbreak":
        yield Run(" ", marks, link)
    elif token.type == "code_inline":
        yield Run(token.content, marks | {"code"}, link)
    elif token.type == "image":
        refuse("image")
    else:
        yield Run(token.content, marks, link)

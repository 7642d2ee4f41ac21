"""Blocks as HTML of the elements that the specification lets clients show. What it lacks gets a note."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.destinations import scheme
from narrowgate_common.richtext.dialect.fences import head
from narrowgate_common.richtext.dialect.weave import Opens, weave
from narrowgate_common.richtext.inline import Content, Link, Run

ALERT = "an alert stands as a quote"
BOX = "a container stands as its content"
OPAQUE = "what only a page can hold stands as its name"
IMAGE = "an image stands as a link"
_TAGS = {"strong": "strong", "em": "em", "strike": "del"}
_LINKABLE = {"http", "https", "mailto"}


@dataclass(slots=True)
class Native:
    """One text as it is written; `notes` fill up while it is."""

    notes: dict[str, None] = field(default_factory=dict)

    def html(self, blocks: Iterable[Block]) -> str:
        return "".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:
        made: dict[str, Callable[[Block], str]] = {
            "paragraph": lambda each: f"<p>{self._runs(each.runs)}</p>",
            "heading": lambda each: f"<h{each.level}>{self._runs(each.runs)}</h{each.level}>",
            "code": self._code,
            "opaque": self._opaque,
            "rule": lambda _: "<hr>",
            "quote": lambda each: f"<blockquote>{self.html(each.children)}</blockquote>",
            "alert": self._alert,
            "list": self._list,
            "table": self._table,
        }
        return made.get(block.kind, self._box)(block)

    def _code(self, block: Block) -> str:
        language = block.attr("language")
        marked = f' class="language-{escape(language)}"' if language else ""
        return f"{self._title(block.attr('title'))}<pre><code{marked}>{escape(block.text)}\n</code></pre>"

    def _opaque(self, block: Block) -> str:
        self.notes[OPAQUE] = None
        return f"<pre><code>{escape(head(block))}\n</code></pre>"

    def _alert(self, block: Block) -> str:
        self.notes[ALERT] = None
        title = self._title(block.attr("title") or block.name.capitalize())
        return f"<blockquote>{title}{self.html(block.children)}</blockquote>"

    def _box(self, block: Block) -> str:
        self.notes[BOX] = None
        return self._title(block.attr("title")) + self.html(block.children)

    def _title(self, text: str) -> str:
        return f"<p><strong>{escape(text)}</strong></p>" if text else ""

    def _list(self, block: Block) -> str:
        tag = "ol" if block.is_numbered else "ul"
        start = f' start="{int(block.attr("start") or 1)}"' if block.is_numbered else ""
        return f"<{tag}{start}>{''.join(map(self._item, block.children))}</{tag}>"

    def _item(self, item: Block) -> str:
        """A first paragraph stands bare, so that lists show without gaps."""
        box = f"[{item.attr('done')}] " if item.is_task else ""
        children = item.children
        if children and children[0].kind == "paragraph":
            return f"<li>{box}{self._runs(children[0].runs)}{self.html(children[1:])}</li>"
        return f"<li>{box}{self.html(children)}</li>"

    def _table(self, block: Block) -> str:
        return f"<table>{''.join(map(self._row, block.children))}</table>"

    def _row(self, row: Block) -> str:
        return f"<tr>{''.join(map(self._cell, row.children))}</tr>"

    def _cell(self, cell: Block) -> str:
        tag = "th" if cell.attr("header") else "td"
        only = cell.children[0] if len(cell.children) == 1 else None
        is_line = only is not None and only.kind == "paragraph"
        inner = self._runs(only.runs) if only is not None and is_line else self.html(cell.children)
        return f"<{tag}>{inner}</{tag}>"

    def _runs(self, runs: Content) -> str:
        return _inline([self._plain(run) for run in runs])

    def _plain(self, run: Run) -> Run:
        """Atoms that only pages have, as their words."""
        atom = run.atom
        if atom is None or atom.kind == "break":
            return run
        words = atom.label
        if atom.kind == "mention" and not words.startswith("@"):
            words = f"@{words}"
        if atom.kind == "image":
            self.notes[IMAGE] = None
            words = f"{words} ({atom.attr('to')})" if words else atom.attr("to")
        return Run(words or atom.attr("to") or atom.kind, run.marks, run.link)


def _inline(runs: Sequence[Run]) -> str:
    out: list[str] = []
    for event in weave(runs):
        if isinstance(event, int):
            out.append(_text(runs[event]))
        elif isinstance(event.sign, Link):
            out.append(_link(event.sign, opens=isinstance(event, Opens)))
        else:
            out.append(f"<{'' if isinstance(event, Opens) else '/'}{_TAGS[event.sign]}>")
    return "".join(out)


def _text(run: Run) -> str:
    if run.is_break:
        return "<br>"
    return f"<code>{escape(run.text)}</code>" if "code" in run.marks else escape(run.text)


def _link(link: Link, *, opens: bool) -> str:
    """The address beside the words where it leads nowhere in a chat."""
    if scheme(link.to) not in _LINKABLE:
        return "" if opens or not link.to else f" ({escape(link.to)})"
    return f'<a href="{escape(link.to)}">' if opens else "</a>"

"""The content of a changed paragraph: what stays in it keeps the node it came from, marks and all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from narrowgate_common.richtext.adf import images, local_ids
from narrowgate_common.richtext.adf.fresh_inline import atom, attributes_of, old_node, text
from narrowgate_common.richtext.adf.marks import is_hidden, remade
from narrowgate_common.richtext.adf.nodes import Node, attributes, changed, kind, marks
from narrowgate_common.richtext.format import Copied, Splice
from narrowgate_common.richtext.inline import Content, Run
from narrowgate_common.richtext.refusal import refused

_ELSEWHERE = {
    "emoji": ("id", "text"),
    "inlineCard": ("data",),
}
"""Attributes that say the same as the shown one, and would be wrong beside a new one."""


def patched(splices: Iterable[Splice], old: Content) -> list[Node]:
    """A text node that came through whole is the very same object."""
    known = _Known([mark for run in old for mark in _marks_of(run) if mark.get("type") == "link"])
    return list(_merged([_node(splice, known) for splice in splices if _is_something(splice)]))


@dataclass(slots=True)
class _Known:
    """Of one paragraph: its link marks, and the hidden marks around stretches of it that were looked at."""

    links: list[Node]
    inherited: dict[int, list[Node]] = field(default_factory=dict)

    def around(self, splice: Splice) -> list[Node]:
        key = id(splice.beside)
        if key not in self.inherited:
            self.inherited[key] = _inherited(splice)
        return self.inherited[key]


def _is_something(splice: Splice) -> bool:
    return splice.run.atom is not None or splice.end > splice.start or bool(splice.run.text)


def _node(splice: Splice, known: _Known) -> tuple[Node, bool]:
    """With it, whether it is an old node as it was."""
    if splice.run.atom is not None:
        return _atom(splice), True
    source = splice.source
    if source is None:
        return text(
            splice.run.text, remade(known.around(splice), splice.run.marks, splice.run.link, known.links)
        ), False
    node = _origin(source)
    before = marks(node)
    unseen = not splice.run.text
    after = before if unseen else remade(before, splice.run.marks, splice.run.link, known.links)
    if splice.whole and after is before and not isinstance(source.origin, Copied):
        return node, True
    rest = {key: value for key, value in node.items() if key not in ("text", "marks")}
    words = {"text": source.text[splice.start : splice.end]}
    return {**rest, **words, "marks": after} if after else {**rest, **words}, False


def _atom(splice: Splice) -> Node:
    wanted, source = splice.run, splice.source
    if wanted.atom is None or source is None or source.atom is None:
        return atom(wanted.atom, wanted.link) if wanted.atom is not None else {}
    node = old_node(source.origin)
    if isinstance(wanted.origin, Copied) and not isinstance(source.origin, Copied):
        node = local_ids.copied([node])[0]
    if wanted.atom.kind == "image":
        if kind(node) != "mediaSingle" and wanted.atom.attr("width"):
            raise refused("An image between words has no width here", reason="unsupported_markup")
        return images.patched(node, source.atom, wanted.atom, wanted.link)
    if wanted.atom == source.atom:
        return node
    before, after = attributes_of(source.atom), attributes_of(wanted.atom)
    news = {name: value for name, value in after.items() if before.get(name) != value}
    gone = [name for name in _ELSEWHERE.get(kind(node), ()) if name in attributes(node) and news]
    return changed(node, **news, **dict.fromkeys(gone))


def _inherited(splice: Splice) -> list[Node]:
    """The hidden marks that all old texts beside it have."""
    texts = [_marks_of(run) for run in splice.beside if run.atom is None and run.text]
    if not texts:
        return []
    return [mark for mark in texts[0] if is_hidden(mark) and all(mark in other for other in texts[1:])]


def _marks_of(run: Run) -> list[Node]:
    return marks(_origin(run)) if run.origin is not None else []


def _origin(run: Run) -> Node:
    node = run.origin.origin if isinstance(run.origin, Copied) else run.origin
    if not isinstance(node, dict):
        raise TypeError("the run was not read from a document")
    return node


def _merged(nodes: Iterable[tuple[Node, bool]]) -> Iterator[Node]:
    """Neighbours with equal marks are one text, unless both are old nodes as they were."""
    held: Node | None = None
    held_whole = False
    for node, whole in nodes:
        if held is not None and not (held_whole and whole) and _are_alike(held, node):
            held, held_whole = {**held, "text": held["text"] + node["text"]}, False
            continue
        if held is not None:
            yield held
        held, held_whole = node, whole
    if held is not None:
        yield held


def _are_alike(left: Node, right: Node) -> bool:
    if kind(left) != "text" or kind(right) != "text":
        return False
    return _but_text(left) == _but_text(right)


def _but_text(node: Node) -> Node:
    return {key: value for key, value in node.items() if key != "text" and value != []}

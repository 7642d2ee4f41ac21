"""Words, links and atoms of a paragraph as runs, each with its bytes and the elements around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from narrowgate_common.richtext.inline import PLAIN, SPACES, Content, Link, Marks, Run
from narrowgate_common.richtext.storage import places
from narrowgate_common.richtext.storage.atoms import LINK_BODIES, atom_of
from narrowgate_common.richtext.storage.elements import MARKS
from narrowgate_common.richtext.storage.origins import Spot, SpotKind, Stack
from narrowgate_common.richtext.storage.tree import CDATA, TEXT, VOID, Node


@dataclass(slots=True)
class _Frame:
    """An element that is being read. `first` is where its runs begin."""

    node: Node
    rest: Iterator[Node]
    stack: Stack
    marks: Marks
    link: Link | None
    first: int
    seen: int


def content(nodes: Sequence[Node]) -> Content:
    if len(nodes) == 1 and nodes[0].name == TEXT:
        return (Run(nodes[0].text, PLAIN, None, None, Spot("text", nodes[0], (), 0)),)
    return tuple(_Reading().run(nodes))


_ROOT = Node("", "#root", 0, 0, 0)
_CHARACTERS: dict[str, SpotKind] = {TEXT: "text", CDATA: "section"}


class _Reading:
    def __init__(self) -> None:
        self._runs: list[Run] = []
        self._seen = 0
        self._last: Link | None = None

    def run(self, nodes: Iterable[Node]) -> list[Run]:
        frames = [_Frame(_ROOT, iter(nodes), (), PLAIN, None, 0, 0)]
        while frames:
            frame = frames[-1]
            inner = self._until_element(frame)
            if inner is not None:
                frames.append(inner)
            else:
                self._leave(frames.pop())
        return self._runs

    def _until_element(self, frame: _Frame) -> _Frame | None:
        for node in frame.rest:
            kind = node.name
            if kind in _CHARACTERS:
                self._add(node, frame.marks, frame.link, frame.stack)
            elif kind == VOID:
                self._void(node, frame.stack)
            elif kind not in MARKS and (atom := atom_of(node)) is not None:
                self._seen += 1
                spot = Spot("atom", node, frame.stack, len(self._runs))
                self._runs.append(Run("", frame.marks, frame.link, atom, spot))
            elif (inner := self._enter(frame, node)) is not None:
                return inner
        return None

    def _add(self, node: Node, marks: Marks, link: Link | None, stack: Stack) -> None:
        text = node.text
        self._seen += bool(text)
        self._runs.append(
            Run(text, marks, link, None, Spot(_CHARACTERS[node.name], node, stack, len(self._runs)))
        )

    def _void(self, node: Node, stack: Stack) -> None:
        self._runs.append(Run("", PLAIN, None, None, Spot("void", node, stack, len(self._runs))))

    def _enter(self, frame: _Frame, node: Node) -> _Frame | None:
        """None when it holds one text, as most do: then that has been read."""
        marks, link, children = frame.marks, frame.link, node.children
        if mark := MARKS.get(node.name):
            marks |= {mark}
        elif node.name == "a" and "href" in node.attrs:
            link = self._link(node.attr("href"), node.attr("title"))
        elif node.name == "ac:link":
            link = self._link(places.of_link(node) or "#", "")
            children = [
                each for part in node.elements() if part.name in LINK_BODIES for each in part.children
            ]
        stack = (*frame.stack, node)
        if len(children) == 1 and children[0].name == TEXT:
            self._add(children[0], marks, link, stack)
            return None
        return _Frame(node, iter(children), stack, marks, link, len(self._runs), self._seen)

    def _link(self, to: str, title: str) -> Link:
        """The next to the same place is another one."""
        before = self._last
        turn = 1 - before.turn if before and (before.to, before.title) == (to, title) else 0
        self._last = Link(to, title, turn)
        return self._last

    def _leave(self, frame: _Frame) -> None:
        """An element without words shows nothing, but for a link to a page: that has its title."""
        if self._seen > frame.seen or not frame.stack:
            return
        if frame.node.name == "ac:link":
            del self._runs[frame.first :]
            spot = Spot("title", frame.node, frame.stack, len(self._runs))
            self._runs.append(Run(_own_words(frame.node), frame.marks, frame.link, None, spot))
            self._seen += 1
            return
        del self._runs[frame.first :]
        self._void(frame.node, frame.stack[:-1])


def _own_words(node: Node) -> str:
    for each in node.elements():
        for name in ("ri:content-title", "ri:filename", "ri:space-key", "ri:value"):
            if each.attr(name):
                return each.attr(name)
    return node.attr("ac:anchor") or "#"


def is_visible(runs: Iterable[Run]) -> bool:
    return any(map(_is_seen, runs))


def _is_seen(run: Run) -> bool:
    return run.atom is not None or bool(run.text.strip(SPACES) or (run.text and "code" in run.marks))

"""A well-formed original as nodes with spans, made in one pass by one regular expression.

It is run on what the gate has passed: there, a `<` opens nothing but a tag, a comment, a section or an instruction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage.entities import decode

MAX_ELEMENTS = 220
"""Elements within elements; blocks have a narrower bound of their own."""

TEXT, CDATA, VOID = "#text", "#cdata", "#void"

_TOKEN = re.compile(
    r"""(<(?:/?[^\s<>/!?"'=][^<>"']*+(?:"[^"<]*+"[^<>"']*+|'[^'<]*+'[^<>"']*+)*+>"""
    r"""|!\[CDATA\[.*?\]\]>|!--.*?-->|\?.*?\?>))""",
    re.DOTALL,
)
_NAME = re.compile(r"""[^\s<>/!?"'=]+""")
_ATTRIBUTE = re.compile(r"""(?<![^\s"'])([^\s=<>"'/]++)\s*+=\s*+(?:"([^"<]*+)"|'([^'<]*+)')""")


_NO_ATTRS: dict[str, str] = {}


class Node:
    """`source[start:end]`: an element with what is between `inner` and `close`, or characters, or a comment."""

    __slots__ = ("attrs", "children", "close", "end", "inner", "name", "source", "start")

    def __init__(
        self, source: str, name: str, start: int, inner: int, end: int, attrs: dict[str, str] = _NO_ATTRS
    ) -> None:
        self.source = source
        self.name = name
        self.start = start
        self.inner = inner
        self.close = self.end = end
        self.attrs = attrs
        self.children: list[Node] = []

    @property
    def raw(self) -> str:
        return self.source[self.start : self.end]

    @property
    def tag(self) -> str:
        """The start tag."""
        return self.source[self.start : self.inner]

    @property
    def closed_at_once(self) -> bool:
        """Written `<name/>`."""
        return self.close == self.inner == self.end

    @property
    def is_element(self) -> bool:
        return self.name[0] != "#"

    def attr(self, name: str) -> str:
        return self.attrs.get(name, "")

    @property
    def text(self) -> str:
        """Characters, decoded."""
        return self.source[self.start + 9 : self.end - 3] if self.name == CDATA else ""

    def elements(self) -> Iterator[Node]:
        return (each for each in self.children if each.name[0] != "#")

    def child(self, *names: str) -> Node | None:
        for each in self.children:
            if each.name in names:
                return each
        return None

    def everything(self) -> list[Node]:
        """Itself and everything below, level by level."""
        found = [self]
        for node in found:
            if node.children:
                found += node.children
        return found

    def walk(self) -> Iterator[Node]:
        """Itself and everything below, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def words(self) -> str:
        """All characters below."""
        return "".join(node.text for node in self.walk() if node.name[0] == "#")


_NOTHING: list[Node] = []


class Text(Node):
    """Characters; half of all nodes are."""

    __slots__ = ()
    name = TEXT
    attrs = _NO_ATTRS
    children = _NOTHING

    def __init__(self, source: str, start: int, end: int) -> None:
        self.source = source
        self.start = self.inner = start
        self.close = self.end = end

    @property
    def text(self) -> str:
        raw = self.source[self.start : self.end]
        return decode(raw) if "&" in raw else raw


class Root(Node):
    """What stands around everything. `kinds` has the name and the attributes of every different start tag."""

    __slots__ = ("kinds",)

    def __init__(self, source: str) -> None:
        super().__init__(source, "#root", 0, 0, len(source))
        self.kinds: list[tuple[str, dict[str, str]]] = []


def attribute_span(node: Node, name: str) -> tuple[int, int] | None:
    """Where a start tag holds an attribute, with the space before it."""
    for match in _ATTRIBUTE.finditer(node.source, node.start + 1 + len(node.name), node.inner):
        if match[1] == name:
            return match.start(), match.end()
    return None


def tree(source: str) -> Root:
    """Raises GatewayError (`too_deep`, `ill_formed`)."""
    root = Root(source)
    open_nodes: list[Node] = [root]
    holder = root.children
    tags: dict[str, _Tag] = {}
    pieces = _TOKEN.split(source)
    at = 0
    for text, token in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        start = at + len(text)
        if text:
            holder.append(Text(source, at, start))
        at = start + len(token)
        name, attrs, role = tags.get(token) or _new_tag(token, tags)
        if role == _OPENS:
            node = Node(source, name, start, at, at, attrs)
            holder.append(node)
            open_nodes.append(node)
            holder = node.children
            if len(open_nodes) > MAX_ELEMENTS:
                raise refused(f"more than {MAX_ELEMENTS} elements are nested", reason="too_deep")
        elif role == _CLOSES:
            holder = _end(open_nodes, name, start, at)
        elif role != _ENDS:
            holder.append(Node(source, name, start, start if role == _BARE else at, at, attrs))
    if len(open_nodes) > 1:
        raise refused("the original is not well-formed: an element has no end", reason="ill_formed")
    root.kinds += [(name, attrs) for name, attrs, role in tags.values() if role in (_OPENS, _EMPTY)]
    return root


_OPENS, _CLOSES, _EMPTY, _BARE, _ENDS = range(5)
"""What a token does: begin or end an element, be one, be none, or end the whole."""

_Tag = tuple[str, dict[str, str], int]


_LONGEST_RECURRING = 64


def _new_tag(token: str, tags: dict[str, _Tag]) -> _Tag:
    found = tags[token] = _recurring(token) if len(token) <= _LONGEST_RECURRING else _tag(token)
    return found


@lru_cache(maxsize=1024)
def _recurring(token: str) -> _Tag:
    """Short ones stand in many documents."""
    return _tag(token)


def _tag(token: str) -> _Tag:
    """What it says, wherever it stands."""
    if token.startswith(("<!", "<?")):
        return (CDATA if token.startswith("<![") else VOID), _NO_ATTRS, _BARE
    found = _NAME.search(token)
    if found is None:
        return "", _NO_ATTRS, _ENDS
    role = _CLOSES if token[1] == "/" else _EMPTY if token.endswith("/>") else _OPENS
    attrs = _NO_ATTRS if role == _CLOSES else _attributes(token, found.end())
    return found[0], attrs, role


def _attributes(tag: str, at: int) -> dict[str, str]:
    if "=" not in tag:
        return _NO_ATTRS
    if "&" not in tag:
        return {name: double or single for name, double, single in _ATTRIBUTE.findall(tag, at)}
    return {name: decode(double or single) for name, double, single in _ATTRIBUTE.findall(tag, at)}


def _end(open_nodes: list[Node], name: str, start: int, end: int) -> list[Node]:
    """What holds the nodes that follow."""
    node = open_nodes.pop()
    if node.name != name or not open_nodes:
        raise refused("the original is not well-formed: an end without its start", reason="ill_formed")
    node.close, node.end = start, end
    return open_nodes[-1].children

"""A well-formed original as nodes with spans, made in one pass by one regular expression.

It is run on what the gate has passed: there, a `<` opens nothing but a tag, a comment, a section or an instruction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage.entities import decode

MAX_ELEMENTS = 220
"""Elements within elements; blocks have a narrower bound of their own."""

TEXT, CDATA, VOID = "#text", "#cdata", "#void"

_TOKEN = re.compile(
    r"""<(?:(/?)([^\s<>/!?"'=]+)([^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*)>"""
    r"""|!\[CDATA\[.*?\]\]>|!--.*?-->|\?.*?\?>)""",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(?<![^\s"'])([^\s=<>"'/]++)\s*+=\s*+(?:"([^"<]*+)"|'([^'<]*+)')""")


_NONE: dict[str, str] = {}
"""A tag without room for attributes."""


class Node:
    """`source[start:end]`: an element with what is between `inner` and `close`, or characters, or a comment."""

    __slots__ = ("_attrs", "children", "close", "end", "inner", "name", "source", "start")

    def __init__(self, source: str, name: str, start: int, inner: int, end: int) -> None:
        self.source, self.name, self.start, self.inner, self.end = source, name, start, inner, end
        self.close = end
        self.children: list[Node] = []
        self._attrs: dict[str, str] | None = None

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

    @property
    def has_attrs(self) -> bool:
        return self.name[0] != "#" and self.inner - self.start > len(self.name) + 3

    @property
    def attrs(self) -> dict[str, str]:
        if self.inner - self.start <= len(self.name) + 3:
            return _NONE
        if self._attrs is None:
            found = _ATTRIBUTE.finditer(self.source, self.start + 1 + len(self.name), self.inner)
            self._attrs = {each[1]: decode(each[2] if each[2] is not None else each[3]) for each in found}
        return self._attrs

    def attr(self, name: str) -> str:
        return self.attrs.get(name, "")

    @property
    def text(self) -> str:
        """Characters, decoded."""
        if self.name == CDATA:
            return self.source[self.start + 9 : self.end - 3]
        return decode(self.raw) if self.name == TEXT else ""

    def elements(self) -> Iterator[Node]:
        return (each for each in self.children if each.name[0] != "#")

    def child(self, *names: str) -> Node | None:
        return next((each for each in self.children if each.name in names), None)

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


def attribute_span(node: Node, name: str) -> tuple[int, int] | None:
    """Where a start tag holds an attribute, with the space before it."""
    for match in _ATTRIBUTE.finditer(node.source, node.start + 1 + len(node.name), node.inner):
        if match[1] == name:
            return match.start(), match.end()
    return None


def tree(source: str) -> Node:
    """A node without name around everything. Raises GatewayError (`too_deep`, `ill_formed`)."""
    root = Node(source, "#root", 0, 0, len(source))
    open_nodes = [root]
    holder = root.children
    at = 0
    for match in _TOKEN.finditer(source):
        start, end = match.span()
        if start > at:
            holder.append(Node(source, TEXT, at, at, start))
        at = end
        closing, name, rest = match.groups()
        if name is None:
            kind = CDATA if source.startswith("<![", start) else VOID
            holder.append(Node(source, kind, start, start, end))
        elif closing:
            _end(open_nodes, name, start, end)
            holder = open_nodes[-1].children
        else:
            node = Node(source, name, start, end, end)
            holder.append(node)
            if not rest.endswith("/"):
                holder = _begin(open_nodes, node)
    if at < len(source):
        holder.append(Node(source, TEXT, at, at, len(source)))
    if len(open_nodes) > 1:
        raise refused("the original is not well-formed: an element has no end", reason="ill_formed")
    return root


def _begin(open_nodes: list[Node], node: Node) -> list[Node]:
    open_nodes.append(node)
    if len(open_nodes) > MAX_ELEMENTS:
        raise refused(f"more than {MAX_ELEMENTS} elements are nested", reason="too_deep")
    return node.children


def _end(open_nodes: list[Node], name: str, start: int, end: int) -> None:
    node = open_nodes.pop()
    if node.name != name or not open_nodes:
        raise refused("the original is not well-formed: an end without its start", reason="ill_formed")
    node.close, node.end = start, end

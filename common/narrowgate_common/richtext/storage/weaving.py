"""Stretches become bytes: elements that came through whole as they were, all others from their tags."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.richtext.storage import patching_atoms, writing_atoms
from narrowgate_common.richtext.storage.atoms import LINK_BODIES
from narrowgate_common.richtext.storage.elements import MARK_TAGS, MARKS
from narrowgate_common.richtext.storage.entities import cdata, escaped
from narrowgate_common.richtext.storage.nesting import Branch, nested
from narrowgate_common.richtext.storage.origins import Spot
from narrowgate_common.richtext.storage.refs import tag_without_ids
from narrowgate_common.richtext.storage.stretches import Item, Led, New, Old, Stretch
from narrowgate_common.richtext.storage.tree import Node

_PLAIN_WORDS = "ac:plain-text-link-body"


def woven(stretches: Sequence[Stretch], old: Old | None = None) -> str:
    weaver = _Weaver(stretches, old)
    twigs = nested([each.items for each in stretches], _is_solid)
    return "".join(map(weaver.write, twigs))


def _is_solid(item: Item) -> bool:
    """What must not stand twice, if it can be helped: all but plain marks."""
    if isinstance(item, Node):
        return item.name not in MARKS or bool(item.attrs)
    return isinstance(item, Led) or item.link is not None


class _Weaver:
    def __init__(self, stretches: Sequence[Stretch], old: Old | None) -> None:
        self._stretches = stretches
        self._extent = old.extent if old else {}

    def write(self, twig: Branch[Item] | int) -> str:
        if isinstance(twig, int):
            return raw_of(self._stretches[twig])
        item = twig.item
        if isinstance(item, New):
            return self._new(item, twig)
        if isinstance(item, Led):
            return self._led(item, twig)
        if self._came_through(item, twig):
            return item.raw
        if twig.again or item not in self._extent:
            return self._again(item, twig)
        if item.name == "ac:link":
            return self._link(item, twig)
        return self._around(item, item.tag, twig)

    def _inside(self, twig: Branch[Item]) -> str:
        return "".join(map(self.write, twig.twigs))

    def _around(self, node: Node, tag: str, twig: Branch[Item]) -> str:
        return f"{tag}{self._inside(twig)}{node.source[node.close : node.end]}"

    def _new(self, item: New, twig: Branch[Item]) -> str:
        if item.link is not None:
            before, after = writing_atoms.link(item.link)
            return before + self._inside(twig) + after
        tag = MARK_TAGS[item.mark] if item.mark else "span"
        return f"<{tag}>{self._inside(twig)}</{tag}>"

    def _again(self, node: Node, twig: Branch[Item]) -> str:
        """A second time, or out of another line, without ids; a comment may lie on several stretches of words."""
        if node.name == "ac:link":
            head = tag_without_ids(node.tag)
            resource = "".join(each.raw for each in node.elements() if each.name not in LINK_BODIES)
            return f"{head}{resource}<ac:link-body>{self._inside(twig)}</ac:link-body></ac:link>"
        return self._around(node, tag_without_ids(node.tag), twig)

    def _led(self, item: Led, twig: Branch[Item]) -> str:
        head = (
            None
            if twig.again or item.node not in self._extent
            else patching_atoms.relinked(item.node, item.link)
        )
        if head is None:
            return self._new(New(link=item.link), twig)
        at, text = head
        if item.node.name == "a":
            return f"{text}{self._inside(twig)}</a>"
        return text + self._link_body(item.node, at, twig)

    def _link(self, node: Node, twig: Branch[Item]) -> str:
        body = node.child(*LINK_BODIES)
        if body is not None:
            return node.source[node.start : body.start] + self._link_body(node, body.start, twig)
        words = f"<ac:link-body>{self._inside(twig)}</ac:link-body>"
        if node.closed_at_once:
            slash = node.source.rindex("/", node.start, node.end)
            return f"{node.source[node.start : slash]}>{words}</ac:link>"
        return f"{node.source[node.start : node.close]}{words}{node.source[node.close : node.end]}"

    def _link_body(self, node: Node, at: int, twig: Branch[Item]) -> str:
        """From `at`, where the body begins. Plain words hold no elements; with one among them they are rich."""
        body = node.child(*LINK_BODIES)
        if body is None:
            return f"<ac:link-body>{self._inside(twig)}</ac:link-body></ac:link>"
        rest = node.source[body.end : node.end]
        pieces = [self._stretches[each] for each in twig.twigs if isinstance(each, int)]
        plain = len(pieces) == len(twig.twigs) and all(each.is_text for each in pieces)
        if body.name == _PLAIN_WORDS and plain:
            words = cdata("".join(each.text for each in pieces))
            return f"{node.source[at : body.inner]}{words}</{_PLAIN_WORDS}>{rest}"
        if body.name == _PLAIN_WORDS or body.closed_at_once:
            return f"<ac:link-body>{self._inside(twig)}</ac:link-body>{rest}"
        return f"{node.source[at : body.inner]}{self._inside(twig)}{node.source[body.close : node.end]}"

    def _came_through(self, node: Node, twig: Branch[Item]) -> bool:
        if node not in self._extent:
            return False
        first, last = self._extent[node]
        pieces = self._stretches[twig.first : twig.last + 1]
        if len(pieces) != last - first + 1:
            return False
        return all(
            each.whole and each.spot is not None and each.spot.index == at
            for at, each in enumerate(pieces, first)
        )


def raw_of(stretch: Stretch) -> str:
    spot = stretch.spot
    if spot is None or stretch.raw:
        return stretch.raw
    return _kept(spot, stretch)


def _kept(spot: Spot, stretch: Stretch) -> str:
    """Characters with their references as written; a link's own words and a part of a section are written anew."""
    if spot.kind == "void":
        return spot.raw
    if spot.kind == "title":
        return escaped(stretch.text)
    if spot.kind == "section":
        whole = stretch.end - stretch.start == spot.end - spot.start - 12
        return spot.raw if whole else escaped(stretch.text)
    return spot.cut(stretch.start, stretch.end)

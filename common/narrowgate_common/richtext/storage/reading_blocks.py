"""Elements as blocks, each with its place in the original. What nobody sees stays between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from narrowgate_common.richtext.blocks import MAX_DEPTH, Block
from narrowgate_common.richtext.inline import SPACES
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.storage.bodies import inner_band
from narrowgate_common.richtext.storage.elements import BLOCKS, BOXES, HEADINGS, LISTS, MACROS, is_block
from narrowgate_common.richtext.storage.origins import Held
from narrowgate_common.richtext.storage.reading_inline import content, is_visible
from narrowgate_common.richtext.storage.refs import ref_of
from narrowgate_common.richtext.storage.tree import TEXT, Node, Text

Reader = Callable[[Node, int], Block | None]


def flow(nodes: Iterable[Node], depth: int) -> tuple[Block, ...]:
    """The visible blocks among these nodes. Raises GatewayError (`too_deep`)."""
    if depth > MAX_DEPTH:
        raise refused(f"more than {MAX_DEPTH} blocks are nested", reason="too_deep")
    out: list[Block] = []
    words: list[Node] = []
    lists: list[Node] = []
    for node in nodes:
        name = node.name
        if name not in BLOCKS and (name == TEXT or not is_block(node)):
            words.append(node)
            continue
        if words:
            _add(_bare(words), out, lists, depth)
            words.clear()
        if name in LISTS:
            _add_list(node, out, lists, depth)
        else:
            _add(block_of(node, depth), out, lists, depth)
    if words:
        _add(_bare(words), out, lists, depth)
    if lists:
        _close_list(out, lists, depth)
    return tuple(out)


def _add(block: Block | None, out: list[Block], lists: list[Node], depth: int) -> None:
    """Lists wait for each other while nothing visible stands between them."""
    if block is not None:
        if lists:
            _close_list(out, lists, depth)
        out.append(block)


def _add_list(node: Node, out: list[Block], lists: list[Node], depth: int) -> None:
    if next(node.elements(), None) is None:
        return
    if lists and (lists[0].name == "ol") != (node.name == "ol"):
        _close_list(out, lists, depth)
    lists.append(node)


def _close_list(out: list[Block], lists: list[Node], depth: int) -> None:
    from narrowgate_common.richtext.storage.reading_lists import list_of

    out.append(list_of(lists, depth))
    lists.clear()


def block_of(node: Node, depth: int) -> Block | None:
    """None for what shows nothing."""
    if node.name in MACROS:
        from narrowgate_common.richtext.storage.reading_macros import macro

        return macro(node, depth)
    reader = _READERS.get(node.name)
    if reader is not None:
        return reader(node, depth)
    return _wrapper(node, depth)


def opaque(node: Node, kind: str, name: str) -> Block:
    attrs = (("name", name), ("ref", ref_of(node)))
    return Block("opaque", kind, attrs, origin=Held(node.source, node.start, node.end, node))


def box(node: Node, name: str, depth: int, attrs: tuple[tuple[str, str], ...] = ()) -> Block:
    """A container whose body is the element itself."""
    children = flow(node.children, depth + 1)
    held = Held(node.source, node.start, node.end, node, (inner_band(node, children),))
    return Block("container", name, attrs, children=children, origin=held)


def _bare(nodes: Sequence[Node]) -> Block | None:
    """Bare text between blocks, without the white space around it."""
    if all(map(_is_space, nodes)):
        return None
    first = next((at for at, node in enumerate(nodes) if is_visible(content([node]))), None)
    if first is None:
        return None
    last = next(at for at in range(len(nodes) - 1, first - 1, -1) if is_visible(content([nodes[at]])))
    inside = [
        _trimmed(node, at == first, at == last) for at, node in enumerate(nodes[: last + 1]) if at >= first
    ]
    start, end = inside[0].start, inside[-1].end
    held = Held(nodes[0].source, start, end, nodes[0], bare=True, inner=start, close=end)
    return Block("paragraph", runs=content(inside), origin=held)


def _is_space(node: Node) -> bool:
    return node.name[0] == "#" and not node.text.strip(SPACES)


def _trimmed(node: Node, first: bool, last: bool) -> Node:  # noqa: FBT001 - two ends of one text
    if node.name != TEXT:
        return node
    raw = node.raw
    start = node.start + (len(raw) - len(raw.lstrip(SPACES)) if first else 0)
    end = node.end - (len(raw) - len(raw.rstrip(SPACES)) if last else 0)
    return Text(node.source, start, end)


def _paragraph(node: Node, _depth: int) -> Block | None:
    runs = content(node.children)
    return Block("paragraph", runs=runs, origin=_text_held(node)) if is_visible(runs) else None


def _heading(node: Node, _depth: int) -> Block | None:
    runs = content(node.children)
    attrs = (("level", HEADINGS[node.name]),)
    return Block("heading", "", attrs, runs, origin=_text_held(node)) if is_visible(runs) else None


def _text_held(node: Node) -> Held:
    return Held(node.source, node.start, node.end, node, (), False, node.inner, node.close)


def _image(node: Node, _depth: int) -> Block:
    held = Held(node.source, node.start, node.end, node, inner=node.start, close=node.end)
    return Block("paragraph", runs=content([node]), origin=held)


def _rule(node: Node, _depth: int) -> Block:
    return Block("rule", origin=Held(node.source, node.start, node.end, node))


def _pre(node: Node, _depth: int) -> Block:
    held = Held(node.source, node.start, node.end, node)
    return Block("code", text=node.words().replace("\r\n", "\n").replace("\r", "\n"), origin=held)


def _quote(node: Node, depth: int) -> Block | None:
    children = flow(node.children, depth + 1)
    held = Held(node.source, node.start, node.end, node, (inner_band(node, children),))
    return Block("quote", children=children, origin=held)


def _box(node: Node, depth: int) -> Block | None:
    kind = (("type", node.attr("ac:type")),) if node.attr("ac:type") else ()
    found = box(node, BOXES[node.name], depth, kind)
    return found if found.children or node.name != "div" else None


def _wrapper(node: Node, depth: int) -> Block | None:
    found = box(node, "div", depth)
    return found if found.children else None


def _table(node: Node, depth: int) -> Block | None:
    from narrowgate_common.richtext.storage.reading_tables import table

    return table(node, depth)


def _extension(node: Node, depth: int) -> Block | None:
    from narrowgate_common.richtext.storage.reading_macros import extension

    return extension(node, depth)


def _definitions(node: Node, _depth: int) -> Block:
    return opaque(node, "element", node.name)


_READERS: dict[str, Reader] = {
    "p": _paragraph,
    **dict.fromkeys(HEADINGS, _heading),
    "ac:image": _image,
    "hr": _rule,
    "pre": _pre,
    "blockquote": _quote,
    **dict.fromkeys(BOXES, _box),
    "table": _table,
    "ac:adf-extension": _extension,
    "dl": _definitions,
}

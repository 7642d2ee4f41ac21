"""Block nodes as blocks whose origins are places in the document.

Node types: https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from __future__ import annotations

from collections.abc import Callable

from narrowgate_common.richtext.adf import images, reading_lists, reading_tables
from narrowgate_common.richtext.adf.marks import is_hidden, name_of
from narrowgate_common.richtext.adf.nodes import (
    INLINE,
    LISTS,
    Node,
    attributes,
    content,
    head,
    kind,
    marks,
    ref,
    whole,
    words,
)
from narrowgate_common.richtext.adf.places import Place
from narrowgate_common.richtext.adf.reading_inline import (
    Hidden,
    card_url,
    is_blank,
    is_visible,
    runs,
    short_name,
)
from narrowgate_common.richtext.blocks import MAX_DEPTH, Attrs, Block
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.languages import is_language
from narrowgate_common.richtext.refusal import refused

PANELS = frozenset({"info", "note", "tip", "warning", "error", "success", "custom"})
_LOOKS = ("panelColor", "panelIcon", "panelIconId", "panelIconText")


def blocks(siblings: list[Node], start: int, end: int, depth: int, hidden: Hidden) -> tuple[Block, ...]:
    """What is seen of `siblings[start:end]`; `depth` is the level of these blocks.

    Raises GatewayError (`ill_formed`, `too_deep`).
    """
    if depth > MAX_DEPTH and start < end:
        raise refused("the document is nested too deep", reason="too_deep")
    out: list[Block] = []
    at = start
    while at < end:
        name = kind(siblings[at])
        stop = at + 1
        if name in LISTS:
            stop = _list_end(siblings, at, end)
            block = reading_lists.listing(blocks, Place(siblings, at, stop, siblings[at]), depth, hidden)
        elif name in INLINE:
            stop = _bare_end(siblings, at, end)
            block = _bare(siblings, at, stop, hidden)
        else:
            reader = _READERS.get(name, _opaque)
            block = reader(siblings[at], Place(siblings, at, stop, siblings[at]), depth, hidden)
        if block is not None:
            out.append(block)
        at = stop
    return tuple(out)


def inside(node: Node, depth: int, hidden: Hidden) -> tuple[Block, ...]:
    """The blocks in a node of this depth."""
    children = content(node)
    return blocks(children, 0, len(children), depth + 1, hidden)


def _list_end(siblings: list[Node], start: int, end: int) -> int:
    """Lists in a row are one list, whatever unseen stands between; those with numbers are apart from the others."""
    numbered = kind(siblings[start]) == "orderedList"
    last = at = start + 1
    while at < end:
        name = kind(siblings[at])
        if name in LISTS and (name == "orderedList") == numbered:
            last = at + 1
        elif not _is_gap(siblings[at]):
            break
        at += 1
    return last


def _is_gap(node: Node) -> bool:
    return kind(node) in ("paragraph", "heading") and is_blank(content(node))


def _bare_end(siblings: list[Node], start: int, end: int) -> int:
    at = start + 1
    while at < end and kind(siblings[at]) in INLINE:
        at += 1
    return at


def _bare(siblings: list[Node], start: int, end: int, hidden: Hidden) -> Block | None:
    found = runs(siblings[start:end], hidden)
    where = Place(siblings, start, end, None, "bare")
    return Block("paragraph", "", (), found, origin=where) if is_visible(found) else None


def _note_marks(node: Node, hidden: Hidden) -> None:
    if "marks" in node:
        hidden.update(name_of(mark) for mark in marks(node) if is_hidden(mark))


def _paragraph(node: Node, where: Place, _: int, hidden: Hidden) -> Block | None:
    found = runs(content(node), hidden)
    if not is_visible(found):
        return None
    _note_marks(node, hidden)
    return Block("paragraph", "", (), found, "", (), where)


def _heading(node: Node, where: Place, _: int, hidden: Hidden) -> Block | None:
    found = runs(content(node), hidden)
    if not is_visible(found):
        return None
    _note_marks(node, hidden)
    level = whole(attributes(node).get("level"), 1, 6) or 1
    return Block("heading", "", (("level", str(level)),), found, "", (), where)


def _code(node: Node, where: Place, _: int, hidden: Hidden) -> Block:
    _note_marks(node, hidden)
    language = attributes(node).get("language")
    named = is_language(language)
    return Block("code", "", (("language", str(language)),) if named else (), (), code_text(node), (), where)


def code_text(node: Node) -> str:
    """Line ends are line feeds. Raises GatewayError (`ill_formed`)."""
    texts = [child.get("text") if kind(child) == "text" else "" for child in content(node)]
    if not all(isinstance(text, str) for text in texts):
        raise refused("a text node of the document has no text", reason="ill_formed")
    return "".join(map(str, texts)).replace("\r\n", "\n").replace("\r", "\n")


def _rule(_: Node, where: Place, __: int, ___: Hidden) -> Block:
    return Block("rule", origin=where)


def _quote(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    return Block("quote", children=inside(node, depth, hidden), origin=where)


def _panel(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    attrs = attributes(node)
    if any(attrs.get(name) for name in _LOOKS):
        hidden.add("panel colour or icon")
    named = attrs.get("panelType")
    name = named if isinstance(named, str) and named in PANELS else "custom"
    return Block("alert", name.upper(), children=inside(node, depth, hidden), origin=where)


def _expand(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    _note_marks(node, hidden)
    title = words(node, "title")
    attrs = (("title", title),) if title else ()
    return Block("container", "expand", attrs, children=inside(node, depth, hidden), origin=where)


def _layout(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    children = content(node)
    if not all(kind(child) == "layoutColumn" for child in children):
        return _opaque(node, where, depth, hidden)
    _note_marks(node, hidden)
    columns = tuple(
        Block(
            "container",
            "column",
            children=inside(child, depth + 1, hidden),
            origin=Place(children, at, at + 1, child),
        )
        for at, child in enumerate(children)
    )
    return Block("container", "layout", children=columns, origin=where)


def _body(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    """An extension or a synchronised block with a body that is read."""
    _note_marks(node, hidden)
    name = "extension" if kind(node) == "bodiedExtension" else "sync"
    named = (("name", short_name(node)),) if name == "extension" else ()
    attrs: Attrs = (*named, ("ref", ref(head(node))))
    return Block("container", name, attrs, children=inside(node, depth, hidden), origin=where)


def _decisions(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    return reading_lists.decisions(blocks, node, where, depth, hidden)


def _media_single(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    """An image on its own, or with its caption a figure."""
    media = images.medium(node)
    atom = images.image(media, node) if media is not None else None
    extra = content(node)[1:]
    if media is None or atom is None or not all(kind(child) == "caption" for child in extra[:1]) or extra[1:]:
        return _opaque(node, where, depth, hidden)
    _note_marks(media, hidden)
    picture = (Run("", link=images.link(media, node), atom=atom, origin=node),)
    caption = runs(content(extra[0]), hidden) if extra else ()
    if not is_visible(caption):
        return Block("paragraph", "", (), picture, "", (), where)
    children = content(node)
    below = (
        Block("paragraph", runs=picture, origin=Place(children, 0, 1, node, "picture")),
        Block("paragraph", runs=caption, origin=Place(children, 1, 2, extra[0], "caption")),
    )
    return Block("container", "figure", children=below, origin=where)


def _table(node: Node, where: Place, depth: int, hidden: Hidden) -> Block:
    _note_marks(node, hidden)
    found = reading_tables.table(inside, node, where, depth, hidden)
    return found or _opaque(node, where, depth, hidden)


def _opaque(node: Node, where: Place, _: int, hidden: Hidden) -> Block:
    """A thing that is kept, moved or deleted as it is."""
    name = _THINGS.get(kind(node), "")
    url = card_url(node)
    attrs: Attrs = (("name", short_name(node)), ("ref", ref(node)), *((("url", url),) if url else ()))
    _note_marks(node, hidden)
    return Block("opaque", name or "node", attrs, origin=where)


_THINGS = {
    "extension": "extension",
    "mediaGroup": "media",
    "mediaSingle": "media",
    "media": "media",
    "blockCard": "card",
    "embedCard": "card",
}
"""How a fence begins; what is not here is a `node`."""

Reader = Callable[[Node, Place, int, Hidden], Block | None]

_READERS: dict[str, Reader] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "codeBlock": _code,
    "rule": _rule,
    "blockquote": _quote,
    "panel": _panel,
    "expand": _expand,
    "nestedExpand": _expand,
    "layoutSection": _layout,
    "bodiedExtension": _body,
    "bodiedSyncBlock": _body,
    "mediaSingle": _media_single,
    "caption": _paragraph,
    "table": _table,
    "decisionList": _decisions,
}

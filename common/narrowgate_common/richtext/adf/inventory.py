"""What an edit must not lose in silence: things, hidden attributes, and marks that Markdown does not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from narrowgate_common.richtext.adf.marks import is_hidden, name_of
from narrowgate_common.richtext.adf.nodes import Node, attributes, canonical, head, words
from narrowgate_common.richtext.format import Feature
from narrowgate_common.richtext.inline import Run

_SHOWN: dict[str, frozenset[str]] = {
    "heading": frozenset({"level"}),
    "orderedList": frozenset({"order"}),
    "codeBlock": frozenset({"language", "uniqueId"}),
    "panel": frozenset({"panelType"}),
    "expand": frozenset({"title"}),
    "nestedExpand": frozenset({"title"}),
    "taskItem": frozenset({"state"}),
    "blockTaskItem": frozenset({"state"}),
    "tableCell": frozenset({"colspan", "rowspan", "colwidth"}),
    "tableHeader": frozenset({"colspan", "rowspan", "colwidth"}),
    "status": frozenset({"text", "color"}),
    "date": frozenset({"timestamp"}),
    "emoji": frozenset({"shortName", "text", "id"}),
    "hardBreak": frozenset({"text"}),
    "layoutColumn": frozenset({"width"}),
}
"""Attributes that Markdown shows or that are worth nothing on their own."""

_DEFAULTS = {"layout": ("default", "center"), "displayMode": ("default",), "isNumberColumnEnabled": (False,)}
_PLAIN = frozenset({"doc", "text", "media", "mediaInline", "mediaSingle"})


def inventory(original: Any) -> Counter[Feature]:
    found: Counter[Feature] = Counter()
    waiting: list[Any] = [original]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        found.update(_features(node))
        inner = node.get("content")
        waiting.extend(reversed(inner) if isinstance(inner, list) else [])
    return found


def _features(node: Node) -> Iterator[Feature]:
    name = node.get("type")
    if not isinstance(name, str):
        return
    thing = _THINGS.get(name)
    if thing is not None:
        yield thing(node)
    elif name not in _PLAIN:
        yield from _hidden_attributes(node, name)
    if name in _UNIQUE:
        for found in filter(None, (words(node, "localId"), _macro_id(node))):
            yield Feature("id", found, f"the id of {name}", unique=True, grave=False)
    yield from _of_marks(node, name)


def _macro_id(node: Node) -> str:
    """Of a macro of Confluence."""
    value: Any = attributes(node).get("parameters")
    for name in ("macroMetadata", "macroId", "value"):
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _hidden_attributes(node: Node, name: str) -> Iterator[Feature]:
    if name not in _KNOWN:
        yield Feature("node", canonical(node), f"a node {name[:40]}")
        return
    shown = _SHOWN.get(name, frozenset())
    hidden = {
        key: value
        for key, value in attributes(node).items()
        if key not in shown and key != "localId" and value not in (None, *_DEFAULTS.get(key, ()))
    }
    if hidden:
        yield Feature("attributes", canonical([name, hidden]), f"{name} {', '.join(sorted(hidden))[:60]}")


def covers(run: Run) -> tuple[Feature, ...]:
    """What lies on its words and is not shown."""
    node = run.origin
    if run.atom is not None or not isinstance(node, dict) or "marks" not in node:
        return ()
    return tuple(Feature("mark", canonical(mark), name_of(mark)) for mark in _marks(node) if is_hidden(mark))


def _of_marks(node: Node, name: str) -> Iterator[Feature]:
    """Once for every leaf: a text that is cut in two has not gained a colour."""
    own = [] if name == "text" else _marks(node)
    inner = node.get("content")
    texts = [child for child in inner if isinstance(child, dict)] if isinstance(inner, list) else []
    within = [mark for child in texts if child.get("type") == "text" for mark in _marks(child)]
    seen = {canonical(mark): mark for mark in (*own, *within) if is_hidden(mark)}
    for value, mark in seen.items():
        yield Feature("mark", value, name_of(mark))
    links = {canonical(mark): mark for mark in within if mark.get("type") == "link" and not is_hidden(mark)}
    for value, mark in links.items():
        if set(attributes(mark)) - {"href", "title"}:
            yield Feature("link", value, "a link with ids of the vendor", grave=False)


def _marks(node: Node) -> list[Node]:
    found = node.get("marks")
    return [mark for mark in found if isinstance(mark, dict)] if isinstance(found, list) else []


def _mention(node: Node) -> Feature:
    return Feature("mention", words(node, "id"), f"mention of {words(node, 'text', 'id')[:60]}", grave=False)


def _counted(what: str) -> Callable[[Node], Feature]:
    def feature(node: Node) -> Feature:
        return Feature(what, "", f"{what} {words(node, 'text')[:60]}".rstrip(), grave=False)

    return feature


def _card(node: Node) -> Feature:
    kept = canonical({**head(node), "marks": None})
    return Feature(
        "card", kept, f"card {words(node, 'url')[:100]}".rstrip(), grave=node.get("type") != "inlineCard"
    )


def _extension(node: Node) -> Feature:
    name = words(node, "extensionKey").rsplit("/", 1)[-1][:60]
    return Feature("extension", canonical({**head(node), "marks": None}), f"macro {name}".rstrip())


def _whole(node: Node) -> Feature:
    name = str(node.get("type"))[:40]
    return Feature("node", canonical({**head(node), "marks": None}), f"a {name}")


def _medium(node: Node) -> Feature:
    attrs = attributes(node)
    kept = {key: value for key, value in attrs.items() if key not in ("alt", "localId", "width", "height")}
    named = words(node, "alt", "__fileName", "url", "id")
    return Feature("medium", canonical(kept), f"image or file {named[:100]}".rstrip())


def _frame(node: Node) -> Feature:
    hidden = {
        key: value for key, value in attributes(node).items() if key not in ("localId", "width", "widthType")
    }
    return Feature("frame", canonical(hidden), "the layout of an image", grave=False)


_THINGS: dict[str, Callable[[Node], Feature]] = {
    "mention": _mention,
    "status": _counted("status"),
    "date": _counted("date"),
    "inlineCard": _card,
    "blockCard": _card,
    "embedCard": _card,
    "extension": _extension,
    "inlineExtension": _extension,
    "bodiedExtension": _extension,
    "syncBlock": _whole,
    "bodiedSyncBlock": _whole,
    "placeholder": _whole,
    "media": _medium,
    "mediaInline": _medium,
    "mediaSingle": _frame,
}
_UNIQUE = frozenset({"extension", "inlineExtension", "bodiedExtension", "syncBlock", "bodiedSyncBlock"})
_KNOWN = frozenset(_SHOWN) | frozenset(
    {"paragraph", "bulletList", "listItem", "taskList", "decisionList", "decisionItem", "blockquote", "rule"}
    | {"table", "tableRow", "layoutSection", "mediaGroup", "caption"}
)

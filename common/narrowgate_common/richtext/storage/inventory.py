"""Everything in an original that an edit must not lose in silence: start tags with their attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from narrowgate_common.richtext.format import Feature
from narrowgate_common.richtext.inline import Run
from narrowgate_common.richtext.storage import macros
from narrowgate_common.richtext.storage.atoms import atom_of
from narrowgate_common.richtext.storage.elements import CODE_MACROS, MACROS, MARKS
from narrowgate_common.richtext.storage.origins import Spot
from narrowgate_common.richtext.storage.reading_macros import CODE_ATTRS
from narrowgate_common.richtext.storage.refs import IDS
from narrowgate_common.richtext.storage.tree import Node, Root

_SHOWN_PARAMETERS = {
    "status": frozenset({"title", "colour", "color"}),
    **dict.fromkeys(CODE_MACROS, frozenset(CODE_ATTRS)),
}
_TITLE = frozenset({"title"})
_WRAPPERS = {"u": "underline", "ins": "underline", "sub": "subscript", "sup": "superscript", "span": "style"}
_COMMENT = "ac:inline-comment-marker"
_LINKS = frozenset({"a", "ac:link"})
_PLAIN = frozenset(
    [
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
        "blockquote",
        "pre",
        "hr",
        "br",
        "div",
    ]
)
_VISIBLE = frozenset(
    {"start", "colspan", "rowspan", "href", "title", "datetime", "src", "alt", "width", "height"}
)


def inventory(root: Node) -> Counter[Feature]:
    return Counter(feature for node in root.everything() if node.is_element for feature in _features(node))


def hidden(root: Root) -> tuple[str, ...]:
    """What Markdown does not show and an edit keeps, in a few words each."""
    return tuple(sorted({each for name, attrs in root.kinds for each in _hidden(name, attrs)}))


def covers(run: Run) -> tuple[Feature, ...]:
    """What lies on its words and is not shown; links aside, which are."""
    spot = run.origin
    if not isinstance(spot, Spot) or not spot.stack:
        return ()
    around = [node for node in spot.stack if node.name not in _LINKS]
    return tuple(
        replace(feature, shown=_cover(node))
        for node in around
        for feature in _features(node)
        if feature.kind != "id"
    )


def _cover(node: Node) -> str:
    if node.name == _COMMENT:
        return "inline comment"
    return " and ".join(_hidden(node.name, node.attrs)) or _WRAPPERS.get(node.name) or "style"


def _hidden(name: str, attrs: Mapping[str, str]) -> Iterator[str]:
    if name in _WRAPPERS and name != "span":
        yield _WRAPPERS[name]
    if name == _COMMENT:
        yield "inline comments"
    style = attrs.get("style", "")
    if "background" in style or attrs.get("data-highlight-colour"):
        yield "background colour"
    if "color" in style.replace("background-color", ""):
        yield "colour"
    if "text-align" in style:
        yield "alignment"


def _features(node: Node) -> Iterator[Feature]:
    reader = _READERS.get(node.name)
    if reader is not None:
        yield from reader(node)
    elif node.name in MACROS:
        yield from _macro(node)
    elif node.name in _WRAPPERS:
        value = _tag(node)
        yield Feature(_WRAPPERS[node.name], value, _told(node, _WRAPPERS[node.name]))
    elif node.name in _PLAIN or node.name in MARKS:
        yield from _attributes(node)
    elif node.name.startswith("ri:"):
        yield Feature("resource", _tag(node), _told(node, "link to"), grave=False)
    elif node.name in ("col", "colgroup"):
        yield Feature("column", _tag(node), _told(node, "a column's"), grave=False)
    elif node.attrs:
        yield Feature("element", _tag(node), _told(node, node.name))
    yield from _ids(node)


def _ids(node: Node) -> Iterator[Feature]:
    for name in IDS:
        if name in node.attrs:
            yield Feature(
                "id", f"{name}={node.attr(name)}", f"the id of a {node.name}", unique=True, grave=False
            )


def _macro(node: Node) -> Iterator[Feature]:
    name = node.attr("ac:name")
    seen = name == "status" or name in CODE_MACROS or macros.body(node) is not None
    yield Feature("macro", _tag(node), f"macro {name}", grave=not seen)
    shown = _SHOWN_PARAMETERS.get(name, _TITLE if seen else frozenset())
    for key, each in macros.parameters(node):
        if key not in shown:
            yield Feature(
                "parameter", f"{name} {key}={each.raw}", f"parameter {key} of macro {name}", grave=seen
            )


def _image(node: Node) -> Iterator[Feature]:
    attrs = [f"{name}={value}" for name, value in sorted(node.attrs.items()) if not _is_seen(name, node)]
    yield Feature("image", " ".join(attrs), "image " + " ".join(attrs)[:60], grave=False)
    for each in attrs:
        yield Feature("image attribute", each, f"image {each[:60]}")


def _is_seen(name: str, node: Node) -> bool:
    bare = name.removeprefix("ac:")
    return bare in _VISIBLE or name in IDS or node.name not in ("ac:image", "img")


def _link(node: Node) -> Iterator[Feature]:
    attrs = [
        f"{name}={value}" for name, value in sorted(node.attrs.items()) if name not in ("href", "title", *IDS)
    ]
    atom = atom_of(node)
    what = f"mention {atom.label}" if atom is not None and atom.kind == "mention" else "link"
    yield Feature("link", " ".join(attrs), " ".join([what, *attrs])[:80], grave=False)


def _comment(node: Node) -> Iterator[Feature]:
    reference = node.attr("ac:ref")
    yield Feature("comment", reference, f"comment marker on {' '.join(node.words().split())[:40]!r}")


def _caption(node: Node) -> Iterator[Feature]:
    yield Feature("caption", _tag(node), "image caption", grave=False)


def _task_id(node: Node) -> Iterator[Feature]:
    yield Feature("task id", node.words().strip(), "the id of a task", unique=True, grave=False)


def _status(_node: Node) -> Iterator[Feature]:
    yield from ()


def _placeholder(node: Node) -> Iterator[Feature]:
    yield Feature("placeholder", _tag(node), "placeholder", grave=False)


def _small(node: Node) -> Iterator[Feature]:
    yield Feature(node.name, _tag(node), node.name.removeprefix("ac:"), grave=False)


def _extension(node: Node) -> Iterator[Feature]:
    yield Feature("extension", _tag(node), "an extension of the editor")


def _layout(node: Node) -> Iterator[Feature]:
    yield Feature("layout", _tag(node), f"layout {node.attr('ac:type')}".strip())


def _attributes(node: Node) -> Iterator[Feature]:
    for name, value in node.attrs.items():
        if name not in _VISIBLE and name not in IDS:
            yield Feature("attribute", f"{node.name} {name}={value}", f"{name} of {node.name}: {value[:40]}")


def _told(node: Node, what: str) -> str:
    return " ".join([what, *(f"{name}={value}" for name, value in node.attrs.items() if name not in IDS)])[
        :100
    ]


def _tag(node: Node) -> str:
    """Name and attributes, whatever their order and without ids."""
    attrs = sorted((name, value) for name, value in node.attrs.items() if name not in IDS)
    return " ".join([node.name, *(f"{name}={value}" for name, value in attrs)])


_READERS: dict[str, Callable[[Node], Iterator[Feature]]] = {
    "ac:image": _image,
    "img": _image,
    "ac:link": _link,
    "a": _link,
    _COMMENT: _comment,
    "ac:caption": _caption,
    "ac:task-id": _task_id,
    "ac:task-uuid": _task_id,
    "ac:task-status": _status,
    "ac:emoticon": _small,
    "time": _small,
    "ac:placeholder": _placeholder,
    "ac:adf-extension": _extension,
    "ac:layout-section": _layout,
    "ac:parameter": _status,
    "ac:default-parameter": _status,
}

"""Documents drawn at random: valid ones by the tables of the schema, and blocks as somebody may want them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests.richtext import adf_samples as adf

from narrowgate_common.richtext.adf.schema_content import CHILDREN, NEEDS, MarkSets
from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.inline import BREAK, Atom, Content, Link, Mark, Run, normal

Node = dict[str, Any]

WORDS = st.text(
    st.sampled_from("ab cd\n\t*_~`[]()!<>&:{}|#-+=.1\\\"'가é\u00a0\u200b\u202e😀"), min_size=1, max_size=12
)
_URLS = st.sampled_from(
    ["https://a.org/b", "http://a.org/(c)", "mailto:a@b.org", "#here", "/x y", "https://a.org/가?b=*c*"]
)

_ATTRS: dict[str, st.SearchStrategy[Node]] = {
    "heading": st.fixed_dictionaries({"level": st.integers(1, 6)}),
    "orderedList": st.fixed_dictionaries({}, optional={"order": st.integers(0, 20)}),
    "taskList": st.fixed_dictionaries({"localId": WORDS}),
    "taskItem": st.fixed_dictionaries({"localId": WORDS, "state": st.sampled_from(["TODO", "DONE"])}),
    "blockTaskItem": st.fixed_dictionaries({"localId": WORDS, "state": st.sampled_from(["TODO", "DONE"])}),
    "decisionList": st.fixed_dictionaries({"localId": WORDS}),
    "decisionItem": st.fixed_dictionaries({"localId": WORDS, "state": st.sampled_from(["DECIDED", "OPEN"])}),
    "codeBlock": st.fixed_dictionaries({}, optional={"language": WORDS, "wrap": st.booleans()}),
    "panel": st.fixed_dictionaries({"panelType": st.sampled_from(["info", "tip", "error", "custom"])}),
    "expand": st.fixed_dictionaries({}, optional={"title": WORDS}),
    "nestedExpand": st.fixed_dictionaries({}, optional={"title": WORDS}),
    "tableCell": st.fixed_dictionaries({}, optional={"colspan": st.integers(1, 3), "background": WORDS}),
    "layoutColumn": st.fixed_dictionaries({"width": st.floats(0, 100)}),
    "mediaSingle": st.fixed_dictionaries(
        {"layout": st.just("center")}, optional={"width": st.integers(0, 100)}
    ),
    "media": st.one_of(
        st.fixed_dictionaries(
            {"type": st.just("file"), "id": WORDS, "collection": WORDS},
            optional={"alt": WORDS, "width": st.just(3)},
        ),
        st.fixed_dictionaries({"type": st.just("external"), "url": _URLS}, optional={"alt": WORDS}),
    ),
    "mediaInline": st.fixed_dictionaries({"id": WORDS, "collection": WORDS}, optional={"alt": WORDS}),
    "mention": st.fixed_dictionaries({"id": WORDS}, optional={"text": WORDS}),
    "emoji": st.fixed_dictionaries({"shortName": WORDS}, optional={"text": WORDS}),
    "date": st.fixed_dictionaries({"timestamp": st.sampled_from(["1769817600000", "-1", "0", "soon"])}),
    "status": st.fixed_dictionaries({"text": WORDS, "color": st.sampled_from(["blue", "#a1b2c3"])}),
    "placeholder": st.fixed_dictionaries({"text": WORDS}),
    "inlineCard": st.one_of(
        st.fixed_dictionaries({"url": _URLS}), st.fixed_dictionaries({"data": st.none()})
    ),
    "blockCard": st.fixed_dictionaries({"url": _URLS}),
    "embedCard": st.fixed_dictionaries({"url": _URLS, "layout": st.just("wide")}),
    "extension": st.fixed_dictionaries({"extensionKey": WORDS, "extensionType": WORDS}),
    "inlineExtension": st.fixed_dictionaries({"extensionKey": WORDS, "extensionType": WORDS}),
    "bodiedExtension": st.fixed_dictionaries({"extensionKey": WORDS, "extensionType": WORDS}),
    "syncBlock": st.fixed_dictionaries({"resourceId": WORDS, "localId": WORDS}),
    "bodiedSyncBlock": st.fixed_dictionaries({"resourceId": WORDS, "localId": WORDS}),
}
_MARKS: dict[str, st.SearchStrategy[Node]] = {
    "link": _URLS.map(lambda url: adf.mark("link", href=url)),
    "subsup": st.just(adf.mark("subsup", type="sub")),
    "textColor": st.just(adf.RED),
    "backgroundColor": st.just(adf.mark("backgroundColor", color="#0000ff")),
    "annotation": st.just(adf.COMMENT),
    "alignment": st.just(adf.mark("alignment", align="end")),
    "indentation": st.just(adf.mark("indentation", level=1)),
    "breakout": st.just(adf.mark("breakout", mode="wide")),
    "border": st.just(adf.mark("border", size=1, color="#000000")),
    "dataConsumer": st.just(adf.mark("dataConsumer", sources=["a"])),
    "fragment": st.just(adf.mark("fragment", localId="f")),
    "fontSize": st.just(adf.mark("fontSize", fontSize="small")),
}


@st.composite
def _marks(draw: st.DrawFn, allowed: MarkSets) -> list[Node]:
    if allowed is None or draw(st.booleans()):
        return []
    names = sorted(draw(st.sampled_from(allowed)))
    if not names:
        return []
    chosen = draw(st.lists(st.sampled_from(names), max_size=3, unique=True))
    return [draw(_MARKS[name]) if name in _MARKS else {"type": name} for name in chosen]


@st.composite
def _tree(draw: st.DrawFn, kind: str, marks: MarkSets, depth: int) -> Node:
    if kind == "text":
        return adf.text(draw(WORDS), *draw(_marks(marks)))
    out: Node = {"type": kind}
    attrs = draw(_ATTRS[kind]) if kind in _ATTRS else {}
    if attrs or "attrs" in NEEDS.get(kind, ()):
        out["attrs"] = attrs
    if found := draw(_marks(marks)):
        out["marks"] = found
    if kind in CHILDREN:
        out["content"] = draw(_content(kind, depth - 1))
    return out


@st.composite
def _content(draw: st.DrawFn, parent: str, depth: int) -> list[Node]:
    allowed = CHILDREN[parent]
    if parent == "mediaSingle":
        kinds = ["media", *draw(st.lists(st.just("caption"), max_size=1))]
    else:
        least = 2 if parent == "layoutSection" else 1 if {"some"} & NEEDS.get(parent, frozenset()) else 0
        names = [name for name in allowed if depth > 0 or name not in _DEEP] or list(allowed)
        kinds = draw(st.lists(st.sampled_from(names), min_size=least, max_size=3))
    return [draw(_tree(kind, allowed[kind], depth)) for kind in kinds]


_DEEP = (
    frozenset(CHILDREN)
    - {"paragraph", "heading", "codeBlock", "taskItem", "decisionItem", "caption"}
    - {"mediaSingle"}
)


def documents(depth: int = 3) -> st.SearchStrategy[Node]:
    """Valid ones."""
    return _content("doc", depth).map(lambda content: adf.doc(*content))


_MARK_SETS: st.SearchStrategy[frozenset[Mark]] = st.frozensets(
    st.sampled_from(("strong", "em", "strike", "code")), max_size=2
)
_LINKS = st.one_of(st.none(), st.builds(Link, _URLS, st.sampled_from(["", "A title"])))
_ATOMS = st.one_of(
    st.just(BREAK.atom),
    st.builds(Atom, st.just("status"), WORDS.map(lambda text: f"s{text}"), st.just((("color", "green"),))),
    st.builds(Atom, st.just("mention"), WORDS, st.just((("id", "u:1"),))),
    st.just(Atom("date", "2026-01-31")),
    st.just(Atom("emoji", "tada")),
    st.builds(Atom, st.just("card"), _URLS),
    st.builds(Atom, st.just("image"), WORDS, st.just((("to", "media:c/a"), ("width", "300")))),
    st.builds(Atom, st.just("image"), WORDS, st.just((("to", "https://a.org/b.png"),))),
)
_RUNS = st.one_of(
    st.builds(Run, WORDS, _MARK_SETS, _LINKS),
    st.builds(lambda atom, link: Run(link=link, atom=atom), _ATOMS, _LINKS),
)


@st.composite
def _words(draw: st.DrawFn) -> Content:
    """In normal form, and never nothing."""
    return normal(draw(st.lists(_RUNS, min_size=1, max_size=4))) or (Run("x"),)


@st.composite
def blocks(draw: st.DrawFn, depth: int = 3) -> Block:
    """As a parser may give them, whether a document can hold them or not."""
    kind = draw(st.sampled_from(_LEAVES if depth <= 0 else _LEAVES + _NESTS))
    if kind in ("paragraph", "heading"):
        attrs = (("level", str(draw(st.integers(1, 6)))),) if kind == "heading" else ()
        return Block("heading" if attrs else "paragraph", attrs=attrs, runs=draw(_words()))
    if kind == "code":
        language = draw(st.sampled_from(["", "python", "c++"]))
        text = draw(st.text("ab`\n ", max_size=9))
        return Block("code", attrs=(("language", language),) if language else (), text=text)
    if kind == "rule":
        return Block("rule")
    return draw(_HOLDERS[kind](depth - 1))


def _children(depth: int, most: int = 3) -> st.SearchStrategy[tuple[Block, ...]]:
    return st.lists(blocks(depth), max_size=most).map(_apart)


def _apart(found: list[Block]) -> tuple[Block, ...]:
    """Lists of one kind in a row would be one."""
    out: list[Block] = []
    for block in found:
        if out and out[-1].kind == block.kind == "list" and out[-1].is_numbered == block.is_numbered:
            continue
        out.append(block)
    return tuple(out)


def _quote(depth: int) -> st.SearchStrategy[Block]:
    return _children(depth).map(lambda children: Block("quote", children=children))


def _alert(depth: int) -> st.SearchStrategy[Block]:
    names = st.sampled_from(["INFO", "NOTE", "TIP", "WARNING", "ERROR", "SUCCESS", "CUSTOM"])
    titles = st.sampled_from([(), (("title", "Look"),)])
    return st.builds(
        lambda name, attrs, children: Block("alert", name, attrs, children=children),
        names,
        titles,
        _children(depth),
    )


def _list(depth: int) -> st.SearchStrategy[Block]:
    items = st.builds(
        lambda attrs, children: Block("item", attrs=attrs, children=children),
        st.sampled_from([(), (), (("done", "x"),), (("done", " "),)]),
        _children(depth),
    )
    attrs = st.sampled_from([(), (("start", "1"),), (("start", "7"),)])
    return st.builds(
        lambda attrs, items: Block("list", attrs=attrs, children=tuple(items)),
        attrs,
        st.lists(items, min_size=1, max_size=3),
    )


def _table(depth: int) -> st.SearchStrategy[Block]:
    attrs = st.sampled_from([(), (("header", "true"),), (("colspan", "2"),)])
    cells = st.builds(
        lambda attrs, children: Block("cell", attrs=attrs, children=children), attrs, _children(depth, 2)
    )
    rows = st.lists(cells, min_size=1, max_size=2).map(lambda cells: Block("row", children=tuple(cells)))
    return st.lists(rows, min_size=1, max_size=2).map(lambda rows: Block("table", children=tuple(rows)))


def _container(depth: int) -> st.SearchStrategy[Block]:
    names = st.sampled_from(["expand", "layout", "decisions", "figure", "unheard-of"])
    return st.builds(_named, names, _children(depth), _list(depth))


def _named(name: str, children: tuple[Block, ...], items: Block) -> Block:
    if name == "expand":
        return Block("container", name, (("title", "More"),), children=children)
    if name == "layout":
        columns = tuple(Block("container", "column", children=(child,)) for child in children)
        return Block("container", name, children=columns)
    if name == "decisions":
        return Block("container", name, children=(items,))
    picture = Block("paragraph", runs=(Run(atom=Atom("image", "a", (("to", "media:c/d"),))),))
    return Block("container", name, children=(picture, *children[:1]))


_LEAVES = ["paragraph", "heading", "code", "rule"]
_NESTS = ["quote", "alert", "list", "table", "container"]
_HOLDERS = {"quote": _quote, "alert": _alert, "list": _list, "table": _table, "container": _container}

"""Hypothesis strategies for contents, blocks and documents, as every reader may give them: hostile text included.

`contents()` are in normal form; `blocks()` and `documents()` are shapes of what a document may hold. What they never
make: an empty paragraph, two lists of one kind in a row, text with line ends other than a line feed in code.
"""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st

from narrowgate_common.richtext.blocks import Attrs, Block
from narrowgate_common.richtext.inline import BREAK, Atom, AtomKind, Content, Link, Mark, Run, normal

Value = TypeVar("Value")

HOSTILE = (
    "*", "**", "***", "_", "__", "~", "~~", "`", "``", "```", "~~~", "[", "]", "](", "![", "(", ")", "<", ">", "<br>",
    "&", "&amp;", "&#42;", "\\", "\\\\", "|", "\\|", "#", "##", "# ", "- ", "+ ", "* ", "1. ", "2) ", "---", "***", ":",
    "::", ":::", ":::a", ":status[", ":em[", "{", "}", "{a=b}", "=", "==", "[ ] ", "[x] ", "[!NOTE]", "[!", "]: ", "!",
    "https://a.example/b_c", "http://", "https://x.org/(a)", "<https://y.org>", "a@b.example", "$", "^", "/", '"', "'",
)  # fmt: skip
ODD = (
    "\xa0",
    "\u200b",
    "\u3000",
    "\u200d",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
    "\t",
    "\n",
    "\ufeff",
    "\xad",
)
WORDS = (
    "a",
    "b",
    "word",
    "snake_case",
    "C:\\path",
    "array[0]",
    "List<String>",
    "5 * 3 * 2",
    "가나",
    "字",
    "é",
    "1",
    "x",
)

MARKS: tuple[Mark, ...] = ("strong", "em", "strike", "code")
ATOMS: tuple[AtomKind, ...] = ("status", "mention", "date", "emoji", "card", "macro")
ALERTS = ("INFO", "NOTE", "TIP", "WARNING", "ERROR", "SUCCESS", "CUSTOM")


def texts(max_size: int = 8) -> st.SearchStrategy[str]:
    """Words, spaces, and what Markdown might take for more."""
    piece = st.one_of(
        st.sampled_from(WORDS),
        st.sampled_from((" ", " ", " ", "  ")),
        st.sampled_from(HOSTILE),
        st.sampled_from(ODD),
        st.characters(exclude_categories=["Cs"], exclude_characters="\x00\r"),
    )
    return st.lists(piece, min_size=1, max_size=max_size).map("".join)


DESTINATIONS = (
    "https://example.org", "https://example.org/a_b*c", "https://a.b/(x)", "https://a.b/((((x", "page:S/T#h", "#h",
    "mailto:a@b.example", "a b", "<x>", "a\\b", "x|y", "&amp;", "attachment:a%20b.png", "",
)  # fmt: skip


def destinations() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(DESTINATIONS), st.sampled_from(DESTINATIONS), texts(4))


def attributes(keys: tuple[str, ...]) -> st.SearchStrategy[Attrs]:
    """Any of these keys, in their order, with hostile values."""
    values = st.one_of(
        st.sampled_from(("", "green", "3f9a01bc", "a b", 'say "x"', "a\\b", "}", "]")), texts(3)
    )
    return st.lists(st.sampled_from(keys), unique=True, max_size=2).flatmap(
        lambda chosen: st.tuples(*(st.tuples(st.just(key), values) for key in sorted(chosen)))
    )


def marks() -> st.SearchStrategy[frozenset[Mark]]:
    return st.frozensets(st.sampled_from(MARKS), max_size=2)


def links() -> st.SearchStrategy[Link | None]:
    some = st.builds(Link, destinations(), st.one_of(st.just(""), texts(3)))
    few = st.sampled_from((Link("https://example.org"), Link("#h"), Link("https://example.org", turn=1)))
    return st.one_of(st.none(), st.none(), few, some)


def atoms() -> st.SearchStrategy[Atom]:
    named = st.builds(
        Atom, st.sampled_from(ATOMS), texts(3), attributes(("color", "id", "ref", "name", "odd key", "kind"))
    )
    image = st.builds(
        lambda alt, to, attrs: Atom("image", alt, (("to", to), *attrs)),
        st.one_of(st.just(""), texts(3)),
        destinations(),
        attributes(("width", "title")),
    )
    return st.one_of(named, image)


def runs() -> st.SearchStrategy[Run]:
    text = st.builds(Run, texts(), marks(), links())
    address = st.sampled_from(
        ("https://example.org", "http://a.example/b_c?d=e&f", "mailto:a@b.example")
    ).map(lambda url: Run(url, link=Link(url)))
    return st.one_of(
        text,
        text,
        texts().map(Run),
        st.just(BREAK),
        address,
        st.builds(lambda atom, marks, link: Run("", marks - {"code"}, link, atom), atoms(), marks(), links()),
    )


def contents(min_size: int = 0, max_size: int = 6) -> st.SearchStrategy[Content]:
    """In normal form; may be empty unless `min_size` says otherwise."""
    some = st.lists(runs(), min_size=min_size, max_size=max_size).map(normal)
    return some.filter(bool) if min_size else some


def paragraphs() -> st.SearchStrategy[Block]:
    return contents(1).map(lambda content: Block("paragraph", runs=content))


def headings() -> st.SearchStrategy[Block]:
    return st.builds(
        lambda level, content: Block("heading", attrs=(("level", str(level)),), runs=content),
        st.integers(1, 6),
        contents(),
    )


def codes() -> st.SearchStrategy[Block]:
    line = st.one_of(
        texts(3), st.sampled_from(("", " ", "   ", "```", "````", "~~~", ":::", "\tx", "- a", "> b", "***"))
    )
    text = st.lists(line.map(lambda each: each.replace("\r", "")), max_size=4).map("\n".join)
    language = st.sampled_from(("", "", "python", "c++", "macro", "a b", "{x}", "title=x"))
    return st.builds(
        lambda language, others, text: Block(
            "code", attrs=((("language", language),) if language else ()) + others, text=text
        ),
        language,
        attributes(("title", "linenumbers")),
        text,
    )


def opaques() -> st.SearchStrategy[Block]:
    return st.builds(
        lambda name, attrs, ref: Block("opaque", name, (*attrs, ("ref", ref))),
        st.sampled_from(("macro", "extension", "drawio")),
        attributes(("name", "key")),
        st.text("0123456789abcdef", min_size=8, max_size=8),
    )


def leaves() -> st.SearchStrategy[Block]:
    return st.one_of(
        paragraphs(), paragraphs(), paragraphs(), headings(), codes(), opaques(), st.just(Block("rule"))
    )


def siblings(inner: st.SearchStrategy[Block], max_size: int = 3) -> st.SearchStrategy[tuple[Block, ...]]:
    """No two lists of one kind in a row."""
    return st.lists(inner, max_size=max_size).map(_apart)


def blocks(max_leaves: int = 10) -> st.SearchStrategy[Block]:
    """Anything that may stand at the top, nested at random."""
    return st.recursive(leaves(), _around, max_leaves=max_leaves)


def documents(max_size: int = 4) -> st.SearchStrategy[tuple[Block, ...]]:
    return siblings(blocks(), max_size)


def _around(inner: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    return st.one_of(
        siblings(inner).map(lambda children: Block("quote", children=children)),
        st.builds(
            lambda kind, title, children: Block("alert", kind, title, children=children),
            st.sampled_from(ALERTS),
            attributes(("title",)),
            siblings(inner),
        ),
        _lists(inner),
        _lists(inner),
        _tables(inner),
        st.builds(
            lambda name, attrs, children: Block("container", name, attrs, children=children),
            st.sampled_from(("panel", "expand", "layout", "section", "cell", "row", "odd name", "x.y-z")),
            attributes(("title", "ref")),
            siblings(inner),
        ),
    )


def _lists(inner: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    done: st.SearchStrategy[Attrs] = st.sampled_from(((), (), (("done", " "),), (("done", "x"),)))
    item = st.builds(
        lambda attrs, children: Block("item", attrs=attrs, children=children), done, siblings(inner)
    )
    start: st.SearchStrategy[Attrs] = st.sampled_from(
        ((), (), (("start", "1"),), (("start", "0"),), (("start", "9"),), (("start", "999999999"),))
    )
    return st.builds(
        lambda attrs, items: Block("list", attrs=attrs, children=tuple(items)),
        start,
        st.lists(item, min_size=1, max_size=3),
    )


def _tables(inner: st.SearchStrategy[Block]) -> st.SearchStrategy[Block]:
    return st.one_of(
        _grid(st.one_of(st.just(()), paragraphs().map(lambda each: (each,))), st.just(())),
        _grid(siblings(inner, 2), attributes(("colspan", "header", "rowspan"))),
    )


def _grid(
    contents: st.SearchStrategy[tuple[Block, ...]], attrs: st.SearchStrategy[Attrs]
) -> st.SearchStrategy[Block]:
    cell = st.builds(lambda attrs, children: Block("cell", attrs=attrs, children=children), attrs, contents)
    rows = st.integers(1, 3).flatmap(
        lambda width: st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=3)
    )
    return st.builds(_table, rows, st.booleans())


def _table(rows: list[list[Block]], has_head: bool) -> Block:  # noqa: FBT001 - given by Hypothesis
    built = [Block("row", children=tuple(cells)) for cells in rows]
    if has_head:
        head = tuple(Block("cell", attrs=(("header", "true"),), children=cell.children) for cell in rows[0])
        built[0] = Block("row", children=head)
    return Block("table", children=tuple(built))


def _apart(blocks: list[Block]) -> tuple[Block, ...]:
    out: list[Block] = []
    for block in blocks:
        is_second = (
            bool(out) and out[-1].kind == block.kind == "list" and out[-1].is_numbered == block.is_numbered
        )
        if not is_second:
            out.append(block)
    return tuple(out)

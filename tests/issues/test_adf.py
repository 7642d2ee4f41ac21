"""ADF read as Markdown and written from it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from tests.issues.rich_text import (
    WITHOUT_HTML,
    calls_made,
    markdowns,
    shows_in_order,
    solid,
    texts,
    unhurried,
    visible,
    written,
)

from narrowgate_common.errors import Category, GatewayError
from narrowgate_issues.adapters.jira import adf

Node = dict[str, Any]


def text(value: str, *marks: str, href: str | None = None) -> Node:
    all_marks: list[Node] = [{"type": mark} for mark in marks]
    if href:
        all_marks.append({"type": "link", "attrs": {"href": href}})
    return (
        {"type": "text", "text": value, "marks": all_marks} if all_marks else {"type": "text", "text": value}
    )


def node(kind: str, *content: Node, **attrs: object) -> Node:
    made: Node = {"type": kind, "content": list(content)} if content else {"type": kind}
    return {**made, "attrs": attrs} if attrs else made


def para(*content: Node | str) -> Node:
    return node("paragraph", *(text(item) if isinstance(item, str) else item for item in content))


def doc(*content: Node) -> Node:
    return {"version": 1, "type": "doc", "content": list(content)}


BREAK = node("hardBreak")
MENTION = node("mention", id="5b10:ab c", text="@Ann Lee")


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        pytest.param([para("hi ", MENTION, " ok")], "hi [@Ann Lee](user:5b10:ab%20c) ok", id="mention"),
        pytest.param([para(node("mention", id="7"))], "[@7](user:7)", id="mention without a name"),
        pytest.param([para(text("docs", href="https://e.io/a"))], "[docs](https://e.io/a)", id="link"),
        pytest.param(
            [para(text("https://e.io", href="https://e.io"))], "<https://e.io>", id="link to itself"
        ),
        pytest.param([para("a ", text("b", "strong", "em"), " c")], "a **_b_** c", id="marks"),
        pytest.param([para(text("a", "em"), "b")], "*a*b", id="emphasis inside a word"),
        pytest.param([para(text("(a)", "strong"), "b")], "**(a)**&#98;", id="emphasis that needs an entity"),
        pytest.param([para("a", BREAK, "b")], "a\\\nb", id="break"),
        pytest.param([node("heading", text("t"), level=3)], "### t", id="heading"),
        pytest.param([node("rule")], "***", id="rule"),
        pytest.param([node("blockquote", para("a"), para("b"))], "> a\n>\n> b", id="quote"),
        pytest.param([node("codeBlock", text("a\n\nb"), language="c++")], "```c++\na\n\nb\n```", id="code"),
        pytest.param([node("codeBlock", text("```\nx"))], "````\n```\nx\n````", id="code that holds a fence"),
        pytest.param(
            [node("codeBlock", text("x"), language="py title=\n`evil")],
            "```pytitleevil\nx\n```",
            id="odd language",
        ),
        pytest.param(
            [node("codeBlock", text("x"), language="a" * 60)], f"```{'a' * 40}\nx\n```", id="long language"
        ),
        pytest.param([node("panel", para("a"), panelType="error")], "> [!ERROR]\n> a", id="panel"),
        pytest.param(
            [node("panel", para("a"), panelType="info", title="T")],
            "> [!INFO] T\n>\n> a",
            id="panel with a title",
        ),
        pytest.param([node("expand", para("a"), title="More")], "> [expand: More]\n>\n> a", id="expand"),
        pytest.param([para(node("emoji", shortName=":x:", text="😀"), "!")], "😀!", id="emoji"),
        pytest.param([para(node("emoji", shortName=":shipit:"))], ":shipit:", id="emoji of the site"),
        pytest.param([para("by ", node("date", timestamp="1769817600000"))], "by 2026-01-31", id="date"),
        pytest.param([para(node("date", timestamp="9" * 40))], f"[date: {'9' * 40}]", id="impossible date"),
        pytest.param([para(node("status", text="Done", color="green"))], "[status: Done]", id="status"),
        pytest.param(
            [para("see ", node("inlineCard", url="https://e.io/b"))], "see <https://e.io/b>", id="card"
        ),
        pytest.param([node("blockCard", url="https://e.io/b")], "<https://e.io/b>", id="block card"),
        pytest.param(
            [node("embedCard", url="https://e.io/b", layout="wide")], "<https://e.io/b>", id="embed card"
        ),
        pytest.param(
            [node("mediaSingle", node("media", type="file", id="1", collection="c", alt="a.png"))],
            "[attachment: a.png]",
            id="attached image",
        ),
        pytest.param(
            [node("mediaGroup", node("media", type="file", id="1"), node("media", type="file", id="2"))],
            "[attachment: 1]\n\n[attachment: 2]",
            id="attached files",
        ),
        pytest.param(
            [node("mediaSingle", node("media", type="external", url="https://e.io/i.png", alt="cat"))],
            "[image: cat](https://e.io/i.png)",
            id="image elsewhere",
        ),
        pytest.param(
            [node("extension", extensionKey="a/static/drawio")], "[extension: drawio]", id="extension"
        ),
        pytest.param(
            [para(node("placeholder", text="your name"))], "[placeholder: your name]", id="placeholder"
        ),
        pytest.param(
            [
                node(
                    "taskList",
                    node("taskItem", text("a"), state="DONE"),
                    node("taskItem", text("b"), state="TODO"),
                )
            ],
            "- [x] a\n- [ ] b",
            id="tasks",
        ),
        pytest.param(
            [node("decisionList", node("decisionItem", text("a"), state="DECIDED"))],
            "- [decision] a",
            id="decision",
        ),
        pytest.param([{"type": "syncBlock"}], "[syncBlock]", id="unknown node"),
        pytest.param([{"type": "sparkle!", "content": [para("kept")]}], "kept", id="unknown container"),
    ],
)
def test_each_node_has_one_form(content: list[Node], markdown: str) -> None:
    assert adf.read(doc(*content)) == markdown


def test_a_table_is_a_pipe_table_with_escaped_pipes_and_line_breaks() -> None:
    head = node("tableRow", node("tableHeader", para("A|B")), node("tableHeader", para("C")))
    body = node(
        "tableRow", node("tableCell", para("1"), para("2")), node("tableCell", para("`x|y`", BREAK, "z"))
    )
    items = node("bulletList", node("listItem", para("i")), node("listItem", para("j")))
    nested = node("tableRow", node("tableCell", items), node("tableCell", node("codeBlock", text("a\nb"))))
    assert adf.read(doc(node("table", head, body, nested))) == (
        "| A\\|B | C |\n| --- | --- |\n| 1<br>2 | \\`x\\|y\\`<br>z |\n| - i<br>- j | `a`<br>`b` |"
    )


def test_a_table_without_a_header_row_gets_an_empty_one_and_spans_keep_the_columns() -> None:
    row = node("tableRow", node("tableCell", para("a"), colspan=2), node("tableCell", para("b")))
    assert adf.read(doc(node("table", row))) == "|  |  |  |\n| --- | --- | --- |\n| a |  | b |"


def test_a_huge_span_does_not_make_a_huge_table() -> None:
    row = node("tableRow", node("tableCell", para("a"), colspan=10**9))
    assert len(adf.read(doc(node("table", row)))) < 500


def test_nested_lists_keep_depth_kind_and_start_number() -> None:
    inner = node("orderedList", node("listItem", para("x")), node("listItem", para("y")), order=4)
    outer = node("bulletList", node("listItem", para("a"), inner), node("listItem", para("b")))
    markdown = "- a\n\n  4. x\n  5. y\n- b"
    assert adf.read(doc(outer)) == markdown
    assert adf.write(markdown) == doc(outer)


def test_two_lists_in_a_row_stay_two() -> None:
    first, second = (node("bulletList", node("listItem", para(item))) for item in "ab")
    assert adf.read(doc(first, second)) == "- a\n\n+ b"
    assert adf.write("- a\n\n+ b") == doc(first, second)


@pytest.mark.parametrize(
    "literal",
    [
        *(
            "foo_bar_baz",
            "5 * 3 * 2",
            "~/a and ~/b",
            "array[0]",
            "C:\\path\\file",
            "a < b",
            "AT&T",
            "x:y",
            "std::f[0]",
        ),
        *("2 ** 3", "#123", "-1", "+1", "1.5", "wow!", "[WIP] title", "10:30", "snake_case_ x"),
    ],
)
def test_text_that_is_no_markup_stays_as_it_is(literal: str) -> None:
    assert adf.read(doc(para(literal))) == literal


@pytest.mark.parametrize(
    "literal",
    [
        *(
            "*a*",
            "_a_",
            "**a**",
            "~~a~~",
            "~a~",
            "`a`",
            "[a](b)",
            "![x](https://evil/)",
            "<b>x</b>",
            "<!-- x",
            "&amp;",
        ),
        *(
            "# x",
            "- x",
            "+ x",
            "* x",
            "1. x",
            "1) x",
            "> x",
            "---",
            "***",
            "___",
            "- - -",
            "```",
            "~~~",
            "#",
            "-",
        ),
        *(
            "[x] task",
            "[!NOTE]",
            "[a]: https://e.io",
            "[^1]: note",
            ":::info",
            ":status[Done]",
            "a\\*b",
            "\\\\",
        ),
    ],
)
def test_text_that_looks_like_markup_reads_back_as_the_same_text(literal: str) -> None:
    for content in ([text(literal)], [text("x"), BREAK, text(literal)], [text(literal), BREAK, text("===")]):
        document = doc(para(*content), node("blockquote", para(*content)))
        again = adf.write(adf.read(document))
        assert "".join(texts_of(again)) == "".join(texts_of(document))
        assert not any(
            "href" in str(mark) and "://" not in literal for _, marks, _ in projected(again) for mark in marks
        )
        assert solid(visible(adf.read(document))) == solid("".join(texts_of(document)))


def test_a_mention_cannot_be_forged_by_a_link() -> None:
    markdown = adf.read(doc(para(text("@Boss", href="user:1"))))
    assert markdown == "@Boss (user:1)"


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "file:///etc", "JAVASCRIPT:x", "vbscript:x"]
)
def test_an_address_that_opens_no_page_is_text(address: str) -> None:
    document = doc(para(text("click", href=address)))
    assert adf.read(document) == f"click ({address})"
    assert len(adf.losses(document)) == 1


def test_images_are_never_markdown_images() -> None:
    media = node("media", type="external", url="https://evil/a.png?x=1", alt="](https://evil) ![y](z)")
    markdown = adf.read(doc(node("mediaSingle", media), para(media, "wow!", text("t", href="https://e.io"))))
    assert "IMAGE" not in visible(markdown)


@pytest.mark.parametrize(
    ("document", "markdown"),
    [
        (None, ""),
        ("", ""),
        ("a *b*\n\nc", "a \\*b\\*\n\nc"),
        ({}, ""),
        ({"type": "doc", "content": None}, ""),
    ],
)
def test_a_field_may_hold_a_document_a_string_or_nothing(document: Node | str | None, markdown: str) -> None:
    assert adf.read(document) == markdown
    assert adf.losses(document) == ()


def test_deep_documents_are_read_to_the_end() -> None:
    bottom: Node = para("bottom")
    for _ in range(50_000):
        bottom = node("blockquote", bottom)
    assert visible(adf.read(doc(bottom))).strip() == "bottom"
    assert "deep nesting" in adf.losses(doc(bottom))


@pytest.mark.parametrize("container", ["bulletList", "panel", "expand", "taskList", "table", "sparkle"])
def test_depth_is_bounded_for_every_container(container: str) -> None:
    inner = {"bulletList": "listItem", "taskList": "taskItem", "table": "tableRow"}.get(container, container)
    bottom: Node = para("bottom")
    for _ in range(3_000):
        bottom = node(container, node(inner, bottom))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(700)
    try:
        assert "bottom" in adf.read(doc(bottom))
        assert "deep nesting" in adf.losses(doc(bottom))
    finally:
        sys.setrecursionlimit(limit)


LOSSES = {
    "mention": para(MENTION),
    "panel": node("panel", para("a"), panelType="info"),
    "expand": node("expand", para("a")),
    "card": para(node("inlineCard", url="https://e.io")),
    "emoji": para(node("emoji", shortName=":x:")),
    "date": para(node("date", timestamp="0")),
    "status": para(node("status", text="x")),
    "table": node("table", node("tableRow", node("tableCell", para("a")))),
    "task list": node("taskList", node("taskItem", text("a"), state="TODO")),
    "attachment": node("mediaSingle", node("media", type="file", id="1")),
    "macro drawio": node("extension", extensionKey="x/drawio"),
    "text colour": para(
        {"type": "text", "text": "a", "marks": [{"type": "textColor", "attrs": {"color": "#f00"}}]}
    ),
    "underline": para(text("a", "underline")),
    "subscript or superscript": para(text("a", "subsup")),
    "alignment": {**para("a"), "marks": [{"type": "alignment", "attrs": {"align": "end"}}]},
    "relative link": para(text("a", href="/browse/A-1")),
    "link attributes": para(
        {
            "type": "text",
            "text": "a",
            "marks": [{"type": "link", "attrs": {"href": "https://e.io", "title": "t"}}],
        }
    ),
    "line break in a heading": node("heading", text("a"), BREAK, text("b"), level=1),
    "attributes of a heading": node("heading", text("a"), level=1, anchor="x"),
    "quote in a list item": node("bulletList", node("listItem", node("blockquote", para("a")))),
    "bold, italic or struck inline code": para(text("a", "code", "strong")),
    "sparkle": {"type": "sparkle", "content": [para("a")]},
}


@pytest.mark.parametrize(("name", "content"), LOSSES.items())
def test_what_markdown_would_not_give_back_is_named(name: str, content: Node) -> None:
    assert adf.losses(doc(content)) == (name,)


def test_a_description_with_mention_panel_and_smart_link_names_all_three() -> None:
    document = doc(*(LOSSES[name] for name in ("mention", "panel", "card")), para("text"))
    assert adf.losses(document) == ("card", "mention", "panel")


def test_names_of_losses_are_bounded_and_plain() -> None:
    strange = [{"type": f"x\n{number}" + "y" * 500} for number in range(100)]
    names = adf.losses(doc(*strange))
    assert len(names) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_.\- ,]{1,60}", name) for name in names)


def test_ids_of_nodes_are_no_loss() -> None:
    assert (
        adf.losses(
            doc(node("heading", text("a"), level=1, localId="1"), {**para("b"), "attrs": {"localId": "2"}})
        )
        == ()
    )


WRITTEN = {
    "soft-wrapped lines are one paragraph": ("a\nb", doc(para("a b"))),
    "strong and em": ("***x***", doc(para(text("x", "strong", "em")))),
    "underscores": ("_it_ __b__", doc(para(text("it", "em"), " ", text("b", "strong")))),
    "balanced brackets in an address": ("[t](https://e/a_(b))", doc(para(text("t", href="https://e/a_(b)")))),
    "a bare address": (
        "see https://e.io/a_b.",
        doc(para("see ", text("https://e.io/a_b", href="https://e.io/a_b"), ".")),
    ),
    "an address in angle brackets": ("<https://e.io>", doc(para(text("https://e.io", href="https://e.io")))),
    "tilde fence": ("~~~py\nx\n~~~", doc(node("codeBlock", text("x"), language="py"))),
    "empty fence": ("```\n```", doc(node("codeBlock"))),
    "indented code": ("    x", doc(node("codeBlock", text("x")))),
    "setext heading": ("T\n===", doc(node("heading", text("T"), level=1))),
    "other bullets": ("+ a", doc(node("bulletList", node("listItem", para("a"))))),
    "number with a bracket": ("3) a", doc(node("orderedList", node("listItem", para("a")), order=3))),
    "escaped star": ("\\*a\\*", doc(para("*a*"))),
    "break by two spaces": ("a  \nb", doc(para("a", BREAK, "b"))),
    "code in an item": (
        "- a\n\n  ```\n  x\n  ```",
        doc(node("bulletList", node("listItem", para("a"), node("codeBlock", text("x"))))),
    ),
    "second paragraph in an item": (
        "- a\n\n  b",
        doc(node("bulletList", node("listItem", para("a"), para("b")))),
    ),
    "raw HTML is text": ("<b>x</b>\n\n<div>\ny\n</div>", doc(para("<b>x</b>"), para("<div> y </div>"))),
    "a loose list is one list": (
        "1. a\n\n2. b\n\n3. c",
        doc(node("orderedList", *(node("listItem", para(item)) for item in "abc"), order=1)),
    ),
    "nested lists": (
        "- a\n  - b\n    1. c",
        doc(
            node(
                "bulletList",
                node(
                    "listItem",
                    para("a"),
                    node(
                        "bulletList",
                        node(
                            "listItem", para("b"), node("orderedList", node("listItem", para("c")), order=1)
                        ),
                    ),
                ),
            )
        ),
    ),
    "code keeps macros and comments": (
        "```sh\n# no heading\n{quote}\n```",
        doc(node("codeBlock", text("# no heading\n{quote}"), language="sh")),
    ),
    "rule between paragraphs": ("before\n\n----\n\nafter", doc(para("before"), node("rule"), para("after"))),
    "nothing": ("", doc()),
}


@pytest.mark.parametrize(("markdown", "document"), WRITTEN.values(), ids=WRITTEN)
def test_markdown_becomes_the_document_it_says(markdown: str, document: Node) -> None:
    again = adf.write(markdown)
    assert again == json.loads(
        json.dumps(document).replace('{"type": "paragraph"}', '{"type": "paragraph", "content": []}')
    )
    assert adf.losses(again) == ()
    assert adf.write(adf.read(again)) == again


REFUSED = {
    "| a |\n| - |\n| b |": "table",
    "![a](https://e.io/i.png)": "image",
    "[![a](https://e.io/i.png)](https://e.io)": "image",
    "- [ ] a": "task list",
    "- [x] a": "task list",
    "> [!NOTE]\n> a": "alert",
    "[^1]: a": "footnote",
    "[a]: https://e.io": "link reference definition",
    ":status[Done]{color=green}": "directive :name[...]",
    ":::info\na\n:::": "::: container",
    "```macro name=drawio ref=1\n```": "macro block",
    "```js {1,3}\n```": "code block attributes",
    "```a$b\n```": "code language",
    "[a](javascript:x)": "link with scheme javascript",
    "[a](/b)": "relative link",
    "[@Ann](user:1)": "mention",
    '[a](https://e.io "t")': "link title",
    "- > a": "quote in a list item",
    "- # a": "heading in a list item",
    "> # a": "heading in a quote",
    "> > a": "quote in a quote",
    "**`a`**": "bold, italic or struck inline code",
    "a\\\nb\n===": "line break in a heading",
    "- " * 60 + "a": "nesting deeper than 20 levels",
    "- " * 21 + "a": "list deeper than 20 levels",
    "> " * 200 + "a": "nesting deeper than 20 levels",
}


@pytest.mark.parametrize(("markdown", "name"), REFUSED.items())
def test_markdown_that_the_format_cannot_hold_is_refused_by_name(markdown: str, name: str) -> None:
    with pytest.raises(GatewayError) as caught:
        adf.write(markdown)
    assert (caught.value.category, caught.value.reason) == (Category.BAD_INPUT, "unsupported_markup")
    assert name in caught.value.details


@pytest.mark.parametrize(
    "fragment",
    [
        "*",
        "_",
        "`",
        "[",
        "](",
        "|",
        "~",
        "<a",
        "\\",
        "&",
        "!",
        "{",
        ":a[",
        "> ",
        "**a",
        "https://",
        "(",
        "a\n",
        "# ",
    ],
)
def test_reading_takes_work_in_proportion_to_the_text(fragment: str) -> None:
    small, large = (doc(para(fragment * (size // len(fragment)))) for size in (2_000, 8_000))
    assert calls_made(lambda: adf.read(large)) < 5 * calls_made(lambda: adf.read(small)) + 1_000
    assert solid(visible(adf.read(small))) == solid(small["content"][0]["content"][0]["text"])


@pytest.mark.parametrize("fragment", ["*", "_a*", "`", "[", "](", "|-", "<", "&#", "# ", "- ", "=\n", "-|\n"])
def test_a_hundred_kilobytes_of_anything_are_read(fragment: str) -> None:
    assert adf.read(doc(para(fragment * (100_000 // len(fragment)) + " end"))).endswith("end")


def test_reading_needs_no_markdown_parser() -> None:
    program = (
        "import sys; from narrowgate_issues.adapters.jira import adf, wiki; "
        "adf.losses({'type': 'doc', 'content': []}); wiki.losses('*a*'); print('markdown_it' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_many_short_nodes_take_work_in_proportion_too() -> None:
    styles = [("strong",), ("em",), ("strong", "em"), ("code",), ()]
    small, large = (doc(para(*(text("a", *styles[n % 5]) for n in range(size)))) for size in (500, 2_000))
    assert calls_made(lambda: adf.read(large)) < 5 * calls_made(lambda: adf.read(small))


marks = st.lists(st.sampled_from(["strong", "em", "strike", "code", "link"]), max_size=3, unique=True)
text_nodes = st.builds(
    lambda value, chosen: text(
        value,
        *(mark for mark in chosen if mark != "link"),
        href="https://e.io/a_(b)*c" if "link" in chosen else None,
    ),
    texts,
    marks,
)
inlines = st.lists(st.one_of(text_nodes, text_nodes, st.just(BREAK)), max_size=6)
paragraphs = inlines.map(lambda content: {"type": "paragraph", "content": content})
headings = st.builds(
    lambda level, content: {"type": "heading", "attrs": {"level": level}, "content": content},
    st.integers(1, 6),
    st.lists(text_nodes, max_size=4),
)
codes = st.builds(
    lambda value, language: node("codeBlock", text(value), language=language),
    texts,
    st.sampled_from(["py", "c++"]),
)


def _lists(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    item = st.lists(children, max_size=3).map(lambda content: {"type": "listItem", "content": content})
    items = st.lists(item, min_size=1, max_size=3)
    return st.one_of(
        items.map(lambda made: {"type": "bulletList", "content": made}),
        st.builds(
            lambda made, order: {"type": "orderedList", "attrs": {"order": order}, "content": made},
            items,
            st.sampled_from([0, 1, 7, 99]),
        ),
    )


nested = st.recursive(st.one_of(paragraphs, paragraphs, codes), _lists, max_leaves=6)
quotes = st.lists(nested, min_size=1, max_size=3).map(
    lambda content: {"type": "blockquote", "content": content}
)
writable = st.lists(
    st.one_of(paragraphs, headings, codes, nested, quotes, st.just({"type": "rule"})), max_size=4
).map(lambda content: doc(*content))


def texts_of(value: object) -> list[str]:
    if isinstance(value, list):
        return [part for item in value for part in texts_of(item)]
    if not isinstance(value, dict):
        return []
    own = [value["text"]] if value.get("type") == "text" and isinstance(value.get("text"), str) else []
    return own + texts_of(value.get("content"))


def projected(value: Any, path: tuple[str, ...] = ()) -> list[tuple[str, frozenset[str], tuple[str, ...]]]:
    """Every visible character with its marks and the nodes around it: what a document says."""
    if isinstance(value, list):
        return [part for item in value for part in projected(item, path)]
    if value["type"] == "text":
        signs = frozenset(json.dumps(mark) for mark in value.get("marks", []))
        return [(char, signs, path) for char in value["text"] if not char.isspace()]
    here = f"{value['type']} {json.dumps(value.get('attrs'))}"
    return projected(value.get("content", []), (*path, here))


@unhurried
@given(writable)
def test_text_shows_literally_and_completely(document: Node) -> None:
    assert solid(visible(adf.read(document))) == solid("".join(texts_of(document)))


@unhurried
@given(writable)
def test_a_document_without_losses_comes_back(document: Node) -> None:
    if adf.losses(document):
        return
    markdown = adf.read(document)
    again = adf.write(markdown)
    assert adf.read(again) == markdown
    assert "://" in markdown or projected(again) == projected(document)


@unhurried
@given(markdowns)
def test_writing_refuses_or_reaches_a_fixed_point(markdown: str) -> None:
    document = written(adf.write, markdown)
    if document is None:
        return
    canonical = adf.read(document)
    assert adf.losses(document) == ()
    assert adf.write(canonical) == document
    assert solid(visible(canonical)) == solid(visible(markdown.replace("\x0c", " "), WITHOUT_HTML))


KINDS = [
    *(
        "doc",
        "paragraph",
        "heading",
        "text",
        "codeBlock",
        "blockquote",
        "bulletList",
        "orderedList",
        "listItem",
        "table",
    ),
    *(
        "tableRow",
        "tableCell",
        "tableHeader",
        "taskList",
        "taskItem",
        "decisionList",
        "decisionItem",
        "panel",
        "expand",
    ),
    *(
        "mediaSingle",
        "mediaGroup",
        "media",
        "caption",
        "mention",
        "emoji",
        "date",
        "status",
        "inlineCard",
        "blockCard",
    ),
    *(
        "extension",
        "bodiedExtension",
        "layoutSection",
        "layoutColumn",
        "hardBreak",
        "rule",
        "sparkle",
        "placeholder",
    ),
]
odd = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), texts, st.lists(st.integers(), max_size=2)
)
attributes = st.dictionaries(
    st.sampled_from(
        [
            "level",
            "order",
            "text",
            "title",
            "id",
            "url",
            "timestamp",
            "state",
            "colspan",
            "language",
            "href",
            "data",
            "panelType",
        ]
    ),
    st.one_of(odd, st.dictionaries(st.sampled_from(["url", "name"]), odd, max_size=2)),
    max_size=3,
)


def _nodes(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {"type": st.one_of(st.sampled_from(KINDS), odd)},
        optional={
            "content": st.one_of(st.lists(children, max_size=4), odd, children),
            "attrs": st.one_of(attributes, odd),
            "marks": st.one_of(
                st.lists(st.fixed_dictionaries({"type": odd, "attrs": attributes}), max_size=2), odd
            ),
            "text": odd,
        },
    )


@unhurried
@given(st.recursive(_nodes(odd), _nodes, max_leaves=12))
def test_no_document_is_too_odd_to_read(document: Any) -> None:
    markdown = adf.read(document)
    markdown.encode()
    assert isinstance(adf.losses(document), tuple)
    assert shows_in_order(
        [word for value in texts_of(document) for word in re.findall(r"[a-zé가]{3,}", value)],
        visible(markdown),
    )


def corpus() -> list[Path]:
    folder = os.environ.get("NARROWGATE_ADF_CORPUS")
    return (
        sorted(path for path in Path(folder).iterdir() if path.suffix in (".json", ".adf")) if folder else []
    )


def test_documents_from_the_wild_show_all_their_text() -> None:
    if not corpus():
        pytest.skip("NARROWGATE_ADF_CORPUS names no folder of documents")
    for path in corpus():
        document = json.loads(path.read_text())
        words = [word for value in texts_of(document) for word in value.split()]
        shown = visible(adf.read(document))
        assert shows_in_order(words, shown), path.name
        if not adf.losses(document):
            assert solid("".join(texts_of(adf.write(adf.read(document))))) == solid(
                "".join(texts_of(document))
            ), path.name


def test_what_is_written_is_valid() -> None:
    folder = os.environ.get("NARROWGATE_API_SPECS")
    if not folder:
        pytest.skip("NARROWGATE_API_SPECS names no folder with adf-full-v1.json")
    validator = Draft4Validator(json.loads((Path(folder) / "adf-full-v1.json").read_text()))
    for markdown, _ in WRITTEN.values():
        validator.validate(adf.write(markdown))

    @unhurried
    @given(markdowns)
    def every_document_is_valid(markdown: str) -> None:
        document = written(adf.write, markdown)
        if document is not None:
            validator.validate(document)

    every_document_is_valid()

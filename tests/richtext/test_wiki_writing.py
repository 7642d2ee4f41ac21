"""Markdown written as wiki markup, and what that cannot hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.richtext import generated

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.inline import Content
from narrowgate_common.richtext.wiki.format import WIKI
from narrowgate_common.richtext.writing import write

WRITTEN = {
    "nothing": ("", ""),
    "phrases": ("a **b** *c* ~~d~~ `e`", "a *b* _c_ -d- {{e}}"),
    "inside a word": ("a**b**c", "a{*}b{*}c"),
    "strong and em": ("***x***", "_*x*_"),
    "emphasis both ways": ("_it_ and __b__", "_it_ and *b*"),
    "soft-wrapped lines are one paragraph": ("a\nb", "a b"),
    "names, sums and paths": ("foo_bar_baz, 5 * 3 * 2, ~/a and ~/b", "foo_bar_baz, 5 * 3 * 2, ~/a and ~/b"),
    "breaks": ("a<br>b<br><br>c", "a\nb\n\\\\\nc"),
    "HTML is text": ("<b>x</b>", "<b>x</b>"),
    "literal signs": (r"\*a\* \_b\_ {c} \[d](e) x^2^", r"\*a\* \_b\_ \{c} \[d](e) x^2^"),
    "line starts": ("\\- a\n\n\\# b\n\nh1. c\n\nbq. d", "\\- a\n\n\\# b\n\nh1&#46; c\n\nbq&#46; d"),
    "smileys in text": ("\\(x) :)", "\\(x) &#58;)"),
    "code": ("```sh\n# x {quote}\n```", "{code:sh}\n# x {quote}\n{code}"),
    "code in code": ("a `b *c*` d", "a {{b \\*c\\*}} d"),
    "code with a title": ('```python title="a.py"\nx\n```', "{code:python|title=a.py}\nx\n{code}"),
    "code that holds code": ("```\n{code}\n```", "{noformat}\n{code}\n{noformat}"),
    "lists": ("- a\n  1. b\n     - c\n- d", "* a\n*# b\n*#* c\n* d"),
    "tasks": ("- [ ] a\n- [x] b", "* [ ] a\n* [x] b"),
    "code in an item": ("- a\n\n  ```py\n  x\n  ```\n- b", "* a {code:py}\nx\n{code}\n* b"),
    "a second paragraph in an item": ("- a\n\n  b", "* a \\\\ \\\\ b"),
    "quote": ("> a\n>\n> - b", "{quote}\na\n\n* b\n{quote}"),
    "alert": ("> [!NOTE] T\n> a", "{note:title=T}\na\n{note}"),
    "an alert of another kind": ("> [!ERROR]\n> a", "{warning}\na\n{warning}"),
    "expand": (':::expand{title="More of it"}\na\n:::', "{expand:More of it}\na\n{expand}"),
    "table": ("| a | b |\n| --- | --- |\n| 1 | x\\|y |", "||a||b||\n|1|x\\|y|"),
    "links": ("[t](https://e.io/a_(b)) <https://e.io>", "[t|https://e.io/a_(b)] [https://e.io]"),
    "a link that is its address": ("[https://e.io](https://e.io)", "[https://e.io]"),
    "balanced brackets": ("[t](https://e/a_(b))", "[t|https://e/a_(b)]"),
    "bars in a link": ("[a|b](https://e.io/x|y)", "[a\\|b|https://e.io/x%7Cy]"),
    "files and people": ("[p](attachment:a%20b.pdf) :mention[Ann]{id=ann}", "[p|^a b.pdf] [~ann]"),
    "image": ("![alt](attachment:a.png){width=3}", "!a.png|width=3,alt=alt!"),
    "atoms of other formats": (":status[Done]{color=green} :card[https://e.io]", "Done [https://e.io]"),
}  # fmt: skip


@pytest.mark.parametrize(("markdown", "markup"), WRITTEN.values(), ids=WRITTEN)
def test_markdown_becomes_the_markup_that_says_it(markdown: str, markup: str) -> None:
    written = write(WIKI, markdown)

    assert written.original == markup
    assert write(WIKI, written.markdown).original == markup


NOTED = {
    "- [ ] a": "task",
    "5. a": "begin with 1",
    "- a\n\n  b": "second paragraph",
    "> [!SUCCESS]\n> a": "became TIP",
    ":mention[Ann]{id=ann}": "mentions carry only the id",
    "- # a": "heading",
    ":card[https://e.io]": "smart link",
}


@pytest.mark.parametrize(("markdown", "words"), NOTED.items())
def test_what_is_held_in_another_form_is_told(markdown: str, words: str) -> None:
    assert any(words in note for note in write(WIKI, markdown).notes)


REFUSED = {
    "a table in an item": "- a\n\n  | b |\n  | --- |\n  | c |",
    "text after a nested list": "- a\n  - b\n\n  ```\n  c\n  ```",
    "a quote in a quote": "> > a",
    "code with both macros": "```\n{code} {noformat}\n```",
    "a custom panel": "> [!CUSTOM]\n> a",
    "a layout": ":::layout\na\n:::",
    "a bad scheme": "[a](ftp://e.io)",
    "an image as data": "![a](data:image/png;base64,AA)",
    "a mention without an id": ":mention[Ann]",
    "an unknown ref": "```macro name=drawio ref=3f9a01bc\n```",
    "an unknown panel": ":::panel{title=a ref=3f9a01bc}\nb\n:::",
    "deep lists": "\n".join("  " * depth + "- a" for depth in range(25)),
}


@pytest.mark.parametrize("markdown", REFUSED.values(), ids=REFUSED)
def test_what_it_cannot_hold_is_refused(markdown: str) -> None:
    with pytest.raises(GatewayError):
        write(WIKI, markdown)


def reads_back(block: Block) -> None:
    """Refused by `fit`, or else written so that it reads back the same."""
    try:
        fitted = WIKI.fit(block, (), [])
        piece = WIKI.fresh(fitted)
    except GatewayError:
        return
    again = WIKI.read(WIKI.new([(fitted, piece)])).blocks
    assert [shape(each) for each in again] == [shape(fitted)]


@given(generated.contents())
def test_any_content_reads_back_as_it_was_fitted(content: Content) -> None:
    reads_back(Block("paragraph", runs=content))


@given(generated.contents())
def test_any_item_reads_back_as_it_was_fitted(content: Content) -> None:
    item = Block("item", children=(Block("paragraph", runs=content),))
    reads_back(Block("list", children=(item, item)))


@given(generated.contents())
def test_any_cell_reads_back_as_it_was_fitted(content: Content) -> None:
    cell = Block("cell", children=(Block("paragraph", runs=content),))
    reads_back(Block("table", children=(Block("row", children=(cell, cell)),)))


@given(generated.documents())
def test_any_document_reads_back_as_it_was_fitted(blocks: tuple[Block, ...]) -> None:
    for block in blocks:
        reads_back(block)

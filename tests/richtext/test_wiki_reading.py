"""Wiki markup as Markdown: one form for each notation."""

from __future__ import annotations

import pytest
from tests.richtext.wiki_samples import SAMPLES

from narrowgate_common.richtext.blocks import shape
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.reading import reading
from narrowgate_common.richtext.wiki.format import WIKI

READ = {
    "phrases": ("a *b* _c_ -d- {{e}}", "a **b** *c* ~~d~~ `e`"),
    "phrases that Markdown hides": ("+a+ ^b^ ~c~ ??d??", "a b c d"),
    "phrase inside a word": ("a{*}b{*}c", "a**b**c"),
    "names and sums": (
        "foo_bar_baz, 5 * 3 * 2, 2 * 3 * 4, ~/a and ~/b",
        "foo_bar_baz, 5 * 3 * 2, 2 * 3 * 4, ~/a and ~/b",
    ),
    "HTML is text": ("<b>x</b> <br>", "<b>x</b> \\<br>"),
    "a line end is a break": ("a\nb\n\nc", "a<br>b\n\nc"),
    "a rule between paragraphs stays a rule": ("before\n\n----\n\nafter", "before\n\n***\n\nafter"),
    "quotes": ("bq. a *b*\n{quote}\nc\n\n* d\n{quote}", "> a **b**\n\n> c\n>\n> - d"),
    "list kinds and depths": (" # x\n#* y\n*# z\n*- w\n-- v", "1. x\n   - y\n\n- \n  1. z\n\n  - w\n  - v"),
    "dashes": ("- a\n-- b\n- c", "- a\n  - b\n- c"),
    "tasks": ("* [ ] a\n* [x] b", "- [ ] a\n- [x] b"),
    "code": ("{code:title=A.py|borderStyle=solid}\n# x\n{code}", "``` title=A.py\n# x\n```"),
    "language": ("{code:java}\nint *a*;\n{code}", "```java\nint *a*;\n```"),
    "alerts": ("{info:title=T}\na\n{info}", "> [!INFO] T\n> a"),
    "expand": ("{expand:More}\na\n{expand}", ":::expand{title=More}\na\n:::"),
    "the last bar of a link counts": ("[a|b|https://e.io]", "[a|b](https://e.io)"),
    "people, files, smileys": ("[~jdoe] [^a b.txt] (x)", ":mention[jdoe]{id=jdoe} [a b.txt](attachment:a%20b.txt) :emoji[(x)]"),
    "images": ("!i.png|width=3,alt=x!", "![x](attachment:i.png){width=3}"),
    "a link to nowhere good is its words": ("[a|javascript:x] b", "a b"),
    "a line end in a cell": ("||h||\n|a\nb|", "| h |\n| --- |\n| a<br>b |"),
    "the last cell may be empty": ("||a||b||\n|1| |", "| a | b |\n| --- | --- |\n| 1 |  |"),
    "bars in links and escaped": ("|[x|https://e.io]|a\\|b|", "|  |  |\n| --- | --- |\n| [x](https://e.io) | a\\|b |"),
    "names in braces are words": ("${HOME} {name} {0}", "${HOME} {name} {0}"),
}  # fmt: skip


@pytest.mark.parametrize(("markup", "markdown"), READ.values(), ids=READ)
def test_each_notation_has_one_form(markup: str, markdown: str) -> None:
    found = reading(WIKI, markup).markdown

    assert [shape(each) for each in parse(found)] == [shape(each) for each in parse(markdown)]


@pytest.mark.parametrize("markup", SAMPLES.values(), ids=SAMPLES)
def test_what_is_read_parses_as_what_was_found(markup: str) -> None:
    found = reading(WIKI, markup)

    assert [shape(each) for each in parse(found.markdown)] == [shape(each) for each in found.document.blocks]


HIDDEN = {
    "{color:red}a{color}": ("colour",),
    "+a+ ^b^ H~2~O ??c??": ("citation", "superscript", "underline"),
    "{anchor:x} a": ("anchor",),
    "[a|javascript:x]": ("link of an unknown kind",),
    "h1. a *b* [c|https://e.io]": (),
}


@pytest.mark.parametrize(("markup", "names"), HIDDEN.items())
def test_what_markdown_does_not_show_is_named(markup: str, names: tuple[str, ...]) -> None:
    assert WIKI.read(markup).hidden == names


def test_what_could_be_lost_is_counted() -> None:
    found = WIKI.inventory(SAMPLES["story"] + "{anchor:x} {jira:A-1}")

    assert {feature.shown for feature in found} >= {
        "mention jdoe", "image attachment:error.png", "image thumbnail", "colour red", "underline", "{anchor:x}",
        "macro {jira:A-1}", "panel bgColor=#ffffce", "file old%20build.zip",
    }  # fmt: skip
    assert [feature.shown for feature in found if feature.unique] == ["{anchor:x}"]

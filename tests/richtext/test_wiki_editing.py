"""Edits of wiki markup: what was asked for, and no other byte."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.richtext.wiki_samples import SAMPLES

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.editing.splicing import splices
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.inline import Content, Run, normal
from narrowgate_common.richtext.reading import reading
from narrowgate_common.richtext.wiki.format import WIKI
from narrowgate_common.richtext.wiki.patching import words

EDITS = {
    "a word": ("a *b* c", "a **x** c", "a *x* c"),
    "a bold word inside Korean": ("가나다", "가**나**다", "가{*}나{*}다"),
    "a letter behind a mark": ("*b* c", "**b**s c", "{*}b{*}s c"),
    "no mark any more": ("a *b c* d", "a b **c** d", "a b *c* d"),
    "names and sums stay bare": ("a", "a foo_bar 5 * 3 * 2 ~/a", "a foo_bar 5 * 3 * 2 ~/a"),
    "a star that would pair": ("a *b", "a \\*b c\\*", "a *b c\\*"),
    "a word in a colour": ("x {color:red}a b{color}", "x a c b", "x {color:red}a c b{color}"),
    "a line start": ("a * b", "\\* b", "\\* b"),
    "an entity stays": ("a &copy; b", "a © c", "a &copy; c"),
    "escapes stay": ("a \\*b\\* c", "a \\*b\\* d", "a \\*b\\* d"),
    "a link elsewhere": ("[a|https://a.io|tip] b", '[a](https://b.io "tip") b', "[a|https://b.io|tip] b"),
    "words of an address": ("see [https://a.io] b", "see [there](https://a.io) b", "see [there|https://a.io] b"),
    "an image keeps what is hidden": ("!a.png|thumbnail,alt=x! b", "![y](attachment:a.png) b", "!a.png|thumbnail,alt=y! b"),
    "an anchor stays": ("a {anchor:x} b", "c b", "c {anchor:x} b"),
    "a heading's level": ("h2.  A b", "### A b", "h3.  A b"),
    "a heading from a paragraph": ("a b\n\nc", "## a b\n\nc", "h2. a b\n\nc"),
    "code": ("{code:java|linenumbers=true}\nx\n{code}", "```java\ny\n```", "{code:java|linenumbers=true}\ny\n{code}"),
    "a language": ("{code:java|linenumbers=true}\nx\n{code}", "```python\nx\n```", "{code:python|linenumbers=true}\nx\n{code}"),
    "code that holds code": ("{code}\nx\n{code}", "```\n{code}\n```", "{noformat}\n{code}\n{noformat}"),
    "a panel's title": ("{info:title=A|icon=false}\nx\n{info}", "> [!INFO] B\n> x", "{info:title=B|icon=false}\nx\n{info}"),
    "a panel's kind": ("{info}\nx\n{info}", "> [!TIP]\n> x", "{tip}\nx\n{tip}"),
    "a tick": ("* [ ] a\n* [x] b", "- [x] a\n- [x] b", "* [x] a\n* [x] b"),
    "an item more": ("- a\n- b", "- a\n- new\n- b", "- a\n- new\n- b"),
    "an item deeper": ("* a\n* b", "- a\n  - b", "* a\n** b"),
    "an item less deep": ("* a\n** b\n* c", "- a\n- b\n- c", "* a\n* b\n* c"),
    "a list of another kind": ("* a\n** b", "1. a\n   - b", "# a\n#* b"),
    "a header cell": ("|a|b|\n|c|d|", "| a | b |\n| --- | --- |\n| c | d |", "||a||b||\n|c|d|"),
    "a column more": ("||a||\n|c|", "| a | n |\n| --- | --- |\n| c | d |", "||a||n||\n|c|d|"),
    "an emptied cell": ("||a||b||\n|c|d|", "| a | b |\n| --- | --- |\n| c |  |", "||a||b||\n|c| |"),
    "a bar in a cell": ("||a||\n|c|", "| a |\n| --- |\n| c\\|d |", "||a||\n|c\\|d|"),
    "two blocks swapped": ("a b\n\nh1. C\n\n* d", "# C\n\na b\n\n- d", "h1. C\n\na b\n\n* d"),
    "a block between": ("a\n\n\n\nb", "a\n\nnew\n\nb", "a\n\n\n\nnew\n\n\n\nb"),
    "a block gone": ("a\n\nb\n\nc\n", "a\n\nc", "a\n\nc\n"),
    "carriage returns": ("a\r\n\r\nb", "a<br>c\n\n- d\n- e\n\nb", "a\r\nc\r\n\r\n* d\r\n* e\r\n\r\nb"),
    "a colour around blocks": ("{color:red}\n\na\n\nb\n\n{color}", "a\n\nc\n\nb", "{color:red}\n\na\n\nc\n\nb\n\n{color}"),
    "a short quote that grows": ("bq. a b\nc", "> a b\n>\n> d\n\nc", "{quote}\na b\n\nd\n{quote}\nc"),
    "a macro that moves": ("see {jira:A-1} here\n\nb", "see here\n\nb :macro[jira]{name=jira ref=REF}", "see here\n\nb {jira:A-1}"),
}  # fmt: skip


@pytest.mark.parametrize(("markup", "markdown", "wanted"), EDITS.values(), ids=EDITS)
def test_an_edit_changes_what_it_says(markup: str, markdown: str, wanted: str) -> None:
    found = reading(WIKI, markup)
    ref = found.markdown.partition("ref=")[2][:8]

    assert edit(found, markdown.replace("REF", ref), allow_removals=True).original == wanted


def leaves(blocks: tuple[Block, ...]) -> list[Block]:
    found = [each for block in blocks for each in block.walk()]
    return [each for each in found if any(run.text.strip() for run in each.runs)]


def changes(runs: Content) -> dict[str, Content]:
    wanted = normal(runs)
    number = next((at for at, run in enumerate(wanted) if run.atom is None and run.text.strip()), 0)
    run = wanted[number]
    before, after = wanted[:number], wanted[number + 1 :]
    bold = Run(run.text, run.marks ^ {"strong"}, run.link)
    return {
        "added before": (Run("z*q_r {x} [y] "), *wanted),
        "added behind": (*wanted, Run(" z*q_r {x} |*_-!a! h1.")),
        "glued on": (*wanted, Run("s")),
        "bold": (*before, bold, *after),
        "plain": tuple(each if each.atom else Run(each.text) for each in wanted),
        "replaced": (*before, Run("new", run.marks, run.link), *after),
        "code": (*before, Run("a|b*c*", frozenset({"code"})), *after),
    }


@pytest.mark.parametrize("markup", SAMPLES.values(), ids=SAMPLES)
def test_every_paragraph_can_be_changed(markup: str) -> None:
    for block in leaves(WIKI.read(markup).blocks):
        for name, runs in changes(block.runs).items():
            wanted = Block(block.kind, attrs=block.attrs, runs=normal(runs))
            piece = WIKI.leaf(block, wanted, splices(block.runs, wanted.runs))
            assert block.kind == "heading" or "\n\n" not in piece, name


@pytest.mark.parametrize("markup", SAMPLES.values(), ids=SAMPLES)
def test_a_paragraph_put_together_from_its_splices_is_the_same(markup: str) -> None:
    for block in leaves(WIKI.read(markup).blocks):
        place = block.origin
        parts = splices(block.runs, normal(block.runs))
        assert words(parts, block.runs, place) == place.text[place.inside : place.until]


AMBIGUOUS = {
    (SAMPLES["macros never closed"], "code"),
    (SAMPLES["macros never closed"], "quote"),
    (SAMPLES["mixed lists"], "list"),
    (SAMPLES["jumped levels"], "list"),
    (SAMPLES["deep list"], "list"),
    (SAMPLES["signs alone"], "list"),
}
"""A tag without a partner would find one; an item without a line of its own would become part of another."""


@pytest.mark.parametrize("name", ["paragraph", "code", "list", "table", "quote", "rule", "heading", "panel"])
@pytest.mark.parametrize("markup", SAMPLES.values(), ids=SAMPLES)
def test_a_block_can_be_put_in_at_every_place(markup: str, name: str) -> None:
    new = {
        "paragraph": "new *words*", "code": "```py\nx\n```", "list": "- new\n- list", "rule": "***",
        "table": "| a |\n| --- |\n| b |", "quote": "> q", "heading": "## New", "panel": "> [!TIP]\n> x",
    }[name]  # fmt: skip
    found = reading(WIKI, markup)
    for at in range(len(found.texts) + 1):
        wanted = "\n\n".join([*found.texts[:at], new, *found.texts[at:]])
        if (markup, name) in AMBIGUOUS:
            with suppress(GatewayError):
                edit(found, wanted)
            continue
        result = edit(found, wanted)
        again = WIKI.read(result.original).blocks
        kept = [shape(each) for each in found.document.blocks]
        assert sum(shape(each) in kept for each in again) >= len(kept) - 2


REFUSED = {
    "an emptied item": ("* a\n* b", "- a\n-"),
    "a table in an item": ("* a", "- a\n\n  | b |\n  | --- |\n  | c |"),
    "a quote in a quote": ("{quote}\na\n{quote}", "> a\n>\n> > b"),
    "code with both macros": ("a", "```\n{code} {noformat}\n```"),
    "a second paragraph in an item": ("* a", "- a\n\n  b"),
    "a bad link": ("a", "[a](javascript:x)"),
    "an unknown ref": ("a", "a :macro[jira]{name=jira ref=00000000}"),
    "a custom panel": ("a", "> [!CUSTOM]\n> a"),
}


@pytest.mark.parametrize(("markup", "markdown"), REFUSED.values(), ids=REFUSED)
def test_what_wiki_markup_cannot_hold_is_refused(markup: str, markdown: str) -> None:
    with pytest.raises(GatewayError) as caught:
        edit(reading(WIKI, markup), markdown, allow_removals=True)

    assert caught.value.reason in {"unsupported_markup", "bad_link", "unknown_ref"}


def test_what_nobody_sees_in_code_stays_where_another_block_is_changed() -> None:
    original = "a\n\n{noformat}x\u200by\nz{noformat}"

    made = edit(reading(WIKI, original), "b\n\n```\nxy\nz\n```")

    assert made.original == original.replace("a\n\n", "b\n\n")

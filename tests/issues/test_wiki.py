"""Jira wiki markup read as Markdown and written from it."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.issues.rich_text import (
    PIECES,
    WITHOUT_HTML,
    calls_made,
    markdowns,
    shows_in_order,
    solid,
    texts,
    unhurried,
    visible,
    visible_with_addresses,
    written,
)

from narrowgate_common.errors import Category, GatewayError
from narrowgate_issues.adapters.jira import wiki

READ = {
    "nothing": ("", ""),
    "phrases": ("a *b* _c_ -d- {{e}}", "a **b** _c_ ~~d~~ `e`"),
    "phrases without a Markdown form": ("+a+ ^b^ ~c~ ??d??", "a b c d"),
    "phrase inside a word": ("a{*}b{*}c", "a**b**c"),
    "signs inside words": (
        "foo_bar_baz 5 * 3 * 2 ~/a and ~/b 2020-01-02",
        "foo_bar_baz 5 * 3 * 2 ~/a and ~/b 2020-01-02",
    ),
    "phrase beside a letter": ("*가*나", "\\*가\\*나"),
    "escaped signs": (r"\*a\* \{code} \[x] \!i.png!", r"\*a\* {code} [x] !i.png!"),
    "entities": ("&copy; &#124; &lt;b&gt; & AT&T", r"© | \<b> & AT&T"),
    "HTML is text": ("<b>x</b>", r"\<b>x\</b>"),
    "a line end is a break": ("a\nb\n\nc", "a\\\nb\n\nc"),
    "a forced break": (r"a \\ b\\c", "a\\\nb\\\nc"),
    "a path is no break": (r"\\server\share C:\temp", r"\\\server\share C:\temp"),
    "headings": ("h1. A\nh6.B", "# A\n\n###### B"),
    "rule between paragraphs": ("before\n\n----\n\nafter", "before\n\n***\n\nafter"),
    "short quote": ("bq. a *b*", "> a **b**"),
    "quote": ("{quote}\na\n\n* b\n{quote}", "> a\n>\n> - b"),
    "indented list": (" # x\n # y", "1. x\n2. y"),
    "mixed list": ("# a\n#* b\n#** c\n# d", "1. a\n   - b\n     - c\n2. d"),
    "dashes": ("- a\n-- b\n- c", "- a\n  - b\n- c"),
    "dash below a bullet": ("* a\n*- b\n*# c", "- a\n  - b\n\n  1. c"),
    "dashes alone are text": ("-- a\n--- b", "-- a\\\n--- b"),
    "item over two lines": ("* a\nb\n* c", "- a\\\n  b\n- c"),
    "blank line between lists": ("# a\n\n# b", "1. a\n\n1) b"),
    "code": ("{code:java}\nint *a*;\n{code}", "```java\nint *a*;\n```"),
    "code with a title": ("{code:title=A.py|borderStyle=solid}\nx\n{code}", "A.py\n\n```\nx\n```"),
    "macros inside code": (
        "{code}\n{quote}{color:red}{panel}\n# x\n{code}",
        "```\n{quote}{color:red}{panel}\n# x\n```",
    ),
    "noformat in an item": ("# a {noformat}b *c*{noformat}\n# d", "1. a\n\n   ```\n   b *c*\n   ```\n2. d"),
    "odd code language": ("{code:a b`}\nx\n{code}", "```ab\nx\n```"),
    "panel": ("{panel:title=T|bgColor=#fff}\na\n{panel}", "> [panel: T]\n>\n> a"),
    "info": ("{info}\na\n{info}", "> [!INFO]\n> a"),
    "warning with a title": ("{warning:title=W}a{warning}", "> [!WARNING] W\n>\n> a"),
    "expand": ("{expand:More}\na\n{expand}", "> [expand: More]\n>\n> a"),
    "macro that is never closed": ("{quote}a", "{quote}a"),
    "unknown macro": ("{drawio:name=x} b", "{drawio:name=x} b"),
    "colour": ("{color:red}a *b*{color} c", "a **b** c"),
    "link": ("[docs|https://e.io/a_b]", "[docs](https://e.io/a_b)"),
    "link to itself": ("[https://e.io]", "<https://e.io>"),
    "the last bar of a link counts": ("[a|b|https://e.io]", "[a|b](https://e.io)"),
    "link with a tip": ("[a|https://e.io|tip]", "[a](https://e.io)"),
    "bare address": (
        "see https://e.io/_a_b *https://e.io/b*.",
        "see <https://e.io/_a_b> **<https://e.io/b>**.",
    ),
    "mail": ("[mailto:a@b.c]", "<mailto:a@b.c>"),
    "anchor": ("[top|#top]", "[top](#top)"),
    "no link": ("[WIP] a[0] [yes|no]", "[WIP] a[0] [yes|no]"),
    "dangerous link": ("[a|javascript:x]", "a (javascript:x)"),
    "mention": ("[~jdoe] [Ann|~accountid:1:a]", "[@jdoe](user:jdoe) [@Ann](user:1:a)"),
    "attachment": ("[^a b.txt] !i.png|thumbnail,alt=cat!", "[attachment: a b.txt] [attachment: i.png (cat)]"),
    "image elsewhere": ("!https://e.io/i.png|alt=cat!", "[image: cat](https://e.io/i.png)"),
    "no image": ("wow! really! !important!", "wow! really! !important!"),
    "table": ("||a||b||\n|1|x\\|y|\n|2| |", "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n| 2 |  |"),
    "line end in a cell": ("|a\nb|c|\n|d|", "|  |  |\n| --- | --- |\n| a<br>b | c |\n| d |"),
    "bars inside a cell": (
        "|[x|y|https://e.io]|!i.png|w=3!|{code}a|b{code}|",
        "|  |  |  |\n| --- | --- | --- |\n| [x\\|y](https://e.io) | [attachment: i.png] | `a\\|b` |",
    ),
    "list in a cell": ("|a\n* b\n* c|", "|  |\n| --- |\n| a<br>- b<br>- c |"),
    "Markdown in the text": (
        "# a\n\n\\# b `c` ![x](https://evil.io/)",
        "1. a\n\n\\# b \\`c\\` ![x\\](<https://evil.io/>)",
    ),
}


@pytest.mark.parametrize(("markup", "markdown"), READ.values(), ids=READ)
def test_each_notation_has_one_form(markup: str, markdown: str) -> None:
    assert wiki.read(markup) == markdown


def test_nothing_reads_as_nothing() -> None:
    assert wiki.read(None) == ""
    assert wiki.losses(None) == ()


LOSSES = {
    "{color:red}a{color}": ("text colour",),
    "+a+ ??b??": ("citation", "underline"),
    "H~2~O m^2^": (),
    "x {^}2{^}": ("superscript",),
    "{drawio:x}": ("macro drawio",),
    "{panel}a{panel}": ("panel",),
    "{expand}a{expand}": ("expand",),
    "|a|": ("table",),
    "!i.png!": ("attachment",),
    "!https://e.io/i.png!": ("image",),
    "[^a.txt]": ("attachment",),
    "[~a]": ("mention",),
    "[a|#b]": ("relative link",),
    "[a|https://e.io|t]": ("link title",),
    "[a|file:///x]": ("link with scheme file",),
    "done (/)": ("emoticon",),
    "{code:title=A}\nx\n{code}": ("code title",),
    "{code:java|linenumbers=true}\nx\n{code}": ("code options",),
    "** a": ("list item without text",),
    "* a {code}x{code} b": ("second paragraph in a list item",),
    "h1. a \\\\ b": ("line break in a heading",),
    "*" * 60 + " a": ("deep nesting", "list item without text"),
    "a\n\n* b\n# c\n{quote}d{quote} {noformat}e{noformat}": ("quote in a list item",),
    "h2. a\n\nb *c* [d|https://e.io]\n\n----\n\n{quote}\ne\n{quote}\n\nbq. f": (),
}


@pytest.mark.parametrize(("markup", "names"), LOSSES.items())
def test_what_markdown_would_not_give_back_is_named(markup: str, names: tuple[str, ...]) -> None:
    assert wiki.losses(markup) == names


WRITTEN = {
    "phrases": ("a **b** _c_ ~~d~~ `e`", "a *b* _c_ -d- {{e}}"),
    "phrases inside a word": ("a**b**c", "a{*}b{*}c"),
    "strong and em": ("***x***", "*_x_*"),
    "soft-wrapped lines are one paragraph": ("a\nb", "a b"),
    "break": ("a\\\nb", "a\nb"),
    "two breaks": ("a\\\n\\\nb", "a\n\\\\\nb"),
    "break in an item": ("- a\\\n  b", "* a \\\\ b"),
    "numbers and stars stay": ("2 * 3 * 4 foo_bar a-b", "2 * 3 * 4 foo_bar a-b"),
    "literal signs": (
        r"\*a\* \_b\_ {c} \[d] e|f !g \# \\\\ x^2^",
        r"\*a\* \_b\_ \{c\} \[d\] e\|f \!g # &#92;&#92; x^2^",
    ),
    "line starts": (
        "\\- a\n\n\\# b\n\nh1. c\n\nbq. d\n\n\\----",
        "\\- a\n\n\\# b\n\nh1&#46; c\n\nbq&#46; d\n\n\\-\\-\\-\\-",
    ),
    "emoticons and entities": ("(x) :) ;) &amp;copy;", r"\(x) &#58;) &#59;) &#38;copy;"),
    "a loose list is one list": ("1. a\n\n2. b\n\n3. c", "# a\n# b\n# c"),
    "nested lists": ("- a\n  1. b\n     - c\n- d", "* a\n*# b\n*#* c\n* d"),
    "code in an item": ("- a\n\n  ```py\n  x\n  ```\n- b", "* a\n{code:py}\nx\n{code}\n* b"),
    "quote": ("> a\n>\n> - b", "{quote}\na\n\n* b\n{quote}"),
    "heading and rule": ("## a *b*\n\n---", "h2. a _b_\n\n----"),
    "code": ("```sh\n# x {quote}\n```", "{code:sh}\n# x {quote}\n{code}"),
    "code that holds code": ("```\n{code}\n```", "{noformat}\n{code}\n{noformat}"),
    "links": ("[t|x](https://e.io/a_(b)) <https://e.io>", r"[t\|x|https://e.io/a_(b)] [https://e.io]"),
    "bars in an address": ("[t](https://e.io/a|b])", "[t|https://e.io/a%7Cb%5D]"),
    "bold link": ("**[t](https://e.io)**", "*[t|https://e.io]*"),
    "bare address": ("see https://e.io/_a_b.", "see [https://e.io/_a_b]."),
    "raw HTML is text": ("<b>x</b>", "<b>x</b>"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("markdown", "markup"), WRITTEN.values(), ids=WRITTEN)
def test_markdown_becomes_the_markup_it_says(markdown: str, markup: str) -> None:
    assert wiki.write(markdown) == markup
    assert wiki.losses(markup) == ()
    assert wiki.write(wiki.read(markup)) == markup


REFUSED = {
    "| a |\n| - |\n| b |": "table",
    "![a](https://e.io/i.png)": "image",
    "- [ ] a": "task list",
    "> [!NOTE]\n> a": "alert",
    ":mention[Ann]{id=1}": "directive :name[...]",
    "5. a": "list start number",
    "- a\n\n  b": "second paragraph in a list item",
    "- - a": "list item without text",
    "-\n- a": "list item without text",
    "- a\n  - b\n\n  ```\n  c\n  ```": "text after a nested list",
    "- a\n  - b\n\n  + c": "two lists in a row in a list item",
    "- a\n\n  > b": "quote in a list item",
    "> > a": "quote in a quote",
    "> # a": "heading in a quote",
    "```\n{code} {noformat}\n```": "code that holds {code} and {noformat}",
    "```py\n{code}\n```": "language of code that holds {code}",
    "a `` ` b `` `  c `": "spaces at the edge of inline code",
    "[a](ftp://e.io)": "link with scheme ftp",
    "[@Ann](user:ann)": "mention",
}


@pytest.mark.parametrize(("markdown", "name"), REFUSED.items())
def test_markdown_that_the_format_cannot_hold_is_refused_by_name(markdown: str, name: str) -> None:
    with pytest.raises(GatewayError) as caught:
        wiki.write(markdown)
    assert (caught.value.category, caught.value.reason) == (Category.BAD_INPUT, "unsupported_markup")
    assert name in caught.value.details


FRAGMENTS = [
    *(
        "?",
        "??",
        "*",
        "_",
        "-",
        "[",
        "{",
        "|",
        "||",
        "!",
        "{{",
        "{*}",
        "[a|",
        "{code}",
        "{quote}",
        "{code}{quote}",
        "* ",
    ),
    *(
        "* |",
        "# ",
        "*# ",
        "\\",
        "\\\\",
        "\\\\a",
        "&",
        "&#",
        "!a.",
        "!a|",
        "{a",
        "{a:",
        "https://",
        "(",
        ":)",
        "|a\n",
        "* a\n",
    ),
    *("{panel:a}", "{color:", "{noformat}\n", "h1. ", "[~", "[^a|", "{{a", "|{", "|[", "-a ", "*a_b "),
]


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_reading_takes_work_in_proportion_to_the_text(fragment: str) -> None:
    small, large = (fragment * (size // len(fragment)) for size in (2_000, 8_000))
    assert calls_made(lambda: wiki.read(large)) < 5 * calls_made(lambda: wiki.read(small)) + 1_000


@pytest.mark.parametrize(
    "fragment", ["?", "??", "*", "[", "{", "{code}", "{quote}", "|", "!", "* |", "[a|", "***"]
)
def test_a_hundred_kilobytes_of_anything_are_read(fragment: str) -> None:
    text = fragment * (100_000 // len(fragment)) + " end"
    assert "end" in wiki.read(text)


def test_deep_macros_are_read_to_the_end() -> None:
    markup = "".join(f"{{panel:title=t{number}}}" for number in range(500)) + "bottom"
    assert "bottom" in wiki.read(markup)
    assert "bottom" in wiki.read(markup + "{panel}" * 500)


words = st.integers(0, 999).map(lambda number: f" w{number}w ")
soups = st.lists(
    st.one_of(words, st.sampled_from(PIECES), st.sampled_from(["\n* ", "\n|", "\n# ", "\nh1. ", "{info}"])),
    max_size=30,
).map("".join)


@unhurried
@given(soups)
def test_no_text_is_lost_and_nothing_is_too_odd_to_read(markup: str) -> None:
    markdown = wiki.read(markup)
    markdown.encode()
    assert isinstance(wiki.losses(markup), tuple)
    assert shows_in_order(re.findall(r"w[0-9]+w", markup), visible_with_addresses(markdown))


@unhurried
@given(soups)
def test_markup_without_losses_comes_back(markup: str) -> None:
    if wiki.losses(markup):
        return
    markdown = wiki.read(markup)
    again = wiki.write(markdown)
    assert wiki.read(again) == markdown
    assert wiki.losses(again) == ()


@unhurried
@given(markdowns)
def test_writing_refuses_or_reaches_a_fixed_point(markdown: str) -> None:
    document = written(wiki.write, markdown)
    if document is None:
        return
    canonical = wiki.read(document)
    assert wiki.losses(document) == ()
    assert wiki.write(canonical) == document
    assert solid(visible(canonical)) == solid(visible(markdown.replace("\x0c", " "), WITHOUT_HTML))


@unhurried
@given(st.lists(texts, min_size=1, max_size=3))
def test_text_reads_back_literally(lines: list[str]) -> None:
    """Any text at all: as a paragraph, a heading, an item and inside emphasis."""
    text = " ".join("".join(lines).split())
    assume(text)
    literal = "".join(f"&#{ord(char)};" for char in text)
    for markdown in (literal, f"# {literal}", f"- {literal}", f"x **{literal}** y", f"x\\\n{literal}"):
        assert solid(text) in solid(visible(wiki.read(wiki.write(markdown))))

"""What models write is read as they mean it, and has one canonical form."""

from __future__ import annotations

import pytest

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render

CANONICAL = (
    ("bullets of any kind", "* a\n+ b\n- c", "- a\n- b\n- c"),
    ("a loose list", "- a\n\n- b\n\n\n- c", "- a\n- b\n- c"),
    ("numbers with parentheses", "1) a\n2) b", "1. a\n2. b"),
    ("numbers that repeat", "1. a\n1. b\n1. c", "1. a\n2. b\n3. c"),
    ("a list that starts late", "7. a\n8. b", "7. a\n8. b"),
    ("a list of each kind", "- a\n1. b", "- a\n\n1. b"),
    ("a list right below a paragraph", "text\n- a", "text\n\n- a"),
    ("a numbered list below an item's words", "- a\n  1. b", "- a\n  1. b"),
    ("a late list below an item's words", "- a\n\n  3. b", "- a\n\n  3. b"),
    ("an item that begins with a list", "- - a\n  - b", "-\n  - a\n  - b"),
    ("lists in lists that are all empty", "- - - a", "-\n  -\n    - a"),
    ("a wide indent", "-    a\n\n     b", "- a\n\n  b"),
    ("tasks", "* [ ] a\n* [X] b\n* c", "- [ ] a\n- [x] b\n- c"),
    ("a task without words", "- [ ]", "- [ ]"),
    ("a task with a fence", "- [ ]\n\n  ```\n  a\n  ```", "- [ ]\n\n  ```\n  a\n  ```"),
    ("a soft line break", "one\ntwo", "one two"),
    ("a break of two spaces", "one  \ntwo", "one<br>two"),
    ("a break of a backslash", "one\\\ntwo", "one<br>two"),
    ("a break of HTML", "one<BR/>two<br />three", "one<br>two<br>three"),
    ("underscores", "_em_ __strong__ ___both___", "*em* **strong** ***both***"),
    ("emphasis beside Korean", '**(Legacy)**를 **"x"**字', '**(Legacy)**를 **"x"**字'),
    ("emphasis over a break", "**a<br>b**", "**a**<br>**b**"),
    ("spaces in emphasis", "a:strong[ b ]c", "a **b** c"),
    ("strikes", "~~a~~ ~b~", "~~a~~ ~b~"),
    ("an address in angle brackets", "<https://example.org/a>", "https://example.org/a"),
    ("an address as it is", "see https://example.org/a.", "see https://example.org/a."),
    ("an address in parentheses", "(https://example.org/a_(b))", "(https://example.org/a_(b))"),
    ("an address linked to itself", "[https://example.org](https://example.org)", "https://example.org"),
    ("an address before stars", "**https://example.org**", "**https://example.org**"),
    ("an address that would go on", "<https://example.org>/b", "<https://example.org>/b"),
    ("mail", "<a@example.org>", "[a@example.org](mailto:a@example.org)"),
    ("an escaped address", "https\\://example.org", "https\\://example.org"),
    ("another scheme", "<javascript:alert(1)> std::vector<std::string>", "<javascript:alert(1)> std::vector<std::string>"),
    ("a link with a title", "[a](https://b 'c')", '[a](https://b "c")'),
    ("a link with parentheses", "[a](https://b/c_(d))", "[a](https://b/c_(d))"),
    ("links in links", "[a [b](c) d](e)", "[a [b](c) d\\](e)"),
    ("two links to one place", "[a](#x)[b](#x)", "[a](#x)[b](#x)"),
    ("an image with a title", '![a](attachment:b.png "c d")', '![a](attachment:b.png){title="c d"}'),
    ("an image of the web", '![a *b*](https://c/d.png "e"){width=3}', ":image[a *b*]{to=https://c/d.png title=e width=3}"),
    ("an image of the web by its name", ":image[a]{width=3 to=https://c/d.png}", ":image[a]{to=https://c/d.png width=3}"),
    ("an image beside a text by its name", ":image[a]{to=attachment:b.png}", "![a](attachment:b.png)"),
    ("an image from a path", "![a](b.png)", ":image[a]{to=b.png}"),
    ("underlined words", "Title\n=====\n\nOther\n-----", "Title =====\n\nOther\n\n***"),
    ("indented words", "    code", "code"),
    ("a link definition", "[a]: https://b", "[a]: https://b"),
    ("raw HTML", "<div>\n*a*\n</div>", "<div> *a* </div>"),
    ("a closed heading", "## a ##", "## a"),
    ("a heading of signs", "## \\#", "## \\#"),
    ("rules", "---\n\n***\n\n_ _ _", "***\n\n***\n\n***"),
    ("a fence of tildes", "~~~py\na\n~~~", "```py\na\n```"),
    ("a fence without an end", "```\na", "```\na\n```"),
    ("a fence in a fence", "````\n```\n````", "````\n```\n````"),
    ("a fence with words behind", "```py a file.py", '```py title="a file.py"\n```'),
    ("a fence of one empty line", "```\n\n```", "```\n```"),
    ("a fence that ends with an empty line", "```\na\n\n```", "```\na\n\n```"),
    ("GitHub's alerts", "> [!IMPORTANT]\n> a\n\n> [!caution] *T*", "> [!NOTE]\n> a\n\n> [!ERROR] T"),
    ("an alert before a list", "> [!TIP] T\n>\n> - a", "> [!TIP] T\n> - a"),
    ("an alert without anything", "> [!INFO]", "> [!INFO]"),
    ("no alert", "> [!FOO] a", "> \\[!FOO] a"),
    ("a lazy quote", "> a\nb", "> a b"),
    ("quotes apart", "> a\n\n> b", "> a\n\n> b"),
    ("a padded table", "|  a  | b |\n|:--|--:|\n| 1   | 2 |", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
    ("a table without outer pipes", "a | b\n--|--\n1 | 2", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
    ("a table with pipes inside", "| a \\| b | `c \\| d` |\n|---|---|", "| a \\| b | `c \\| d` |\n| --- | --- |"),
    ("a longer row", "| a |\n|---|\n| 1 | 2 |", "| a |  |\n| --- | --- |\n| 1 | 2 |"),
    ("a shorter row", "| a | b |\n|---|---|\n| 1 |", "| a | b |\n| --- | --- |\n| 1 |  |"),
    ("a table without a head", "|  |  |\n|---|---|\n| 1 | 2 |", "|  |  |\n| --- | --- |\n| 1 | 2 |"),
    ("a table below words", "text\n| a |\n|---|", "text\n\n| a |\n| --- |"),
    ("a small long table", ":::table\n:::row\n:::cell{header=true}\na\n:::\n:::\n:::", "| a |\n| --- |"),
    ("a container without anything", ":::expand{title=a}\n:::", ":::expand{title=a}\n:::"),
    ("a container among words", "a\n:::panel\nb\n:::\nc", "a\n\n:::panel\nb\n:::\n\nc"),
    ("more colons", "::::a\n:::b\nx\n:::\n::::", ":::a\n:::b\nx\n:::\n:::"),
    ("an indented container", ":::a\n  :::b\n  x\n  :::\n:::", ":::a\n:::b\nx\n:::\n:::"),
    ("a fence that hides a closing", ":::a\n- ```\n  :::\n  ```\n:::", ":::a\n- ```\n  :::\n  ```\n:::"),
    ("a quote that hides a closing", ":::a\n> :::\n:::", ":::a\n> \\:::\n:::"),
    ("a container in an item", "- :::a\n  x\n  :::\n- b", "- :::a\n  x\n  :::\n- b"),
    ("a closing alone", "a\n\n:::\n\nb", "a\n\n\\:::\n\nb"),
    ("a closing behind an item's marker", "   :::x\n1. :::\n   :::", ":::x\n1. \\:::\n:::"),
    ("ticks behind escaped ones", "&#96;> &#96;&#96;a<br>&#96;&#96;", "\\`> \\`\\`a<br>\\`\\`"),
    ("a tick alone", "a &#96; b", "a ` b"),
    ("an entity behind an address", "https://a.example/&nbsp;b", "https://a.example/&nbsp;b"),
    ("an ampersand in an address", "https://a.example/?b&amp;c=d.", "https://a.example/?b&c=d."),
    ("a directive behind an address", "https://a.example/:status[b]", "https://a.example/:status[b]"),
    ("a mark that ends before a link", ":em[a ][*b*c](#d)", ":em[a ][:em[b]c](#d)"),
    ("what nobody sees", "a\u200bb &#8203; c\x00 &#0;", "ab c \ufffd"),
    ("joiners", "\u0645\u06cc\u200c\u062e a\u200cb", "\u0645\u06cc\u200c\u062e a&#8204;b"),
    ("line ends of others", "a\r\nb\r\rc", "a b\n\nc"),
    ("entities", "&copy; &#42;a&#42; &nbsp;&amp;amp; &foo;", "© \\*a\\* &nbsp;\\&amp; &foo;"),
    ("unknown directives", ":foo[a] a:b[c]", ":foo[a] a:b[c]"),
    ("nested brackets in a label", ":status[a [b]]", ":status[a \\[b\\]]"),
)  # fmt: skip

PLAIN = (
    "foo_bar_baz", "5 * 3 * 2", "array[0]", "List<String>", r"C:\path", "a ~ b ~100", "**kwargs", "10:30", "a & b", "AT&T;",
    "f(x)[1]", "[a] (b)", "# of items"[2:], "1.5", "a|b", "x = y", "{a}", "!important", "a <b> c", "what?!", "C# and F#",
    "`", "(*", "a_ b", "don't", "-1", "+1", "1.a", "#a", "::", "<-", "[x]y", "https:", "e.g. a:status", "日本語　です",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "canonical"), [row[1:] for row in CANONICAL], ids=[row[0] for row in CANONICAL]
)
def test_what_models_write_has_one_form(text: str, canonical: str) -> None:
    assert render(parse(text)) == canonical
    assert render(parse(canonical)) == canonical


@pytest.mark.parametrize("text", PLAIN)
def test_words_that_need_no_backslash_have_none(text: str) -> None:
    assert render(parse(text)) == text
    assert not parse(text)[0].runs[0].marks


REFUSED = (
    ":::a\ntext", ":::a\n- :::b\n  x\n:::", ":::a{b}\n:::", ":::a title\n:::", ":::a{b=1 b=2}\n:::", ':::a{b="c}\n:::',
    "```macro name\n```", "```macro a=1 a=2\n```", "```macro name=a ref=1\nbody\n```", "```drawio ref=1\nbody\n```",
    ":status[a]{b}", ":status[a]{", "![a](b){.left}", ":::table\ntext\n:::", ":::table\n:::row\ntext\n:::\n:::",
    "> [!INFO]{a} b",
)  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_a_broken_head_is_refused(text: str) -> None:
    with pytest.raises(GatewayError) as caught:
        parse(text)
    assert caught.value.reason == "unsupported_markup"


@pytest.mark.parametrize("piece", ["> ", "- ", "1. "])
def test_what_is_nested_too_deep_is_refused(piece: str) -> None:
    assert parse(piece * 40 + "a")
    with pytest.raises(GatewayError) as caught:
        parse(piece * 500 + "a")
    assert caught.value.reason == "too_deep"


def test_containers_nested_too_deep_are_refused() -> None:
    assert parse(":::a\n" * 100 + ":::\n" * 100)
    with pytest.raises(GatewayError) as caught:
        parse(":::a\n" * 500 + ":::\n" * 500)
    assert caught.value.reason == "too_deep"


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(GatewayError) as caught:
        parse("a" * (16 * 1024 * 1024 + 1))
    assert caught.value.reason == "too_large"

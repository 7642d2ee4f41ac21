from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.richtext.storage_documents import documents, read
from tests.richtext.storage_samples import SAMPLES

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.storage.format import STORAGE

DOCUMENTS = documents()


def changed(original: str, old: str, new: str) -> str:
    found = read(original)
    assert found.markdown.count(old) == 1, found.markdown
    return edit(found, found.markdown.replace(old, new), allow_removals=True).original


BREAK = '<br class="x" />'
LINES = [
    ("<h1><u><strong>Title<br /></strong></u></h1>", "Title", "Other words", "<h1><u><strong>Other words<br /></strong></u></h1>"),
    ("<p><strong>a<br />Title</strong></p>", "Title", "Other", "<p><strong>a<br />Other</strong></p>"),
    ("<p><strong>Title<br /></strong></p>", "**Title**", "Title", "<p>Title<br /></p>"),
    (f"<p><strong>From</strong> {BREAK} next</p>", "From", "To", f"<p><strong>To</strong> {BREAK} next</p>"),
    (f"<p><strong>From</strong> {BREAK} next</p>", "From**", "From here**", f"<p><strong>From here</strong> {BREAK} next</p>"),
    (f"<p>From {BREAK} next</p>", "next", "end", f"<p>From {BREAK} end</p>"),
    (f"<p>From {BREAK} next</p>", "next", "a next", f"<p>From {BREAK} a next</p>"),
    ('<p>A <span style="color: red;">red</span> word</p>', "red", "blue",
     '<p>A <span style="color: red;">blue</span> word</p>'),
    ("<p>caf&eacute; &mdash; old</p>", "old", "new", "<p>caf&eacute; &mdash; new</p>"),
    ('<p local-id="1">a b c</p>', "b", "**b**", '<p local-id="1">a <strong>b</strong> c</p>'),
    ('<p>a <ac:inline-comment-marker ac:ref="r">these words</ac:inline-comment-marker> ok</p>', "these words", "others",
     '<p>a <ac:inline-comment-marker ac:ref="r">others</ac:inline-comment-marker> ok</p>'),
    ('<p>a <ac:inline-comment-marker ac:ref="r">b c d</ac:inline-comment-marker></p>', "b c d", "b **c** d",
     '<p>a <ac:inline-comment-marker ac:ref="r">b <strong>c</strong> d</ac:inline-comment-marker></p>'),
    ("<p><strong>a <u>b</u> c</strong></p>", "**a b c**", "a b c", "<p>a <u>b</u> c</p>"),
    ("<p><code>a</code><!-- c --> b</p>", " b", " d", "<p><code>a</code><!-- c --> d</p>"),
    ('<h2 id="x">One</h2>', "## One", "### Two", '<h3 id="x">Two</h3>'),
    ('<p local-id="9">Title</p>', "Title", "## Title", '<h2 local-id="9">Title</h2>'),
    ('<p><a href="https://a.example" data-x="1">one two</a></p>', "one two", "one three",
     '<p><a href="https://a.example" data-x="1">one three</a></p>'),
    ('<p><a data-x="1" href="https://a.example">one</a></p>', "https://a.example", "https://b.example/?a&b",
     '<p><a data-x="1" href="https://b.example/?a&amp;b">one</a></p>'),
    ('<p><ac:link ac:local-id="l"><ri:page ri:content-title="T"/></ac:link></p>', "[T]", "[U]",
     '<p><ac:link ac:local-id="l"><ri:page ri:content-title="T"/><ac:link-body>U</ac:link-body></ac:link></p>'),
    (('<p><ac:link><ri:attachment ri:filename="f"/><ac:plain-text-link-body><![CDATA[a ]]]]><![CDATA[> b]]>'
     "</ac:plain-text-link-body></ac:link></p>"), " b]", " c]",
     ('<p><ac:link><ri:attachment ri:filename="f"/><ac:plain-text-link-body><![CDATA[a ]]]]><![CDATA[> c]]>'
     "</ac:plain-text-link-body></ac:link></p>")),
    (('<p><ac:link ac:anchor="h"><ri:page ri:content-title="T" ri:version-at-save="2"/><ac:link-body>w</ac:link-body>'
     "</ac:link></p>"), "page:T#h", "page:S/U",
     '<p><ac:link><ri:page ri:space-key="S" ri:content-title="U"/><ac:link-body>w</ac:link-body></ac:link></p>'),
    ('<p><ac:image ac:width="5" ac:align="center"><ri:attachment ri:filename="f.png"/></ac:image></p>', "![]", "![new]",
     '<p><ac:image ac:alt="new" ac:width="5" ac:align="center"><ri:attachment ri:filename="f.png"/></ac:image></p>'),
    (('<p><ac:structured-macro ac:name="status" ac:macro-id="m"><ac:parameter ac:name="title">A</ac:parameter>'
     '<ac:parameter ac:name="subtle">true</ac:parameter></ac:structured-macro></p>'), "[A]", "[B & C]{color=red}",
     ('<p><ac:structured-macro ac:name="status" ac:macro-id="m"><ac:parameter ac:name="colour">Red</ac:parameter>'
     '<ac:parameter ac:name="title">B &amp; C</ac:parameter><ac:parameter ac:name="subtle">true</ac:parameter>'
     "</ac:structured-macro></p>")),
    ('<p>on <time datetime="2026-01-02" class="c"/></p>', "2026-01-02", "2026-03-04",
     '<p>on <time datetime="2026-03-04" class="c"/></p>'),
    (('<ac:image ac:layout="center"><ri:attachment ri:filename="f"/><ac:caption><p local-id="c">old</p></ac:caption>'
     "</ac:image>"), "caption=old", 'caption="new <x>"',
     ('<ac:image ac:layout="center"><ri:attachment ri:filename="f"/><ac:caption><p local-id="c">new &lt;x&gt;</p>'
     "</ac:caption></ac:image>")),
    ("text <b>bare</b>", "bare", "bold", "text <b>bold</b>"),
]  # fmt: skip

BLOCKS = [
    ('<ul><li local-id="1">a</li>\n<li>b</li></ul>', "- b", "- x\n- b", '<ul><li local-id="1">a</li>\n<li><p>x</p></li>\n<li>b</li></ul>'),
    ('<ul class="k"><li>a</li></ul><p/><ul id="2"><li>b</li></ul>', "- a\n", "", '<ul id="2"><li>b</li></ul>'),
    ("<table><tbody><tr><th>a</th></tr></tbody></table>", "| a |", "| b |", "<table><tbody><tr><th>b</th></tr></tbody></table>"),
    ('<table><colgroup><col style="x"/></colgroup><tbody><tr><td data-c="1">a</td></tr><tr><td>b</td></tr></tbody></table>',
     "|  |\n| --- |\n| a |\n| b |", "|  |  |\n| --- | --- |\n| a | c |\n| b | d |",
     ('<table><colgroup><col style="x"/><col/></colgroup><tbody><tr><td data-c="1">a</td><td><p>c</p></td></tr>'
     "<tr><td>b</td><td><p>d</p></td></tr></tbody></table>")),
    ('<table><tbody><tr><td><p local-id="e" /></td><td>b</td></tr></tbody></table>', "|  | b |", "| a | b |",
     '<table><tbody><tr><td><p local-id="e">a</p></td><td>b</td></tr></tbody></table>'),
    (("<ac:task-list><ac:task><ac:task-id>4</ac:task-id><ac:task-uuid>u</ac:task-uuid><ac:task-status>incomplete"
     "</ac:task-status><ac:task-body>a</ac:task-body></ac:task></ac:task-list>"), "- [ ] a", "- [x] a\n- [ ] b",
     ("<ac:task-list><ac:task><ac:task-id>4</ac:task-id><ac:task-uuid>u</ac:task-uuid><ac:task-status>complete"
     "</ac:task-status><ac:task-body>a</ac:task-body></ac:task><ac:task><ac:task-id>5</ac:task-id><ac:task-status>incomplete"
     "</ac:task-status><ac:task-body>b</ac:task-body></ac:task></ac:task-list>")),
    (('<ac:structured-macro ac:name="code" ac:macro-id="m"><ac:parameter ac:name="language">py</ac:parameter>'
     "<ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>"), "```py\na", "```rust title=T\na]]>",
     ('<ac:structured-macro ac:name="code" ac:macro-id="m"><ac:parameter ac:name="title">T</ac:parameter><ac:parameter '
     'ac:name="language">rust</ac:parameter><ac:plain-text-body><![CDATA[a]]]]><![CDATA[>]]></ac:plain-text-body>'
     "</ac:structured-macro>")),
    ('<ac:structured-macro ac:name="info" ac:macro-id="m"><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
     "[!INFO]", "[!WARNING] Now",
     ('<ac:structured-macro ac:name="warning" ac:macro-id="m"><ac:parameter ac:name="title">Now</ac:parameter>'
     "<ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>")),
    ('<ac:structured-macro ac:name="info"/>', "> [!INFO]", "> [!INFO] T\n> x",
     ('<ac:structured-macro ac:name="info"><ac:parameter ac:name="title">T</ac:parameter><ac:rich-text-body><p>x</p>'
     "</ac:rich-text-body></ac:structured-macro>")),
    (SAMPLES["extension"], "> kept twice", "> changed twice", SAMPLES["extension"].replace("kept twice", "changed twice")),
    (('<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell id="c"><p>a</p></ac:layout-cell></ac:layout-section>'
     "</ac:layout>"), "\na\n", "\na\n\nb\n",
     ('<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell id="c"><p>a</p><p>b</p></ac:layout-cell>'
     "</ac:layout-section></ac:layout>")),
    ("<p>a</p>one<p>b</p>two", "\n\nb\n\n", "\n\n", "<p>a</p><p>one</p><p>two</p>"),
]  # fmt: skip


@pytest.mark.parametrize(("original", "old", "new", "wanted"), [*LINES, *BLOCKS])
def test_an_edit_changes_its_place_and_nothing_else(original: str, old: str, new: str, wanted: str) -> None:
    assert changed(original, old, new) == wanted


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_word_changed_in_a_paragraph_loses_nothing_and_leaves_all_around_it(name: str) -> None:
    found = read(DOCUMENTS[name])
    for at, text in enumerate(found.texts[:6]):
        if "```" in text or "zebra" in text or not text[:1].isalpha() or "{" in text:
            continue
        texts = [*found.texts[:at], f"{text} zebra", *found.texts[at + 1 :]]
        result = edit(found, "\n\n".join(texts), allow_removals=True)
        start, end = found.document.blocks[at].origin.start, found.document.blocks[at].origin.end
        assert result.original.startswith(DOCUMENTS[name][:start])
        assert result.original.endswith(DOCUMENTS[name][end:])
        assert not STORAGE.inventory(DOCUMENTS[name]) - STORAGE.inventory(result.original)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(SAMPLES)), st.randoms(use_true_random=False))
def test_any_edit_of_a_line_is_made_or_refused(name: str, chance: Random) -> None:
    found = READ[name]
    lines = found.markdown.split("\n")
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    here = chance.randrange(len(words) + 1)
    new = chance.choice(
        ["**x**", "`c`", "[l](https://e.example)", "*y", "<br>", ":status[a]", "|", "]]>", "&", ""]
    )
    words[here : here + chance.randrange(2)] = [new]
    lines[at] = " ".join(words)
    try:
        result = edit(found, "\n".join(lines), allow_removals=True)
    except GatewayError as refusal:
        assert refusal.reason in ("unsupported_markup", "unknown_ref", "bad_link")  # noqa: PT017
    else:
        assert STORAGE.trouble(result.original) is None
        assert read(result.original).markdown == result.markdown


READ = {name: read(original) for name, original in SAMPLES.items()}


def wide(*columns: tuple[str, str]) -> str:
    """A table of two rows, by its columns: a width, and what the cells begin with."""
    col = "".join(f'<col style="width: {width}px;" />' if width else "<col/>" for width, _ in columns)
    rows = "".join(f"<tr>{''.join(f'<td>{text}{row}</td>' for _, text in columns)}</tr>" for row in "123")
    return f"<table><colgroup>{col}</colgroup><tbody>{rows}</tbody></table>"


A, B, C = ("100", "a"), ("200", "b"), ("300", "c")


@pytest.mark.parametrize(
    "columns",
    [
        (C, A, B),
        (B, A, C),
        (C, B, A),
        (A, C),
        (B, C),
        (C,),
        (C, A),
        (A, ("", "n"), B, C),
        (A, B, C, ("", "n")),
    ],
)
def test_widths_go_with_their_columns(columns: tuple[tuple[str, str], ...]) -> None:
    old, wanted = read(wide(A, B, C)), wide(*columns)
    made = edit(old, read(wanted).markdown)
    assert made.original.replace("<p>", "").replace("</p>", "") == wanted
    gone = [
        f"a column's style=width: {width}px;" for width, text in (A, B, C) if (width, text) not in columns
    ]
    assert list(made.losses) == gone


def test_widths_stay_where_only_words_change() -> None:
    original = wide(A, B, C)
    assert changed(original, "| b2 |", "| other |") == original.replace("b2", "other")
    every = edit(read(original), read(original).markdown.replace("b", "x")).original
    assert every == original.replace(">b", ">x")

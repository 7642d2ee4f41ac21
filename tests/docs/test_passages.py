import re
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_docs.adapters.confluence.passages import PASSAGE_CHARS, occurrences, passages
from narrowgate_docs.adapters.confluence.visible import Block, blocks
from narrowgate_docs.port import Passage


def texts(source: str) -> list[str]:
    return [block.text for block in blocks(source)]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<p>Tom &amp; Ann &ndash; caf&eacute; &#8364;&#x20ac;</p>", ["Tom & Ann – café €€"]),
        ("<p>a&unknown;b</p>", ["a&unknown;b"]),
        ("<p>  a\n\t b  </p>", ["a b"]),
        ("<p>a&nbsp;b</p>", ["a\xa0b"]),
        ("<p>one<br/>two</p>", ["one", "two"]),
        ("<p>wo<strong>r</strong>d <em>and</em> <span style='x>y'>more</span></p>", ["word and more"]),
        ('<p>a<ac:inline-comment-marker ac:ref="r">b</ac:inline-comment-marker>c</p>', ["abc"]),
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", ["a", "b"]),
        ("<table><tbody><tr><th>Name</th><td>Alice</td><td>30</td></tr></tbody></table>", ["Name", "Alice", "30"]),
        ("loose text", ["loose text"]),
        ("", []),
        ("<p/><p> </p>", []),
        ("<p>a<!-- <p>no</p> -->b</p>", ["ab"]),
        ("<!-- never ends <p>a</p>", []),
        ("<p>a &lt;b&gt; c</p>", ["a <b> c"]),
        ('<p title="a &gt; > b">c</p>', ["c"]),
        ("<p>1 < 2</p>", ["1 < 2"]),
        ("<p>a</p><![CDATA[never ends", ["a", "never ends"]),
    ],
)  # fmt: skip
def test_a_body_is_read_block_by_block(source: str, wanted: list[str]) -> None:
    assert texts(source) == wanted


CODE = (
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">python</ac:parameter>'
    "<ac:plain-text-body><![CDATA[if a < b:\n    print('&amp; <p>')]]></ac:plain-text-body></ac:structured-macro>"
)


def test_code_is_text_as_it_stands_and_parameters_are_none() -> None:
    assert list(blocks(CODE)) == [Block("if a < b:\n    print('&amp; <p>')", code=True)]


@pytest.mark.parametrize(
    "silent",
    [
        '<ac:parameter ac:name="jql">server <ri:page ri:content-title="x"/> server</ac:parameter>',
        "<ac:task-id>server</ac:task-id>",
        "<ac:task-status>server</ac:task-status>",
        "<ac:placeholder>server</ac:placeholder>",
        '<time datetime="2026-01-02">server</time>',
        "<ac:parameter><ac:parameter>server</ac:parameter>server</ac:parameter>",
        "<ac:parameter><![CDATA[server]]></ac:parameter>",
    ],
)
def test_what_no_reader_sees_is_no_text(silent: str) -> None:
    assert texts(f"<p>before</p>{silent}<p>after</p>") == ["before", "after"]


@pytest.mark.parametrize("empty", ["<ac:parameter/>", '<ac:parameter ac:name="x" />', "<ac:placeholder/>"])
def test_an_empty_parameter_hides_nothing_after_it(empty: str) -> None:
    assert texts(f"{empty}<p>after</p>") == ["after"]


def test_a_links_text_belongs_to_its_sentence() -> None:
    link = "<ac:link><ri:page/><ac:plain-text-link-body><![CDATA[the & guide]]></ac:plain-text-link-body></ac:link>"

    assert [each.split() for each in texts(f"<p>see {link} here</p>")] == [
        ["see", "the", "&", "guide", "here"]
    ]


def test_headings_stand_above_what_follows() -> None:
    source = "<p>a</p><h1>One</h1><p>b</p><h3>Deep</h3><p>c</p><h2>Two</h2><p>d</p><h1>Next</h1><p>e</p>"

    assert [(block.text, block.headings) for block in blocks(source) if not block.level] == [
        ("a", ()),
        ("b", ("One",)),
        ("c", ("One", "Deep")),
        ("d", ("One", "Two")),
        ("e", ("Next",)),
    ]


PAGE = (
    "<h1>Runbook</h1><p>Start here.</p><h2>Failover</h2><p>The primary database fails over by itself.</p>"
    "<p>Call somebody.</p><h2>Backups</h2><p>The database is copied at night.</p><p>Nothing else.</p>"
)


def test_the_blocks_that_hold_the_words_are_shown_with_their_headings() -> None:
    assert passages(PAGE, "database primary") == (
        Passage("The primary database fails over by itself.", ("Runbook", "Failover")),
        Passage("The database is copied at night.", ("Runbook", "Backups")),
    )


def test_without_a_match_the_page_begins() -> None:
    assert passages(PAGE, "nowhere") == passages(PAGE, "") == (Passage("Runbook"),)
    assert passages("", "nowhere") == ()


def test_a_heading_is_shown_where_nothing_else_holds_the_word() -> None:
    assert passages(PAGE, "backups") == (Passage("Backups", ("Runbook",)),)
    assert passages("<h1>Refunds</h1><p>A refunds desk.</p>", "refunds")[-1].headings == ("Refunds",)


@pytest.mark.parametrize("word", ["DATABASE", "straße", "決済"])
def test_case_and_scripts_do_not_matter(word: str) -> None:
    source = "<p>x</p><p>The Database in the STRASSE, 決済サービス.</p>"

    assert [each.text for each in passages(source, word)] == ["The Database in the STRASSE, 決済サービス."]


def test_a_long_block_is_shown_around_the_word() -> None:
    (found,) = passages(f"<p>{'lorem ' * 500}needle {'ipsum ' * 500}</p>", "needle")

    assert "needle" in found.text
    assert found.text.startswith("… lorem")
    assert found.text.endswith(" …")
    assert len(found.text) <= PASSAGE_CHARS + 4


def test_words_are_found_wherever_they_stand_in_a_block() -> None:
    source = "<p>tick tock tick</p><h2>tick</h2><p>no</p>"

    assert occurrences(source, "tick") == ("tick tock tick", "tick tock tick", "tick")
    assert occurrences(source, "tock tick") == ("tick tock tick",)
    assert occurrences(source, "tick no") == occurrences(source, "") == ()
    assert occurrences(CODE, "print") == ()


def test_what_stands_around_an_occurrence_tells_it_apart() -> None:
    source = f"<p>{'a' * 100} word one {'b' * 100}</p><p>word two</p>"

    assert occurrences(source, "word", around=5) == ("aaaa word one ", "word two")


VISIBLE = st.text(st.sampled_from("abc <>&\"'\n;]-é決"), max_size=30)


@given(st.lists(VISIBLE, max_size=8))
def test_paragraphs_come_back_as_they_were_written(written: list[str]) -> None:
    source = "".join(f"<p>{escape(each)}</p>" for each in written)
    seen = [" ".join(re.split(r"[ \t\n\r]+", each)).strip(" ") for each in written]

    assert texts(source) == [each for each in seen if each]


@given(st.text(st.sampled_from("<>/!-[]CDATAph1 =\"'ac:parameter&;x"), max_size=80), st.text(max_size=10))
def test_nothing_that_a_body_holds_stops_the_look(source: str, searched: str) -> None:
    for passage in passages(source, searched):
        assert passage.text
        assert len(passage.text) <= PASSAGE_CHARS + 4
    occurrences(source, searched)


PIECES = (
    "<",
    "<p",
    '<p a="',
    "<!--",
    "<![CDATA[",
    "<ac:parameter>",
    "&",
    "<h1>a",
    "<p>a ",
    "a ",
    "\n",
    "]]>",
    "'",
)


@pytest.mark.parametrize("piece", PIECES)
def test_the_look_takes_linear_time(piece: str) -> None:
    """A quadratic one would not end within the suite's patience."""
    source = piece * 400_000

    passages(source, "needle word")
    occurrences(source, "needle")

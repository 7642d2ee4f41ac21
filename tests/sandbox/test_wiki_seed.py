"""The wiki as it stands before anybody comes."""

from dataclasses import astuple

import pytest

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.company.wiki_records import WikiPage
from narrowgate_sandbox.confluence import links
from narrowgate_sandbox.confluence.storage import check

CONSTRUCTS = [
    '<ac:layout-section ac:type="two_equal"',
    'ac:name="jira"',
    "<ac:inline-comment-marker",
    'ac:name="info"',
    'ac:name="status"',
    "<ac:task-list>",
    "rowspan=",
    "colspan=",
    "]]]]><![CDATA[>",
    '<ac:parameter ac:name="title">total.py</ac:parameter>',
    "<ac:caption>",
    "<ri:user ",
    '<ac:link><ri:page ri:content-title="Payment providers" /></ac:link>',
    'ac:name="expand"',
    'ac:name="excerpt"',
    'ac:name="excerpt-include"',
    'ac:name="include"',
    'ac:name="toc"',
    'ac:name="drawio"',
    "<ac:emoticon ",
    "<time datetime=",
    '<span style="color: ',
    "&nbsp;",
    "&ndash;",
]


def pages() -> list[WikiPage]:
    return list(fernwood().wiki.pages.values())


def test_every_body_of_every_version_would_be_taken_by_the_wiki_itself() -> None:
    for page in pages():
        for version in page.versions:
            check(version.body, 5_242_880)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_the_wiki_holds(construct: str) -> None:
    assert any(construct in page.body for page in pages())


def test_two_copies_are_alike_and_do_not_touch() -> None:
    one, other = fernwood().wiki, fernwood().wiki
    assert list(one.pages) == list(other.pages)
    for number, page in one.pages.items():
        assert [astuple(v) for v in page.versions] == [astuple(v) for v in other.pages[number].versions]
    one.pages.popitem()
    assert len(one.pages) < len(other.pages)


def test_every_inline_comment_is_anchored_in_its_page() -> None:
    wiki = fernwood().wiki
    found = [one for one in wiki.comments.values() if one.anchor is not None]
    assert {one.resolution for one in found} == {"open", "resolved"}
    assert all(f'ac:ref="{one.anchor.ref}"' in one.page.body for one in found if one.anchor)


def test_titles_are_unique_in_their_space_and_parents_are_there() -> None:
    wiki = fernwood().wiki
    titles = [(one.space.key, one.title.casefold()) for one in wiki.pages.values()]
    assert len(titles) == len(set(titles))
    for page in wiki.pages.values():
        assert all(above.space is page.space for above in wiki.ancestors(page))


@pytest.mark.parametrize(
    ("number", "tiny"),
    [("98310", "/x/BoAB"), ("131073", "/x/AQAC"), ("1", "/x/AQ"), ("1454342158", "/x/DoCvVg")],
)
def test_a_tiny_link_is_the_id_in_other_letters(number: str, tiny: str) -> None:
    assert links.tiny(number) == tiny

"""What the wiki takes for a body, how it says no, and how it marks words. Mostly pure."""

import os
import re
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sandbox.wiki_client import refusal, storage, update_of, visiting

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.company.normalising import normalised
from narrowgate_sandbox.confluence import markers
from narrowgate_sandbox.confluence.call import WikiError
from narrowgate_sandbox.confluence.storage import check

ENOUGH = 5_242_880
TAKEN = [
    "",
    "text alone",
    "<p>a&nbsp;b &ndash; c&hellip; &eacute; &#8364; &#x20AC;</p>",
    '<ac:link><ri:user ri:account-id="x" /></ac:link>',
    "<ac:plain-text-body><![CDATA[a ]]]]><![CDATA[> b]]></ac:plain-text-body>",
    "<p/><hr/><p>a</p>tail",
    "<!-- a comment --><p>x</p>",
    "<unknown-thing a='1'>x</unknown-thing>",
    '<at:var at:name="x" />',
    "<p>" + "<em>" * 60 + "x" + "</em>" * 60 + "</p>",
]
REFUSED = [
    ("<p>a<br></p>", "Unexpected close tag </p>; expected </br>.", (1, 13)),
    ("<p>\n<b>x</i></p>", "Unexpected close tag </i>; expected </b>.", (2, 9)),
    ("<p>a", "Unexpected close tag </xml>; expected </p>.", None),
    ("</p>", "Unexpected close tag </p>; expected </xml>.", None),
    ("<p>&foo;</p>", 'Undeclared general entity "foo"', (1, 9)),
    ("<p>a & b</p>", "Unexpected character ' ' (code 32) (missing name?)", None),
    ("<p>a ]]> b</p>", "String ']]>' not allowed in textual content", None),
    ("<p a>x</p>", "expected '=' after attribute 'a'", None),
    ('<p a="1" a="2">x</p>', "Duplicate attribute 'a'.", None),
    ("<x:y>x</x:y>", 'Undeclared namespace prefix "x"', None),
    ("<p a=1>x</p>", "expected a quote around an attribute's value", None),
    ("<p><![CDATA[x</p>", "Unexpected EOF in CDATA section", None),
    ("<p>5 < 7</p>", "Unexpected character in prolog", None),
    ("<p>\x08</p>", "", None),
]


@pytest.mark.parametrize("body", TAKEN)
def test_a_well_formed_body_is_taken_as_it_is(body: str) -> None:
    assert check(body, ENOUGH) == body


@pytest.mark.parametrize(("body", "words", "place"), REFUSED)
def test_another_body_is_refused_with_row_and_column(
    body: str, words: str, place: tuple[int, int] | None
) -> None:
    with pytest.raises(WikiError) as refused:
        check(body, ENOUGH)
    said = refused.value.message
    assert refused.value.status == 400
    assert said.startswith("Error parsing xhtml: ")
    assert words in said
    found = re.search(r"\n at \[row,col \{unknown-source\}\]: \[(\d+),(\d+)\]$", said)
    assert found
    assert place in (None, (int(found[1]), int(found[2])))


def test_each_api_refuses_a_broken_body_in_its_own_shape() -> None:
    broken = "<p>a<br></p>"
    with visiting() as visit:
        page = visit.page("Glossary")
        cloud = visit.cloud.put(f"/api/v2/pages/{page}", json=update_of(visit, page, broken, 2))
        said = {
            "type": "page",
            "title": "Glossary",
            "version": {"number": 2},
            "body": {"storage": storage(broken)},
        }
        dc = visit.dc.put(f"/rest/api/content/{page}", json=said)
        assert cloud.json()["errors"][0] == {
            "status": 400,
            "code": "INVALID_REQUEST_PARAMETER",
            "title": refusal(cloud)[1],
            "detail": None,
        }
        assert dc.json() == {
            "statusCode": 400,
            "data": {"authorized": False, "valid": True, "errors": [], "successful": False},
            "message": refusal(cloud)[1],
            "reason": "Bad Request",
        }
        assert visit.company.wiki_page("ENG", "Glossary").version == 1


def corpus() -> list[Path]:
    folder = os.environ.get("NARROWGATE_STORAGE_CORPUS")
    return sorted(Path(folder).glob("*.xml")) if folder else []


@pytest.mark.skipif(not corpus(), reason="NARROWGATE_STORAGE_CORPUS names no folder with collected pages")
def test_collected_pages_are_taken_shown_and_normalised() -> None:
    company = fernwood()
    names = {company.plant_page("ENG", file.stem, file.read_text()).id: file.stem for file in corpus()}
    with visiting(company=company) as visit:
        for number, name in names.items():
            body = check(company.wiki.pages[number].body, ENOUGH)
            assert check(normalised(body), ENOUGH) == normalised(normalised(body)), name
            shown = visit.cloud.get(f"/api/v2/pages/{number}", params={"body-format": "export_view"})
            assert shown.status_code == 200, name


@given(st.text(st.sampled_from("ab<>&\"'/=! -[]CDATA;pn:"), max_size=40))
def test_normalising_twice_is_normalising_once(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@given(st.lists(st.text(st.sampled_from("ab &<é\u00a0"), max_size=6), max_size=6), st.integers(0, 20))
def test_marking_and_unmarking_restores_every_byte(runs: list[str], at: int) -> None:
    body = f"<p>{'<em>x</em>'.join(escape(one) for one in runs)}</p>"
    text = "".join(one.text for one in markers.letters(body))
    for selection in {text[at : at + size].strip("\n") for size in (1, 3, 8)} - {""}:
        found = markers.occurrences(body, selection)
        assert len(found) == text.count(selection)
        for place in found:
            marked = markers.marked(body, place, "ref-1")
            check(marked, ENOUGH)
            assert markers.unmarked(marked, "ref-1") == body
            assert markers.unmarked(marked, "ref-2") == marked


SELECTIONS = [
    ("<p>a b</p>", "a b", 1),
    ("<p>a</p><p>b</p>", "ab", 0),
    ("<p>a <strong>b</strong> c</p>", "a b c", 1),
    ("<p>aaaa</p>", "aa", 2),
    ("<p>x &amp; y</p>", "x & y", 1),
    ('<ac:parameter ac:name="title">x</ac:parameter><p>x</p>', "x", 1),
    ("<ac:plain-text-body><![CDATA[x]]></ac:plain-text-body>", "x", 0),
    ('<p title="x">y</p>', "x", 0),
    ("<p>店に在庫がある</p>", "在庫", 1),
    ("<p>x</p>", "", 0),
]


@pytest.mark.parametrize(("body", "selection", "count"), SELECTIONS)
def test_a_selection_is_counted_where_a_reader_sees_it(body: str, selection: str, count: int) -> None:
    assert len(markers.occurrences(body, selection)) == count

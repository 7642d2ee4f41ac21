"""What others' converters did to Jira's documents, as public reports tell it or as was observed, and what is right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.richtext.adf_samples import (
    LINK,
    Node,
    bullets,
    cell,
    doc,
    header,
    heading,
    item,
    media,
    node,
    numbers,
    paragraph,
    single,
    table,
    task,
    tasks,
    text,
)
from tests.richtext.originals import changed, markdown, read, unchanged, written

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.writing import write

STORY = doc(
    heading(2, "Steps"),
    paragraph("Ask ", node("mention", id="5b-10", text="@Ann Bee", localId="m-1"), " first."),
    node("panel", [paragraph("Mind the "), bullets(item(paragraph("gap")))], panelType="warning"),
    paragraph(node("inlineCard", url="https://example.org/x"), " explains it."),
    single(media(width=800, height=600), width=50),
    paragraph("The last sentence."),
)


def content(markdown: str) -> list[Any]:
    return list(written("adf", markdown)["content"])


def plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_a_sentence_more_leaves_every_other_node_as_it_was() -> None:
    result = changed("adf", STORY, "The last sentence.", "The last sentence.\n\nOne more.").original
    assert result["content"][:-1] == STORY["content"]
    assert result["content"][-1] == paragraph("One more.")
    assert unchanged("adf", STORY) == STORY


def test_what_an_edit_would_lose_is_named_and_not_lost() -> None:
    chart = node("extension", extensionKey="chart", extensionType="t")
    found = read("adf", doc(paragraph("words"), chart, paragraph("more words")))
    with pytest.raises(GatewayError) as refusal:
        edit(found, "words\n\nmore words")
    assert refusal.value.reason == "would_lose"
    assert any("chart" in line for line in refusal.value.details)


def test_a_document_as_an_argument_is_words() -> None:
    given = plain(doc(paragraph("x")))
    (block,) = content(given)
    assert "".join(each["text"] for each in block["content"]) == given


@pytest.mark.parametrize("text", ["- [ ] a\n- [x] b", "* [ ] a\n* [X] b"])
def test_a_checklist_is_a_list_of_tasks_with_states_and_ids(text: str) -> None:
    (listed,) = content(text)
    assert listed["type"] == "taskList"
    assert [each["attrs"]["state"] for each in listed["content"]] == ["TODO", "DONE"]
    ids = [each["attrs"]["localId"] for each in (listed, *listed["content"])]
    assert len(set(ids)) == 3
    assert all(ids)


def test_states_of_tasks_are_read_and_their_ids_stay() -> None:
    original = doc(tasks(task("a", "DONE", "1"), task("b", "TODO", "2")))
    assert markdown("adf", original) == "- [x] a\n- [ ] b"
    result = changed("adf", original, "[ ] b", "[x] b").original
    assert result == doc(tasks(task("a", "DONE", "1"), task("b", "DONE", "2")))


def test_ids_are_made_of_what_they_name_and_not_of_the_moment() -> None:
    given = "- [ ] a\n- [ ] a\n- [x] b"
    assert written("adf", given) == written("adf", given)
    (listed,) = content(given)
    assert len({each["attrs"]["localId"] for each in listed["content"]}) == 3


def test_a_mention_is_a_node_and_a_name_alone_is_words() -> None:
    (block,) = content("Ask :mention[Ann]{id=5b-10} and @Bob and \\[~accountid:5b-10]")
    kinds = [each["type"] for each in block["content"]]
    assert kinds == ["text", "mention", "text"]
    assert block["content"][1]["attrs"]["id"] == "5b-10"
    with pytest.raises(GatewayError) as refusal:
        written("adf", "Ask :mention[Ann]")
    assert refusal.value.reason == "unsupported_markup"


def test_panels_and_expands_keep_their_kind_and_title() -> None:
    kinds = ("info", "note", "tip", "warning", "error", "success", "custom")
    original = doc(*(node("panel", [paragraph(kind)], panelType=kind) for kind in kinds))
    found = markdown("adf", original)
    assert [f"> [!{kind.upper()}]\n> {kind}" for kind in kinds] == found.split("\n\n")
    opened = doc(node("expand", [paragraph("inside")], title="More of it"))
    assert markdown("adf", opened) == ':::expand{title="More of it"}\ninside\n:::'
    for each in (original, opened):
        assert unchanged("adf", each) == each


def test_a_loose_list_is_one_list() -> None:
    (listed,) = content("1. a\n\n2. b\n\n3. c")
    assert (listed["type"], len(listed["content"])) == ("orderedList", 3)


NESTED = doc(
    bullets(
        item(
            paragraph("a"), numbers(item(paragraph("b"), bullets(item(paragraph("c")))), item(paragraph("d")))
        ),
        item(paragraph("e")),
    )
)


def test_nested_lists_are_the_same_tree_after_a_round_trip() -> None:
    found = markdown("adf", NESTED)
    assert found == "- a\n  1. b\n     - c\n  2. d\n- e"
    assert written("adf", found) == NESTED


@pytest.mark.parametrize(
    "words", ["see ABC-12, ABC-12-x", "https://example.org/browse/ABC-3", "`ABC-9`", "(ABC-1)"]
)
def test_keys_of_issues_become_nothing_else(words: str) -> None:
    (block,) = content(words)
    marks = [mark["type"] for each in block["content"] for mark in each.get("marks", [])]
    assert marks == (["link"] if "//" in words else ["code"] if "`" in words else [])
    assert markdown("adf", doc(block)) == words


@pytest.mark.parametrize("language", ["", "java"])
def test_code_is_verbatim_whatever_markup_it_holds(language: str) -> None:
    code = "# no heading\n{quote} {color:red}x{color} {panel}\n*a* [b|c] &amp; <d>\n  \n\tend"
    (block,) = content(f"```{language}\n{code}\n```")
    assert block["content"] == [{"type": "text", "text": code}]
    assert block.get("attrs", {}).get("language", "") == language
    assert f"\n{code}\n" in markdown("adf", doc(block))


def test_what_stands_among_words_stays_on_their_line() -> None:
    original = doc(
        paragraph(
            "hi ", node("mention", id="a-1", text="@Ann"), " ok ", node("emoji", shortName=":tada:"), "!"
        )
    )
    assert markdown("adf", original) == "hi :mention[Ann]{id=a-1} ok :emoji[tada]!"


def test_a_link_shows_where_it_leads() -> None:
    assert markdown("adf", doc(paragraph(text("docs", LINK)))) == '[docs](https://example.org/a "Where")'


def test_a_table_is_a_table_and_its_bars_are_words() -> None:
    original = doc(
        table(
            [header(paragraph("A")), header(paragraph("B"))], [cell(paragraph("1")), cell(paragraph("2|3"))]
        )
    )
    assert markdown("adf", original) == "| A | B |\n| --- | --- |\n| 1 | 2\\|3 |"
    assert changed("adf", original, "| 1 |", "| one |").original["content"][0]["content"][1]["content"][
        1
    ] == (cell(paragraph("2|3")))


ALONE: dict[str, Node] = {
    "mediaSingle": single(media()),
    "mediaGroup": node("mediaGroup", [media(), media(id="m-2")]),
    "blockCard": node("blockCard", url="https://example.org/f"),
    "embedCard": node("embedCard", url="https://example.org/g", layout="wide"),
    "extension": node("extension", extensionKey="chart", extensionType="t"),
    "placeholder": paragraph(node("placeholder", text="Write here")),
}


@pytest.mark.parametrize("kind", ALONE)
def test_a_document_of_one_thing_is_not_empty(kind: str) -> None:
    original = doc(ALONE[kind])
    found = markdown("adf", original)
    assert found
    assert unchanged("adf", original) == original
    beside = doc(paragraph("word"), ALONE[kind])
    assert changed("adf", beside, "word", "other").original == doc(paragraph("other"), ALONE[kind])


def test_the_language_of_code_is_read_and_written() -> None:
    original = doc(node("codeBlock", [text("a = 1")], language="python"))
    assert markdown("adf", original) == "```python\na = 1\n```"
    assert written("adf", "```python\na = 1\n```") == original


def test_a_line_that_goes_on_is_one_paragraph() -> None:
    assert content("one\ntwo") == [paragraph("one two")]


MARKED = {
    "***x***": [text("x", "strong", "em")],
    "_x_": [text("x", "em")],
    "__x__": [text("x", "strong")],
    "**a *b* c**": [text("a ", "strong"), text("b", "strong", "em"), text("c", "strong")],
    "foo_bar_baz 5 * 3 * 2 ~/a and ~/b": [text("foo_bar_baz 5 * 3 * 2 ~/a and ~/b")],
    "\\*x\\*": [text("*x*")],
    "[t](https://example.org/a_(b))": [
        text("t", {"type": "link", "attrs": {"href": "https://example.org/a_(b)"}})
    ],
    "a  \nb": [text("a"), node("hardBreak"), text("b")],
    "a\\\nb": [text("a"), node("hardBreak"), text("b")],
}


@pytest.mark.parametrize("given", MARKED)
def test_marks_are_what_markdown_says(given: str) -> None:
    (block,) = content(given)
    assert block["type"] == "paragraph"
    assert [_squeezed(each) for each in block["content"]] == [_squeezed(each) for each in MARKED[given]]


def _squeezed(each: Node) -> tuple[str, str, str]:
    """White space at the edge of a mark may stand on either side of it."""
    marks = sorted(plain(mark) for mark in each.get("marks", []))
    return each["type"], each.get("text", "").strip(), "".join(marks)


def test_an_image_of_the_web_is_media_or_a_link_and_never_an_exclamation_mark() -> None:
    (alone,) = content("![alt](https://example.org/u.png)")
    assert alone["content"][0]["attrs"] == {
        "type": "external",
        "url": "https://example.org/u.png",
        "alt": "alt",
    }
    result = write(ADF, "see ![alt](https://example.org/u.png) here")
    assert "!" not in plain(result.original)
    assert result.notes


@pytest.mark.parametrize("row", ["|  | x |", "| x |  |", "|  |  |"])
def test_an_empty_cell_is_valid(row: str) -> None:
    original = written("adf", f"| a | b |\n| --- | --- |\n{row}")
    assert '"text": ""' not in plain(original)
    assert markdown("adf", original).endswith(row)


COMMON = {
    "~~~py\nx\n~~~": ["codeBlock"],
    "+ a\n+ b": ["bulletList"],
    "1) a\n2) b": ["orderedList"],
    "> [!NOTE]\n> x": ["panel"],
    "> a\n> > b": ["blockquote"],
    "- a\n\n  ```\n  x\n  ```": ["bulletList"],
    "- a\n\n  second": ["bulletList"],
    "## x\n- y": ["heading", "bulletList"],
    "a\n- b": ["paragraph", "bulletList"],
    "    indented": ["paragraph"],
    "Title\n=====": ["paragraph"],
    "before\n\n----\n\nafter": ["paragraph", "rule", "paragraph"],
}


@pytest.mark.parametrize("given", COMMON)
def test_the_markdown_that_models_write_is_understood(given: str) -> None:
    assert [each["type"] for each in content(given)] == COMMON[given]

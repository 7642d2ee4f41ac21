"""Edits of documents through Markdown: what was asked changes, and every other node is the very same object."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.richtext import adf_samples as adf
from tests.richtext.adf_samples import ODD, SAMPLES, Node, doc, item, paragraph, text
from tests.richtext.adf_trees import documents
from tests.richtext.test_adf_documents import collected, needs_corpus

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.inline import normal
from narrowgate_common.richtext.reading import reading

_WORD = re.compile(r"[^\W\d_]{2,}")


def edited(original: Node, old: str, new: str, *, allow_removals: bool = False) -> Node:
    """With the first of these words replaced; valid if it was."""
    before = copy.deepcopy(original)
    known = reading(ADF, original)
    assert old in known.markdown
    wanted = known.markdown.replace(old, new, 1)
    result = edit(known, wanted, allow_removals=allow_removals)
    assert original == before
    assert ADF.trouble(result.original) is None or ADF.trouble(original) is not None
    return result.original


def nodes_of(value: Any) -> Iterator[Node]:
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting.extend(node.get("content") or [])


def assert_only_words_differ(original: Node, result: Node) -> None:
    """Every node that is gone is a text, or an ancestor of one that is gone, and differs in nothing else."""
    present = {id(node) for node in nodes_of(result)}
    gone = {id(node) for node in nodes_of(original) if id(node) not in present}
    for node in nodes_of(original):
        if id(node) in gone and node["type"] != "text":
            assert any(id(child) in gone for child in node.get("content", []))
    assert [_head(node) for node in nodes_of(original) if node["type"] != "text"] == [
        _head(node) for node in nodes_of(result) if node["type"] != "text"
    ]


def _head(node: Node) -> Node:
    return {key: value for key, value in node.items() if key != "content"}


def with_a_word_changed(blocks: tuple[Block, ...], target: Block) -> tuple[Block, ...]:
    return tuple(_changed(block, target) for block in blocks)


def _changed(block: Block, target: Block) -> Block:
    if block is not target:
        return replace(block, children=with_a_word_changed(block.children, target))
    runs = list(normal(block.runs))
    at = next(at for at, run in enumerate(runs) if run.atom is None and _WORD.search(run.text))
    runs[at] = replace(runs[at], text=_WORD.sub("zebra", runs[at].text, count=1))
    return replace(block, runs=tuple(runs))


def holds_words(block: Block) -> bool:
    return any(run.atom is None and _WORD.search(run.text) for run in normal(block.runs))


def assert_every_word_can_change(original: Node) -> None:
    known = reading(ADF, original)
    valid = ADF.trouble(original) is None
    for target in (block for top in known.document.blocks for block in top.walk() if holds_words(block)):
        wanted = render(with_a_word_changed(known.document.blocks, target))
        result = edit(known, wanted, allow_removals=True)
        assert result.markdown == wanted
        assert ADF.trouble(result.original) is None or not valid
        if valid:
            assert_only_words_differ(original, result.original)


@pytest.mark.parametrize("name", SAMPLES)
def test_one_word_changes_and_nothing_else(name: str) -> None:
    assert_every_word_can_change(SAMPLES[name])


@pytest.mark.parametrize("name", sorted(set(ODD) - {"code with emphasis"}))
def test_one_word_of_an_odd_document_changes(name: str) -> None:
    assert_every_word_can_change(ODD[name])


@needs_corpus
@pytest.mark.parametrize("original", collected())
def test_one_word_of_a_collected_document_changes(original: Node) -> None:
    assume_small = sum(1 for _ in nodes_of(original)) < 400
    if assume_small and ADF.trouble(original) is None:
        assert_every_word_can_change(original)


@given(documents(depth=2), documents(depth=2))
def test_any_document_becomes_another_or_the_edit_is_refused(original: Node, other: Node) -> None:
    known = reading(ADF, original)
    blocks = [*known.document.blocks[1:], *map(shape, ADF.read(other).blocks), *known.document.blocks[:1]]
    before = copy.deepcopy(original)
    try:
        result = edit(known, render(blocks), allow_removals=True)
    except GatewayError as error:
        assume(error.reason == "")
        return
    assert ADF.trouble(result.original) is None
    assert original == before


PATCHES = {
    "status colour": (SAMPLES["status"], "color=blue", "color=red", "color", "red"),
    "status words": (SAMPLES["status"], "In progress", "Done", "text", "Done"),
    "date": (SAMPLES["date"], "2026-01-31", "2026-02-01", "timestamp", "1769904000000"),
    "tick": (SAMPLES["taskList and taskItem"], "[x]", "[ ]", "state", "TODO"),
    "panel kind": (SAMPLES["panel info"], "[!INFO]", "[!TIP]", "panelType", "tip"),
    "code language": (SAMPLES["codeBlock"], "python", "ruby", "language", "ruby"),
    "alt words": (SAMPLES["mediaSingle and media"], "A plan", "A map", "alt", "A map"),
    "image width": (SAMPLES["mediaSingle and media"], "width=400", "width=500", "width", 500),
    "inline alt words": (SAMPLES["mediaInline"], "![]", "![x]", "alt", "x"),
    "card": (SAMPLES["inlineCard"], "/b?", "/bb?", "url", "https://example.org/bb?c=(d)"),
    "heading level": (SAMPLES["heading"], "## ", "### ", "level", 3),
    "expand title": (SAMPLES["expand"], "More of it", "Less", "title", "Less"),
    "emoji": (SAMPLES["emoji"], "tada", "memo", "shortName", ":memo:"),
    "mention name": (SAMPLES["mention"], "Ann Bee", "Ann", "text", "@Ann"),
    "list start": (SAMPLES["orderedList"], "3. three\n4.", "5. three\n6.", "order", 5),
}


@pytest.mark.parametrize("name", PATCHES)
def test_an_attribute_is_patched_in_place(name: str) -> None:
    original, old, new, attribute, value = PATCHES[name]
    result = edited(original, old, new)
    pairs = [
        (left, right)
        for left, right in zip(nodes_of(original), nodes_of(result), strict=True)
        if left.get("attrs") != right.get("attrs")
    ]
    (left, right) = pairs[0]
    assert len(pairs) == 1
    assert left["type"] == right["type"]
    others = {key for key in left["attrs"] if key not in (attribute, "id", "text", "data")}
    assert right["attrs"][attribute] == value
    assert {key: left["attrs"][key] for key in others} == {key: right["attrs"].get(key) for key in others}


def test_hidden_marks_stay_on_a_changed_word() -> None:
    original = doc(paragraph("a ", text("red words", adf.RED, "underline"), " b"))
    result = edited(original, "red words", "red things")
    assert result["content"][0]["content"][1] == text("red things", adf.RED, "underline")


def test_a_word_between_two_coloured_ones_is_coloured() -> None:
    original = doc(paragraph("a ", text("red words", adf.RED), " b"))
    result = edited(original, "red words", "red hot words")
    assert result["content"][0]["content"][1] == text("red hot words", adf.RED)


def test_a_word_beside_coloured_ones_is_not() -> None:
    original = doc(paragraph("a ", text("red", adf.RED), " b"))
    result = edited(original, "red b", "red hot b")
    assert [node for node in result["content"][0]["content"] if "marks" in node] == [text("red", adf.RED)]


def test_making_a_word_bold_leaves_its_other_marks() -> None:
    original = doc(paragraph("a ", text("red", adf.RED, adf.COMMENT), " b"))
    result = edited(original, "red", "**red**")
    assert result["content"][0]["content"][1] == text("red", adf.RED, adf.COMMENT, "strong")


def test_a_word_made_code_keeps_its_link_and_comment_only() -> None:
    original = doc(paragraph("a ", text("red", adf.RED, adf.COMMENT, "strong"), " b"))
    result = edited(original, "**red**", "`red`", allow_removals=True)
    assert result["content"][0]["content"][1] == text("red", adf.COMMENT, "code")


def test_a_lost_colour_needs_leave() -> None:
    original = doc(paragraph("a ", text("red", adf.RED), " b"))
    with pytest.raises(GatewayError) as caught:
        edited(original, "red ", "")
    assert caught.value.reason == "would_lose"


def test_a_second_link_to_the_same_place_is_the_same_link() -> None:
    original = doc(paragraph("to ", text("here", adf.LINK), " and there"))
    result = edited(original, "and there", 'and [there](https://example.org/a "Where")')
    assert result["content"][0]["content"][-1] == text("there", adf.LINK)


def test_a_link_that_is_not_of_the_web_stays_unseen() -> None:
    result = edited(ODD["script link"], "a ", "z ")
    assert result["content"][0]["content"][1] is ODD["script link"]["content"][0]["content"][1]
    assert "javascript" not in reading(ADF, ODD["script link"]).markdown


def test_an_image_keeps_its_frame_when_words_around_it_change() -> None:
    original = doc(paragraph("before"), *SAMPLES["caption"]["content"])
    result = edited(original, "a plan", "a map", allow_removals=True)
    assert result["content"][0] is original["content"][0]
    assert result["content"][1]["content"][0] is original["content"][1]["content"][0]


def test_a_new_item_joins_its_list() -> None:
    original = doc(adf.bullets(item(paragraph("a")), item(paragraph("b"))))
    result = edited(original, "- b", "- x\n- b")
    (found,) = result["content"]
    assert [found["content"][0], found["content"][2]] == original["content"][0]["content"]


def test_a_new_first_item_joins_its_list() -> None:
    original = doc(adf.numbers(item(paragraph("a")), order=3))
    result = edited(original, "3. a", "3. x\n4. a")
    (found,) = result["content"]
    assert found["attrs"] == {"order": 3}
    assert found["content"][1] is original["content"][0]["content"][0]


def test_a_paragraph_becomes_a_heading_and_keeps_its_alignment() -> None:
    aligned = {**paragraph("a title"), "marks": [adf.mark("alignment", align="center")]}
    result = edited(doc(aligned), "a title", "## a title")
    (found,) = result["content"]
    assert (found["type"], found["attrs"], found["marks"]) == ("heading", {"level": 2}, aligned["marks"])
    assert found["content"][0] is aligned["content"][0]


def test_a_layout_does_not_lose_its_second_column() -> None:
    with pytest.raises(GatewayError) as caught:
        edited(SAMPLES["layoutSection and layoutColumn"], ":::column\nright\n:::\n", "", allow_removals=True)
    assert caught.value.reason == "unsupported_markup"


def test_a_second_paragraph_in_a_task_is_refused() -> None:
    with pytest.raises(GatewayError) as caught:
        edited(doc(adf.tasks(adf.task("a"))), "- [ ] a", "- [ ] a\n\n  b")
    assert caught.value.reason == "unsupported_markup"


def test_bullets_become_numbers_in_place() -> None:
    original = doc(adf.bullets(item(paragraph("a"))))
    result = edited(original, "- a", "1. a")
    assert result["content"][0]["type"] == "orderedList"
    assert result["content"][0]["content"][0] is original["content"][0]["content"][0]


def test_a_bullet_becomes_a_task() -> None:
    original = doc(adf.bullets(item(paragraph("a")), item(paragraph("b"))))
    result = edited(original, "- b", "- [x] b")
    assert [node["type"] for node in result["content"]] == ["bulletList", "taskList"]
    assert result["content"][1]["content"][0]["attrs"]["state"] == "DONE"


def test_a_task_becomes_a_bullet() -> None:
    original = doc(adf.tasks(adf.task("a"), adf.task("b", local_id="u")))
    result = edited(original, "- [ ] b", "- b", allow_removals=True)
    assert [node["type"] for node in result["content"]] == ["taskList", "bulletList"]


def test_a_moved_task_takes_its_list_along() -> None:
    original = doc(
        adf.tasks(
            adf.task("a", local_id="1"),
            adf.tasks(adf.task("below", local_id="2"), local_id="l2"),
            adf.task("b", local_id="3"),
        )
    )
    known = reading(ADF, original)
    result = edit(known, "- [ ] b\n- [ ] a\n  - [ ] below").original
    tasks = result["content"][0]["content"]
    old = original["content"][0]["content"]
    assert [tasks[0] is old[2], tasks[1] is old[0], tasks[2] is old[1]] == [True, True, True]


def test_lists_in_a_row_stay_lists_of_their_own() -> None:
    original = SAMPLES["lists in a row"]
    result = edited(original, "- b", "- b\n- c")
    assert [node["type"] for node in result["content"]] == [node["type"] for node in original["content"]]
    assert result["content"][0] is original["content"][0]


def test_a_panel_that_lost_all_its_words_is_still_valid() -> None:
    original = SAMPLES["panel info"]
    known = reading(ADF, original)
    result = edit(known, "> [!INFO]", allow_removals=True).original
    assert result["content"][0]["content"] == [paragraph()]


def test_an_expand_moved_into_a_cell_is_a_nested_one() -> None:
    original = doc(adf.table([adf.cell(paragraph("a"))]), *SAMPLES["expand"]["content"])
    known = reading(ADF, original)
    wanted = ':::table\n:::row\n:::cell\na\n\n:::expand{title="More of it"}\ninside\n:::\n:::\n:::\n:::'
    result = edit(known, wanted, allow_removals=True).original
    moved = result["content"][0]["content"][0]["content"][0]["content"][1]
    assert (moved["type"], moved["content"][0]) == ("nestedExpand", original["content"][1]["content"][0])


def test_a_copied_macro_has_no_ids() -> None:
    original = SAMPLES["extension"]
    known = reading(ADF, original)
    result = edit(known, f"{known.markdown}\n\ntext\n\n{known.markdown}").original
    first, _, second = result["content"]
    assert first is original["content"][0]
    assert "localId" not in second["attrs"]
    assert first["attrs"]["extensionKey"] == second["attrs"]["extensionKey"]


def test_an_unknown_ref_is_refused() -> None:
    original = SAMPLES["extension"]
    with pytest.raises(GatewayError) as caught:
        edited(original, "ref=", "ref=0")
    assert caught.value.reason == "unknown_ref"


def test_a_title_that_a_panel_cannot_have_is_refused() -> None:
    with pytest.raises(GatewayError) as caught:
        edited(SAMPLES["panel info"], "[!INFO]", "[!INFO] Look")
    assert caught.value.reason == "unsupported_markup"


def test_a_sentence_beside_everything_else_changes_alone() -> None:
    original = doc(
        paragraph("Before the table."),
        *SAMPLES["table with spans"]["content"],
        *SAMPLES["panel custom"]["content"],
        paragraph("Ask ", adf.node("mention", id="1", text="@Ann", localId="m"), " about the plan."),
        *SAMPLES["caption"]["content"],
        *SAMPLES["blockCard"]["content"],
    )
    result = edited(original, "the plan", "the second plan")
    for at, (left, right) in enumerate(zip(original["content"], result["content"], strict=True)):
        assert (left is right) == (at != 3)
    assert_only_words_differ(original, result)


@given(st.sampled_from(sorted(SAMPLES)), st.sampled_from(sorted(SAMPLES)))
def test_samples_move_past_each_other(first: str, second: str) -> None:
    """Each keeps its nodes, whatever it is."""
    original = doc(
        *SAMPLES[first]["content"], paragraph("between"), *copy.deepcopy(SAMPLES[second]["content"])
    )
    known = reading(ADF, original)
    at = next(at for at, words in enumerate(known.texts) if words == "between")
    result = edit(known, "\n\n".join([*known.texts[at + 1 :], "between", *known.texts[:at]]))
    assert ADF.trouble(result.original) is None
    assert result.losses == ()


WEB: Node = {"type": "media", "attrs": {"type": "external", "url": "https://example.org/a.png", "alt": "old"}}
CAPTION: Node = {"type": "caption", "content": [text("below")]}
FIGURE: Node = {"type": "mediaSingle", "attrs": {"layout": "center", "width": 50}, "content": [WEB, CAPTION]}


def test_the_image_of_the_web_in_a_figure_has_another_text() -> None:
    result = edited(doc(FIGURE), ":image[old]", ":image[new]")
    picture = {**WEB, "attrs": {**WEB["attrs"], "alt": "new"}}
    assert result == doc({**FIGURE, "content": [picture, CAPTION]})


def test_the_image_and_the_line_of_a_figure_change_at_once() -> None:
    result = edited(
        doc(FIGURE),
        'old]{to=https://example.org/a.png width="50%"}\n\nbelow',
        'new]{to=https://example.org/a.png width="50%"}\n\nunder',
    )
    assert result["content"][0]["content"][0]["attrs"]["alt"] == "new"
    assert result["content"][0]["content"][1] == {"type": "caption", "content": [text("under")]}


def wide(*columns: tuple[int, str]) -> Node:
    def cell(width: int, words: str) -> Node:
        made: Node = {"type": "tableCell", "attrs": {"colwidth": [width]}, "content": [paragraph(words)]}
        return made if width else {"type": "tableCell", "content": made["content"]}

    rows = [[cell(width, f"{words}{row}") for width, words in columns] for row in "123"]
    return doc({"type": "table", "content": [{"type": "tableRow", "content": row} for row in rows]})


@pytest.mark.parametrize(
    "columns",
    [
        ((300, "c"), (100, "a"), (200, "b")),
        ((100, "a"), (300, "c")),
        ((100, "a"), (0, "n"), (200, "b"), (300, "c")),
    ],
)
def test_widths_go_with_their_columns(columns: tuple[tuple[int, str], ...]) -> None:
    original = wide((100, "a"), (200, "b"), (300, "c"))
    wanted = wide(*columns)
    assert edit(reading(ADF, original), reading(ADF, wanted).markdown).original == wanted

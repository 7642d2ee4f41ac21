"""Blocks without an original: fitted to what a document can hold, written, valid, and read back as they were fitted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from tests.richtext.adf_samples import SAMPLES, doc
from tests.richtext.adf_trees import blocks
from tests.richtext.test_adf_documents import needs_schema, schema

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.format import Copied

Node = dict[str, Any]


def fitted(markdown: str) -> tuple[tuple[Block, ...], list[str]]:
    notes: list[str] = []
    return tuple(ADF.fit(block, (), notes) for block in parse(markdown)), notes


def written(markdown: str) -> Node:
    found, _ = fitted(markdown)
    return ADF.new([(block, ADF.fresh(block)) for block in found])


def content(markdown: str) -> list[Node]:
    return list(written(markdown)["content"])


def refusal(markdown: str) -> str:
    with pytest.raises(GatewayError) as caught:
        fitted(markdown)
    return str(caught.value.reason)


def assert_written_well(block: Block) -> Node | None:
    """Refused, or valid and read back as it was fitted."""
    if reason := outcome(block):
        assert reason in {"unsupported_markup", "bad_link", "unknown_ref"}
        return None
    wanted = ADF.fit(block, (), [])
    original = ADF.new([(wanted, ADF.fresh(wanted))])
    assert ADF.trouble(original) is None
    assert [shape(each) for each in ADF.read(original).blocks] == [shape(wanted)]
    assert ADF.new([(wanted, ADF.fresh(wanted))]) == original
    return original


def outcome(block: Block) -> str:
    """Why it is refused; nothing where it is written."""
    try:
        ADF.fresh(ADF.fit(block, (), []))
    except GatewayError as error:
        return str(error.reason)
    return ""


@given(blocks())
def test_what_fits_is_valid_and_reads_back_as_it_was_fitted(block: Block) -> None:
    assert_written_well(block)


@given(blocks())
def test_what_was_fitted_fits(block: Block) -> None:
    assume(not outcome(block))
    wanted = ADF.fit(block, (), [])
    notes: list[str] = []
    assert shape(ADF.fit(wanted, (), notes)) == shape(wanted)
    assert notes == []


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_written_anew_reads_the_same_or_is_refused(name: str) -> None:
    for block in map(shape, ADF.read(SAMPLES[name]).blocks):
        assert_written_well(block)


@needs_schema
@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_written_anew_is_valid_by_the_published_schema(name: str) -> None:
    for block in map(shape, ADF.read(SAMPLES[name]).blocks):
        original = assert_written_well(block)
        assert original is None or schema().is_valid(original)


CONSTRUCTS: dict[str, Node | list[Node]] = {
    "plain": {"type": "paragraph", "content": [{"type": "text", "text": "plain"}]},
    "**b**": {"type": "paragraph", "content": [{"type": "text", "text": "b", "marks": [{"type": "strong"}]}]},
    "***x***": {
        "type": "paragraph",
        "content": [{"type": "text", "text": "x", "marks": [{"type": "strong"}, {"type": "em"}]}],
    },
    "[t](https://e.org/a_(b))": {
        "type": "paragraph",
        "content": [
            {
                "type": "text",
                "text": "t",
                "marks": [{"type": "link", "attrs": {"href": "https://e.org/a_(b)"}}],
            }
        ],
    },
    "a<br>b": {
        "type": "paragraph",
        "content": [{"type": "text", "text": "a"}, {"type": "hardBreak"}, {"type": "text", "text": "b"}],
    },
    "### h": {"type": "heading", "attrs": {"level": 3}, "content": [{"type": "text", "text": "h"}]},
    "***": {"type": "rule"},
    "```python\na\n```": {
        "type": "codeBlock",
        "attrs": {"language": "python"},
        "content": [{"type": "text", "text": "a"}],
    },
    "```\n```": {"type": "codeBlock"},
    ":date[2026-01-31]": {
        "type": "paragraph",
        "content": [{"type": "date", "attrs": {"timestamp": "1769817600000"}}],
    },
    ":status[Done]{color=green}": {
        "type": "paragraph",
        "content": [{"type": "status", "attrs": {"text": "Done", "color": "green"}}],
    },
    ":mention[Ann]{id=5b}": {
        "type": "paragraph",
        "content": [{"type": "mention", "attrs": {"id": "5b", "text": "@Ann"}}],
    },
    ":emoji[tada]": {"type": "paragraph", "content": [{"type": "emoji", "attrs": {"shortName": ":tada:"}}]},
    ":card[https://e.org/x]": {
        "type": "paragraph",
        "content": [{"type": "inlineCard", "attrs": {"url": "https://e.org/x"}}],
    },
    "![A](media:c%201/m){width=300}": {
        "type": "mediaSingle",
        "attrs": {"layout": "center", "width": 300, "widthType": "pixel"},
        "content": [{"type": "media", "attrs": {"type": "file", "id": "m", "collection": "c 1", "alt": "A"}}],
    },
    "![](https://e.org/a.png)": {
        "type": "mediaSingle",
        "attrs": {"layout": "center"},
        "content": [{"type": "media", "attrs": {"type": "external", "url": "https://e.org/a.png"}}],
    },
    "> [!TIP]\n> t": {
        "type": "panel",
        "attrs": {"panelType": "tip"},
        "content": [{"type": "paragraph", "content": [{"type": "text", "text": "t"}]}],
    },
}


@pytest.mark.parametrize("markdown", CONSTRUCTS)
def test_a_construct_becomes_its_node(markdown: str) -> None:
    assert content(markdown) == [CONSTRUCTS[markdown]]


def test_tasks_have_states_and_ids_of_their_own() -> None:
    (found,) = content("- [ ] a\n- [x] b\n- [ ] a")
    states = [task["attrs"]["state"] for task in found["content"]]
    ids = [task["attrs"]["localId"] for task in found["content"]]
    assert (found["type"], states) == ("taskList", ["TODO", "DONE", "TODO"])
    assert len({*ids, found["attrs"]["localId"]}) == 4


def test_ids_are_the_same_each_time() -> None:
    assert written("- [ ] a\n- [ ] a") == written("- [ ] a\n- [ ] a")


def test_a_task_below_a_task_follows_it() -> None:
    (found,) = content("- [ ] a\n  - [x] b\n- [ ] c")
    assert [child["type"] for child in found["content"]] == ["taskItem", "taskList", "taskItem"]


def test_tasks_and_bullets_side_by_side_are_lists_of_their_own() -> None:
    assert [node["type"] for node in content("- a\n- [ ] b\n- c")] == ["bulletList", "taskList", "bulletList"]


def test_lists_keep_their_depth_and_kinds() -> None:
    (found,) = content("1. a\n   - b\n     1. c\n2. d")
    inner = found["content"][0]["content"][1]
    assert (found["type"], inner["type"], inner["content"][0]["content"][1]["type"]) == (
        "orderedList",
        "bulletList",
        "orderedList",
    )


def test_a_loose_list_is_one_list() -> None:
    (found,) = content("1. a\n\n2. b\n\n3. c")
    assert (found["type"], len(found["content"])) == ("orderedList", 3)


def test_a_soft_line_end_does_not_part_a_paragraph() -> None:
    assert len(content("one\ntwo")) == 1


def test_an_empty_cell_holds_an_empty_paragraph() -> None:
    (found,) = content("| a | b |\n|---|---|\n|  | c |")
    assert found["content"][1]["content"][0]["content"] == [{"type": "paragraph", "content": []}]


def test_an_expand_in_a_cell_or_an_expand_is_a_nested_one() -> None:
    (outer,) = content(":::expand{title=A}\n:::expand{title=B}\nx\n:::\n:::")
    (table,) = content(":::table\n:::row\n:::cell\n:::expand\nx\n:::\n:::\n:::\n:::")
    in_cell = table["content"][0]["content"][0]["content"][0]
    assert (outer["type"], outer["content"][0]["type"]) == ("expand", "nestedExpand")
    assert (in_cell["type"], in_cell["attrs"]) == ("nestedExpand", {})


DEGRADED = {
    "- # h": "bold paragraph",
    "> # h": "bold paragraph",
    "- > q": "without its frame",
    "> > q": "without its frame",
    "> [!INFO] Title\n> t": "no title",
    "- [ ] a\n\n  b": "lines of one",
    "- [ ] a\n  - b": "holds tasks",
    "1. [ ] a": "no numbers",
    "**`x`**": "Code inside",
    "a ![x](https://e.org/a.png) b": "written as a link",
    "a ![x](media:c/d){width=30} b": "no width",
    ":status[x]{color=pinkish}": "became neutral",
    '```python title="a.py"\nx\n```': "no other attributes",
}


@pytest.mark.parametrize("markdown", DEGRADED)
def test_what_has_another_form_here_is_told(markdown: str) -> None:
    found, notes = fitted(markdown)
    assert len(notes) == 1
    assert DEGRADED[markdown] in notes[0]
    for block in parse(markdown):
        assert_written_well(block)
    assert found


REFUSED = {
    "[x](javascript:alert(1))": "bad_link",
    "[x](data:text/html,1)": "bad_link",
    "[x](JAVASCRIPT:1)": "bad_link",
    "[x](vbscript:1)": "bad_link",
    "[x](page:A/B)": "bad_link",
    "[x]()": "bad_link",
    "![x](javascript:1)": "bad_link",
    "![x](data:image/png;base64,AA==)": "bad_link",
    "a ![x](data:image/png;base64,AA==) b": "bad_link",
    ":card[javascript:1]": "bad_link",
    "![x](attachment:a.png)": "unsupported_markup",
    "![x](a.png)": "unsupported_markup",
    "![x](media:c)": "unsupported_markup",
    ":mention[Ann]": "unsupported_markup",
    ":date[soon]": "unsupported_markup",
    ":status[]": "unsupported_markup",
    "- ***": "unsupported_markup",
    "- | a |\n  |---|": "unsupported_markup",
    "> ***": "unsupported_markup",
    "> - [ ] a": "unsupported_markup",
    "> > - a\n> >\n> > b": "unsupported_markup",
    "> [!INFO]\n> | a |\n> |---|": "unsupported_markup",
    "- [ ] a\n\n  ```\n  x\n  ```": "unsupported_markup",
    ":::expand\n:::expand\n:::expand\nx\n:::\n:::\n:::": "unsupported_markup",
    ":::unheard\nx\n:::": "unsupported_markup",
    ":::layout\n:::column\nx\n:::\n:::": "unsupported_markup",
    ":::decisions\nx\n:::": "unsupported_markup",
    ":::figure\nx\n:::": "unsupported_markup",
    "```macro name=x ref=00000000\n```": "unknown_ref",
}


@pytest.mark.parametrize("markdown", REFUSED)
def test_what_cannot_be_held_is_refused(markdown: str) -> None:
    assert refusal(markdown) == REFUSED[markdown]


def test_raw_html_is_text() -> None:
    assert content("<b>x</b>")[0]["content"] == [{"type": "text", "text": "<b>x</b>"}]


def test_a_block_with_an_origin_is_written_as_it_was() -> None:
    original = SAMPLES["extension"]
    (block,) = ADF.read(original).blocks
    panel = Block("alert", "INFO", children=(block,))
    (found,) = ADF.fresh(ADF.fit(panel, (), []))
    assert found["content"][0] is original["content"][0]


def test_a_copied_block_has_no_ids() -> None:
    (block,) = ADF.read(SAMPLES["extension"]).blocks
    copied = Block(block.kind, block.name, block.attrs, origin=Copied(block.origin))
    (found,) = ADF.fresh(ADF.fit(copied, (), []))
    assert found["attrs"]["parameters"] == {"macroMetadata": {}}
    assert "localId" not in found["attrs"]


def test_an_old_block_is_refused_where_it_cannot_stand() -> None:
    (table,) = ADF.read(SAMPLES["table with spans"]).blocks
    with pytest.raises(GatewayError) as caught:
        ADF.fit(Block("quote", children=(table,)), (), [])
    assert caught.value.reason == "unsupported_markup"


def test_what_the_samples_read_as_is_a_fixed_point_when_it_is_written_anew() -> None:
    samples = doc(*(node for sample in SAMPLES.values() for node in sample["content"]))
    kept = [block for block in parse(render(ADF.read(samples).blocks)) if not outcome(block)]
    again = render(ADF.read(ADF.new([(block, ADF.fresh(ADF.fit(block, (), []))) for block in kept])).blocks)
    assert render(parse(again)) == again

"""Documents that mean harm or make no sense: refused, or read, in little time and without a crash."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.richtext.adf_samples import SAMPLES, Node, bullets, cell, doc, item, node, paragraph, table, text

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.blocks import MAX_DEPTH
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.writing import write

_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["type", "content", "attrs", "marks", "text", "level", "id"]), inner, max_size=4
        ),
    ),
    max_leaves=12,
)


def nested(levels: int, wrap: Callable[[Node], Node]) -> Node:
    out = paragraph("deep")
    for _ in range(levels):
        out = wrap(out)
    return doc(out)


WRAPS: dict[str, Callable[[Node], Node]] = {
    "lists": lambda inner: bullets(item(inner)),
    "quotes": lambda inner: node("blockquote", [inner]),
    "tables": lambda inner: table([cell(inner)]),
    "tasks": lambda inner: node(
        "taskList", [node("taskItem", [], localId="t", state="TODO"), inner], localId="l"
    ),
    "tasks without a first": lambda inner: node("taskList", [inner], localId="l"),
    "unknown": lambda inner: node("future", [inner]),
    "attributes": lambda inner: node("extension", extensionKey="k", extensionType="t", parameters=inner),
    "layouts": lambda inner: node("layoutSection", [node("layoutColumn", [inner])]),
    "decisions": lambda inner: node("decisionList", [inner]),
}


@pytest.mark.parametrize("name", WRAPS)
@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 30_000])
def test_what_is_nested_too_deep_is_refused_or_kept_whole(name: str, levels: int) -> None:
    original = nested(levels, WRAPS[name])
    ADF.trouble(original)
    ADF.inventory(original) if levels < 1_000 else None
    assert isinstance(ADF.as_text(original), str)
    assert reason_or_markdown(original) in ("too_deep", _kept_whole(original))
    while original.get("content"):  # the interpreter frees deep trees by recursion
        original = original["content"].pop()


def reason_or_markdown(original: Any) -> str:
    try:
        return render(ADF.read(original).blocks)
    except GatewayError as error:
        return str(error.reason)


def _kept_whole(original: Node) -> str:
    """What is not looked into reads as one line."""
    markdown = reason_or_markdown(original)
    return markdown if len(markdown) < 200 else ""


@pytest.mark.parametrize("levels", [10, MAX_DEPTH // 2 - 1])
def test_lists_within_lists_are_read_up_to_the_limit(levels: int) -> None:
    assert "deep" in render(ADF.read(nested(levels, WRAPS["lists"])).blocks)


ILL_FORMED: dict[str, Any] = {
    "nothing": None,
    "a list": [],
    "a text": "words",
    "another root": paragraph("x"),
    "no type": {"version": 1, "content": []},
    "content that is no list": {"version": 1, "type": "doc", "content": {"type": "rule"}},
    "a number among nodes": doc(3),  # type: ignore[arg-type]
    "a string among nodes": doc(paragraph(), "words"),  # type: ignore[arg-type]
    "a node without a type": doc({"content": []}),
    "a text without text": doc(paragraph({"type": "text"})),
    "marks that are none": doc(paragraph({"type": "text", "text": "x", "marks": ["strong"]})),
    "code that is no text": doc(node("codeBlock", [{"type": "text", "text": 3}])),
}


@pytest.mark.parametrize("name", ILL_FORMED)
def test_what_is_no_tree_of_nodes_is_refused_and_shown_as_text(name: str) -> None:
    with pytest.raises(GatewayError) as caught:
        ADF.read(ILL_FORMED[name])
    assert caught.value.reason == "ill_formed"
    assert ADF.trouble(ILL_FORMED[name]) is not None
    assert isinstance(ADF.as_text(ILL_FORMED[name]), str)


def test_as_text_shows_every_word_in_order() -> None:
    original = doc(
        paragraph("one"),
        {"content": [text("two")]},
        paragraph("three ", node("mention", id="1", text="@Ann")),
    )
    assert ADF.as_text(original) == "onetwo\nthree @Ann"


@given(_JSON)
def test_any_json_is_read_refused_or_shown(value: Any) -> None:
    original = {"version": 1, "type": "doc", "content": [value]}
    before = copy.deepcopy(original)
    ADF.trouble(original)
    ADF.as_text(original)
    if reason_or_markdown(original) not in ("ill_formed", "too_deep"):
        ADF.inventory(original)
    assert original == before


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("odd", [None, [], {}, "x", -1, True, 1e300])
def test_an_attribute_of_another_type_is_no_crash(name: str, odd: Any) -> None:
    for path in range(_count(SAMPLES[name])):
        original = copy.deepcopy(SAMPLES[name])
        _spoil(original, path, odd)
        ADF.trouble(original)
        ADF.inventory(original)
        assert isinstance(reason_or_markdown(original), str)


def _attributes(original: Node) -> list[tuple[Node, str]]:
    found: list[tuple[Node, str]] = []
    waiting: list[Any] = [original]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            if isinstance(value.get("attrs"), dict):
                found += [(value["attrs"], name) for name in value["attrs"]]
            waiting.extend([value.get("content"), value.get("marks")])
    return found


def _count(original: Node) -> int:
    return len(_attributes(original))


def _spoil(original: Node, path: int, odd: Any) -> None:
    attrs, name = _attributes(original)[path]
    attrs[name] = odd


def test_a_language_that_is_no_word_is_kept_and_not_shown() -> None:
    original = doc(node("codeBlock", [text("x")], language="macro name=x ref=00000000"))
    (block,) = ADF.read(original).blocks
    assert (block.kind, block.attrs) == ("code", ())


MANY: dict[str, Node] = {
    "empty paragraphs between lists": doc(*[bullets(item(paragraph("a"))), *[paragraph()] * 20_000] * 2),
    "texts": doc(paragraph(*["a "] * 50_000)),
    "links": doc(paragraph(*[text("a", {"type": "link", "attrs": {"href": "https://a.org"}})] * 20_000)),
    "tasks": doc(
        node("taskList", [node("taskItem", [text("a")], localId="t", state="TODO")] * 20_000, localId="l")
    ),
    "a long word": doc(paragraph("a" * 1_000_000)),
    "a long address": doc(paragraph(node("inlineCard", url="https://a.org/" + " " * 1_000_000))),
    "a long key": doc(node("extension", extensionKey="-" * 1_000_000, extensionType="t")),
}


@pytest.mark.parametrize("name", MANY)
def test_much_of_one_thing_is_read_and_judged(name: str) -> None:
    assert ADF.read(MANY[name]).blocks
    ADF.trouble(MANY[name])
    assert ADF.inventory(MANY[name]) is not None
    assert json.dumps(MANY[name])


def test_thousands_of_equal_tasks_have_ids_of_their_own() -> None:
    tasks = write(ADF, "- [ ] again\n" * 5_000).original["content"][0]
    ids = {task["attrs"]["localId"] for task in tasks["content"]}
    assert len(ids) == 5_000

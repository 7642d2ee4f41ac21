"""The tracker's own eye on documents agrees with the vendor's schema where a writer can go wrong."""

from typing import Any

import pytest
from tests.sandbox.company_client import Json, document
from tests.vendor_contract import ContractError, check_document, needs_specs

from narrowgate_sandbox.jira import adf


def doc(*blocks: Any) -> Json:
    return {"type": "doc", "version": 1, "content": list(blocks)}


def node(kind: str, *content: Any, **attrs: Any) -> Json:
    shape: Json = {"type": kind}
    if attrs:
        shape["attrs"] = attrs
    if content:
        shape["content"] = list(content)
    return shape


def text(words: str, *marks: Json) -> Json:
    return {"type": "text", "text": words} | ({"marks": list(marks)} if marks else {})


PARAGRAPH = node("paragraph", text("x"))
CODE, STRONG, LINK = (
    {"type": "code"},
    {"type": "strong"},
    {"type": "link", "attrs": {"href": "https://x.example"}},
)

VALID = [
    doc(),
    doc(node("paragraph")),
    doc(node("heading", text("x"), level=6)),
    doc(node("paragraph", text("x", CODE, LINK), node("hardBreak"))),
    doc(node("bulletList", node("listItem", PARAGRAPH, node("orderedList", node("listItem", PARAGRAPH))))),
    doc(node("codeBlock"), node("codeBlock", text("x"), language="sql")),
    doc(node("panel", PARAGRAPH, panelType="tip")),
    doc(node("blockquote", PARAGRAPH)),
    doc(node("taskList", node("taskItem", text("x"), localId="1", state="TODO"), localId="0")),
    doc(
        node("table", node("tableRow", node("tableHeader", PARAGRAPH), node("tableCell", node("paragraph"))))
    ),
    doc(node("expand", PARAGRAPH, title="more")),
    doc(node("rule")),
    doc(
        node(
            "paragraph",
            node("mention", id="5b10"),
            node("status", text="A", color="red"),
            node("date", timestamp="0"),
        )
    ),
    doc(node("paragraph", node("inlineCard", url="https://x.example"))),
    doc(node("mediaSingle", node("media", type="file", id="a", collection=""), layout="center")),
    doc(node("mediaSingle", node("media", type="external", url="https://x.example/a.png"), layout="center")),
]
INVALID: list[Any] = [
    None,
    "text",
    {"type": "doc", "version": 2, "content": []},
    {"type": "doc", "version": 1},
    {"type": "paragraph"},
    doc(text("x")),
    doc(node("paragraph", text(""))),
    doc(node("paragraph", {"type": "text"})),
    doc(node("sidebar", PARAGRAPH)),
    doc(node("heading", text("x"))),
    doc(node("heading", text("x"), level=7)),
    doc(node("paragraph", PARAGRAPH)),
    doc(node("bulletList")),
    doc(node("bulletList", PARAGRAPH)),
    doc(node("bulletList", node("listItem", node("heading", text("x"), level=1)))),
    doc(node("blockquote", node("panel", PARAGRAPH, panelType="info"))),
    doc(node("panel", node("table", node("tableRow", node("tableCell", PARAGRAPH))), panelType="info")),
    doc(node("panel", PARAGRAPH, panelType="danger")),
    doc(node("panel", PARAGRAPH)),
    doc(node("table", node("tableRow", node("tableCell", node("expand", PARAGRAPH))))),
    doc(node("table", node("tableRow", node("tableCell")))),
    doc(node("taskList", node("taskItem", text("x"), localId="1", state="OPEN"), localId="0")),
    doc(node("taskList", node("taskItem", text("x"), state="TODO"), localId="0")),
    doc(node("paragraph", node("mention", text="@x"))),
    doc(node("paragraph", node("status", text="", color="red"))),
    doc(node("paragraph", text("x", CODE, STRONG))),
    doc(node("paragraph", text("x", {"type": "link"}))),
    doc(node("paragraph", text("x", {"type": "blink"}))),
    doc(node("mediaSingle", node("media", type="file", id="a"), layout="center")),
    doc(node("rule", PARAGRAPH)),
]  # fmt: skip


@pytest.mark.parametrize("value", VALID)
def test_a_sound_document_is_taken(value: Any) -> None:
    assert adf.is_valid(value)


@pytest.mark.parametrize("value", INVALID)
def test_a_broken_document_is_refused(value: Any) -> None:
    assert not adf.is_valid(value)


@needs_specs
@pytest.mark.parametrize("value", VALID)
def test_the_vendors_schema_takes_what_the_tracker_takes(value: Any) -> None:
    check_document(value)


@needs_specs
@pytest.mark.parametrize("value", INVALID)
def test_the_vendors_schema_refuses_what_the_tracker_refuses(value: Any) -> None:
    with pytest.raises(ContractError):
        check_document(value)


def test_a_document_without_a_bottom_is_refused_and_read_without_recursion() -> None:
    deep = PARAGRAPH
    for _ in range(5000):
        deep = node("blockquote", deep)
    assert not adf.is_valid(doc(deep))
    assert adf.plain_text(doc(deep)) == "x"


def test_words_marks_and_names_are_searchable_text() -> None:
    words = node(
        "paragraph",
        text("a"),
        text("b", STRONG),
        node("mention", id="1", text="@Ann"),
        node("hardBreak"),
        text("c"),
    )
    assert adf.plain_text(doc(words, node("codeBlock", text("d\ne")))) == "ab@Annc d e"
    assert adf.plain_text(None) == ""


def test_only_something_visible_says_something() -> None:
    assert adf.says_something(document("x"))
    assert adf.says_something(doc(node("paragraph", node("mention", id="1"))))
    assert not adf.says_something(doc(node("paragraph", text("  "), node("hardBreak"))))

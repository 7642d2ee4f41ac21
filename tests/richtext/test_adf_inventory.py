"""What could be lost, and what reading names as hidden."""

from __future__ import annotations

import pytest
from tests.richtext.adf_samples import SAMPLES, doc, node, paragraph, text

from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.adf.nodes import ref

LOST = {
    "extension": ("macro toc", True),
    "inlineExtension": ("macro toc", True),
    "bodiedExtension": ("macro excerpt", True),
    "mediaSingle and media": ("image or file A plan", True),
    "mediaInline": ("image or file m-3", True),
    "blockCard": ("card https://example.org/f", True),
    "inlineCard": ("card https://example.org/b?c=(d)", False),
    "mention": ("mention of @Ann Bee", False),
    "status": ("status In progress", False),
    "date": ("date", False),
    "syncBlock": ("a syncBlock", True),
    "placeholder": ("a placeholder", True),
    "panel custom": ("panel panelColor, panelIcon", True),
    "table with a layout": ("table layout, width", True),
    "table with spans": ("tableHeader background", True),
    "underline, subsup, colours, annotation": ("inline comment", True),
    "alignment, indentation, fontSize": ("indentation", True),
    "border": ("border", True),
    "breakout": ("breakout width", True),
}


@pytest.mark.parametrize("name", LOST)
def test_a_thing_that_could_be_lost_is_counted(name: str) -> None:
    shown, grave = LOST[name]
    found = {feature.shown: feature.grave for feature in ADF.inventory(SAMPLES[name])}
    assert found[shown] is grave


@pytest.mark.parametrize(
    "name",
    [
        "paragraph and text",
        "heading",
        "bulletList and listItem",
        "blockquote",
        "rule",
        "panel info",
        "expand",
    ],
)
def test_what_markdown_shows_in_full_is_no_loss(name: str) -> None:
    assert not ADF.inventory(SAMPLES[name])


def test_a_text_that_is_cut_in_two_has_not_gained_a_colour() -> None:
    red = {"type": "textColor", "attrs": {"color": "#ff0000"}}
    whole = doc(paragraph(text("red words", red)))
    cut = doc(paragraph(text("red ", red), text("words", red, "strong")))
    assert ADF.inventory(whole) == ADF.inventory(cut)


def test_the_id_of_a_macro_must_not_stand_twice() -> None:
    ids = {feature.value for feature in ADF.inventory(SAMPLES["extension"]) if feature.unique}
    assert ids == {"e-1", "macro-1"}


HIDDEN = {
    "underline, subsup, colours, annotation": (
        "background colour",
        "inline comment",
        "subscript or superscript",
        "text colour",
        "underline",
    ),
    "alignment, indentation, fontSize": ("alignment", "font size", "indentation"),
    "table with a layout": ("table layout or width",),
    "table with spans": ("cell colour",),
    "panel custom": ("panel colour or icon",),
    "decisionList and decisionItem": ("state of a decision",),
    "border": ("border",),
    "breakout": ("breakout width",),
    "paragraph and text": (),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_reading_names_what_markdown_hides(name: str) -> None:
    assert ADF.read(SAMPLES[name]).hidden == HIDDEN[name]


def test_a_ref_does_not_depend_on_ids_or_the_order_of_keys() -> None:
    left = node("extension", extensionKey="a", extensionType="b", localId="1")
    right = {"attrs": {"localId": "2", "extensionType": "b", "extensionKey": "a"}, "type": "extension"}
    assert ref(left) == ref(right)
    assert ref(left) != ref(node("extension", extensionKey="c", extensionType="b"))

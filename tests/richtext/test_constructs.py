"""Every construct in every format: read, kept, intact beside an edit, written anew or refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.richtext.construct_rows import CONSTRUCTS
from tests.richtext.constructs import KEPT, PAGE, Construct, Form, page, without_refs
from tests.richtext.originals import changed, markdown, unchanged, written

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.schema_attributes import MARKS, NODES
from narrowgate_common.richtext.formats import NAMES, Name, format_named

CASES = [(each, name) for each in CONSTRUCTS for name in NAMES if each.form(name)]
every_construct = pytest.mark.parametrize(
    ("construct", "name"), CASES, ids=[f"{each.name} in {name}" for each, name in CASES]
)

WORTH_NOTHING = ("colwidth",)
"""What the vendor gives anew when it is gone."""


def form_of(construct: Construct, name: Name) -> Form:
    form = construct.form(name)
    assert form is not None
    return form


@every_construct
def test_it_reads_as_its_markdown(construct: Construct, name: Name) -> None:
    original = construct.around(name, "word")
    assert format_named(name).trouble(original) is None or construct.name == "what nobody knows"
    assert without_refs(markdown(name, original)) == construct.shown(
        form_of(construct, name).markdown, "word"
    )


@every_construct
def test_it_stays_as_it_is_when_its_text_is_written_back(construct: Construct, name: Name) -> None:
    original = construct.around(name, "word")
    assert unchanged(name, original) == original


@every_construct
def test_it_is_intact_where_a_word_beside_it_changes(construct: Construct, name: Name) -> None:
    result = changed(name, construct.around(name, "word"), "word", "other")
    assert result.original == construct.around(name, "other")
    assert result.losses == ()


@every_construct
def test_its_markdown_is_written_anew_or_refused(construct: Construct, name: Name) -> None:
    form = form_of(construct, name)
    if form.written == KEPT:
        with pytest.raises(GatewayError) as refusal:
            written(name, form.markdown.replace("REF", "00000000"))
        assert refusal.value.reason in ("unknown_ref", "unsupported_markup")
        return
    wanted = form.markdown if form.written is None else form.written
    assert markdown(name, written(name, form.markdown)) == wanted


@every_construct
def test_what_markdown_does_not_show_is_counted_and_the_rest_is_written(
    construct: Construct, name: Name
) -> None:
    form = form_of(construct, name)
    if form.written is not None:
        return
    original = construct.around(name, "word")
    count = format_named(name).inventory
    gone = count(original) - count(written(name, markdown(name, original)))
    if form.unseen:
        assert gone or form.sign in WORTH_NOTHING
    else:
        assert not [each for each in gone if each.grave]


def test_every_node_and_mark_of_the_schema_has_its_row() -> None:
    seen = {each["type"] for row in CONSTRUCTS if row.adf for each in _below(row.around("adf", "word"))}
    assert set(NODES) | set(MARKS) <= seen


def _below(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value
        for inner in value.values():
            yield from _below(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _below(inner)


def test_the_page_of_constructs_is_the_one_that_is_made_of_them() -> None:
    assert PAGE.read_text("utf-8") == page(), "make snapshots"

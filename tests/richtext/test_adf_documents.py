"""Whole documents: read, kept, judged; samples of every node and mark, random ones, and collected ones."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from tests.richtext.adf_samples import ODD, SAMPLES
from tests.richtext.adf_trees import documents

from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.adf.nodes import are_same
from narrowgate_common.richtext.adf.schema_attributes import MARKS, NODES
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.format import Part

Node = dict[str, Any]

_CORPUS = os.environ.get("NARROWGATE_ADF_CORPUS")
_SPECS = os.environ.get("NARROWGATE_API_SPECS")

needs_corpus = pytest.mark.skipif(
    not _CORPUS, reason="NARROWGATE_ADF_CORPUS names no folder of collected documents"
)
needs_schema = pytest.mark.skipif(
    not _SPECS, reason="NARROWGATE_API_SPECS names no folder with the published schema"
)

_EVERY = [pytest.param(sample, id=name) for name, sample in (SAMPLES | ODD).items()]
_VALID = [pytest.param(sample, id=name) for name, sample in SAMPLES.items()]


def collected() -> list[Any]:
    if not _CORPUS:
        return []
    files = sorted(path for path in Path(_CORPUS).iterdir() if path.suffix in (".json", ".adf"))
    return [pytest.param(json.loads(path.read_text("utf-8")), id=path.name) for path in files]


@cache
def schema() -> Draft4Validator:
    return Draft4Validator(json.loads((Path(_SPECS or "") / "adf-full-v1.json").read_text("utf-8")))


def written_again(block: Block) -> list[Node]:
    """The block from its children up, as an edit that changes nothing would."""
    if not block.children:
        return ADF.keep(block)
    return ADF.container(block, block, [Part(child, child, written_again(child)) for child in block.children])


def assert_nothing_is_touched(original: Node) -> None:
    before = copy.deepcopy(original)
    document = ADF.read(original)
    kept = [Part(block, block, ADF.keep(block)) for block in document.blocks]
    assert ADF.root(document, kept) is original
    rewritten = [Part(block, block, written_again(block)) for block in document.blocks]
    for part in rewritten:
        assert part.block.origin.role == "bare" or are_same(part.piece, ADF.keep(part.block)), part.block
    assert ADF.root(document, rewritten) is original
    assert original == before


def assert_reads_back(original: Node) -> None:
    found = ADF.read(original).blocks
    assert list(parse(render(found))) == [shape(block) for block in found]


@pytest.mark.parametrize("original", _EVERY)
def test_what_is_kept_is_the_very_same_nodes(original: Node) -> None:
    assert_nothing_is_touched(original)


@pytest.mark.parametrize("original", _EVERY)
def test_the_markdown_of_every_construct_reads_back(original: Node) -> None:
    assert_reads_back(original)


@pytest.mark.parametrize("original", _VALID)
def test_every_sample_is_valid(original: Node) -> None:
    assert ADF.trouble(original) is None


def test_the_samples_hold_every_node_and_mark() -> None:
    seen = {found["type"] for sample in SAMPLES.values() for found in _below(sample)}
    assert set(NODES) | set(MARKS) <= seen


def _below(value: Any) -> Iterator[Node]:
    if isinstance(value, dict):
        yield from [value] if "type" in value else []
        for inner in value.values():
            yield from _below(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _below(inner)


@given(documents())
def test_any_valid_document_is_kept_and_reads_back(original: Node) -> None:
    assert ADF.trouble(original) is None
    assert_nothing_is_touched(original)
    assert_reads_back(original)


@needs_schema
@pytest.mark.parametrize("original", _EVERY)
def test_the_published_schema_judges_the_samples_alike(original: Node) -> None:
    assert schema().is_valid(original) == (ADF.trouble(original) is None)


_SMALL = documents(depth=1).filter(lambda original: len(json.dumps(original)) < 700)
"""A general validator is slow."""


@needs_schema
@settings(max_examples=50)
@given(_SMALL)
def test_the_published_schema_finds_valid_what_is_valid_here(original: Node) -> None:
    assert schema().is_valid(original)


@needs_schema
@settings(max_examples=50)
@given(_SMALL, st.data())
def test_the_published_schema_judges_a_spoilt_document_alike(original: Node, data: st.DataObject) -> None:
    original = copy.deepcopy(original)
    nodes = [node for node in _below(original) if node.get("type") not in _LOOSE]
    spoilt = data.draw(st.sampled_from(nodes))
    data.draw(st.sampled_from(_SPOILERS))(spoilt)
    assert schema().is_valid(original) == (ADF.trouble(original) is None)


_LOOSE = frozenset({"blockTaskItem", "bodiedSyncBlock", "mediaSingle"})
"""The schema lets almost anything stand in these."""


def _without_attributes(node: Node) -> None:
    node.pop("attrs", None)


def _with_an_attribute(node: Node) -> None:
    node["attrs"] = {**node.get("attrs", {}), "odd": 1}


def _without_content(node: Node) -> None:
    node.pop("content", None)


def _empty(node: Node) -> None:
    node["content"] = []


def _with_a_mark(node: Node) -> None:
    node["marks"] = [*node.get("marks", []), {"type": "strong"}]


def _with_no_marks(node: Node) -> None:
    node["marks"] = []


def _of_another_type(node: Node) -> None:
    node["type"] = "heading" if node["type"] != "heading" else "paragraph"


def _numbered(node: Node) -> None:
    node["attrs"] = dict.fromkeys(node.get("attrs", {}), 7)


def _with_words(node: Node) -> None:
    node["text"] = "words"


_SPOILERS: list[Callable[[Node], None]] = [
    _without_attributes,
    _with_an_attribute,
    _without_content,
    _empty,
    _with_a_mark,
    _with_no_marks,
    _of_another_type,
    _numbered,
    _with_words,
]


@needs_corpus
@pytest.mark.parametrize("original", collected())
def test_collected_documents_are_kept(original: Node) -> None:
    assert_nothing_is_touched(original)


@needs_corpus
@pytest.mark.parametrize("original", collected())
def test_collected_documents_read_back(original: Node) -> None:
    assert_reads_back(original)


@needs_corpus
@needs_schema
@pytest.mark.parametrize(
    "original", [each for each in collected() if len(json.dumps(each.values[0])) < 4_000]
)
def test_the_published_schema_judges_small_collected_documents_alike(original: Node) -> None:
    assert schema().is_valid(original) == (ADF.trouble(original) is None)

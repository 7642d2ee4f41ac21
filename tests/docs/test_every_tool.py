"""What holds for every tool there is; a new one cannot forget it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.docs.calls import CALLS, EVERY_CALL, all_tools, everything, ready
from tests.docs.harness import KINDS, Kind, office, scoped
from tests.tool_schemas import KINDS as TYPES
from tests.tool_schemas import is_lean, size, wrong_values, wrongly_typed

from narrowgate_common.errors import DETAIL_CHARS, DETAIL_LINES, MESSAGE_CHARS
from narrowgate_common.gates import Gate
from narrowgate_common.operations import Operation
from narrowgate_common.tools import DESCRIPTION_BYTES
from narrowgate_docs.tools.catalogue import INSTRUCTIONS

pytestmark = pytest.mark.anyio
TOOLS = sorted(CALLS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_tool_has_calls_that_the_other_tests_make(tmp_path: Path, kind: Kind) -> None:
    assert set(all_tools(tmp_path, kind)) == set(CALLS)


@pytest.mark.parametrize("name", TOOLS)
def test_its_description_is_a_short_prompt(tmp_path: Path, name: str) -> None:
    tool = all_tools(tmp_path)[name]
    assert 20 < len(tool.description.encode()) <= DESCRIPTION_BYTES
    assert tool.description.endswith(".")
    assert tool.title[0].isupper()
    assert "  " not in tool.description


def test_what_the_instructions_and_descriptions_name_exists(tmp_path: Path) -> None:
    words = " ".join([INSTRUCTIONS, *(tool.description for tool in all_tools(tmp_path).values())])
    named = {word.strip(".,;:()`") for word in words.split() if "_" in word}
    prefixes = ("get_", "list_", "search_", "create_", "edit_", "update_", "add_", "attach_", "download_")
    assert {word for word in named if word.startswith(prefixes)} <= set(CALLS)


@pytest.mark.parametrize("name", TOOLS)
async def test_its_annotations_follow_from_its_operation(tmp_path: Path, name: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        operation = desk.server.dispatcher.tools[name].operation
        hints = (await desk.tools())[name]["annotations"]
    assert hints["readOnlyHint"] is (operation is Operation.READ)
    assert hints["idempotentHint"] is (operation is not Operation.APPEND)
    assert hints["destructiveHint"] is (operation is Operation.REPLACE)
    assert hints["openWorldHint"] is True


@pytest.mark.parametrize("name", TOOLS)
def test_what_adds_something_says_how_it_is_recognised_afterwards(tmp_path: Path, name: str) -> None:
    tool = all_tools(tmp_path)[name]
    appends = tool.operation is Operation.APPEND
    assert bool(tool.proof) is appends
    assert ("request_id" in tool.arguments.model_fields) is appends
    assert ("request_id" in tool.result) is appends
    assert (tool.files is not None) is (tool.gate is Gate.UPLOAD)


@pytest.mark.parametrize("name", TOOLS)
def test_what_writes_names_its_target_to_the_audit(tmp_path: Path, name: str) -> None:
    tool = all_tools(tmp_path)[name]
    arguments = tool.arguments.parse(dict(CALLS[name][0]))
    assert bool(tool.target(arguments)) is (tool.operation is not Operation.READ)


@pytest.mark.parametrize("name", TOOLS)
def test_its_schemas_are_lean(tmp_path: Path, name: str) -> None:
    tool = all_tools(tmp_path)[name]
    assert is_lean(tool)
    answered = tool.published_output()
    assert set(answered) == {"type", "properties"}
    assert answered["properties"]["error"] == {"type": "object"}
    assert all(set(each) == {"type"} for each in answered["properties"].values())


@pytest.mark.parametrize("name", TOOLS)
async def test_an_unknown_argument_is_refused_unsent(tmp_path: Path, name: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        error = await desk.refused(name, **await ready(desk, CALLS[name][0]), spaze="ENG-1")
        assert (error["category"], error["reason"]) == ("bad_input", "invalid_arguments")
        assert "ENG-1" not in json.dumps(error)
        assert desk.sent == []


@pytest.mark.parametrize("name", TOOLS)
async def test_a_value_of_another_json_type_is_refused_unsent(tmp_path: Path, name: str) -> None:
    """Nothing is converted: "true" is not true, 1 is not "1", and JSON in a string is not an object."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        tool, given = desk.server.dispatcher.tools[name], await ready(desk, CALLS[name][0])
        for argument, value in wrongly_typed(tool, given):
            error = await desk.refused(name, **{**given, argument: value})
            assert error["category"] == "bad_input", (argument, value)
        assert desk.sent == []


@pytest.mark.parametrize("name", TOOLS)
async def test_a_field_of_another_json_type_is_refused_unsent(tmp_path: Path, name: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        call = await ready(desk, CALLS[name][0])
        fields = desk.server.dispatcher.tools[name].published_input()["properties"].get("fields", {})
        for field, schema in fields.get("properties", {}).items():
            for value in wrong_values(schema):
                given = {**call, "fields": {**call.get("fields", {}), field: value}}
                error = await desk.refused(name, **given)
                assert (error["category"], error["reason"]) == ("bad_input", "wrong_type"), (field, value)
        assert desk.sent == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "arguments"), EVERY_CALL)
async def test_its_results_use_only_declared_names_of_the_declared_types(
    tmp_path: Path, kind: Kind, name: str, arguments: Mapping[str, Any]
) -> None:
    async with office(tmp_path, kind, **everything(tmp_path)) as desk:
        data = await desk.ok(name, **await ready(desk, arguments))
        declared = desk.server.dispatcher.tools[name].published_output()["properties"]
    for key, value in data.items():
        assert isinstance(value, TYPES[declared[key]["type"]]), key
        assert not (isinstance(value, bool) and declared[key]["type"] == "integer")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "arguments"), EVERY_CALL)
async def test_it_sends_no_more_than_its_routes_and_what_only_reads_sends_no_write(
    tmp_path: Path, kind: Kind, name: str, arguments: Mapping[str, Any]
) -> None:
    async with office(tmp_path, kind, **everything(tmp_path)) as desk:
        await desk.ok(name, **await ready(desk, arguments))
        tool = desk.server.dispatcher.tools[name]
        methods = {route.method for route in desk.server.routes_of(tool)}
        assert {one.method for one in desk.sent} <= methods
        if tool.operation is Operation.READ or arguments.get("preview"):
            assert desk.writes == []


@pytest.mark.parametrize("name", TOOLS)
async def test_a_tool_that_is_not_allowed_answers_like_an_unknown_name(tmp_path: Path, name: str) -> None:
    async with office(tmp_path) as desk:
        unknown = await desk.call("no_such_tool")
        if name not in await desk.tools():
            assert await desk.call(name, **CALLS[name][0]) == unknown
        kept = {tool.name for tool in desk.server.every_tool if tool.operation is Operation.READ}
        assert desk.server.dispatcher.tools.keys() == kept - {"download_attachment"}
        assert desk.sent == []


@pytest.mark.parametrize("scope", [{}, scoped("ENG", "OPS"), scoped("ENG")])
@pytest.mark.parametrize("settings", ["reading", "writing", "everything"])
async def test_the_list_of_tools_is_light(tmp_path: Path, settings: str, scope: dict[str, str]) -> None:
    given = {
        "reading": {},
        "writing": {"WRITES__ENABLED": "true"},
        "everything": {**everything(tmp_path), "SCOPE__RAW_QUERY": "true"},
    }[settings]
    async with office(tmp_path, "confluence_cloud", **{**given, **scope}) as desk:
        tools = (await desk.tools()).values()
    assert size(tools, outputs=False) <= 12_000
    assert size(tools, outputs=True) <= 16_000


async def test_errors_are_bounded_whatever_the_wiki_says(tmp_path: Path) -> None:
    loud = {
        "errors": [{"status": 400, "code": "X" * 500, "title": "word " * 5_000, "detail": "y" * 5_000}] * 50,
        "message": "word " * 5_000,
    }
    async with office(tmp_path, **everything(tmp_path)) as desk:
        calls = [(name, await ready(desk, arguments)) for name, arguments in EVERY_CALL]
        desk.wire.twist = lambda _sent, _answer: httpx.Response(400, json=loud)
        for name, arguments in calls:
            error = await desk.refused(name, **arguments)
            assert len(error["message"]) <= MESSAGE_CHARS
            assert len(error.get("details", [])) <= DETAIL_LINES
            assert all(len(line) <= DETAIL_CHARS for line in error.get("details", []))

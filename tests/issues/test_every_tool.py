"""What holds for every tool there is; a new one cannot forget it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import CALLS, EVERY_CALL, all_tools, everything
from tests.issues.harness import Office, aliased, office, scoped
from tests.tool_schemas import KINDS, is_lean, size, wrong_values, wrongly_typed

from narrowgate_common.errors import DETAIL_CHARS, DETAIL_LINES, MESSAGE_CHARS
from narrowgate_common.gates import Gate
from narrowgate_common.operations import Operation
from narrowgate_common.tools import DESCRIPTION_BYTES
from narrowgate_issues.adapters import VENDORS

pytestmark = pytest.mark.anyio
TOOLS = sorted(CALLS)


@pytest.mark.parametrize("kind", VENDORS)
def test_every_tool_has_calls_that_the_other_tests_make(tmp_path: Path, kind: str) -> None:
    assert set(all_tools(tmp_path, kind)) == set(CALLS)


@pytest.mark.parametrize("name", TOOLS)
def test_its_description_is_a_short_prompt(tmp_path: Path, name: str) -> None:
    tool = all_tools(tmp_path)[name]
    assert 20 < len(tool.description.encode()) <= DESCRIPTION_BYTES
    assert tool.description.endswith((".", "."))
    assert tool.title[0].isupper()
    assert "  " not in tool.description


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
        error = await desk.refused(name, **CALLS[name][0], projekt="SHOP")
        assert (error["category"], error["reason"]) == ("bad_input", "invalid_arguments")
        assert "SHOP" not in json.dumps(error)
        assert desk.sent == []


@pytest.mark.parametrize("name", TOOLS)
async def test_a_value_of_another_json_type_is_refused_unsent(tmp_path: Path, name: str) -> None:
    """Nothing is converted: "true" is not true, 1 is not "1", and JSON in a string is not an object."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        tool = desk.server.dispatcher.tools[name]
        for argument, value in wrongly_typed(tool, CALLS[name][0]):
            error = await desk.refused(name, **{**CALLS[name][0], argument: value})
            assert error["category"] == "bad_input", (argument, value)
        assert desk.sent == []


@pytest.mark.parametrize("name", TOOLS)
async def test_a_field_of_another_json_type_is_refused_unsent(tmp_path: Path, name: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        fields = desk.server.dispatcher.tools[name].published_input()["properties"].get("fields", {})
        for field, schema in fields.get("properties", {}).items():
            for value in wrong_values(schema):
                given = {**CALLS[name][0], "fields": {**CALLS[name][0].get("fields", {}), field: value}}
                error = await desk.refused(name, **given)
                assert (error["category"], error["reason"]) == ("bad_input", "wrong_type"), (field, value)
        assert desk.sent == []


@pytest.mark.parametrize(("name", "arguments"), EVERY_CALL)
async def test_its_results_use_only_declared_names_of_the_declared_types(
    tmp_path: Path, name: str, arguments: Mapping[str, Any]
) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        result = await desk.call(name, **arguments)
        declared = desk.server.dispatcher.tools[name].published_output()["properties"]
    for key, value in result.data.items():
        assert isinstance(value, KINDS[declared[key]["type"]]), key
        assert not (isinstance(value, bool) and declared[key]["type"] == "integer")


async def read_only(desk: Office) -> set[str]:
    return {name for name, tool in desk.server.dispatcher.tools.items() if tool.operation is Operation.READ}


@pytest.mark.parametrize("name", TOOLS)
async def test_a_tool_that_is_not_allowed_answers_like_an_unknown_name(tmp_path: Path, name: str) -> None:
    async with office(tmp_path) as desk:
        unknown = await desk.call("no_such_tool")
        if name not in await desk.tools():
            assert await desk.call(name, **CALLS[name][0]) == unknown
        assert desk.server.dispatcher.tools.keys() == await read_only(desk)
        assert desk.sent == []


FIVE = aliased(
    story_points=(10016, "number"),
    severity=(10030, "option"),
    acceptance_criteria=(10031, "rich_text"),
    reviewer=(10040, "user"),
    release_train=(10041, "options"),
)


@pytest.mark.parametrize("scope", [{}, scoped("SHOP", "OPS"), scoped("SHOP")])
@pytest.mark.parametrize("settings", ["reading", "writing", "everything"])
async def test_the_list_of_tools_is_light(tmp_path: Path, settings: str, scope: dict[str, str]) -> None:
    given = {
        "reading": {},
        "writing": {"WRITES__ENABLED": "true"},
        "everything": {**everything(tmp_path), **FIVE, "SCOPE__RAW_QUERY": "true"},
    }[settings]
    given = {
        key: value
        for key, value in given.items()
        if not key.startswith(("FIELDS__POINTS", "FIELDS__ACCEPT__"))
    }
    async with office(tmp_path, **{**given, **scope}) as desk:
        tools = (await desk.tools()).values()
    sys.stdout.write(
        f"\n{settings}: {len(tools)} tools, {size(tools, outputs=False)} bytes, {size(tools, outputs=True)} with outputs"
    )
    assert size(tools, outputs=False) <= 12_000
    assert size(tools, outputs=True) <= 16_000


async def test_errors_are_bounded_whatever_the_tracker_says(tmp_path: Path) -> None:
    loud = {"errorMessages": ["word " * 5_000] * 50, "errors": {"x" * 500: "y" * 5_000}}
    async with office(tmp_path, **everything(tmp_path)) as desk:
        desk.wire.twist = lambda _sent, _answer: httpx.Response(400, json=loud)
        for name, arguments in EVERY_CALL:
            error = await desk.refused(name, **arguments)
            assert len(error["message"]) <= MESSAGE_CHARS
            assert len(error.get("details", [])) <= DETAIL_LINES
            assert all(len(line) <= DETAIL_CHARS for line in error.get("details", []))

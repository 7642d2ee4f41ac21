"""The whole path: a client of the protocol at one end, what arrived at the vendor at the other."""

import json
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import jsonschema
import pytest
from mcp import Client
from mcp_types import CallToolResult
from tests.common.fake_product import SECRET, Product, product
from tests.common.fake_vendor import READ_TOOL, TOOLS, Vendor

from narrowgate_common.protocol import mcp_server
from narrowgate_sandbox.fault_proxy import Fault, FaultProxy


def client(made: Product, principal: str = "ann") -> Client:
    tools, boundary = made.dispatcher.tools.values(), made.dispatcher
    return Client(
        mcp_server(
            tools, boundary, name="board", version="1.2.3", instructions="Read first.", principal=principal
        )
    )


def said(result: CallToolResult) -> str:
    (block,) = result.content
    assert block.type == "text"
    return block.text


def data(result: CallToolResult) -> dict[str, Any]:
    assert isinstance(result.structured_content, dict)
    return result.structured_content


@pytest.mark.anyio
async def test_a_client_reads_replaces_and_adds(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made, client(made) as agent:
        read = await agent.call_tool("read_note", {})
        replaced = await agent.call_tool("set_note", {"text": "new"})
        added = await agent.call_tool("add_note", {"text": "hello", "request_id": "r1"})

    assert [result.is_error for result in (read, replaced, added)] == [False] * 3
    assert said(read).split("\n")[3] == "old"
    assert data(added) == {"id": "1", "applied": ["text"], "request_id": "r1"}
    assert (vendor.board.pinned["text"], vendor.board.texts) == ("new", ["hello"])


@pytest.mark.anyio
async def test_the_server_offers_tools_and_nothing_else(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made, client(made) as agent:
        capabilities = agent.server_capabilities.model_dump(exclude_none=True)
        info = agent.server_info

    assert set(capabilities) == {"tools"}
    assert info is not None
    assert (info.name, info.version) == ("board", "1.2.3")


@pytest.mark.anyio
async def test_what_is_published_is_derived_from_the_tool(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made, client(made) as agent:
        listed = {tool.name: tool for tool in (await agent.list_tools()).tools}

    hints = {
        name: (
            tool.annotations.read_only_hint,
            tool.annotations.destructive_hint,
            tool.annotations.idempotent_hint,
            tool.annotations.open_world_hint,
        )
        for name, tool in listed.items()
        if tool.annotations
    }
    assert hints == {
        "read_note": (True, False, True, True),
        "set_note": (False, True, True, True),
        "add_note": (False, False, False, True),
    }
    assert list(listed) == [tool.name for tool in TOOLS]
    schema = listed["add_note"].input_schema
    assert (schema["additionalProperties"], schema["required"]) == (False, ["text"])
    output = listed["add_note"].output_schema
    assert output is not None
    assert "required" not in output
    assert output["properties"]["error"] == {"type": "object"}
    assert SECRET not in json.dumps([tool.model_dump(mode="json") for tool in listed.values()])


@pytest.mark.anyio
async def test_results_and_errors_are_as_published(vendor: Vendor, tmp_path: Path) -> None:
    """Some clients hold an error's data against the schema too."""
    async with (
        FaultProxy.open(vendor.url) as proxy,
        product(proxy.url, tmp_path) as made,
        client(made) as agent,
    ):
        schemas = {tool.name: tool.output_schema for tool in (await agent.list_tools()).tools}
        for fault in (Fault.PASS, Fault.error(400), Fault.RESET_BEFORE, Fault.throttle(retry_after="60")):
            for name, schema in schemas.items():
                proxy.next(fault)
                result = await agent.call_tool(name, {} if name == "read_note" else {"text": "x"})
                jsonschema.validate(data(result), schema or {})


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["add_note", "no_such_tool"])
async def test_a_tool_that_is_not_registered_does_not_exist(
    name: str, vendor: Vendor, tmp_path: Path
) -> None:
    async with product(vendor.url, tmp_path, tools=[READ_TOOL]) as made, client(made) as agent:
        names = [tool.name for tool in (await agent.list_tools()).tools]
        result = await agent.call_tool(name, {"text": "x"})
        other = await agent.call_tool("another", {})

    assert names == ["read_note"]
    assert (said(result), data(result), result.is_error) == (said(other), data(other), True)
    assert vendor.board.headers == []


@pytest.mark.anyio
@pytest.mark.parametrize("arguments", [{"text": "x", "more": 1}, {"text": '["x"]', "version": "1"}, {}])
async def test_arguments_are_strict(arguments: dict[str, Any], vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made, client(made) as agent:
        result = await agent.call_tool("set_note", arguments)

    assert result.is_error
    assert said(result).startswith("bad_input: ")
    assert vendor.board.headers == []


@pytest.mark.anyio
async def test_a_text_that_holds_json_stays_a_text(vendor: Vendor, tmp_path: Path) -> None:
    async with product(vendor.url, tmp_path) as made, client(made) as agent:
        await agent.call_tool("set_note", {"text": '["x"]'})

    assert vendor.board.pinned["text"] == '["x"]'


@pytest.mark.anyio
async def test_an_effect_whose_answer_was_lost_is_a_success_that_says_so(
    vendor: Vendor, tmp_path: Path
) -> None:
    async with (
        FaultProxy.open(vendor.url) as proxy,
        product(proxy.url, tmp_path) as made,
        client(made) as agent,
    ):
        proxy.next(Fault.RESET_AFTER)
        result = await agent.call_tool("add_note", {"text": "hello"})

        assert (result.is_error, data(result)["reconciled"]) == (False, True)
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])


@pytest.mark.anyio
async def test_a_client_that_gives_up_and_asks_again_has_one_effect(vendor: Vendor, tmp_path: Path) -> None:
    async with (
        FaultProxy.open(vendor.url) as proxy,
        product(proxy.url, tmp_path) as made,
        client(made) as agent,
    ):
        proxy.next(Fault.drip(step=20, every_s=0.02))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(agent.call_tool, "add_note", {"text": "hello"})
            while not proxy.seen:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
        result = await agent.call_tool("add_note", {"text": "hello"})

        assert (result.is_error, data(result)["repeated"]) == (False, True)
        assert (proxy.count("POST"), vendor.board.texts) == (1, ["hello"])


@pytest.mark.anyio
async def test_two_clients_of_one_principal_share_an_effect_and_two_principals_do_not(
    vendor: Vendor, tmp_path: Path
) -> None:
    arguments = {"text": "hello", "request_id": "r1"}
    async with product(vendor.url, tmp_path) as made:
        ids = []
        for principal in ("ann", "ann", "bob"):
            async with client(made, principal) as agent:
                ids.append(data(await agent.call_tool("add_note", arguments))["id"])

    assert ids == ["1", "1", "2"]

"""What cannot be said to this server: no address, no file of its own choosing, no raw payload, no other tenant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CreateMessageResult, ListRootsResult, Root, TextContent
from pydantic import FileUrl
from tests.issues.calls import CALLS, EVERY_CALL, everything
from tests.issues.harness import environment, office

from narrowgate_common.protocol import mcp_server
from narrowgate_issues.server import NAME, IssuesServer

pytestmark = pytest.mark.anyio

MARK = "k7f3-not-to-be-repeated"
UNSPOKEN: dict[str, Any] = {
    "content_file": f"/etc/{MARK}",
    "body_file": f"/etc/{MARK}",
    "attachments": [{"path": f"/etc/{MARK}"}],
    "target_path": f"/tmp/{MARK}",
    "download_all": True,
    "url": f"http://169.254.169.254/{MARK}",
    "webhook": f"https://evil.example/{MARK}",
    "callback_url": f"https://evil.example/{MARK}",
    "base_url": f"https://evil.example/{MARK}",
    "headers": {"Authorization": MARK},
    "token": MARK,
    "tenant": MARK,
    "principal": MARK,
    "update": {"comment": [{"add": {"body": MARK}}]},
    "properties": [{"key": "sd.public.comment", "value": {"internal": False}}],
    "historyMetadata": {"type": MARK},
    "transition": {"id": "31"},
    "visibility": {"type": "role", "value": MARK},
    "notifyUsers": False,
    "raw": {"fields": {"security": {"id": "10001"}}},
    "jql": MARK,
    "expand": "all",
    "startAt": 50,
    "projects_filter": MARK,
    "sprint": f"1 OR project={MARK}",
    "board": 1,
    "filter": 10010,
    "epic": MARK,
    "regex": "^(a+)+$",
    "keys": ["SHOP-1", "SHOP-2"],
    "delete": True,
    "confirmed": True,
    "__class__": MARK,
    "__proto__": {"admin": True},
    "constructor": MARK,
    "model_config": MARK,
    "self": MARK,
    "ctx": MARK,
    "_meta": {"tenant": MARK},
    "": MARK,
    MARK: 1,
}


@pytest.mark.parametrize("tool", sorted(CALLS))
async def test_no_tool_takes_what_is_not_its_own(tmp_path: Path, tool: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        own = desk.server.dispatcher.tools[tool].arguments.model_fields
        for name, value in UNSPOKEN.items():
            assert name not in own
            result = await desk.call(tool, **{**CALLS[tool][0], name: value})
            assert (result.error["category"], result.error["reason"]) == ("bad_input", "invalid_arguments"), (
                name
            )
            assert MARK not in result.text + json.dumps(result.data)
        assert desk.sent == []


async def test_only_one_argument_names_a_file_and_none_an_address_or_a_command(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        named = {(tool.name, name) for tool in desk.server.tools for name in tool.arguments.model_fields}
    suspicious = (
        "path",
        "file",
        "dir",
        "url",
        "uri",
        "host",
        "link",
        "header",
        "token",
        "command",
        "raw",
        "body",
    )
    found = {each for each in named if any(word in each[1].lower() for word in suspicious)}
    assert found == {("attach_file", "path"), ("add_comment", "body"), ("edit_comment", "body")}


async def test_there_is_no_tool_that_deletes_fetches_or_works_on_many_issues(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        assert set(await desk.tools()) == set(CALLS)
        assert not [
            name for name in CALLS if name.startswith(("delete", "remove", "bulk", "fetch", "run", "raw"))
        ]
        assert not [route for route in desk.server.outbound.allowed if route.method == "DELETE"]
        for tool in desk.server.tools:
            keys = [name for name in tool.arguments.model_fields if name in {"key", "other"}]
            assert len(keys) <= (2 if tool.name == "link_issues" else 1)


@pytest.mark.parametrize(
    "name",
    [
        "delete_issue",
        "fetch_url",
        "run_query",
        "issues_upload",
        "GET_ISSUE",
        "get_issue ",
        "__init__",
        "tools/list",
    ],
)
async def test_a_name_that_was_never_a_tool_is_answered_like_any_other(tmp_path: Path, name: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        assert await desk.call(name, url="http://169.254.169.254/") == await desk.call("no_such_tool")
        assert desk.sent == []


async def test_a_search_tells_no_total(tmp_path: Path) -> None:
    """The vendor's would count what the scope hides."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        data = await desk.ok("search_issues", limit=2)
        assert set(data) == {"issues", "cursor"}
        published = (await desk.tools())["search_issues"]["outputSchema"]["properties"]
    assert not {"total", "count"} & set(published)


async def test_the_list_of_tools_is_the_same_whatever_the_tracker_said(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        before = json.dumps(await desk.tools(), sort_keys=True)
        for tool, arguments in EVERY_CALL:
            await desk.call(tool, **arguments)
        assert json.dumps(await desk.tools(), sort_keys=True) == before
        names = {one.name for one in desk.fernwood.users} | {
            one.summary for one in desk.fernwood.issues.values()
        }
    assert not [name for name in names if name in before]


async def test_the_client_is_asked_for_no_roots_no_model_and_no_words_of_its_user(tmp_path: Path) -> None:
    """What a client offers is the client's: the administrator's root is the only one."""
    asked: list[str] = []

    async def roots(context: Any) -> ListRootsResult:
        asked.append("roots")
        return ListRootsResult(roots=[Root(uri=FileUrl("file:///"))])

    async def sample(context: Any, params: Any) -> CreateMessageResult:
        asked.append("sampling")
        content = TextContent(type="text", text="yes")
        return CreateMessageResult(role="assistant", content=content, model="m")

    async with office(tmp_path, **everything(tmp_path)) as desk:
        server = mcp_server(
            desk.server.tools, desk.server, name=NAME, version="0", instructions="", principal="p"
        )
        async with Client(server, list_roots_callback=roots, sampling_callback=sample) as client:
            for tool, arguments in EVERY_CALL:
                await client.call_tool(tool, dict(arguments))
            outside = await client.call_tool("attach_file", {"key": "SHOP-9", "path": "/etc/hostname"})
    assert asked == []
    assert outside.is_error


def test_a_start_that_only_lists_its_tools_builds_no_way_out(tmp_path: Path) -> None:
    """Of the vendor that is configured; of any other there is nothing at all."""
    server = IssuesServer.from_environment(None, environment("https://tracker.invalid", tmp_path))
    assert [tool.published_input() for tool in server.tools]
    assert not {"outbound", "adapter", "books", "dispatcher"} & set(server.__dict__)
    assert not (tmp_path / "state").exists()
    assert {row[1].partition("/rest")[0] for row in server.manifest()} == {"https://tracker.invalid"}

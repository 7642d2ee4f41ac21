"""The authority of a deployment: what it declares is all it can send, and what it sends is declared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.issues.calls import CALLS, EVERY_CALL, all_tools, everything
from tests.issues.harness import Office, Sent, office, renew

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request, Route
from narrowgate_issues.adapters import VENDORS
from narrowgate_issues.port import Tracker

pytestmark = pytest.mark.anyio

OF_READING_AN_ISSUE = {"comments", "transitions"}
"""What reading an issue may need beside the issue, depending on what is included and on what the tracker leaves out."""

ONLY_WHEN_SOMETHING_WENT_WRONG: Mapping[str, set[str]] = {
    "search_issues": {"assignable", "myself"},
    "create_issue": {"search", "create_screen", "users"},
    "update_issue": {"users"},
    "transition_issue": {"comment_list", "assignable", "users"},
    "add_comment": {"comment_list"},
}
"""Declared and not sent by the ordinary calls: looking after a lost answer, or the other way to find a person."""


def methods() -> set[str]:
    return {name for name in vars(Tracker) if not name.startswith("_") and callable(getattr(Tracker, name))}


@pytest.mark.parametrize("kind", VENDORS)
def test_every_method_of_the_port_has_its_row_of_routes(kind: str) -> None:
    assert set(VENDORS[kind].adapter().routes) == methods()


@pytest.mark.parametrize("kind", VENDORS)
def test_every_method_that_a_tool_may_use_exists(tmp_path: Path, kind: str) -> None:
    for tool in all_tools(tmp_path, kind).values():
        assert set(tool.uses) <= methods(), tool.name


@pytest.mark.parametrize("kind", VENDORS)
def test_no_two_routes_of_a_vendor_look_alike(kind: str) -> None:
    routes = {route for row in VENDORS[kind].adapter().routes.values() for route in row}
    assert len({(route.method, route.path) for route in routes}) == len(routes)
    assert len({route.name for route in routes}) == len(routes)
    assert all(route.operation is Operation.READ for route in routes if route.method == "GET")


@pytest.mark.parametrize("kind", VENDORS)
def test_the_operation_of_a_tool_covers_every_route_it_may_send(tmp_path: Path, kind: str) -> None:
    for tool in all_tools(tmp_path, kind).values():
        strongest = [
            route.operation for method in tool.uses for route in VENDORS[kind].adapter().routes[method]
        ]
        assert all(tool.operation.covers(operation) for operation in strongest), tool.name
        assert tool.operation in strongest, tool.name


def route_of(desk: Office, sent: Sent) -> Route:
    routes = [route for row in desk.server.adapter.routes.values() for route in row]
    for route in routes:
        template = re.sub(r"\\{[a-z_]+\\}", "[^/]+", re.escape(route.path))
        if route.method == sent.method and re.fullmatch(template, sent.path):
            return route
    raise AssertionError(f"{sent.method} {sent.path} is no route")


@pytest.mark.parametrize("tool", CALLS)
async def test_what_a_tool_sends_is_what_it_declares(tmp_path: Path, tool: str) -> None:
    seen: set[Route] = set()
    async with office(tmp_path, **everything(tmp_path)) as desk:
        declared = desk.server.routes_of(desk.server.dispatcher.tools[tool])
        for arguments in CALLS[tool]:
            renew(desk)
            await desk.call(tool, **arguments)
        for sent in desk.sent:
            route = route_of(desk, sent)
            asked = {pair.partition("=")[0] for pair in sent.query.split("&") if pair}
            assert asked <= route.query, route.name
            seen.add(route)
    assert seen <= declared
    unsent = {route.name for route in declared - seen}
    assert unsent <= OF_READING_AN_ISSUE | ONLY_WHEN_SOMETHING_WENT_WRONG.get(tool, set()), unsent


class Permissive:
    """A guard that records nothing, so that only the routes can stop a request."""

    def about_to_send(self, _request: Request) -> Reply | None:
        return None

    def ended(self, _request: Request, _attempt: Attempt) -> None:
        pass


async def attempted(
    desk: Office, tool: str, route: Route, operation: Operation, routes: frozenset[Route]
) -> Any:
    """Send one route as if from the code of one tool."""
    call = Call(tool, operation, routes, Deadline.after(5), guard=Permissive())
    request = Request(route, dict.fromkeys(route.placeholders(), "SHOP-1"), json={})
    session = desk.server.outbound.session(call)
    if route.answers == "bytes":
        return [chunk async for chunk in session.stream(request)]
    return await session.send(request)


@pytest.mark.parametrize("kind", VENDORS)
@pytest.mark.parametrize("settings", ["reading", "writing"])
async def test_a_route_of_no_registered_tool_cannot_leave(tmp_path: Path, kind: str, settings: str) -> None:
    """Whatever the code of a tool says: a process that only reads cannot send a PUT."""
    more = {"WRITES__ENABLED": "true"} if settings == "writing" else {}
    async with office(tmp_path, CONNECTION__KIND=kind, **more) as desk:
        forbidden = {
            route
            for vendor in VENDORS.values()
            for row in vendor.adapter().routes.values()
            for route in row
            if route not in desk.server.outbound.allowed
        }
        assert forbidden
        for route in forbidden:
            with pytest.raises(GatewayError) as caught:
                await attempted(desk, "create_issue", route, Operation.APPEND, frozenset({route}))
            assert caught.value.category is Category.PERMISSION_DENIED
        assert desk.sent == []


async def test_a_server_that_only_reads_is_granted_reads(tmp_path: Path) -> None:
    async with office(tmp_path, DOWNLOADS__ROOT=everything(tmp_path)["DOWNLOADS__ROOT"]) as desk:
        assert {route.operation for route in desk.server.outbound.allowed} == {Operation.READ}
        posts = {route.name for route in desk.server.outbound.allowed if route.method != "GET"}
    assert posts == {"search"}


@pytest.mark.parametrize("tool", CALLS)
async def test_a_tool_cannot_send_another_tools_routes(tmp_path: Path, tool: str) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        value = desk.server.dispatcher.tools[tool]
        own = desk.server.routes_of(value)
        for route in desk.server.outbound.allowed - own:
            with pytest.raises(GatewayError):
                await attempted(desk, tool, route, value.operation, own)
        assert desk.sent == []


async def test_a_call_that_reads_cannot_send_a_write(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        writes = [route for route in desk.server.outbound.allowed if route.operation is not Operation.READ]
        for route in writes:
            with pytest.raises(GatewayError):
                await attempted(desk, "get_issue", route, Operation.READ, frozenset({route}))
        assert desk.sent == []


async def test_the_manifest_lists_every_grant_with_its_tools(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        rows = desk.server.manifest()
        for tool in desk.server.dispatcher.tools.values():
            for route in desk.server.routes_of(tool):
                (row,) = [
                    row
                    for row in rows
                    if row[:2] == (route.method, f"{desk.server.connected.origin}{route.path}")
                ]
                assert tool.name in row[3].split(", ")
                assert row[2] == route.operation


@pytest.mark.parametrize(("tool", "arguments"), EVERY_CALL)
async def test_no_request_says_more_than_its_route_allows(
    tmp_path: Path, tool: str, arguments: Mapping[str, Any]
) -> None:
    """Only the site's origin, the API's path, our own words in the headers; no fragment, no credentials in the URL."""
    async with office(tmp_path, **everything(tmp_path)) as desk:
        await desk.call(tool, **arguments)
        assert desk.sent
        for sent in desk.sent:
            assert sent.path.startswith("/rest/api/3/")
            assert ".." not in sent.path
            assert "sandbox-token" not in repr(sent)

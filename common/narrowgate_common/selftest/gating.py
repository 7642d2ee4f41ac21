"""What exists, and what can leave at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.errors import GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Outbound
from narrowgate_common.routes import Request, Route
from narrowgate_common.selftest.rehearsal import Rehearsal, acting, read_only
from narrowgate_common.selftest.script import Repertoire
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_common.server import Server


def expected(server: Server[Any, Any], repertoire: Repertoire) -> frozenset[str]:
    """The tools that the settings and the roots open."""
    names = repertoire.reading | (repertoire.writing if server.writes_enabled else frozenset())
    uploads = {repertoire.uploading} if server.writes_enabled and server.roots.uploads else set()
    downloads = {repertoire.downloading} if server.roots.downloads else set()
    return names | uploads | downloads


async def tool_list(stage: Rehearsal[Any]) -> Verdict:
    listed = {tool.name for tool in (await stage.client.list_tools()).tools}
    configured = {tool.name for tool in stage.admin.tools}
    wanted = expected(stage.admin, stage.script.repertoire)
    problems = [f"{name} is listed and must not be" for name in sorted((listed | configured) - wanted)]
    problems += [f"{name} is not listed" for name in sorted(wanted - (listed & configured))]
    return held(problems, f"{len(wanted)} tools")


async def absent_tools(stage: Rehearsal[Any]) -> Verdict:
    repertoire = stage.script.repertoire
    unknown = (await stage.call("no_such_tool")).text
    names = sorted(repertoire.every - expected(stage.admin, repertoire))
    if not names:
        return absent("every tool is open")
    given, problems = await stage.script.proper(stage), []
    for name in names:
        answer = await stage.call(name, **given[name])
        if answer.text != unknown or answer.requests:
            problems.append(f"{name} does not answer like an unknown name")
    return held(problems, ", ".join(names))


async def routes(stage: Rehearsal[Any]) -> Verdict:
    """By the configured vendor's own routes, from every tool, through the way out that the tools have."""
    outbound = _way_out(stage, stage.admin)
    before, tried, problems = len(stage.proxy.seen), 0, []
    try:
        for call, route in _foreign(stage.admin):
            tried += 1
            if not await _is_refused(outbound, call, route):
                problems.append(f"{call.tool} may send {route.method} {route.path}")
    finally:
        await outbound.aclose()
    if len(stage.proxy.seen) != before:
        problems.append("something was sent")
    return held(problems, f"{tried} tried")


async def read_only_mode(stage: Rehearsal[Any]) -> Verdict:
    repertoire, given = stage.script.repertoire, await stage.script.proper(stage)
    server = read_only(stage.server)
    before, problems = len(stage.proxy.seen), []
    async with acting(server, stage.script) as client:
        for name in sorted(repertoire.writing | {repertoire.uploading}):
            result = await client.call_tool(name, dict(given[name]))
            if not result.is_error:
                problems.append(f"{name} answers")
        await client.call_tool(repertoire.glance, dict(given[repertoire.glance]))
    problems += [
        f"a {route.method} may be sent"
        for route in server.outbound.allowed
        if route.operation is not Operation.READ
    ]
    sent = stage.proxy.seen[before:]
    problems += [f"{one.method} was sent" for one in sent if stage.witness.is_write(one.method, one.path)]
    return held(problems)


def _way_out(stage: Rehearsal[Any], server: Server[Any, Any]) -> Outbound:
    """What the configured server could send, with the sandbox at the end of it."""
    allowed = frozenset(route for tool in server.tools for route in server.routes_of(tool))
    return Outbound(stage.server.new_wire(), allowed, server.explain, server.verdict)


def _foreign(server: Server[Any, Any]) -> Iterator[tuple[Call, Route]]:
    """Each tool, with each route that is not its own."""
    everything = {route for each in server.routes.values() for route in each}
    for tool in server.tools:
        own = server.routes_of(tool)
        call = Call(tool.name, tool.operation, own, Deadline.after(5))
        yield from ((call, route) for route in sorted(everything - own, key=lambda one: one.name))


async def _is_refused(outbound: Outbound, call: Call, route: Route) -> bool:
    request = Request(route, dict.fromkeys(route.placeholders(), "1"), json={})
    try:
        await outbound.session(call).send(request)
    except GatewayError as error:
        return error.reason == "route_not_granted"
    return False

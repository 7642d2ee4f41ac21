"""The only module that knows the protocol: the dispatcher's table as an MCP server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.jsonrpc_dispatcher import progress_token_from_params
from mcp_types import (
    CallToolRequestParams,
    ListToolsResult,
    PaginatedRequestParams,
    ToolAnnotations,
)
from mcp_types import Tool as PublishedTool

from narrowgate_common.calls import LOCAL_PRINCIPAL, Progress
from narrowgate_common.deliveries import Deliver, Deliveries, at_once
from narrowgate_common.stdio_messages import Requests, Responses
from narrowgate_common.stdio_streams import stdio_streams
from narrowgate_common.tools import Tool

if TYPE_CHECKING:
    from narrowgate_common.answers import Answer


class Boundary(Protocol):
    """Where calls end: the Dispatcher, or what loads it when the first one comes."""

    async def call(
        self,
        name: str,
        raw: Mapping[str, Any],
        *,
        principal: str,
        deliver: Deliver,
        progress: Progress | None,
    ) -> Answer: ...


def published(tool: Tool[Any], *, output: bool = True) -> PublishedTool:
    return PublishedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.published_input(),
        output_schema=tool.published_output() if output else None,
        annotations=ToolAnnotations(**tool.hints()),
    )


def mcp_server(
    tools: Iterable[Tool[Any]],
    boundary: Boundary,
    *,
    name: str,
    version: str,
    instructions: str,
    principal: str = LOCAL_PRINCIPAL,
    deliveries: Deliveries | None = None,
) -> Server[Any]:
    """A server that offers tools and nothing else; the list is fixed for the life of the process.

    `deliveries` are told by whoever writes the responses; without them a result is delivered when it is returned.
    """
    listed = ListToolsResult(tools=[published(tool) for tool in tools])

    async def list_tools(
        _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return listed

    async def call_tool(context: ServerRequestContext[Any], params: CallToolRequestParams) -> dict[str, Any]:
        deliver = deliveries.after(context.request_id) if deliveries else at_once
        given = params.arguments or {}
        progress = _progress(context)
        answer = await boundary.call(
            params.name, given, principal=principal, deliver=deliver, progress=progress
        )
        return _result(answer)

    server: Server[Any] = Server(name, version=version, instructions=instructions, on_list_tools=list_tools)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    # a span of every call, with the texts of exceptions: nobody here collects them, and no redaction sees them
    server.middleware.clear()
    return server


def _progress(context: ServerRequestContext[Any]) -> Progress | None:
    """To the client, if it sent a token. The protocol wants numbers that rise: one that does not is left out."""
    if progress_token_from_params(context.params) is None:
        return None
    reached = float("-inf")

    async def report(done: float, total: float | None, message: str) -> None:
        nonlocal reached
        if done > reached:
            reached = done
            await context.session.report_progress(done, total, message)

    return report


def _result(answer: Answer) -> dict[str, Any]:
    """A CallToolResult as it is sent: the SDK would only turn one into this, and checks it all the same."""
    return {
        "resultType": "complete",
        "content": [{"type": "text", "text": answer.text}],
        "structuredContent": answer.data,
        "isError": answer.is_error,
    }


async def serve_stdio(server: Server[Any], deliveries: Deliveries) -> None:
    """Until the client closes its end. `deliveries` are those the server was made with."""
    options = server.create_initialization_options()
    with stdio_streams() as ours:
        if ours is None:
            async with stdio_server() as (reading, writing):
                await server.run(reading, writing, options)
        else:
            arriving, leaving = ours
            watched = deliveries.watching(leaving)
            await server.run(Requests(arriving, leaving), Responses(watched), options)

"""The only module that knows the protocol: the dispatcher's table as an MCP server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as PublishedTool

from narrowgate_common.calls import LOCAL_PRINCIPAL
from narrowgate_common.deliveries import Deliver, Deliveries, at_once
from narrowgate_common.stdio_refusals import Readable
from narrowgate_common.stdio_streams import stdio_streams
from narrowgate_common.tools import Tool

if TYPE_CHECKING:
    from narrowgate_common.answers import Answer


class Boundary(Protocol):
    """Where calls end: the Dispatcher, or what loads it when the first one comes."""

    async def call(
        self, name: str, raw: Mapping[str, Any], *, principal: str, deliver: Deliver
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

    async def call_tool(context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        deliver = deliveries.after(context.request_id) if deliveries else at_once
        given = params.arguments or {}
        answer = await boundary.call(params.name, given, principal=principal, deliver=deliver)
        return CallToolResult(
            content=[TextContent(type="text", text=answer.text)],
            structured_content=answer.data,
            is_error=answer.is_error,
        )

    return Server(
        name, version=version, instructions=instructions, on_list_tools=list_tools, on_call_tool=call_tool
    )


async def serve_stdio(server: Server[Any], deliveries: Deliveries) -> None:
    """Until the client closes its end. `deliveries` are those the server was made with."""
    with stdio_streams() as ours:
        # the SDK iterates over one and calls write and flush of the other; without them it takes its own
        streams = cast("Any", (Readable(*ours), deliveries.watching(ours[1])) if ours else (None, None))
        async with stdio_server(*streams) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

"""The SDK's low-level server with one tool that does nothing: what any server on this SDK costs at least."""

from __future__ import annotations

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)

ECHO = Tool(
    name="echo",
    description="Say it again.",
    input_schema={"type": "object", "properties": {"text": {"type": "string"}}},
)


async def list_tools(
    _context: ServerRequestContext[object], _params: PaginatedRequestParams | None
) -> ListToolsResult:
    return ListToolsResult(tools=[ECHO])


async def call_tool(_context: ServerRequestContext[object], params: CallToolRequestParams) -> CallToolResult:
    text = str((params.arguments or {}).get("text", ""))
    return CallToolResult(content=[TextContent(type="text", text=text)])


async def main() -> None:
    server: Server[object] = Server("bare", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)

"""What every act of the demo stands on: the stage it is told on, and an agent before a real server over stdio."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client, StdioServerParameters

ACCOUNT, TOKEN = "alex.lindqvist@fernwood.example", "sandbox-token-alex"


class Stage:
    """Prints what happens, and counts what did not go as announced."""

    def __init__(self) -> None:
        self.surprises = 0

    def act(self, title: str) -> None:
        print(f"\n== {title}")

    def say(self, text: str) -> None:
        for line in text.splitlines():
            print(f"   {line}"[:150])

    def expect(self, what: str, *, holds: bool) -> None:
        print(f"   {'ok  ' if holds else 'FAIL'} {what}")
        self.surprises += not holds


def environment(prefix: str, given: Mapping[str, str], home: str) -> dict[str, str]:
    """A client can start a server with environment alone."""
    named = {f"{prefix}__{key}": value for key, value in given.items()}
    return {**named, "DEMO_TOKEN": TOKEN, "HOME": home, "PATH": "/usr/bin:/bin"}


@asynccontextmanager
async def agent(module: str, environment: Mapping[str, str]) -> AsyncIterator[Client]:
    """An MCP client connected to a real server, started as any host would start it."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", module, "serve"], env=dict(environment)
    )
    async with Client(parameters) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> tuple[bool, str, dict[str, Any]]:
    result = await client.call_tool(tool, arguments)
    text = "\n".join(block.text for block in result.content if block.type == "text")
    data = result.structured_content if isinstance(result.structured_content, dict) else {}
    return bool(result.is_error), text, data


async def names(client: Client) -> list[str]:
    return [tool.name for tool in (await client.list_tools()).tools]


def authority(module: str, environment: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", module, "authority"]
    return subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=True).stdout

"""Real server processes over standard input and output, and what their client is told, or is not when they die."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.issues.command import command

PROTOCOL = "2025-11-25"
_LINE_BYTES = 1 << 22

Answered = dict[str, Any]
"""The result of a tools/call as it stood on the wire."""


class Host:
    """One server process; several calls may be in flight."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._waiting: dict[int, asyncio.Future[Answered | None]] = {}
        self._last = 0
        self._reading = asyncio.create_task(self._read())
        self.alive = True

    @classmethod
    async def start(
        cls, environment: Mapping[str, str], log: Path, module: str = "narrowgate_issues"
    ) -> Host:
        with log.open("ab") as stderr:
            process = await asyncio.create_subprocess_exec(
                *command("serve", module=module),
                env=dict(environment),
                stdin=PIPE,
                stdout=PIPE,
                stderr=stderr,
                limit=_LINE_BYTES,
            )
        host = cls(process)
        client = {"name": "campaign", "version": "0"}
        hello = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
        if await host._ask("initialize", hello) is None:
            raise RuntimeError("the server did not start")
        host._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return host

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Answered | None:
        """None when the process died before it answered."""
        return await self._ask("tools/call", {"name": tool, "arguments": dict(arguments)})

    def kill(self) -> None:
        """Now, in the middle of whatever it does."""
        self.alive = False
        if self._process.returncode is None:
            self._process.kill()

    async def close(self) -> None:
        """Wait for its end, after a kill or by closing its input."""
        self.alive = False
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        await self._reading

    async def _ask(self, method: str, params: Mapping[str, Any]) -> Answered | None:
        self._last += 1
        answer: asyncio.Future[Answered | None] = asyncio.get_running_loop().create_future()
        if self._reading.done():
            return None
        self._waiting[self._last] = answer
        self._write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        return await answer

    def _write(self, message: Mapping[str, Any]) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _read(self) -> None:
        while self._process.stdout is not None and (line := await self._process.stdout.readline()):
            try:
                message = json.loads(line)
            except ValueError:  # the half of a line that a killed process leaves
                continue
            answer = self._waiting.pop(message.get("id"), None)
            if answer is not None and not answer.done():
                answer.set_result(message.get("result", {"isError": True}))
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(None)

"""An MCP host that does as little as possible: lines of JSON over two pipes, timed from here."""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmarks.servers import Server

PATIENCE_S = 20.0
LIFE_S = 420.0
"""Longer lives no server here: one that hangs is killed, which ends the wait for its answer."""

_INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "benchmarks", "version": "1"},
}


class ServerFailedError(Exception):
    """It ended, hung, or answered with an error; the text is the end of what it said."""


@dataclass(frozen=True, slots=True)
class Reply:
    """`result` as parsed, `size` of the whole line in bytes, `took_s` from the request's first byte to its last."""

    result: dict[str, Any]
    size: int
    took_s: float


class Host:
    """Starts a server, and is done with `initialize` and `tools/list` when the block begins."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the host
        began = time.perf_counter()
        self._process = subprocess.Popen(
            server.command,
            env=dict(server.environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
        )
        self._end = threading.Timer(LIFE_S, self._process.kill)
        self._end.daemon = True
        self._end.start()
        self._last = 0
        self._request("initialize", _INITIALIZE)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.listed = self._request("tools/list", {})
        self.started_s = time.perf_counter() - began

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._end.cancel()
        self._said.close()

    def call(self, tool: str, arguments: dict[str, Any]) -> Reply:
        """Raises ServerFailedError, for a result that is an error too."""
        reply = self._request("tools/call", {"name": tool, "arguments": arguments})
        if reply.result.get("isError") or _says_error(reply.result):
            raise ServerFailedError(f"{self.server.name}: {tool}: {str(reply.result)[:500]}")
        return reply

    @property
    def tools(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.listed.result["tools"]
        return found

    @property
    def cpu_s(self) -> float:
        """Of all its threads so far; to the nanosecond where Linux tells."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    @property
    def memory_mb(self) -> float:
        """Resident, in 2**20 bytes."""
        command = ["ps", "-o", "rss=", "-p", str(self._process.pid)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 1024

    def _request(self, method: str, params: dict[str, Any]) -> Reply:
        self._last += 1
        began = time.perf_counter()
        try:
            self._write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
            line, message = self._answer()
        except OSError:
            raise self._failure() from None
        took_s = time.perf_counter() - began
        if "result" not in message:
            raise ServerFailedError(f"{self.server.name}: {method}: {line[:500]!r}")
        return Reply(message["result"], len(line), took_s)

    def _answer(self) -> tuple[bytes, dict[str, Any]]:
        """What the server notifies meanwhile is passed over."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == self._last:
                return line, message
        raise self._failure()

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _failure(self) -> ServerFailedError:
        self._said.seek(0)
        return ServerFailedError(f"{self.server.name} ended: {self._said.read()[-1000:]!r}")


def _says_error(result: dict[str, Any]) -> bool:
    """mcp-atlassian says some failures in the text of a result that is none."""
    return any(str(block.get("text", "")).startswith('{\n  "error"') for block in result["content"])

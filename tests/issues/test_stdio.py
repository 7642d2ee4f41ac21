"""The real server over standard input and output, as a host starts it."""

import json
import os
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from starlette.types import ASGIApp, Receive, Scope, Send
from tests.issues.command import command, environment

from narrowgate_sandbox import Fault, FaultProxy, Sandbox


def server(env: dict[str, str]) -> StdioServerParameters:
    words = command("serve")
    return StdioServerParameters(command=words[0], args=words[1:], env=env)


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_of_the_protocol_list_and_call(tmp_path: Path, mode: Any) -> None:
    with Sandbox.start() as box:
        async with Client(server(environment(box.url, tmp_path)), mode=mode) as client:
            listed = await client.list_tools()
            result = await client.call_tool("get_issue", {"key": "SHOP-2"})
    assert "get_issue" in {tool.name for tool in listed.tools}
    assert result.is_error is False
    assert isinstance(result.structured_content, dict)
    assert result.structured_content["key"] == "SHOP-2"


def test_a_killed_and_restarted_server_knows_its_unfinished_append(tmp_path: Path) -> None:
    """The request left, the process died before the answer came: the same call only looks, and finds it."""
    arrived = threading.Event()
    with Sandbox.start(around=telling(arrived)) as box, FaultProxy.start(box.url) as proxy:
        proxy.rule(Fault.HANG_AFTER, method="POST", path="/comment")
        env = environment(proxy.url, tmp_path, WRITES__ENABLED="true")
        arguments = {"key": "SHOP-2", "body": "Seen again on staging.", "request_id": "seen-1"}
        before = len(box.company.issue("SHOP-2").comments)
        first = Session(env)
        first.send_call("add_comment", arguments)
        assert arrived.wait(20)
        first.kill()
        proxy.clear()
        second = Session(env)
        answer = second.call("add_comment", arguments)
        second.close()
        after = len(box.company.issue("SHOP-2").comments)
    assert answer["structuredContent"]["reconciled"] is True
    assert after == before + 1
    assert [row["state"] for row in ledger(tmp_path)] == ["done"]


def test_a_repeat_after_the_result_arrived_is_a_new_effect(tmp_path: Path) -> None:
    with Sandbox.start() as box:
        session = Session(environment(box.url, tmp_path, WRITES__ENABLED="true"))
        arguments = {"key": "SHOP-2", "body": "Seen again on staging."}
        answers = [session.call("add_comment", arguments)["structuredContent"] for _ in range(2)]
        session.close()
        made = [comment.id for comment in box.company.issue("SHOP-2").comments]
    assert [answer["comment"]["id"] for answer in answers] == made[-2:]
    assert [row["delivered"] for row in ledger(tmp_path)] == [1, 1]


def telling(arrived: threading.Event) -> Callable[[ASGIApp], ASGIApp]:
    """Tells when the tracker has done what a posted comment asked."""

    def around(app: ASGIApp) -> ASGIApp:
        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            await app(scope, receive, send)
            if scope["type"] == "http" and scope["method"] == "POST" and scope["path"].endswith("/comment"):
                arrived.set()

        return watched

    return around


def ledger(home: Path) -> list[sqlite3.Row]:
    with sqlite3.connect(next((home / "state").glob("ledger*.sqlite*"))) as db:
        db.row_factory = sqlite3.Row
        rows = db.execute("SELECT * FROM calls").fetchall()
    db.close()
    return rows


class Session:
    """A host that speaks the wire itself, so that it can be rude."""

    def __init__(self, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command("serve"),
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._id = 0
        client = {"name": "test", "version": "0"}
        self.request(
            "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
        )
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        wanted = self._send(method, params)
        for line in self._process.stdout or ():
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == wanted:
                result: dict[str, Any] = message["result"]
                return result
        raise AssertionError("the server ended")

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.request("tools/call", {"name": tool, "arguments": arguments})

    def send_call(self, tool: str, arguments: dict[str, Any]) -> None:
        self._send("tools/call", {"name": tool, "arguments": arguments})

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait(timeout=20)

    def _send(self, method: str, params: dict[str, Any]) -> int:
        self._id += 1
        self._write({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        return self._id

    def _write(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

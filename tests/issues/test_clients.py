"""Clients that nobody here wrote: the official Inspector's command line, and the TypeScript SDK 1.x."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.issues.command import command, environment

from narrowgate_sandbox import Sandbox

READ_AN_ERROR = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const [, , program, ...words] = process.argv;
const transport = new StdioClientTransport({ command: program, args: words, env: process.env, stderr: "ignore" });
const client = new Client({ name: "test", version: "0" });
await client.connect(transport);
const listed = await client.listTools();
const good = await client.callTool({ name: "get_issue", arguments: { key: "SHOP-2" } });
const bad = await client.callTool({ name: "get_issue", arguments: { key: "SHOP-999" } });
console.log(JSON.stringify({ tools: listed.tools.map((tool) => tool.name), good, bad }));
await client.close();
"""


def inspect(inspector: list[str], env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    settings = [word for name, value in env.items() for word in ("-e", f"{name}={value}")]
    line = [*inspector, *command("serve"), *settings, "--format", "json", "-q", *words]
    return subprocess.run(line, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_the_inspector_lists_and_calls(inspector: list[str], tmp_path: Path) -> None:
    with Sandbox.start() as box:
        env = {**environment(box.url, tmp_path), "MCP_CATALOG_PATH": str(tmp_path / "catalog.json")}
        listed = inspect(inspector, env, "--method", "tools/list")
        called = inspect(
            inspector, env, "--method", "tools/call", "--tool-name", "get_issue", "--tool-arg", "key=SHOP-2"
        )
        absent = inspect(inspector, env, "--method", "tools/call", "--tool-name", "attach_file")
    assert "get_issue" in {tool["name"] for tool in json.loads(listed.stdout)["result"]["tools"]}
    assert json.loads(called.stdout)["result"]["structuredContent"]["key"] == "SHOP-2"
    assert absent.returncode == 5


def test_a_client_of_the_typescript_sdk_reads_results_and_errors(
    typescript_sdk: Path, node: Path, tmp_path: Path
) -> None:
    answer = talk(typescript_sdk, node, tmp_path)
    assert "get_issue" in answer["tools"]
    assert answer["good"]["structuredContent"]["key"] == "SHOP-2"
    assert answer["bad"]["isError"] is True
    assert answer["bad"]["structuredContent"]["error"]["category"] == "not_found"
    assert answer["bad"]["content"][0]["text"].startswith("not_found: ")


def talk(typescript_sdk: Path, node: Path, tmp_path: Path) -> dict[str, Any]:
    """Modules are looked for beside the script, so it stands in a folder that borrows the SDK's."""
    (tmp_path / "node_modules").symlink_to(typescript_sdk / "node_modules")
    script = tmp_path / "read.mjs"
    script.write_text(READ_AN_ERROR)
    with Sandbox.start() as box:
        env = environment(box.url, tmp_path)
        line = [str(node), str(script), *command("serve")]
        done = subprocess.run(line, env=env, capture_output=True, text=True, check=False, timeout=120)
    shutil.rmtree(tmp_path / "state", ignore_errors=True)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer

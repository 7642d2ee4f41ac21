"""What a host waits for is a list of tools: what calls need is loaded by the first of them."""

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from tests.docs.command import environment

from narrowgate_common.tools import Late
from narrowgate_docs.server import DocsServer

LISTED = """
import json, os, sys
from narrowgate_common.protocol import mcp_server
from narrowgate_docs.server import DocsServer

server = DocsServer.from_environment(None, dict(os.environ))
mcp_server(server.tools, server, name="x", version="0", instructions="")
print(json.dumps(sorted(sys.modules)))
"""

OF_CALLS = {
    "narrowgate_common.audit",
    "narrowgate_common.dispatch",
    "narrowgate_common.ledger",
    "narrowgate_common.outbound",
    "narrowgate_common.secret_scan",
    "narrowgate_common.text",
    "narrowgate_common.wire",
    "narrowgate_docs.adapters.confluence",
    "narrowgate_docs.port",
    "narrowgate_docs.tools.desk",
    "narrowgate_docs.tools.reading",
    "httpx",
    "markdown_it",
    "sqlite3",
    "structlog",
    "tenacity",
}


@pytest.mark.parametrize("writes", ["false", "true"])
def test_a_list_of_tools_loads_nothing_of_what_they_do(tmp_path: Path, writes: str) -> None:
    env = environment("https://fernwood.atlassian.net", tmp_path, WRITES__ENABLED=writes)
    done = subprocess.run([sys.executable, "-c", LISTED], env=env, capture_output=True, text=True, check=True)
    assert OF_CALLS & set(json.loads(done.stdout)) == set()


def test_everything_that_a_first_call_loads_is_there(tmp_path: Path) -> None:
    server = DocsServer.from_environment(None, environment("https://fernwood.atlassian.net", tmp_path))
    late = [
        (tool.name, value)
        for tool in server.every_tool
        for each in fields(tool)
        if isinstance(value := getattr(tool, each.name), Late)
    ]
    assert {name for name, _ in late} == {tool.name for tool in server.every_tool}
    assert all(callable(value.function) for _, value in late)

"""The real command in a process of its own, configured by environment alone."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.docs.harness import BELOW, Kind

PREFIX = "NARROWGATE_DOCS__"
SITES: Mapping[Kind, str] = {
    "confluence_cloud": "https://fernwood.atlassian.net",
    "confluence_dc": "https://tools.example.com",
}
"""Where nobody is asked anything."""


def environment(url: str, home: Path, kind: Kind = "confluence_cloud", /, **more: str) -> dict[str, str]:
    """A minimal process environment for the sandbox's main account; `more` adds keys without the prefix."""
    given = {
        "CONNECTION__KIND": kind,
        "CONNECTION__BASE_URL": f"{url}{BELOW[kind]}",
        "CONNECTION__AUTH__KIND": "basic",
        "CONNECTION__AUTH__USERNAME": "alex.lindqvist@fernwood.example",
        "CONNECTION__AUTH__TOKEN_ENV": "CONFLUENCE_TOKEN",
        "STATE__DIR": str(home / "state"),
        **more,
    }
    settings = {PREFIX + key: value for key, value in given.items()}
    return {**plain(home), **settings, "CONFLUENCE_TOKEN": "sandbox-token-alex"}


def plain(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "PATH": os.environ["PATH"]}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "narrowgate_docs", *words]


def run(env: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words), env=dict(env), capture_output=True, text=True, check=False, timeout=60
    )

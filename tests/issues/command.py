"""The real command in a process of its own, configured by environment alone."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

PREFIX = "NARROWGATE_ISSUES__"


def environment(url: str, home: Path, **more: str) -> dict[str, str]:
    """A minimal process environment for the sandbox's main account; `more` adds keys without the prefix."""
    given = {
        "CONNECTION__KIND": "jira_cloud",
        "CONNECTION__BASE_URL": url,
        "CONNECTION__AUTH__KIND": "basic",
        "CONNECTION__AUTH__USERNAME": "alex.lindqvist@fernwood.example",
        "CONNECTION__AUTH__TOKEN_ENV": "JIRA_TOKEN",
        "STATE__DIR": str(home / "state"),
        **more,
    }
    settings = {PREFIX + key: value for key, value in given.items()}
    return {**plain(home), **settings, "JIRA_TOKEN": "sandbox-token-alex"}


def plain(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "PATH": os.environ["PATH"]}


def command(*words: str, module: str = "narrowgate_issues") -> list[str]:
    return [sys.executable, "-m", module, *words]


def run(env: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words), env=dict(env), capture_output=True, text=True, check=False, timeout=60
    )

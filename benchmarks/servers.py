"""The servers that are measured: how each is started and asked. Values only."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.peers import MCP_ATLASSIAN
from benchmarks.trackers import Tracker

BARE, OURS, PEER = "the SDK's bare server", "narrowgate-issues", "mcp-atlassian"
CLOUD_HOST = "acme.atlassian.net"
"""mcp-atlassian tells Cloud by the host's name; a proxy leads it to loopback."""

GET_ISSUE, RICH_ISSUE = "get_issue with comments", "the same, the richest issue"
SEARCH = "search, 10 issues"

Ask = tuple[str, dict[str, Any]]
"""A tool and its arguments."""


@dataclass(frozen=True, slots=True)
class Server:
    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    asks: Mapping[str, tuple[Ask, ...]]
    """By what is asked for: calls that are made one after another, and again from the first."""


def bare(home: Path) -> Server:
    script = Path(__file__).with_name("bare_server.py")
    echo: Ask = ("echo", {"text": "a short text, to be said again"})
    asks = dict.fromkeys((GET_ISSUE, RICH_ISSUE, SEARCH), (echo,))
    return Server(BARE, (sys.executable, str(script)), environment(home), asks)


def ours(home: Path, tracker: Tracker) -> Server:
    """With a scope and with writes, so that its list is as long as it gets without file roots."""
    cloud = tracker.kind == "jira_cloud"
    given = {
        "CONNECTION__KIND": tracker.kind,
        "CONNECTION__BASE_URL": tracker.url,
        "CONNECTION__AUTH__KIND": "basic" if cloud else "bearer",
        **({"CONNECTION__AUTH__USERNAME": tracker.account} if cloud else {}),
        "CONNECTION__AUTH__TOKEN_ENV": "TRACKER_TOKEN",
        "SCOPE__PROJECTS": json.dumps([tracker.project, "OTHER"]),
        "WRITES__ENABLED": "true",
        "STATE__DIR": str(home / "state"),
    }
    named = {f"NARROWGATE_ISSUES__{key}": value for key, value in given.items()}
    search: Ask = ("search_issues", {"projects": [tracker.project], "limit": 10})
    asks = _asks(tracker, lambda issue: ("get_issue", {"key": issue}), search)
    command = (str(Path(sys.executable).with_name("narrowgate-issues")), "serve")
    return Server(OURS, command, environment(home, TRACKER_TOKEN=tracker.token, **named), asks)


def peer(home: Path, tracker: Tracker) -> Server:
    """On Cloud the tracker's address has to be a proxy's."""
    query = f"project = {tracker.project} ORDER BY updated DESC"
    search: Ask = ("jira_search", {"jql": query, "limit": 10})
    asks = _asks(tracker, lambda issue: ("jira_get_issue", {"issue_key": issue}), search)
    account = _on_cloud(tracker) if tracker.kind == "jira_cloud" else _on_data_center(tracker)
    command = (str(MCP_ATLASSIAN.path), "--transport", "stdio")
    return Server(PEER, command, environment(home, TOOLSETS="all", **account), asks)


def _asks(tracker: Tracker, read: Callable[[str], Ask], search: Ask) -> dict[str, tuple[Ask, ...]]:
    rich = {RICH_ISSUE: (read(tracker.rich),)} if tracker.rich else {}
    return {GET_ISSUE: tuple(map(read, tracker.issues)), **rich, SEARCH: (search,)}


def _on_cloud(tracker: Tracker) -> dict[str, str]:
    return {
        "JIRA_URL": f"http://{CLOUD_HOST}",
        "JIRA_USERNAME": tracker.account,
        "JIRA_API_TOKEN": tracker.token,
        "HTTP_PROXY": tracker.url,
        "http_proxy": tracker.url,
        "NO_PROXY": "",
    }


def _on_data_center(tracker: Tracker) -> dict[str, str]:
    return {"JIRA_URL": tracker.url, "JIRA_PERSONAL_TOKEN": tracker.token}


def environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the caller's but the path; compiled files below the home, so that everybody has them or nobody."""
    own = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "compiled")}
    return {**own, **more}

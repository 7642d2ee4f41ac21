"""Calls of every tool that the embedded company can answer: a new tool without one fails the tests that go over all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.issues.harness import SITE, WRITES, aliased, environment

from narrowgate_common.tools import Tool
from narrowgate_issues.server import IssuesServer
from narrowgate_issues.tools.desk import Desk

Arguments = Mapping[str, Any]

FILE = "report.txt"
CONTENT = b"All tests passed.\n"
COMMENT = "20003"
ATTACHMENT = "30002"

CALLS: Mapping[str, tuple[Arguments, ...]] = {
    "search_issues": (
        {"text": "card", "projects": ["SHOP"], "assignee": "Alex Moreau", "status_category": "in_progress"},
        {"query": "project = SHOP AND reporter = currentUser()", "limit": 2},
        {"assignee": "me", "parent": "SHOP-1"},
    ),
    "get_issue": (
        {"key": "SHOP-2", "include": ["comments", "attachments", "links", "transitions", "history"]},
        {"key": "DESK-1"},
    ),
    "list_projects": ({},),
    "describe_fields": (
        {"action": "create", "project": "SHOP"},
        {"action": "create", "project": "SHOP", "type": "Bug"},
        {"action": "update", "key": "SHOP-2"},
        {"action": "transition", "key": "SHOP-2"},
    ),
    "find_users": ({"text": "alex"}, {"text": "alex", "assignable_to": "SHOP-2"}),
    "create_issue": (
        {
            "project": "SHOP",
            "type": "Story",
            "fields": {
                "title": "The bell rings twice",
                "description": "Once is **enough**.",
                "labels": ["bells"],
                "assignee": "Jun Okada",
                "priority": "High",
                "due_date": "2026-12-24",
                "components": ["Catalogue"],
                "fix_versions": ["2026.12"],
                "parent": "SHOP-1",
                "points": 3,
                "accept": "- it rings",
            },
        },
        {
            "project": "OPS",
            "type": "Incident",
            "fields": {"title": "Dark", "severity": "Minor", "assignee": "me"},
        },
        {"project": "SHOP", "type": "Riddle", "fields": {"title": "What has no type?"}},
    ),
    "update_issue": (
        {
            "key": "SHOP-9",
            "fields": {
                "title": "Search finds e-bikes",
                "add_labels": ["found"],
                "assignee": "priya.raman@fernwood.example",
                "priority": "Low",
            },
        },
        {"key": "SHOP-7", "edits": [{"field": "description", "old": "Fridays", "new": "Saturdays"}]},
        {"key": "SHOP-9", "fields": {"assignee": "me", "due_date": None}, "preview": True},
    ),
    "transition_issue": (
        {"key": "SHOP-10", "to": "In Progress", "comment": "Started."},
        {
            "key": "SHOP-7",
            "to": "Done",
            "fields": {"resolution": "Done", "assignee": "me"},
            "comment": "Shipped.",
        },
    ),
    "add_comment": ({"key": "SHOP-2", "body": "Seen *once*."}, {"key": "DESK-1", "body": "For us only."}),
    "edit_comment": ({"key": "SHOP-2", "comment": COMMENT, "body": "Please ship on Monday."},),
    "link_issues": ({"key": "SHOP-9", "relation": "is blocked by", "other": "SHOP-2"},),
    "attach_file": ({"key": "SHOP-9", "path": FILE},),
    "download_attachment": ({"key": "SHOP-2", "attachment": ATTACHMENT},),
}

ALIASES = aliased(points=(10016, "number"), severity=(10030, "option"), accept=(10031, "rich_text"))


def everything(home: Path) -> dict[str, str]:
    """Settings under which every tool exists: writes, both file roots, raw queries, custom fields."""
    for name in ("outgoing", "incoming"):
        (home / name).mkdir(mode=0o700, exist_ok=True)
    (home / "outgoing" / FILE).write_bytes(CONTENT)
    roots = {"UPLOADS__ROOT": str(home / "outgoing"), "DOWNLOADS__ROOT": str(home / "incoming")}
    return {**WRITES, **roots, **ALIASES}


def all_tools(home: Path, kind: str = "jira_cloud") -> dict[str, Tool[Desk]]:
    """As values, with every gate open."""
    settings = environment(SITE, home, CONNECTION__KIND=kind, **everything(home))
    return dict(IssuesServer.from_environment(None, settings).dispatcher.tools)


EVERY_CALL = [(tool, arguments) for tool, calls in CALLS.items() for arguments in calls]

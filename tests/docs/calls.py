"""Calls of every tool that the embedded company can answer: a new tool without one fails the tests that go over all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.docs.harness import SITE, WRITES, Kind, Office, environment

from narrowgate_common.tools import Tool
from narrowgate_docs.server import DocsServer
from narrowgate_docs.tools.desk import Desk

Arguments = Mapping[str, Any]

FILE = "report.txt"
CONTENT = b"All tests passed.\n"
ATTACHED = "構成図 2026.txt"
READ = "as get_page gave it"
"""Stands for the version of the page; `ready` puts it in."""

CALLS: Mapping[str, tuple[Arguments, ...]] = {
    "search_pages": (
        {"text": "Stock", "spaces": ["ENG"], "labels": ["meeting-notes"], "updated_after": "2026-11-01"},
        {"title": "Checkout", "below": "ENG/Checkout", "order": "title", "limit": 2},
        {"query": "space = ENG AND creator = currentUser()", "limit": 2},
    ),
    "get_page": (
        {"page": "ENG/Checkout architecture"},
        {"page": "ENG/System diagram", "include": ["attachments"]},
        {"page": "ENG/Coding guide", "view": "outline"},
        {"page": "ENG/Coding guide", "view": "storage", "max_lines": 3},
        {"page": "ENG/Open operations work", "view": "rendered"},
    ),
    "list_pages": ({"parent": "ENG/Checkout"}, {"space": "OPS", "limit": 1}),
    "list_spaces": ({},),
    "list_comments": (
        {"page": "ENG/Checkout architecture"},
        {"page": "ENG/Checkout architecture", "location": "inline", "status": "open"},
    ),
    "create_page": (
        {
            "space": "ENG",
            "fields": {
                "title": "The bell rings twice",
                "body": "Once is **enough**.\n\n- and *quietly*",
                "labels": ["bells"],
                "parent": "ENG/Checkout",
            },
        },
        {"space": "OPS", "fields": {"title": "Dark"}, "preview": True},
    ),
    "update_page": (
        {
            "page": "ENG/House rules",
            "version": READ,
            "fields": {"title": "Rules of the house"},
            "preview": True,
        },
        {
            "page": "ENG/Use PostgreSQL for orders",
            "version": READ,
            "fields": {
                "title": "PostgreSQL for orders",
                "body": "Decided.",
                "labels": ["data"],
                "remove_labels": ["decision"],
                "parent": "ENG/Checkout",
            },
        },
    ),
    "edit_page": (
        {
            "page": "ENG/Coding guide",
            "version": READ,
            "edits": [{"old": "Readability first", "new": "Brevity first"}],
        },
    ),
    "add_comment": (
        {"page": "ENG/Glossary", "body": "Seen *once*."},
        {"page": "ENG/Glossary", "body": "Seen.", "preview": True},
    ),
    "attach_file": ({"page": "ENG/Glossary", "path": FILE},),
    "download_attachment": ({"page": "ENG/System diagram", "attachment": ATTACHED},),
}

EVERY_CALL = [(tool, arguments) for tool, calls in CALLS.items() for arguments in calls]


async def ready(desk: Office, arguments: Arguments) -> dict[str, Any]:
    """The arguments with the version that the page has."""
    if arguments.get("version") != READ:
        return dict(arguments)
    seen = await desk.ok("get_page", page=arguments["page"])
    desk.sent.clear()
    return {**arguments, "version": seen["version"]}


def everything(home: Path) -> dict[str, str]:
    """Settings under which every tool exists: writes, both file roots, raw queries."""
    for name in ("outgoing", "incoming"):
        (home / name).mkdir(mode=0o700, exist_ok=True)
    (home / "outgoing" / FILE).write_bytes(CONTENT)
    roots = {"UPLOADS__ROOT": str(home / "outgoing"), "DOWNLOADS__ROOT": str(home / "incoming")}
    return {**WRITES, **roots}


def all_tools(home: Path, kind: Kind = "confluence_cloud") -> dict[str, Tool[Desk]]:
    """As values, with every gate open."""
    settings = environment(SITE, home, kind, **everything(home))
    return dict(DocsServer.from_environment(None, settings).dispatcher.tools)

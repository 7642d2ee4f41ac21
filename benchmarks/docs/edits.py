"""One word changed and changed back, as each server is asked to: ours by the passage, others by the whole page."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from benchmarks.docs.planted_wiki import title
from benchmarks.docs.servers import EDIT
from benchmarks.docs.wikis import Wiki
from benchmarks.host import Host
from benchmarks.rich_text import documents
from benchmarks.servers import Ask, Server

_OLD, _NEW = documents.WORD, documents.NEW


def with_our_edits(server: Server, wiki: Wiki) -> Server:
    """A version says which text was seen, so that the two that are met here serve every later pair of calls too."""
    with Host(server) as host:
        edits = {EDIT[size]: _ours(host, page) for (who, size), page in wiki.large.items() if who == "ours"}
    return replace(server, asks={**server.asks, **edits})


def _ours(host: Host, page: str) -> tuple[Ask, ...]:
    seen = _data(host, "get_page", {"page": page})
    there = _edit(page, seen["version"], _OLD, _NEW)
    back = _edit(page, _data(host, *there)["version"], _NEW, _OLD)
    if _data(host, *back).get("applied") != ["body"]:
        raise AssertionError(f"page {page} was not changed back")
    return there, back


def _edit(page: str, version: str, old: str, new: str) -> Ask:
    return "edit_page", {"page": page, "version": version, "edits": [{"old": old, "new": new}]}


def _data(host: Host, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = host.call(tool, arguments).result["structuredContent"]
    return found


def with_peers_edits(server: Server, wiki: Wiki) -> Server:
    """mcp-atlassian changes a word by writing the whole page from the Markdown that it read."""
    with Host(server) as host:
        edits = {
            EDIT[size]: _peers(host, page, title(who, size))
            for (who, size), page in wiki.large.items()
            if who == "others"
        }
    return replace(server, asks={**server.asks, **edits})


def _peers(host: Host, page: str, name: str) -> tuple[Ask, ...]:
    reply = host.call("confluence_get_page", {"page_id": page})
    text = str(json.loads(reply.result["content"][0]["text"])["metadata"]["content"]["value"])
    changed = text.replace(_OLD, _NEW)
    if changed == text:
        raise AssertionError(f"page {page} does not hold the word to change")
    asks = tuple(
        ("confluence_update_page", {"page_id": page, "title": name, "content": each})
        for each in (changed, text)
    )
    for ask in asks:
        host.call(*ask)
    return asks

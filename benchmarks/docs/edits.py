"""One word changed, again and again until it is back, as each server is asked to: ours by the passage, others whole."""

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

WORDS = (documents.WORD, documents.NEW, "damson", "sorbus")
"""In turn. Ours keeps the last two texts that it converted: with four, what a call writes is new to it."""


def with_our_edits(server: Server, wiki: Wiki) -> Server:
    """A version says which text was seen, so that those that are met here serve every later turn too."""
    with Host(server) as host:
        edits = {EDIT[size]: _ours(host, page) for (who, size), page in wiki.large.items() if who == "ours"}
    return replace(server, asks={**server.asks, **edits})


def _ours(host: Host, page: str) -> tuple[Ask, ...]:
    version, asks = _data(host, "get_page", {"page": page})["version"], list[Ask]()
    for old, new in zip(WORDS, (*WORDS[1:], WORDS[0]), strict=True):
        asks.append(_edit(page, version, old, new))
        done = _data(host, *asks[-1])
        if done.get("applied") != ["body"]:
            raise AssertionError(f"{old} was not changed in page {page}")
        version = done["version"]
    return tuple(asks)


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
    if text.count(WORDS[0]) != 1:
        raise AssertionError(f"page {page} does not hold the word to change")
    bodies = [text.replace(WORDS[0], word) for word in (*WORDS[1:], WORDS[0])]
    asks = tuple(
        ("confluence_update_page", {"page_id": page, "title": name, "content": body}) for body in bodies
    )
    for ask in asks:
        host.call(*ask)
    return asks

"""The docs server, mcp-atlassian and the SDK's bare server before a wiki: how each is started and asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.docs.planted_wiki import READERS
from benchmarks.docs.wikis import CLOUD, Wiki
from benchmarks.peers import MCP_ATLASSIAN
from benchmarks.servers import BARE, PEER, Ask, Server, environment

OURS = "narrowgate-docs"
GET_PAGE, RICH_PAGE, SEARCH = "get_page", "the same, the richest page", "search, 10 pages"
KB, MB = 50_000, 1_000_000
SIZES: Mapping[int, str] = {KB: "50 kB", MB: "1 MB"}
READ = {size: f"get_page of {told}" for size, told in SIZES.items()}
EDIT = {size: f"one word changed in {told}" for size, told in SIZES.items()}

Asks = dict[str, tuple[Ask, ...]]
_ECHO: Ask = ("echo", {"text": "a short text, to be said again"})


def bare(home: Path) -> Server:
    script = Path(__file__).parents[1] / "bare_server.py"
    asks = dict.fromkeys((GET_PAGE, RICH_PAGE, SEARCH, *READ.values(), *EDIT.values()), (_ECHO,))
    return Server(BARE, (sys.executable, str(script)), environment(home), asks)


def ours(home: Path, wiki: Wiki, *, writes: bool = True, files: bool = False) -> Server:
    """With a scope of several spaces; with writes and without file roots unless it is said otherwise."""
    cloud = wiki.kind == CLOUD
    given = {
        "CONNECTION__KIND": wiki.kind,
        "CONNECTION__BASE_URL": wiki.url + wiki.below,
        "CONNECTION__AUTH__KIND": "basic" if cloud else "bearer",
        **({"CONNECTION__AUTH__USERNAME": wiki.account} if cloud else {}),
        "CONNECTION__AUTH__TOKEN_ENV": "WIKI_TOKEN",
        "SCOPE__SPACES": json.dumps([wiki.space, "OTHER"]),
        "WRITES__ENABLED": json.dumps(writes),
        "STATE__DIR": str(home / "docs-state"),
        **(_roots(home) if files else {}),
    }
    named = {f"NARROWGATE_DOCS__{key}": value for key, value in given.items()}
    search: Ask = ("search_pages", {"spaces": [wiki.space], "text": wiki.words, "limit": 10})
    asks = _asks(wiki, lambda page: ("get_page", {"page": page}), search)
    command = (str(Path(sys.executable).with_name(OURS)), "serve")
    return Server(OURS, command, environment(home, WIKI_TOKEN=wiki.token, **named), asks)


def listings(home: Path, wiki: Wiki) -> list[Server]:
    """What an administrator may switch on, from the least to all of it: raw queries come with no scope."""
    everything = ours(home, wiki, files=True)
    open_scope = {key: value for key, value in everything.environment.items() if "SCOPE" not in key}
    return [
        replace(ours(home, wiki, writes=False), name=f"{OURS}, reads only"),
        replace(ours(home, wiki), name=f"{OURS}, with writes"),
        replace(everything, name=f"{OURS}, with everything", environment=open_scope),
    ]


def _roots(home: Path) -> dict[str, str]:
    roots = {"UPLOADS__ROOT": home / "uploads", "DOWNLOADS__ROOT": home / "downloads"}
    for folder in roots.values():
        folder.mkdir(exist_ok=True)
    return {key: str(folder) for key, folder in roots.items()}


def peer(home: Path, wiki: Wiki) -> Server:
    """It takes whatever is on loopback for Data Center."""
    query = f'type = page AND space = {wiki.space} AND text ~ "{wiki.words}"'
    search: Ask = ("confluence_search", {"query": query, "limit": 10})
    asks = _asks(wiki, lambda page: ("confluence_get_page", {"page_id": page}), search)
    account = {"CONFLUENCE_URL": wiki.url + wiki.below, "CONFLUENCE_PERSONAL_TOKEN": wiki.token}
    command = (str(MCP_ATLASSIAN.path), "--transport", "stdio")
    return Server(PEER, command, environment(home, TOOLSETS="all", **account), asks)


def _asks(wiki: Wiki, read: Callable[[str], Ask], search: Ask) -> Asks:
    """Edits are not among them: what they say depends on what is read first."""
    usual: Asks = (
        {GET_PAGE: tuple(map(read, wiki.pages)), RICH_PAGE: (read(wiki.pages[0]),)} if wiki.pages else {}
    )
    found: Asks = {SEARCH: (search,)} if wiki.words else {}
    sizes = [size for who, size in wiki.large if who == READERS[0]]
    large = {READ[size]: tuple(read(wiki.large[who, size]) for who in READERS) for size in sizes}
    return usual | found | large

"""The docs server without a process of its own, before the embedded company's wiki, in the cloud or in a data centre."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import httpx
from tests.office import Check, Wiretap, served
from tests.office import Office as AnyOffice
from tests.vendor_contract import specs
from tests.vendor_wiki_contract import wiki_description

from narrowgate_docs.server import NAME, DocsServer
from narrowgate_docs.tools.catalogue import INSTRUCTIONS
from narrowgate_sandbox import Company, create_app, fernwood

PREFIX = "NARROWGATE_DOCS__"
SITE = "http://127.0.0.1"
WRITES = {"WRITES__ENABLED": "true"}
ASKING = ("/users-bulk",)

Kind = Literal["confluence_cloud", "confluence_dc"]
KINDS: tuple[Kind, ...] = ("confluence_cloud", "confluence_dc")
BELOW: Mapping[Kind, str] = {"confluence_cloud": "/wiki", "confluence_dc": "/confluence"}
Office = AnyOffice[DocsServer]


def environment(url: str, home: Path, kind: Kind = "confluence_cloud", **more: str) -> dict[str, str]:
    """Settings for the sandbox's main account; `more` adds or replaces keys, without the prefix."""
    given = {
        "CONNECTION__KIND": kind,
        "CONNECTION__BASE_URL": f"{url}{BELOW[kind]}",
        "CONNECTION__AUTH__KIND": "basic",
        "CONNECTION__AUTH__USERNAME": "alex.lindqvist@fernwood.example",
        "CONNECTION__AUTH__TOKEN_ENV": "TOKEN",
        "STATE__DIR": str(home / "state"),
        "LOGGING__LEVEL": "error",
        **more,
    }
    token = given.pop("TOKEN", "sandbox-token-alex")
    return {PREFIX + key: value for key, value in given.items()} | {"TOKEN": token, "HOME": str(home)}


def scoped(*spaces: str) -> dict[str, str]:
    return {"SCOPE__SPACES": json.dumps(spaces)}


def by_the_book(method: str, path: str, query: str, body: Any) -> list[str]:
    """What the vendor's description of the path's interface says against a request."""
    book = wiki_description(path)
    return [] if book is None else book.request_problems(method, path, query, body)


@asynccontextmanager
async def office(
    home: Path,
    kind: Kind = "confluence_cloud",
    company: Company | None = None,
    around: Callable[[Any], Any] = lambda app: app,
    /,
    **more: str,
) -> AsyncIterator[Office]:
    """The server before the embedded company, in memory; `around` may wrap the company's application."""
    owner = company or fernwood()
    transport = httpx.ASGITransport(around(create_app(owner)))
    described = specs() is not None and kind == "confluence_cloud"
    async with connected(transport, environment(SITE, home, kind, **more), check=described) as desk:
        desk.company = owner
        yield desk


@asynccontextmanager
async def connected(
    transport: httpx.AsyncBaseTransport, settings: Mapping[str, str], *, check: bool = False
) -> AsyncIterator[Office]:
    """The server before whatever the transport reaches."""
    book: Check | None = by_the_book if check else None
    wire = Wiretap(transport, check=book)
    server = DocsServer.from_environment(None, settings, transport=wire)
    async with served(server, wire, name=NAME, instructions=INSTRUCTIONS, asking=ASKING) as desk:
        yield desk

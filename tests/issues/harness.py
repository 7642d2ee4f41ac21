"""The issues server without a process of its own, before the embedded company's tracker."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.office import (
    SAFE_METHODS,
    Check,
    Clock,
    Instead,
    Result,
    Sent,
    Twist,
    Wiretap,
    dropping,
    leaves,
    losing,
    quicken,
    served,
)
from tests.office import Office as AnyOffice
from tests.vendor_contract import description, specs

from narrowgate_issues.server import NAME, IssuesServer
from narrowgate_issues.tools.catalogue import INSTRUCTIONS
from narrowgate_sandbox import Company, create_app, fernwood

__all__ = [
    "SAFE_METHODS",
    "Clock",
    "Instead",
    "Result",
    "Sent",
    "Twist",
    "Wiretap",
    "dropping",
    "leaves",
    "losing",
    "quicken",
]

PREFIX = "NARROWGATE_ISSUES__"
SITE = "http://127.0.0.1"
WRITES = {"WRITES__ENABLED": "true"}
ASKING = ("/search/jql", "/comment/list")

Office = AnyOffice[IssuesServer]


def renew(desk: Office) -> None:
    """Put a fresh company in the place of the one that was written to; the server stays."""
    desk.company = fernwood()
    desk.wire.inner = httpx.ASGITransport(create_app(desk.company))


def environment(url: str, home: Path, **more: str) -> dict[str, str]:
    """Settings for the sandbox's main account; `more` adds or replaces keys, without the prefix."""
    given = {
        "CONNECTION__KIND": "jira_cloud",
        "CONNECTION__BASE_URL": url,
        "CONNECTION__AUTH__KIND": "basic",
        "CONNECTION__AUTH__USERNAME": "alex.lindqvist@fernwood.example",
        "CONNECTION__AUTH__TOKEN_ENV": "TOKEN",
        "STATE__DIR": str(home / "state"),
        "LOGGING__LEVEL": "error",
        **more,
    }
    token = given.pop("TOKEN", "sandbox-token-alex")
    return {PREFIX + key: value for key, value in given.items()} | {"TOKEN": token, "HOME": str(home)}


def scoped(*projects: str) -> dict[str, str]:
    return {"SCOPE__PROJECTS": json.dumps(projects)}


def aliased(**fields: tuple[int, str]) -> dict[str, str]:
    """Custom fields by alias: the number of the field, and its declared type."""
    return {
        f"FIELDS__{alias.upper()}__{key}": value
        for alias, (number, kind) in fields.items()
        for key, value in (("ID", f"customfield_{number}"), ("TYPE", kind))
    }


@asynccontextmanager
async def office(
    home: Path, company: Company | None = None, around: Callable[[Any], Any] = lambda app: app, /, **more: str
) -> AsyncIterator[Office]:
    """The server before the embedded company, in memory; `around` may wrap the company's application."""
    owner = company or fernwood()
    transport = httpx.ASGITransport(around(create_app(owner)))
    described = specs() is not None and "CONNECTION__KIND" not in more
    async with connected(transport, environment(SITE, home, **more), check=described) as desk:
        desk.company = owner
        yield desk


@asynccontextmanager
async def connected(
    transport: httpx.AsyncBaseTransport, settings: Mapping[str, str], *, check: bool = False
) -> AsyncIterator[Office]:
    """The server before whatever the transport reaches."""
    book: Check | None = description().request_problems if check else None
    wire = Wiretap(transport, check=book)
    server = IssuesServer.from_environment(None, settings, transport=wire)
    async with served(server, wire, name=NAME, instructions=INSTRUCTIONS, asking=ASKING) as desk:
        yield desk

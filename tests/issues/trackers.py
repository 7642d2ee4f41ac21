"""The trackers of the contract: one row each. A new vendor is a new row, and what it can and cannot keep.

`truth` reads an object at the counterpart itself, past everything under test.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import SITE, Wiretap, aliased, connected, environment

from narrowgate_common.calls import Call
from narrowgate_common.deadlines import Deadline
from narrowgate_common.operations import Operation
from narrowgate_common.replies import Attempt, Reply
from narrowgate_common.routes import Request
from narrowgate_issues.adapters.jira.jira import Profile
from narrowgate_issues.port import Changes, Tracker
from narrowgate_issues.server import IssuesServer
from narrowgate_sandbox import Company, create_app, fernwood


@dataclass(frozen=True, slots=True)
class Truth:
    """An issue as the counterpart holds it."""

    title: str
    status: str
    labels: frozenset[str]
    components: frozenset[str]
    priority: str
    assignee: str | None
    due_date: str | None
    comments: int
    links: frozenset[tuple[str, str]]
    files: Mapping[str, bytes] = field(default_factory=dict)


class Permissive:
    """A guard that records nothing."""

    def about_to_send(self, _request: Request) -> Reply | None:
        return None

    def ended(self, _request: Request, _attempt: Attempt) -> None:
        pass


@dataclass
class Bench:
    """A tracker under test, what it sent, and the truth about its objects."""

    tracker: Tracker
    wire: Wiretap
    row: Row
    truth: Callable[[str], Truth]

    async def new(self, title: str = "A thing of the contract") -> str:
        """An issue of this test's own: counterparts live longer than a test."""
        return await self.tracker.create_issue(
            self.row.project, self.row.type, Changes({"title": title}), stamp="stamp-of-" + title
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One tracker. `keeps` names what it does not drop without a word."""

    kind: str
    project: str
    type: str
    moves: tuple[str, str]
    """The first status and one that can be reached from it."""
    person: str
    """What is typed for somebody who can be assigned."""
    component: str
    absent: str
    """A key that no issue has."""
    keeps: frozenset[str]
    requests_with_comments: int
    opens: Callable[[Row, Path, pytest.FixtureRequest], AsyncIterator[Bench]]


async def _in_memory(row: Row, home: Path, _request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    company = fernwood()
    transport = httpx.ASGITransport(create_app(company))
    async with _bench(
        row, transport, environment(SITE, home, **_open(row)), _company_truth(company)
    ) as bench:
        yield bench


async def _jira820(row: Row, home: Path, request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    url = str(request.getfixturevalue("jira820_url"))
    more = _open(row) | {"CONNECTION__AUTH__KIND": "bearer"}
    settings = environment(url, home, **more)
    settings.pop("NARROWGATE_ISSUES__CONNECTION__AUTH__USERNAME")
    async with _bench(row, httpx.AsyncHTTPTransport(), settings, _http_truth(url)) as bench:
        yield bench


def _open(row: Row) -> dict[str, str]:
    return {"CONNECTION__KIND": row.kind, "WRITES__ENABLED": "true", **aliased(points=(10016, "number"))}


@asynccontextmanager
async def _bench(
    row: Row, transport: httpx.AsyncBaseTransport, settings: Mapping[str, str], truth: Callable[[str], Truth]
) -> AsyncIterator[Bench]:
    async with connected(transport, settings) as desk:
        yield Bench(_tracker(desk.server), desk.wire, row, truth)


def _tracker(server: IssuesServer) -> Tracker:
    """With every route of its vendor, as if one tool used them all."""
    routes = frozenset(route for row in server.adapter.routes.values() for route in row)
    server.outbound.allowed = routes
    call = Call("contract", Operation.APPEND, routes, Deadline.after(60), guard=Permissive())
    return server.adapter.tracker(
        server.outbound.session(call), Profile(str(server.connected.site), server.aliases)
    )


def _company_truth(company: Company) -> Callable[[str], Truth]:
    def truth(key: str) -> Truth:
        issue = company.issue(key)
        held = issue.values
        outward = {(link.type.outward, link.target.key) for link in company.links if link.source is issue}
        inward = {(link.type.inward, link.source.key) for link in company.links if link.target is issue}
        return Truth(
            issue.summary,
            issue.status.name,
            frozenset(held.get("labels") or ()),
            frozenset(one.name for one in held.get("components") or ()),
            held["priority"].name,
            held["assignee"].name if held.get("assignee") else None,
            held.get("duedate"),
            len(issue.comments),
            frozenset(outward | inward),
            {one.filename: one.content for one in issue.attachments},
        )

    return truth


def _http_truth(url: str) -> Callable[[str], Truth]:
    def get(path: str) -> Any:
        return httpx.get(f"{url}/rest/api/2/{path}", trust_env=False, timeout=30).raise_for_status().json()

    def truth(key: str) -> Truth:
        held = get(f"issue/{key}")["fields"]
        ends = [(each["type"], each) for each in held["issuelinks"]]
        outward = {
            (kind["outward"], each["outwardIssue"]["key"]) for kind, each in ends if "outwardIssue" in each
        }
        inward = {
            (kind["inward"], each["inwardIssue"]["key"]) for kind, each in ends if "inwardIssue" in each
        }
        files = {each["filename"]: _bytes(url, each) for each in held["attachment"]}
        return Truth(
            held["summary"],
            held["status"]["name"],
            frozenset(held["labels"]),
            frozenset(each["name"] for each in held["components"]),
            held["priority"]["name"],
            held["assignee"]["displayName"] if held["assignee"] else None,
            held["duedate"],
            get(f"issue/{key}/comment")["total"],
            frozenset(outward | inward),
            files,
        )

    return truth


def _bytes(url: str, attachment: Mapping[str, Any]) -> bytes:
    address = f"{url}/secure/attachment/{attachment['id']}/file"
    return httpx.get(address, trust_env=False, timeout=30).raise_for_status().content


EVERYTHING = frozenset(
    {"labels_edit", "stamps", "fix_versions", "single_comment", "order_within_a_day", "order_of_ties"}
)

TRACKERS: Mapping[str, Row] = {
    "jira_cloud": Row(
        "jira_cloud", "SHOP", "Task", ("To Do", "In Progress"), "Priya Raman", "Checkout", "SHOP-99999",
        EVERYTHING, 1, _in_memory,
    ),
    "jira820": Row(
        "jira_dc", "JIRA820", "Task", ("Open", "In Progress"), "Reese Hall Acme", "Web", "JIRA820-99999",
        frozenset(), 2, _jira820,
    ),
}  # fmt: skip

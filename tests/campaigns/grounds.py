"""The trackers a fault campaign plays on, each with its own account of what happened there."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from tests.campaigns.plan import TOKEN, Kind, Places, Planned
from tests.counterpart_fixtures import free_port, program, serving

from narrowgate_sandbox import Company, Sandbox

Effects = dict[int, list[str]]
"""By call number, the keys or ids of what the tracker has of it."""

COMMENTED = 20
"""As many issues share the comments."""
ALEX = httpx.BasicAuth("alex.lindqvist@fernwood.example", "sandbox-token-alex")


@dataclass(frozen=True)
class Ground:
    """A tracker at `url`. `count` asks it, or looks into it, when all is over."""

    url: str
    project: str
    settings: Mapping[str, str]
    places: Places
    count: Callable[[Sequence[Planned]], Effects]
    transport: Callable[[], httpx.AsyncBaseTransport] = field(default=httpx.AsyncHTTPTransport)
    """For whoever looks at the tracker without the fault proxy."""


@contextmanager
def sandbox(calls: Sequence[Planned]) -> Iterator[Ground]:
    """The embedded company: its state is looked into directly."""
    with Sandbox.start() as box:
        places = _placed(f"{box.url}/rest/api/3", "SHOP", calls, ALEX)
        yield Ground(
            box.url, "SHOP", {}, places, lambda planned: _in_the_company(box.company, places, planned)
        )


def _in_the_company(company: Company, places: Places, calls: Sequence[Planned]) -> Effects:
    found: Effects = defaultdict(list)
    for issue in company.issues.values():
        _note(found, issue.summary, issue.key)
        for comment in issue.comments:
            _note(found, json.dumps(comment.body), comment.id)
    for call in calls:
        key = places.own.get(call.number, "")
        if call.kind is Kind.MOVE:
            items = [item for change in company.issue(key).history for item in change.items]
            found[call.number] += [key for item in items if item.field == "status"]
        if call.kind is Kind.LINK:
            found[call.number] += [key for link in company.links_of(company.issue(key))]
    return found


@contextmanager
def jira820(calls: Sequence[Planned]) -> Iterator[Ground]:
    """A Jira Data Center that nobody here wrote, asked over REST. It keeps no properties, so no stamps."""
    port = free_port()
    env = {"JIRA820_PORT": str(port), "JIRA820_DATE": "2026-11-30", "JIRA820_SEED": "7"}
    with serving([program("jira820")], port, env):
        url = f"http://127.0.0.1:{port}"
        places = _placed(f"{url}/rest/api/2", "JIRA820", calls, None)
        settings = {"CONNECTION__KIND": "jira_dc", "CONNECTION__AUTH__USERNAME": "admin"}
        yield Ground(
            url, "JIRA820", settings, places, lambda planned: _over_rest(url, places, planned), _Admin
        )


def _over_rest(url: str, places: Places, calls: Sequence[Planned]) -> Effects:
    found: Effects = defaultdict(list)
    with httpx.Client(base_url=f"{url}/rest/api/2", trust_env=False, timeout=60) as client:
        for issue in _pages(client, "/search", "issues", jql='project = "JIRA820"', fields="summary"):
            _note(found, str(issue["fields"]["summary"]), str(issue["key"]))
        for key in places.commented:
            for comment in _pages(client, f"/issue/{key}/comment", "comments"):
                _note(found, str(comment["body"]), str(comment["id"]))
        for call in calls:
            if call.number in places.own:
                key = places.own[call.number]
                found[call.number] += [key] * _changes(client, key, call.kind)
    return found


def _changes(client: httpx.Client, key: str, kind: Kind) -> int:
    issue = client.get(f"/issue/{key}", params={"expand": "changelog", "fields": "issuelinks"}).json()
    if kind is Kind.LINK:
        return len(issue["fields"]["issuelinks"])
    items = [item for one in issue["changelog"]["histories"] for item in one["items"]]
    return sum(1 for item in items if item["field"] == "status")


def _pages(client: httpx.Client, path: str, name: str, **query: str) -> Iterator[Any]:
    start = 0
    while True:
        page = client.get(path, params={**query, "startAt": start, "maxResults": 500}).json()
        yield from page[name]
        start += len(page[name])
        if not page[name] or start >= page["total"]:
            return


def _note(found: Effects, text: str, identity: str) -> None:
    token = TOKEN.search(text.encode())
    if token:
        found[int(token[1])].append(identity)


def _placed(api: str, project: str, calls: Sequence[Planned], auth: httpx.Auth | None) -> Places:
    """Make the issues that the calls need, by the tracker's own interface."""
    with httpx.Client(base_url=api, auth=auth, trust_env=False, timeout=60) as client:

        def made(title: str) -> str:
            fields = {"project": {"key": project}, "issuetype": {"name": "Task"}, "summary": title}
            return str(client.post("/issue", json={"fields": fields}).raise_for_status().json()["key"])

        commented = tuple(made(f"for comments {number}") for number in range(COMMENTED))
        movers = [call for call in calls if call.kind in {Kind.MOVE, Kind.LINK}]
        own = {call.number: made(f"for one {call.kind.value}") for call in movers}
        return Places(commented, own, made("for links"))


class _Admin(httpx.AsyncHTTPTransport):
    """This tracker's searches do not know `currentUser()` in `reporter`: it is named for them."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        query = request.url.query.replace(b"currentUser%28%29", b"admin").replace(b"currentUser()", b"admin")
        changed = httpx.Request(request.method, request.url.copy_with(query=query), headers=request.headers)
        changed.stream = request.stream
        return await super().handle_async_request(changed)


GROUNDS = {"sandbox": sandbox, "jira820": jira820}

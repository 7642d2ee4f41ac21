"""Jira Cloud as somebody else wrote it: reads, permissions of several accounts, and credentials that are none.

backlot understands almost no JQL, and so shows that what confines is the check of the returned objects.
"""

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.counterpart_fixtures import Backlot
from tests.issues.harness import Office, connected, environment, scoped

PLATFORM, DESK = "PLAD294FC", "SD7FB9D0"
BOB = "bob.iyer@acme.com"

pytestmark = pytest.mark.anyio


def settings(backlot: Backlot, home: Path, user: str, token: str, **more: str) -> dict[str, str]:
    account = {"CONNECTION__AUTH__USERNAME": user, "TOKEN": token}
    return environment(f"{backlot.url}/atlassian", home, **account, **more)


def as_admin(backlot: Backlot, home: Path, **more: str) -> Any:
    given = settings(backlot, home, "admin@acme.com", backlot.admin_token, **more)
    return connected(httpx.AsyncHTTPTransport(), given)


def as_bob(backlot: Backlot, home: Path, **more: str) -> Any:
    given = settings(backlot, home, BOB, backlot.user_tokens[BOB], **more)
    return connected(httpx.AsyncHTTPTransport(), given)


def directly(backlot: Backlot, path: str) -> Any:
    headers = {"Authorization": f"Bearer {backlot.admin_token}"}
    return httpx.get(f"{backlot.url}/atlassian/rest/api/3/{path}", headers=headers).json()


async def keys(desk: Office, **filters: Any) -> list[str]:
    """All pages."""
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        data = await desk.ok("search_issues", limit=3, **filters, **cursor)
        found += [issue["key"] for issue in data["issues"]]
        if "cursor" not in data:
            return found
        cursor = {"cursor": data["cursor"]}


async def test_pages_lead_to_every_issue_once(backlot: Backlot, tmp_path: Path) -> None:
    async with as_admin(backlot, tmp_path) as desk:
        found = await keys(desk)
    assert len(found) == len(set(found)) == 12


async def test_an_issue_with_its_comments_costs_one_request(backlot: Backlot, tmp_path: Path) -> None:
    async with as_admin(backlot, tmp_path) as desk:
        issue = await desk.ok("get_issue", key=f"{PLATFORM}-8402")
        assert len(desk.sent) == 1
    direct = directly(backlot, f"issue/{PLATFORM}-8402")["fields"]
    assert issue["untrusted"]["title"] == direct["summary"]
    assert issue["comments_total"] == len(issue["comments"]) == direct["comment"]["total"]
    newest = max(each["created"] for each in issue["comments"])
    assert issue["comments"][0]["created"] == newest


async def test_a_parent_is_named(backlot: Backlot, tmp_path: Path) -> None:
    async with as_admin(backlot, tmp_path) as desk:
        issue = await desk.ok("get_issue", key=f"{PLATFORM}-1825")
    assert issue["parent"]["key"] == f"{PLATFORM}-8986"


async def test_the_scope_holds_where_the_tracker_ignores_the_clause(backlot: Backlot, tmp_path: Path) -> None:
    async with as_admin(backlot, tmp_path, **scoped(PLATFORM, "OTHER")) as desk:
        found = await keys(desk)
        projects = await desk.ok("list_projects")
        hidden = await desk.refused("get_issue", key=f"{DESK}-1")
    assert {key.rpartition("-")[0] for key in found} == {PLATFORM}
    assert [each["key"] for each in projects["projects"]] == [PLATFORM]
    assert hidden["category"] == "not_found"


async def test_another_account_sees_what_it_may(backlot: Backlot, tmp_path: Path) -> None:
    async with as_admin(backlot, tmp_path) as desk:
        everything = await keys(desk)
    hidden = [key for key in everything if key.startswith(DESK)]
    async with as_bob(backlot, tmp_path) as desk:
        assert set(await keys(desk)) == set(everything) - set(hidden)
        refused = await desk.refused("get_issue", key=hidden[0])
        missing = await desk.refused("get_issue", key=f"{DESK}-999999")
    assert refused["category"] == missing["category"] == "not_found"
    assert refused["message"].replace(hidden[0], "KEY") == missing["message"].replace(f"{DESK}-999999", "KEY")


@pytest.mark.parametrize("tool", ["list_projects", "search_issues", "get_issue"])
async def test_a_bad_token_that_is_taken_for_nobody_is_no_empty_answer(
    backlot: Backlot, tmp_path: Path, tool: str
) -> None:
    given = settings(backlot, tmp_path, BOB, "not-the-token")
    arguments = {"key": f"{PLATFORM}-8402"} if tool == "get_issue" else {}
    async with connected(httpx.AsyncHTTPTransport(), given) as desk:
        error = await desk.refused(tool, **arguments)
    assert (error["category"], error["reason"]) == ("configuration_error", "credential_rejected")


async def test_a_bad_bearer_token_is_a_rejected_credential(backlot: Backlot, tmp_path: Path) -> None:
    given = settings(backlot, tmp_path, BOB, "not-the-token", CONNECTION__AUTH__KIND="bearer")
    del given["NARROWGATE_ISSUES__CONNECTION__AUTH__USERNAME"]
    async with connected(httpx.AsyncHTTPTransport(), given) as desk:
        error = await desk.refused("search_issues")
    assert (error["category"], error["reason"]) == ("configuration_error", "credential_rejected")

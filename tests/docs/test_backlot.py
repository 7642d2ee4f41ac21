"""Confluence's first API as somebody else wrote it: reads, permissions of several accounts, credentials that are none.

It has no searches of contents and none of the second API, so Data Center's adapter reads it by ids.
"""

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.counterpart_fixtures import Backlot
from tests.docs.harness import connected, environment, scoped

pytestmark = pytest.mark.anyio
BOB = "bob.iyer@acme.com"
PAGE, SPACE = "1815518", "HANB4128D"


def settings(backlot: Backlot, home: Path, user: str, token: str, **more: str) -> dict[str, str]:
    given = {
        "CONNECTION__BASE_URL": f"{backlot.url}/atlassian/wiki",
        "CONNECTION__AUTH__USERNAME": user,
        "TOKEN": token,
        **more,
    }
    return environment(backlot.url, home, "confluence_dc", **given)


def as_admin(backlot: Backlot, home: Path, **more: str) -> Any:
    given = settings(backlot, home, "admin@acme.com", backlot.admin_token, **more)
    return connected(httpx.AsyncHTTPTransport(), given)


def directly(backlot: Backlot, path: str, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token or backlot.admin_token}"}
    return httpx.get(f"{backlot.url}/atlassian/wiki/rest/api/{path}", headers=headers).json()


async def test_a_page_costs_one_request(backlot: Backlot, tmp_path: Path) -> None:
    direct = directly(backlot, f"content/{PAGE}?expand=body.storage,version,metadata.labels")
    async with as_admin(backlot, tmp_path) as desk:
        page = await desk.ok("get_page", page=PAGE)
        source = await desk.ok("get_page", page=PAGE, view="storage")

        assert len(desk.sent) == 2
    assert page["untrusted"]["title"] == direct["title"]
    assert page["version"].startswith(f"{direct['version']['number']}.")
    assert source["untrusted"]["body"] == direct["body"]["storage"]["value"]
    assert (page["space"], page["editable"]) == (SPACE, True)


async def test_a_rendering_is_the_same_words(backlot: Backlot, tmp_path: Path) -> None:
    async with as_admin(backlot, tmp_path) as desk:
        page = await desk.ok("get_page", page=PAGE)
        rendered = await desk.ok("get_page", page=PAGE, view="rendered")

    assert rendered["untrusted"]["body"] == page["untrusted"]["body"]


async def test_comments_are_listed_with_their_authors(backlot: Backlot, tmp_path: Path) -> None:
    direct = directly(backlot, f"content/{PAGE}/child/comment?expand=body.storage,version")["results"]
    async with as_admin(backlot, tmp_path) as desk:
        listed = (await desk.ok("list_comments", page=PAGE))["comments"]

    assert [each["id"] for each in listed] == [each["id"] for each in direct]
    assert [each["untrusted"]["author"] for each in listed] == [
        each["version"]["by"]["displayName"] for each in direct
    ]


async def test_every_space_is_listed_once(backlot: Backlot, tmp_path: Path) -> None:
    direct = directly(backlot, "space?limit=100")["results"]
    found: list[str] = []
    cursor: dict[str, str] = {}
    async with as_admin(backlot, tmp_path) as desk:
        for _ in range(20):
            data = await desk.ok("list_spaces", limit=1, **cursor)
            found += [each["key"] for each in data["spaces"]]
            if "cursor" not in data:
                break
            cursor = {"cursor": data["cursor"]}

    assert found == [each["key"] for each in direct]
    assert len(found) > 1


async def test_what_is_out_of_scope_is_answered_like_what_is_not_there(
    backlot: Backlot, tmp_path: Path
) -> None:
    async with as_admin(backlot, tmp_path, **scoped("ENG8C85B6")) as desk:
        hidden = await desk.refused("get_page", page=PAGE)
        missing = await desk.refused("get_page", page="999999")
        spaces = await desk.ok("list_spaces")

    assert hidden == missing
    assert hidden["category"] == "not_found"
    assert [each["key"] for each in spaces["spaces"]] == ["ENG8C85B6"]


async def test_another_account_sees_what_it_may(backlot: Backlot, tmp_path: Path) -> None:
    every = {each["id"] for each in directly(backlot, "content?limit=100")["results"]}
    his = {each["id"] for each in directly(backlot, "content?limit=100", backlot.user_tokens[BOB])["results"]}
    hidden = sorted(every - his)
    given = settings(backlot, tmp_path, BOB, backlot.user_tokens[BOB])
    async with connected(httpx.AsyncHTTPTransport(), given) as desk:
        assert (await desk.ok("get_page", page=min(his)))["id"] == min(his)
        for each in hidden[:3]:
            assert (await desk.refused("get_page", page=each))["category"] == "not_found"
    assert hidden


@pytest.mark.parametrize("tool", ["get_page", "list_spaces", "list_comments"])
async def test_a_bad_token_is_told_as_such(backlot: Backlot, tmp_path: Path, tool: str) -> None:
    given = settings(backlot, tmp_path, BOB, "not-the-token")
    arguments = {} if tool == "list_spaces" else {"page": PAGE}
    async with connected(httpx.AsyncHTTPTransport(), given) as desk:
        error = await desk.refused(tool, **arguments)

    assert (error["category"], error["reason"]) == ("configuration_error", "credential_rejected")

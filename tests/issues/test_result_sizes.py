"""Results fit what the client takes, and what does not fit is not lost."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import Office, office, scoped

from narrowgate_sandbox import Company, fernwood
from narrowgate_sandbox.company.seed import documents as d

pytestmark = pytest.mark.anyio
SMALL = {"LIMITS__MAX_RESULT_CHARS": "4000"}


def crowded(
    number: int, title: str = 'A "quoted" title that goes on and on', project: str = "SHOP"
) -> Company:
    company = fernwood()
    owner = company.users[0]
    shop = company.project(project)
    assert shop is not None
    for index in range(number):
        values = {"summary": f"{title} {index}", "labels": ("one", "two"), "reporter": owner}
        company.open_issue(shop, shop.types[2], owner, company.moment(), values)
    return company


async def all_pages(desk: Office, tool: str, name: str, **arguments: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    more: dict[str, Any] = {}
    while True:
        page = await desk.ok(tool, **arguments, **more)
        assert page[name] or "cursor" not in page
        found += page[name]
        if "cursor" not in page:
            return found
        more = {"cursor": page["cursor"]}


@pytest.mark.parametrize("limit", [1, 7, 50])
@pytest.mark.parametrize("size", ["4000", "40000"])
async def test_a_search_is_read_to_its_end_without_losses_or_duplicates(
    tmp_path: Path, limit: int, size: str
) -> None:
    company = crowded(60)
    async with office(tmp_path, company, LIMITS__MAX_RESULT_CHARS=size) as desk:
        found = await all_pages(desk, "search_issues", "issues", limit=limit, projects=["SHOP"])
    keys = [issue["key"] for issue in found]
    assert sorted(keys) == sorted(key for key in company.issues if key.startswith("SHOP-"))


async def test_a_page_that_does_not_fit_says_how_to_go_on(tmp_path: Path) -> None:
    async with office(tmp_path, crowded(60), **SMALL) as desk:
        result = await desk.call("search_issues", limit=50)
    assert len(json.dumps(result.data, ensure_ascii=False)) <= 4000
    assert 3 < len(result.data["issues"]) < 50
    assert "truncated" not in result.data
    assert f"continue with cursor={result.data['cursor']}" in result.text


async def test_issues_outside_the_scope_shorten_a_page_and_end_nothing(tmp_path: Path) -> None:
    company = crowded(30, project="OPS")
    async with office(tmp_path, company, **scoped("SHOP", "DESK")) as desk:
        found = await all_pages(desk, "search_issues", "issues", limit=5)
    assert {issue["key"].partition("-")[0] for issue in found} == {"SHOP", "DESK"}


async def test_projects_are_asked_for_by_the_scope(tmp_path: Path) -> None:
    async with office(tmp_path, **scoped("SHOP", "OPS")) as desk:
        found = await all_pages(desk, "list_projects", "projects", limit=1)
        assert [project["key"] for project in found] == ["OPS", "SHOP"]
        assert {one.query.count("keys=") for one in desk.sent} == {2}


def long_issue(paragraphs: int, comments: int, history: int) -> Company:
    company = fernwood()
    issue, author = company.issue("SHOP-11"), company.users[0]
    text = 'He said "no\ttabs", and \\ more. ' * 4
    issue.values["description"] = d.doc(*[d.p(d.t(f"{index} {text}")) for index in range(paragraphs)])
    for index in range(comments):
        company.add_comment(issue, author, company.moment(), d.plain(f"comment {index} {text * 3}"))
    for _ in range(history):
        company.record(issue, author, company.moment(), company.issue("SHOP-2").history[0].items)
    return company


async def whole_description(desk: Office, **arguments: Any) -> str:
    text, offset = "", 0
    while True:
        result = await desk.call("get_issue", key="SHOP-11", offset=offset, **arguments)
        assert not result.failed, result.text
        assert len(json.dumps(result.data, ensure_ascii=False)) <= desk.server.house.max_result_chars
        text += str(result.data["untrusted"]["description"])
        if "description_next_offset" not in result.data:
            assert len(text) == result.data["description_chars"]
            return text
        offset = int(result.data["description_next_offset"])
        assert f"go on with offset={offset}" in result.text


EVERYTHING = ["comments", "attachments", "links", "transitions", "history"]


@pytest.mark.parametrize("include", [[], ["comments"], EVERYTHING])
async def test_a_long_description_is_read_to_its_end_whatever_comes_with_it(
    tmp_path: Path, include: list[str]
) -> None:
    company = long_issue(paragraphs=100, comments=30, history=200)
    async with office(tmp_path, company, LIMITS__MAX_RESULT_CHARS="6000") as desk:
        text = await whole_description(desk, include=include)
    assert [text.count(f"{index} He said") for index in range(100)] == [
        sum(1 for other in range(100) if str(other).endswith(str(index))) for index in range(100)
    ]


async def test_comments_come_newest_first_and_the_cursor_reaches_the_oldest(tmp_path: Path) -> None:
    company = long_issue(paragraphs=1, comments=47, history=0)
    async with office(tmp_path, company) as desk:
        first = await desk.ok("get_issue", key="SHOP-11")
        assert first["comments_total"] == 47
        assert first["comments"][0]["untrusted"]["body"].startswith("comment 46 ")
        found = await all_pages(desk, "get_issue", "comments", key="SHOP-11")
    numbers = [int(each["untrusted"]["body"].split()[1]) for each in found]
    assert numbers == list(range(46, -1, -1))


async def test_a_comment_longer_than_a_result_is_read_to_its_end(tmp_path: Path) -> None:
    company = fernwood()
    issue, author = company.issue("SHOP-11"), company.users[0]
    body = " ".join(f"word{index}" for index in range(3_000))
    company.add_comment(issue, author, company.moment(), d.plain("older"))
    company.add_comment(issue, author, company.moment(), d.plain(body))
    async with office(tmp_path, company, **SMALL) as desk:
        found = await all_pages(desk, "get_issue", "comments", key="SHOP-11")
    *pieces, older = found
    assert "".join(each["untrusted"]["body"] for each in pieces) == body
    assert [each.get("truncated", False) for each in found] == [True] * (len(pieces) - 1) + [False, False]
    assert {each["id"] for each in pieces} == {pieces[0]["id"]} != {older["id"]}


async def test_lists_that_are_cut_say_so(tmp_path: Path) -> None:
    async with office(tmp_path, long_issue(1, 0, 150), **SMALL) as desk:
        result = await desk.call("get_issue", key="SHOP-11", include=["history"])
    assert result.data["truncated"] is True
    assert 0 < len(result.data["history"]) < 100
    assert "ask for less at a time" in result.text


@pytest.mark.parametrize("chars", [1_000, 4_000, 5_900])
@pytest.mark.parametrize("limit", ["4000", "40000"])
async def test_a_cursor_made_of_a_long_token_can_be_given_back(
    tmp_path: Path, chars: int, limit: str
) -> None:
    row = {"id": "1", "key": "SHOP-1", "fields": {"project": {"key": "SHOP"}, "summary": "A title"}}
    async with office(tmp_path, LIMITS__MAX_RESULT_CHARS=limit) as desk:
        desk.wire.instead = lambda _sent: httpx.Response(
            200, json={"issues": [row], "nextPageToken": "T" * chars}
        )
        first = await desk.ok("search_issues")
        again = await desk.ok("search_issues", cursor=first["cursor"])
        assert desk.sent[-1].body["nextPageToken"] == "T" * chars
    assert [len(page["issues"]) for page in (first, again)] == [1, 1]


async def test_screens_without_end_are_described_as_far_as_a_result_goes(tmp_path: Path) -> None:
    field = {
        "name": "f",
        "schema": {"type": "string"},
        "required": True,
        "allowedValues": [{"value": "v"}] * 5,
    }
    screen = {f"customfield_{number}": field for number in range(60)}
    moves = [
        {"id": str(number), "name": f"m{number}", "to": {"name": "x"}, "fields": screen}
        for number in range(300)
    ]
    row = {"id": "1", "key": "SHOP-1", "fields": {"project": {"key": "SHOP"}, "summary": "A title"}}
    async with office(tmp_path) as desk:
        desk.wire.instead = lambda _sent: httpx.Response(200, json={**row, "transitions": moves})
        data = await desk.ok("describe_fields", action="transition", key="SHOP-1")
    assert data["truncated"] is True
    assert 0 < len(data["transitions"]) < 300
    assert data["transitions"][0]["untrusted"]["name"] == "m0"

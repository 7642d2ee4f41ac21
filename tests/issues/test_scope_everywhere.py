"""A server confined to projects shows and touches nothing else, by whatever way it is asked or answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import ATTACHMENT, CALLS, FILE, everything
from tests.issues.harness import WRITES, Sent, leaves, office, scoped

from narrowgate_issues.scope import HIDDEN
from narrowgate_sandbox import Company, fernwood
from narrowgate_sandbox.company.records import ChangeItem

pytestmark = pytest.mark.anyio

OUTSIDE: Mapping[str, Mapping[str, Any]] = {
    "search_issues": {"parent": "OPS-3"},
    "get_issue": {"key": "OPS-1"},
    "describe_fields": {"action": "update", "key": "OPS-1"},
    "find_users": {"text": "alex", "assignable_to": "OPS-1"},
    "create_issue": {"type": "Task", "fields": {"title": "x", "parent": "OPS-3"}},
    "update_issue": {"key": "OPS-1", "fields": {"title": "x"}},
    "transition_issue": {"key": "OPS-1", "to": "Done"},
    "add_comment": {"key": "OPS-1", "body": "x"},
    "edit_comment": {"key": "OPS-1", "comment": "20005", "body": "x"},
    "link_issues": {"key": "OPS-1", "relation": "blocks", "other": "SHOP-9"},
    "attach_file": {"key": "OPS-1", "path": FILE},
    "download_attachment": {"key": "OPS-1", "attachment": ATTACHMENT},
}
"""For every tool that takes a key: one that lies outside."""


def test_every_tool_that_takes_a_key_is_asked_for_one_outside() -> None:
    assert set(OUTSIDE) == set(CALLS) - {"list_projects"}


@pytest.mark.parametrize("tool", OUTSIDE)
@pytest.mark.parametrize(
    "form", ["{}", "http://127.0.0.1/browse/{}", "http://127.0.0.1/jira/?selectedIssue={}"]
)
async def test_a_key_outside_is_refused_unsent_whatever_its_form(
    tmp_path: Path, tool: str, form: str
) -> None:
    arguments: dict[str, Any] = json.loads(
        json.dumps(OUTSIDE[tool]).replace('"OPS-1"', json.dumps(form.format("ops-1")))
    )
    async with office(tmp_path, **everything(tmp_path), **scoped("SHOP")) as desk:
        error = await desk.refused(tool, **arguments)
        assert error["category"] in {"not_found", "bad_input"}
        assert desk.sent == []


async def test_a_hidden_issue_answers_exactly_like_an_absent_one(tmp_path: Path) -> None:
    async with office(tmp_path, **scoped("SHOP")) as desk:
        hidden, absent = [await desk.refused("get_issue", key=key) for key in ("OPS-1", "OPS-99999")]
        assert {**hidden, "message": hidden["message"].replace("OPS-1", "OPS-99999")} == absent


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("link_issues", {"key": "SHOP-9", "relation": "blocks", "other": "OPS-1"}),
        ("update_issue", {"key": "SHOP-9", "fields": {"parent": "OPS-3"}}),
    ],
)
async def test_the_second_key_of_a_call_counts_too(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    async with office(tmp_path, **WRITES, **scoped("SHOP")) as desk:
        assert (await desk.refused(tool, **arguments))["category"] == "not_found"
        assert desk.sent == []


async def test_projects_are_an_enum_where_there_are_few_and_no_argument_where_there_is_one(
    tmp_path: Path,
) -> None:
    takers = ("create_issue", "describe_fields", "search_issues")
    async with office(tmp_path, **WRITES, **scoped("SHOP")) as desk:
        tools = await desk.tools()
        assert not any(
            {"project", "projects"} & set(tools[tool]["inputSchema"]["properties"]) for tool in takers
        )
        data = await desk.ok("create_issue", type="Task", fields={"title": "x"})
        assert data["key"].startswith("SHOP-")
        types = await desk.ok("describe_fields", action="create")
        assert "Story" in types["untrusted"]["types"]
    async with office(tmp_path, **WRITES, **scoped("SHOP", "OPS")) as desk:
        tools = await desk.tools()
        assert tools["create_issue"]["inputSchema"]["properties"]["project"]["enum"] == ["OPS", "SHOP"]
        assert tools["describe_fields"]["inputSchema"]["properties"]["project"]["enum"] == ["OPS", "SHOP"]
        assert tools["search_issues"]["inputSchema"]["properties"]["projects"]["items"]["enum"] == [
            "OPS",
            "SHOP",
        ]
        error = await desk.refused("create_issue", project="DESK", type="Task", fields={"title": "x"})
        assert error["category"] == "bad_input"
        assert "'OPS' or 'SHOP'" in error["message"]
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.tools())["create_issue"]["inputSchema"]["properties"]["project"] == {
            "type": "string"
        }


async def test_a_search_may_narrow_the_scope_and_not_widen_it(tmp_path: Path) -> None:
    async with office(tmp_path, **scoped("SHOP", "OPS")) as desk:
        narrow = await desk.ok("search_issues", projects=["OPS"], limit=50)
        assert {each["key"][:4] for each in narrow["issues"]} == {"OPS-"}
        assert (await desk.refused("search_issues", projects=["DESK"]))["category"] == "bad_input"
        everything_there = await desk.ok("search_issues", limit=50)
        assert {each["key"].partition("-")[0] for each in everything_there["issues"]} == {"SHOP", "OPS"}


async def test_issues_that_the_tracker_returns_unasked_are_not_shown(tmp_path: Path) -> None:
    """The query's own clause only saves work; the returned objects are what counts."""
    found: list[Any] = []

    def keep(_sent: Sent, answer: httpx.Response) -> httpx.Response:
        found.append(answer.json())
        return answer

    async with office(tmp_path) as desk:
        desk.wire.twist = keep
        await desk.ok("search_issues", limit=50)
    async with office(tmp_path, **scoped("DESK")) as desk:
        desk.wire.instead = lambda _sent: httpx.Response(200, json=found[0])
        data = await desk.ok("search_issues", limit=50)
        assert {each["key"].partition("-")[0] for each in data["issues"]} == {"DESK"}
        assert not any("OPS" in str(value) for path, value in leaves(data) if "key" in path)


async def test_an_issue_that_moved_away_is_not_found_by_its_old_key(tmp_path: Path) -> None:
    """Old keys keep working at the tracker: what comes back decides, not what was asked."""

    def moved(_sent: Sent, answer: httpx.Response) -> httpx.Response:
        if "application/json" not in answer.headers.get("content-type", "") or not isinstance(
            answer.json(), dict
        ):
            return answer
        body = answer.json()
        if body.get("key") == "SHOP-9":
            body["key"] = "OPS-77"
            body["fields"]["project"]["key"] = "OPS"
        return httpx.Response(answer.status_code, json=body)

    async with office(tmp_path, **everything(tmp_path), **scoped("SHOP")) as desk:
        desk.wire.twist = moved
        for tool, arguments in (
            ("get_issue", {"key": "SHOP-9"}),
            ("update_issue", {"key": "SHOP-9", "fields": {"title": "x"}}),
            ("transition_issue", {"key": "SHOP-9", "to": "In Progress"}),
            ("add_comment", {"key": "SHOP-9", "body": "x"}),
            ("edit_comment", {"key": "SHOP-9", "comment": "20004", "body": "x"}),
            ("attach_file", {"key": "SHOP-9", "path": FILE}),
            ("link_issues", {"key": "SHOP-9", "relation": "blocks", "other": "SHOP-11"}),
            ("link_issues", {"key": "SHOP-11", "relation": "blocks", "other": "SHOP-9"}),
            ("describe_fields", {"action": "update", "key": "SHOP-9"}),
            ("describe_fields", {"action": "transition", "key": "SHOP-9"}),
        ):
            error = await desk.refused(tool, **arguments)
            assert error["category"] == "not_found", tool
            assert "OPS" not in str(error)
        assert desk.writes == []


@pytest.mark.parametrize("lie", ["key", "project"])
async def test_key_and_project_of_an_answer_must_both_lie_inside(tmp_path: Path, lie: str) -> None:
    def lying(_sent: Sent, answer: httpx.Response) -> httpx.Response:
        body = answer.json()
        if lie == "key":
            body["key"] = "OPS-1"
        else:
            body["fields"]["project"]["key"] = "OPS"
        return httpx.Response(200, json=body)

    async with office(tmp_path, **scoped("SHOP")) as desk:
        desk.wire.twist = lying
        assert (await desk.refused("get_issue", key="SHOP-9"))["category"] == "not_found"


def entangled() -> Company:
    """An issue with relatives of every kind in a project outside."""
    company = fernwood()
    here, there = company.issue("SHOP-9"), company.issue("OPS-3")
    here.values["parent"] = there
    company.issue("OPS-5").values["parent"] = here
    company.link(company.link_types[0], here, there)
    company.link(company.link_types[0], here, company.issue("SHOP-11"))
    author = company.users[0]
    for name, old, new in (
        ("Link", None, "This issue blocks OPS-3"),
        ("Link", None, "This issue blocks SHOP-11"),
        ("IssueParentAssociation", "SHOP-1", "OPS-3"),
        ("project", "Operations", "Web shop"),
        ("Key", "OPS-12", "SHOP-9"),
        ("Epic Link", "Move the databases", ""),
        ("summary", "as in OPS-3", "as it is"),
    ):
        item = ChangeItem(name, name.lower(), False, None, old, None, new)
        company.record(here, author, company.moment(), [item])
    return company


async def test_relatives_outside_are_cut_from_what_is_shown(tmp_path: Path) -> None:
    include = ["comments", "attachments", "links", "transitions", "history"]
    async with office(tmp_path, entangled(), **scoped("SHOP", "DESK")) as desk:
        result = await desk.call("get_issue", key="SHOP-9", include=include)
        data = result.data
        assert "parent" not in data
        assert "subtasks" not in data
        assert [each["key"] for each in data["links"]] == ["SHOP-11"]
        told = {
            (each["untrusted"]["field"], each["untrusted"].get("old"), each["untrusted"].get("new"))
            for each in data["history"]
        }
        assert ("Link", None, HIDDEN) in told
        assert ("Link", None, "This issue blocks SHOP-11") in told
        assert ("IssueParentAssociation", "SHOP-1", HIDDEN) in told
        assert ("Key", HIDDEN, "SHOP-9") in told
        assert ("summary", "as in OPS-3", "as it is") in told
        for hidden in ("Move the databases", "Operations", "OPS-12", "OPS-5"):
            assert hidden not in result.text
            assert hidden not in str(data)
    async with office(tmp_path, entangled()) as desk:
        data = await desk.ok("get_issue", key="SHOP-9", include=include)
        assert data["parent"]["key"] == "OPS-3"
        assert {each["key"] for each in data["links"]} == {"OPS-3", "SHOP-11"}


async def test_projects_outside_are_not_listed(tmp_path: Path) -> None:
    async with office(tmp_path, **scoped("SHOP", "NOPE")) as desk:
        data = await desk.ok("list_projects")
        assert [each["key"] for each in data["projects"]] == ["SHOP"]


@pytest.mark.parametrize("place", ["OPS", "ops", "OPS-1", "http://127.0.0.1/browse/OPS-1"])
async def test_people_are_not_looked_up_by_a_place_outside(tmp_path: Path, place: str) -> None:
    async with office(tmp_path, **scoped("SHOP")) as desk:
        assert (await desk.refused("find_users", text="a", assignable_to=place))["category"] in {
            "not_found",
            "bad_input",
        }
        assert desk.sent == []


async def test_the_native_query_exists_only_where_nothing_is_confined_or_an_administrator_says_so(
    tmp_path: Path,
) -> None:
    asked = {"query": "project = OPS"}
    for settings, there in (
        ({}, True),
        (scoped("SHOP"), False),
        ({**scoped("SHOP"), "SCOPE__RAW_QUERY": "true"}, True),
        ({"SCOPE__RAW_QUERY": "false"}, False),
    ):
        async with office(tmp_path, **settings) as desk:
            assert ("query" in (await desk.tools())["search_issues"]["inputSchema"]["properties"]) is there
            if not there:
                assert (await desk.refused("search_issues", **asked))["reason"] == "invalid_arguments"
                assert desk.sent == []


@pytest.mark.parametrize(
    "query",
    [
        "project = OPS",
        "project = SHOP OR project = OPS",
        "project = OPS) OR (project = SHOP",
        "key = OPS-1",
        'text ~ "certificate" ORDER BY created',
    ],
)
async def test_a_native_query_is_confined_too(tmp_path: Path, query: str) -> None:
    async with office(tmp_path, **scoped("SHOP"), SCOPE__RAW_QUERY="true") as desk:
        result = await desk.call("search_issues", query=query, limit=50)
        assert not any(each["key"].startswith("OPS") for each in result.data.get("issues", []))
        assert "OPS-" not in result.text


async def test_a_native_query_and_filters_do_not_mix(tmp_path: Path) -> None:
    async with office(tmp_path) as desk:
        error = await desk.refused("search_issues", query="project = SHOP", labels=["x"])
        assert error["reason"] == "conflicting_arguments"
        assert desk.sent == []


async def test_a_cursor_continues_its_own_question_only(tmp_path: Path) -> None:
    async with office(tmp_path) as desk:
        cursor = (await desk.ok("search_issues", projects=["SHOP"], limit=3))["cursor"]
        assert await desk.ok("search_issues", projects=["SHOP"], limit=5, cursor=cursor)
        before = len(desk.sent)
        for tool, arguments in (
            ("search_issues", {"projects": ["OPS"]}),
            ("search_issues", {}),
            ("search_issues", {"projects": ["SHOP"], "labels": ["x"]}),
            ("list_projects", {}),
            ("get_issue", {"key": "SHOP-9"}),
        ):
            assert (await desk.refused(tool, **arguments, cursor=cursor))["reason"] == "stale_cursor", tool
        forged = cursor[:-1] + ("A" if cursor[-1] != "A" else "B")
        assert (await desk.refused("search_issues", projects=["SHOP"], cursor=forged))[
            "reason"
        ] == "stale_cursor"
        assert len(desk.sent) == before

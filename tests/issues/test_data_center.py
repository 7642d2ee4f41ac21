"""What real Data Center servers answer and the counterpart at hand does not: played to the adapter by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import WRITES, Instead, Office, Sent, office, scoped

pytestmark = pytest.mark.anyio
DC = {"CONNECTION__KIND": "jira_dc"}
API = "/rest/api/2"


def issue(key: str = "OPS-1", **fields: Any) -> dict[str, Any]:
    return {
        "key": key,
        "id": "10001",
        "fields": {
            "summary": "A title",
            "project": {"key": key.partition("-")[0], "projectTypeKey": "software"},
            "status": {"name": "Open", "statusCategory": {"key": "new"}},
            "issuetype": {"name": "Bug"},
            "updated": "2026-11-30T09:00:00.000+0000",
            "created": "2026-11-30T09:00:00.000+0000",
            **fields,
        },
    }


def answering(answers: Mapping[str, Any]) -> Instead:
    """By method and path below the API; what is not there is 404."""

    def instead(sent: Sent) -> httpx.Response:
        found = answers.get(f"{sent.method} {sent.path.removeprefix(API)}")
        found = found(sent) if callable(found) else found
        if isinstance(found, httpx.Response):
            return found
        return (
            httpx.Response(404, json={"errorMessages": ["gone"]})
            if found is None
            else httpx.Response(200, json=found)
        )

    return instead


def asked(desk: Office, path: str) -> list[Sent]:
    return [one for one in desk.sent if one.path == API + path]


async def test_an_account_key_is_looked_up_as_a_key(tmp_path: Path) -> None:
    """The search looks at names and addresses only, so a key would be "not found" although the account exists."""
    account = {"name": "jdoe", "key": "JIRAUSER10105", "displayName": "Jo Doe", "active": True}
    async with office(tmp_path, **DC, **WRITES) as desk:
        desk.wire.instead = answering({
            "GET /issue/OPS-1": issue(assignee=account),
            "GET /user": account,
            "PUT /issue/OPS-1": httpx.Response(204),
        })  # fmt: skip
        data = await desk.ok("update_issue", key="OPS-1", fields={"assignee": "JIRAUSER10105"})
        assert data["applied"] == ["assignee"]
        assert desk.writes[0].body == {"fields": {"assignee": {"name": "jdoe"}}}
        assert asked(desk, "/user")[0].query == "key=JIRAUSER10105"


@pytest.mark.parametrize("typed", ["jdoe", "jo@doe.example", "Jo Doe"])
async def test_people_are_searched_by_user_name_and_written_by_name(tmp_path: Path, typed: str) -> None:
    account = {
        "name": "jdoe",
        "key": "JIRAUSER10105",
        "displayName": "Jo Doe",
        "emailAddress": "jo@doe.example",
    }
    async with office(tmp_path, **DC, **WRITES) as desk:
        desk.wire.instead = answering({
            "GET /issue/OPS-1": issue(assignee=account),
            "GET /user/assignable/search": [account],
            "PUT /issue/OPS-1": httpx.Response(204),
        })  # fmt: skip
        await desk.ok("update_issue", key="OPS-1", fields={"assignee": typed})
        assert desk.writes[0].body == {"fields": {"assignee": {"name": "jdoe"}}}
        assert "username=" in asked(desk, "/user/assignable/search")[0].query


@pytest.mark.parametrize("shape", ["since 8.4", "before 8.4"])
async def test_the_screens_of_a_project_are_found_in_either_interface(tmp_path: Path, shape: str) -> None:
    field = {"required": True, "name": "Summary", "schema": {"type": "string"}}
    answers: dict[str, Any] = {
        "since 8.4": {
            "GET /issue/createmeta/OPS/issuetypes": {"values": [{"id": "1", "name": "Bug"}], "isLast": True},
            "GET /issue/createmeta/OPS/issuetypes/1": {
                "values": [{"fieldId": "summary", **field}],
                "isLast": True,
            },
        },
        "before 8.4": {
            "GET /issue/createmeta": {
                "projects": [
                    {"key": "OPS", "issuetypes": [{"id": "1", "name": "Bug", "fields": {"summary": field}}]}
                ]
            }
        },
    }
    async with office(tmp_path, **DC) as desk:
        desk.wire.instead = answering(answers[shape])
        types = await desk.ok("describe_fields", action="create", project="OPS")
        assert types["untrusted"]["types"] == ["Bug"]
        described = await desk.ok("describe_fields", action="create", project="OPS", type="bug")
        assert [(each["name"], each["required"]) for each in described["fields"]] == [("title", True)]


async def test_a_server_that_gives_less_than_was_asked_is_read_to_its_end(tmp_path: Path) -> None:
    """The administrator's limit counts, not the caller's."""
    keys = [f"OPS-{number}" for number in range(1, 12)]

    def page(sent: Sent) -> Any:
        start = int(dict(pair.split("=") for pair in sent.query.split("&"))["startAt"])
        return {
            "startAt": start,
            "maxResults": 4,
            "total": len(keys),
            "issues": [issue(key) for key in keys[start : start + 4]],
        }

    async with office(tmp_path, **DC) as desk:
        desk.wire.instead = answering({"GET /search": page})
        found: list[str] = []
        more: dict[str, Any] = {}
        while more is not None:
            data = await desk.ok("search_issues", limit=50, **more)
            found += [each["key"] for each in data["issues"]]
            if "cursor" not in data:
                break
            more = {"cursor": data["cursor"]}
        assert found == keys


async def test_comments_are_asked_for_newest_first(tmp_path: Path) -> None:
    comment = {
        "id": "1",
        "author": {"displayName": "Jo"},
        "body": "new",
        "created": "2026-11-30T09:00:00.000+0000",
    }
    async with office(tmp_path, **DC) as desk:
        desk.wire.instead = answering({
            "GET /issue/OPS-1": issue(),
            "GET /issue/OPS-1/comment": {"total": 30, "comments": [comment]},
        })  # fmt: skip
        data = await desk.ok("get_issue", key="OPS-1")
        assert data["comments_total"] == 30
        assert "orderBy=-created" in asked(desk, "/issue/OPS-1/comment")[0].query
        assert "cursor" in data


@pytest.mark.parametrize("status", [200, 404])
async def test_a_token_that_the_server_ignores_is_told_as_such(tmp_path: Path, status: int) -> None:
    """It then answers as to anybody, and everything looks absent."""
    async with office(tmp_path, **DC) as desk:
        anonymous = {"X-AUSERNAME": "anonymous"}
        desk.wire.instead = lambda _sent: httpx.Response(
            status, json={"total": 0, "issues": []}, headers=anonymous
        )
        error = await desk.refused("search_issues")
        assert (error["category"], error["reason"]) == ("configuration_error", "credential_rejected")


@pytest.mark.parametrize(("status", "body"), [(302, ""), (200, "<html>Log in</html>")])
async def test_an_attachment_behind_a_login_page_is_not_saved_as_the_file(
    tmp_path: Path, status: int, body: str
) -> None:
    """Old servers take no personal access token at /secure/attachment."""
    (tmp_path / "incoming").mkdir(mode=0o700)
    file = {"id": "7", "filename": "a.txt", "size": 3, "mimeType": "text/plain"}
    async with office(tmp_path, **DC, DOWNLOADS__ROOT=str(tmp_path / "incoming")) as desk:
        desk.wire.instead = lambda sent: (
            httpx.Response(status, text=body, headers={"location": "/login.jsp", "content-type": "text/html"})
            if sent.path.startswith("/secure/")
            else httpx.Response(200, json=issue(attachment=[file]))
        )
        error = await desk.refused("download_attachment", key="OPS-1", attachment="7")
        assert error["category"] in {"upstream_error", "configuration_error"}
        assert "login" in error["message"]
        assert [path for path in (tmp_path / "incoming").rglob("*") if path.is_file()] == []


async def test_the_address_of_an_attachment_is_built_and_never_followed(tmp_path: Path) -> None:
    (tmp_path / "incoming").mkdir(mode=0o700)
    file = {"id": "7", "filename": "a b#ü.txt", "size": 3, "content": "https://evil.example/steal"}
    async with office(tmp_path, **DC, DOWNLOADS__ROOT=str(tmp_path / "incoming")) as desk:
        desk.wire.instead = lambda sent: (
            httpx.Response(200, content=b"abc")
            if sent.path.startswith("/secure/")
            else httpx.Response(200, json=issue(attachment=[file]))
        )
        data = await desk.ok("download_attachment", key="OPS-1", attachment="a b#ü.txt")
        assert data["size"] == 3
        assert desk.sent[-1].path == "/secure/attachment/7/a b#ü.txt"


async def test_texts_are_written_as_wiki_markup(tmp_path: Path) -> None:
    async with office(tmp_path, **DC, **WRITES) as desk:
        desk.wire.instead = answering({
            "GET /issue/OPS-1": issue(),
            "POST /issue/OPS-1/comment": lambda sent: {"id": "5", "body": sent.body["body"], "created": ""},
        })  # fmt: skip
        data = await desk.ok("add_comment", key="OPS-1", body="**bold** and `code`")
        assert desk.writes[0].body["body"] == "*bold* and {{code}}"
        assert data["comment"]["untrusted"]["body"] == "**bold** and `code`"
        assert data["applied"] == ["body"]


async def test_projects_outside_the_scope_take_no_place_on_a_page(tmp_path: Path) -> None:
    """The server answers with every project there is, the wanted ones last."""
    every = [{"key": f"A{number}", "name": "x"} for number in range(120)] + [
        {"key": "OPS", "name": "Operations"}
    ]
    async with office(tmp_path, **DC, **scoped("OPS", "SHOP")) as desk:
        desk.wire.instead = answering({"GET /project": every})
        data = await desk.ok("list_projects", limit=5)
        assert len(desk.sent) == 1
    assert [each["key"] for each in data["projects"]] == ["OPS"]
    assert "cursor" not in data

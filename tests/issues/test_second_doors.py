"""Ways round a guarded door that somebody looked for with fresh eyes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import WRITES, Sent, aliased, losing, office, scoped

pytestmark = pytest.mark.anyio

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def moved(key: str, to: str) -> Any:
    """The tracker answers for an issue that has moved to another project since."""

    def twist(sent: Sent, response: httpx.Response) -> httpx.Response:
        if sent.method != "GET" or not sent.path.endswith(f"/issue/{key}"):
            return response
        body = response.json()
        body["key"] = to
        body["fields"]["project"]["key"] = to.partition("-")[0]
        return httpx.Response(200, json=body)

    return twist


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("update_issue", {"key": "SHOP-9", "fields": {"parent": "SHOP-1"}}),
        ("create_issue", {"type": "Task", "fields": {"title": "x", "parent": "SHOP-1"}}),
        ("search_issues", {"parent": "SHOP-1"}),
        ("find_users", {"text": "alex", "assignable_to": "SHOP-1"}),
    ],
)
async def test_an_issue_that_moved_out_of_the_scope_leads_nowhere(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    async with office(tmp_path, **scoped("SHOP"), **WRITES) as desk:
        desk.wire.twist = moved("SHOP-1", "OPS-77")
        error = await desk.refused(tool, **arguments)
        assert error["category"] == "not_found"
        assert desk.writes == []
        absent = await desk.refused("get_issue", key="SHOP-999")
        gone = await desk.refused("get_issue", key="SHOP-1")
    assert gone == {**absent, "message": absent["message"].replace("SHOP-999", "SHOP-1")}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_issues", {"labels": [TOKEN]}),
        ("search_issues", {"statuses": [TOKEN]}),
        ("search_issues", {"assignee": TOKEN}),
        ("find_users", {"text": TOKEN}),
        ("create_issue", {"project": "SHOP", "type": TOKEN, "fields": {"title": "x"}}),
    ],
)
async def test_a_credential_leaves_through_no_argument(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused(tool, **arguments)
        assert error["reason"] == "secret_detected"
        assert desk.sent == []


async def test_a_file_name_carries_no_credential(tmp_path: Path) -> None:
    root = tmp_path / "outgoing"
    root.mkdir(mode=0o700)
    (root / f"{TOKEN}.txt").write_text("nothing else")
    async with office(tmp_path, **WRITES, UPLOADS__ROOT=str(root)) as desk:
        error = await desk.refused("attach_file", key="SHOP-9", path=f"{TOKEN}.txt")
        assert error["reason"] == "secret_detected"
        assert desk.writes == []


async def test_edits_are_not_sent_again_over_a_colleagues(tmp_path: Path) -> None:
    """They were made from what stood there before."""
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = losing("PUT")
        edits = [{"field": "title", "old": "certificate", "new": "licence"}]
        await desk.call("update_issue", key="SHOP-10", edits=edits)
        assert [one.method for one in desk.writes] == ["PUT"]


async def test_another_projects_or_issues_name_in_a_field_is_not_told(tmp_path: Path) -> None:
    async with office(tmp_path, **scoped("SHOP"), **aliased(team=(10077, "option"))) as desk:
        for held in (
            {"key": "HR", "name": "Redundancies 2027", "projectTypeKey": "business"},
            {"key": "HR-7", "name": "Redundancies 2027"},
            {"key": "hr-7", "name": "Redundancies 2027"},
        ):

            def twist(_sent: Sent, response: httpx.Response, held: Any = held) -> httpx.Response:
                body = response.json()
                body["fields"]["customfield_10077"] = held
                return httpx.Response(200, json=body)

            desk.wire.twist = twist
            result = await desk.call("get_issue", key="SHOP-9", include=[])
            assert "Redundancies" not in result.text + str(result.data)
            assert "HR-7" not in result.text.upper()


async def test_a_file_for_a_service_desk_needs_an_administrators_leave(tmp_path: Path) -> None:
    root = tmp_path / "outgoing"
    root.mkdir(mode=0o700)
    (root / "report.txt").write_text("All tests passed.")
    more = {**WRITES, "UPLOADS__ROOT": str(root)}
    async with office(tmp_path, **more) as desk:
        error = await desk.refused("attach_file", key="DESK-1", path="report.txt")
        assert error["category"] == "permission_denied"
        assert desk.writes == []
    async with office(tmp_path, **more, WRITES__PUBLIC_COMMENTS="true") as desk:
        await desk.ok("attach_file", key="DESK-1", path="report.txt")


async def test_the_trackers_words_about_a_field_use_the_name_the_tools_take(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES, **aliased(severity=(10030, "option"))) as desk:
        error = await desk.refused("update_issue", key="SHOP-9", fields={"severity": "Huge"})
        assert error["reason"] == "refused_by_tracker"
        assert error["details"][0].startswith('tracker says: "severity: ')

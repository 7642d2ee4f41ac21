"""add_comment and edit_comment: once, in the tracker's own format, and never where customers see it unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import WRITES, Office, Sent, dropping, losing, office

from narrowgate_sandbox.company.seed import documents as d

pytestmark = pytest.mark.anyio
PUBLIC = {**WRITES, "WRITES__PUBLIC_COMMENTS": "true"}


def bodies(desk: Office, key: str) -> list[str]:
    return [str(one.body) for one in desk.fernwood.issue(key).comments]


async def test_a_comment_is_written_as_the_trackers_own_document(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        body = "See **this**:\n\n- one\n- [two](https://wiki.fernwood.example/x)\n\n```python\nx = 1\n```"
        result = await desk.call("add_comment", key="SHOP-9", body=body)
        held = desk.fernwood.issue("SHOP-9").comments[-1]
        assert held.body["type"] == "doc"
        assert [node["type"] for node in held.body["content"]] == ["paragraph", "bulletList", "codeBlock"]
        assert (result.data["applied"], result.data["ignored"]) == (["body"], [])
        assert result.data["comment"]["untrusted"]["body"] == body
        assert result.data["url"].endswith(f"/browse/SHOP-9?focusedCommentId={held.id}")
        assert held.properties["narrowgate.request"]["stamp"]


async def test_a_comment_that_reads_back_otherwise_is_reported(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:

        def rewritten(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if not sent.path.endswith("/comment") or sent.method != "POST":
                return answer
            return httpx.Response(201, json={**answer.json(), "body": d.plain("something else")})

        desk.wire.twist = rewritten
        assert (await desk.ok("add_comment", key="SHOP-9", body="mine"))["ignored"] == ["body"]


@pytest.mark.parametrize("body", ["", " ", "\n\n\t"])
async def test_an_empty_comment_is_refused_unsent(tmp_path: Path, body: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.refused("add_comment", key="SHOP-9", body=body))["category"] == "bad_input"
        assert desk.sent == []


@pytest.mark.parametrize(
    "secret", ["ghp_" + "a1B2" * 9, "xoxb-123456789012-123456789012-" + "aB3d" * 6, "AKIA" + "ABCD2345" * 2]
)
async def test_a_credential_does_not_leave(tmp_path: Path, secret: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        for tool, arguments in (
            ("add_comment", {"key": "SHOP-9", "body": f"use {secret}"}),
            ("create_issue", {"project": "SHOP", "type": "Task", "fields": {"title": secret}}),
            ("update_issue", {"key": "SHOP-10", "fields": {"description": f"use {secret}"}}),
            ("transition_issue", {"key": "SHOP-9", "to": "Done", "comment": secret}),
            ("edit_comment", {"key": "SHOP-2", "comment": "20003", "body": secret}),
        ):
            error = await desk.refused(tool, **arguments)
            assert error["category"] in {"bad_input", "permission_denied"}, tool
            assert secret not in str(error)
        assert desk.writes == []


async def test_a_quoted_tool_result_does_not_leave(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        shown = (await desk.call("get_issue", key="SHOP-9")).text
        assert (await desk.refused("add_comment", key="SHOP-9", body=shown))["reason"] == "boundary_quoted"
        assert desk.writes == []


async def test_a_comment_whose_answer_is_lost_is_found_by_its_stamp(tmp_path: Path) -> None:
    """By the stamp and not by the words: a colleague wrote the same meanwhile."""
    async with office(tmp_path, **WRITES) as desk:
        issue = desk.fernwood.issue("SHOP-9")
        desk.fernwood.add_comment(
            issue, desk.fernwood.users[1], desk.fernwood.moment(), d.plain("Same words.")
        )
        desk.wire.twist = losing("POST", "/comment")
        data = await desk.ok("add_comment", key="SHOP-9", body="Same words.")
        assert data["reconciled"] is True
        assert data["comment"]["id"] == issue.comments[-1].id
        assert sum("Same words" in body for body in bodies(desk, "SHOP-9")) == 2
        assert len([one for one in desk.writes if one.path.endswith("/comment")]) == 1


async def test_a_comment_that_never_arrived_is_unknown_and_next_shows_the_comments(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = dropping("POST", "/comment")
        error = await desk.refused("add_comment", key="SHOP-9", body="Same words.")
        assert error["outcome"] == "unknown"
        shown = await desk.ok(error["next"]["tool"], **error["next"]["arguments"])
        assert not any("Same words" in each["untrusted"]["body"] for each in shown["comments"])
        desk.wire.instead = None
        assert (await desk.refused("add_comment", key="SHOP-9", body="Same words."))["outcome"] == "unknown"
        assert await desk.ok("add_comment", key="SHOP-9", body="Same words.", request_id="anew")
        assert sum("Same words" in body for body in bodies(desk, "SHOP-9")) == 1


@pytest.mark.parametrize("body", ["", "<html/>", "{}", '{"id": "<script>"}', "[]"])
async def test_an_accepted_comment_with_an_unreadable_answer_is_found(tmp_path: Path, body: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(201, text=body)
            if sent.method == "POST" and sent.path.endswith("/comment")
            else answer
        )
        assert (await desk.ok("add_comment", key="SHOP-9", body="once"))["reconciled"] is True
        assert len(bodies(desk, "SHOP-9")) == 2


async def test_a_service_desks_comment_is_internal_unless_stated(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("add_comment", key="DESK-1", body="Between us.")
        assert not desk.fernwood.issue("DESK-1").comments[-1].public
        assert data["comment"]["internal"] is True


async def test_a_public_comment_needs_an_administrators_leave(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("add_comment", key="DESK-1", body="Dear customer", audience="public")
        assert (error["category"], error["reason"]) == ("permission_denied", "public_comment")
        assert "administrator" in error["message"]
        assert desk.writes == []


async def test_with_leave_a_comment_is_public_only_when_asked(tmp_path: Path) -> None:
    async with office(tmp_path, **PUBLIC) as desk:
        data = await desk.ok("add_comment", key="DESK-1", body="Dear customer", audience="public")
        assert data["comment"]["internal"] is False
        assert desk.fernwood.issue("DESK-1").comments[-1].public
        await desk.ok("add_comment", key="DESK-1", body="Between us.")
        assert not desk.fernwood.issue("DESK-1").comments[-1].public


async def test_a_comment_that_became_public_against_the_wish_is_reported(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(201, json={**answer.json(), "jsdPublic": True})
            if sent.method == "POST"
            else answer
        )
        result = await desk.call("add_comment", key="DESK-1", body="Between us.")
        assert result.data["ignored"] == ["audience"]
        assert "IGNORED by the tracker: audience" in result.text


@pytest.mark.parametrize("audience", ["internal", "public"])
async def test_an_audience_outside_a_service_desk_is_a_clear_refusal(tmp_path: Path, audience: str) -> None:
    async with office(tmp_path, **PUBLIC) as desk:
        error = await desk.refused("add_comment", key="SHOP-9", body="x", audience=audience)
        assert error["reason"] == "not_a_service_desk"
        assert desk.writes == []


@pytest.mark.parametrize("kind", [None, "customer_service", "something new"])
async def test_a_kind_of_project_that_is_not_known_may_have_customers(
    tmp_path: Path, kind: str | None
) -> None:
    async with office(tmp_path, **WRITES) as desk:

        def unknown(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.method != "GET":
                return answer
            body = answer.json()
            body["fields"]["project"]["projectTypeKey"] = kind
            return httpx.Response(200, json=body)

        desk.wire.twist = unknown
        await desk.ok("add_comment", key="SHOP-9", body="Between us.")
        assert {"key": "sd.public.comment", "value": {"internal": True}} in desk.writes[0].body["properties"]


async def test_an_edit_replaces_the_text_and_tells_whether_it_did(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        address = "http://127.0.0.1/browse/SHOP-2?focusedCommentId=20003"
        data = await desk.ok("edit_comment", key="SHOP-2", comment=address, body="Ship *now*.")
        assert (data["applied"], data["comment"]["untrusted"]["body"]) == (["body"], "Ship *now*.")
        assert "Ship " in bodies(desk, "SHOP-2")[2]
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(200, json={**answer.json(), "body": d.plain("as before")})
            if sent.method == "PUT"
            else answer
        )
        data = await desk.ok("edit_comment", key="SHOP-2", comment="20003", body="Ship later.")
        assert data["ignored"] == ["body"]


async def test_an_edit_tells_whose_mention_goes_and_refuses_what_is_unknown(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused(
            "edit_comment", key="SHOP-2", comment="20001", body=":macro[x]{ref=00000000}"
        )
        assert (error["reason"], desk.writes) == ("unknown_ref", [])
        data = await desk.ok("edit_comment", key="SHOP-2", comment="20001", body="plain")
        assert data["rewriting"]["untrusted"]["lost"] == ["body: mention of @Priya Raman"]


async def test_an_edit_whose_answer_is_lost_is_proven_by_reading(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = losing("PUT")
        data = await desk.ok("edit_comment", key="SHOP-2", comment="20003", body="Ship now.")
        assert (data["applied"], data["reconciled"]) == (["body"], True)


async def test_an_edit_of_what_customers_see_needs_leave(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        visible, internal = desk.fernwood.issue("DESK-1").comments[:2]
        error = await desk.refused("edit_comment", key="DESK-1", comment=visible.id, body="x")
        assert error["reason"] == "public_comment"
        internal.body = d.plain("no mention")
        assert await desk.ok("edit_comment", key="DESK-1", comment=internal.id, body="x")
    async with office(tmp_path, **PUBLIC) as desk:
        visible = desk.fernwood.issue("DESK-1").comments[0]
        assert await desk.ok("edit_comment", key="DESK-1", comment=visible.id, body="x")


@pytest.mark.parametrize("comment", ["99999", "20008"])
async def test_a_comment_that_is_not_on_the_issue_is_not_found(tmp_path: Path, comment: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("edit_comment", key="SHOP-2", comment=comment, body="x")
        assert error["category"] == "not_found"
        assert desk.writes == []


async def test_permission_and_absence_are_told_apart(tmp_path: Path) -> None:
    more: dict[str, Any] = {
        "CONNECTION__AUTH__USERNAME": "jun.okada@fernwood.example",
        "TOKEN": "sandbox-token-jun",
    }
    async with office(tmp_path, **WRITES, **more) as desk:
        hidden = await desk.refused("get_issue", key="OPS-1")
        absent = await desk.refused("get_issue", key="OPS-99999")
        assert hidden["category"] == absent["category"] == "not_found"
        assert "not visible to this account" in hidden["message"]
        denied = await desk.refused("add_comment", key="SHOP-9", body="x")
        assert denied["category"] == "bad_input"
        assert "do not have the permission" in denied["details"][0]

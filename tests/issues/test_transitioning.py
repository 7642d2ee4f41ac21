"""transition_issue: by name, told beforehand what is missing, moved once, proven by the status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import everything
from tests.issues.harness import WRITES, Office, Sent, aliased, dropping, losing, office

from narrowgate_sandbox.company.records import ChangeItem
from narrowgate_sandbox.company.seed.people import PRIYA

pytestmark = pytest.mark.anyio


def status(desk: Office, key: str) -> str:
    return desk.fernwood.issue(key).status.name


def moves(desk: Office) -> list[Sent]:
    return [one for one in desk.writes if one.path.endswith("/transitions")]


@pytest.mark.parametrize("to", ["In Progress", "in progress", " Start progress ", "START PROGRESS"])
async def test_an_issue_moves_by_the_name_of_the_status_or_of_the_transition(tmp_path: Path, to: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("transition_issue", key="SHOP-9", to=to)
        assert data["untrusted"] == {"from": "To Do", "status": "In Progress"}
        assert data["applied"] == ["status"]
        assert data["verified"] is True
        assert status(desk, "SHOP-9") == "In Progress"


async def test_what_is_not_possible_is_answered_with_what_is(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("transition_issue", key="SHOP-9", to="Finished")
        assert error["reason"] == "no_such_transition"
        assert error["details"] == [
            'available: "Start progress" (to "In Progress"), "Reject" (to "Done"), "Triage" (to "To Do")'
        ]
        assert moves(desk) == []


async def test_an_issue_that_is_there_already_is_told_so(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.refused("transition_issue", key="SHOP-9", to="To Do"))["reason"] == "already_there"
        assert moves(desk) == []


async def test_two_ways_to_one_status_have_to_be_told_apart(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("transition_issue", key="SHOP-7", to="Nowhere")
        assert '"Done" (to "Done"), "Reject" (to "Done")' in error["details"][0]
        fields = {"resolution": "Won't Do"}
        by_name = await desk.ok("transition_issue", key="SHOP-7", to="Reject", fields=fields)
        assert by_name["untrusted"]["status"] == "Done"


async def test_a_required_field_is_named_before_anything_moves(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("transition_issue", key="SHOP-2", to="Done")
        assert (error["category"], error["reason"]) == ("bad_input", "fields_required")
        assert error["details"] == [
            'required: resolution (resolution): "Done", "Won\'t Do", "Duplicate", "Cannot Reproduce"'
        ]
        assert desk.writes == []


async def test_the_resolution_is_sent_and_verified(tmp_path: Path) -> None:
    """The status moving is not enough."""
    async with office(tmp_path, **WRITES) as desk:
        fields = {"resolution": "Won't Do", "fix_versions": ["2026.12"], "assignee": "Priya Raman"}
        data = await desk.ok("transition_issue", key="SHOP-2", to="Done", fields=fields)
        assert data["applied"] == ["status", "resolution", "fix_versions", "assignee"]
        held = desk.fernwood.issue("SHOP-2").values
        assert held["resolution"].name == "Won't Do"
        assert [one.name for one in held["fixVersions"]] == ["2026.12"]


async def test_a_resolution_that_the_tracker_drops_is_reported_ignored(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:

        def dropped(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.path.endswith("/transitions") and sent.method == "POST":
                desk.fernwood.issue("SHOP-2").values["resolution"] = None
            return answer

        desk.wire.twist = dropped
        result = await desk.call("transition_issue", key="SHOP-2", to="Done", fields={"resolution": "Done"})
        assert result.data["ignored"] == ["resolution"]
        assert result.data["applied"] == ["status"]
        assert "IGNORED by the tracker, unchanged: resolution" in result.text


async def test_a_move_that_the_tracker_accepts_and_ignores_is_reported_so(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = lambda sent: httpx.Response(204) if sent.method == "POST" else None
        data = await desk.ok("transition_issue", key="SHOP-9", to="In Progress")
        assert data["ignored"] == ["status"]


async def test_a_field_that_is_not_on_the_screen_is_named_before_anything_moves(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused(
            "transition_issue", key="SHOP-9", to="In Progress", fields={"resolution": "Done"}
        )
        assert error["reason"] == "not_on_screen"
        assert error["details"] == ["not on the screen: resolution"]
        assert desk.writes == []


@pytest.mark.parametrize("field", ["title", "labels", "status", "comment"])
async def test_a_field_that_no_transition_takes_is_refused_unsent(tmp_path: Path, field: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("transition_issue", key="SHOP-9", to="Done", fields={field: "x"})
        assert error["reason"] == "unknown_field"
        assert desk.sent == []


def demanding(name: str, label: str, schema: dict[str, str], **more: Any) -> Any:
    """Puts a required field on every transition's screen."""

    def twist(sent: Sent, answer: httpx.Response) -> httpx.Response:
        if sent.method != "GET" or not sent.path.endswith("/transitions"):
            return answer
        body = answer.json()
        for each in body["transitions"]:
            each["fields"][name] = {"required": True, "name": label, "schema": schema, **more}
        return httpx.Response(200, json=body)

    return twist


async def test_a_required_field_that_the_issue_holds_already_needs_not_to_be_given(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding("assignee", "Assignee", {"type": "user"})
        assert (await desk.refused("transition_issue", key="SHOP-9", to="In Progress"))[
            "reason"
        ] == "fields_required"
        assert await desk.ok("transition_issue", key="SHOP-10", to="In Progress")


async def test_a_required_field_of_no_ones_concern_is_left_to_the_tracker(tmp_path: Path) -> None:
    """The issue may hold it: only the tracker knows, and a refusal costs nothing."""
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding("customfield_10077", "Team", {"type": "option"})
        assert await desk.ok("transition_issue", key="SHOP-9", to="In Progress")


@pytest.mark.parametrize(
    ("name", "schema", "line"),
    [
        ("customfield_10077", {"type": "option"}, '[fields.team] id = "customfield_10077" type = "option"'),
        ("worklog", {"type": "array", "items": "worklog"}, "cannot be written through this server: Team"),
    ],
)
async def test_a_refusal_over_an_unlisted_field_says_what_an_administrator_can_do(
    tmp_path: Path, name: str, schema: dict[str, str], line: str
) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding(name, "Team", schema)
        desk.wire.instead = lambda sent: (
            httpx.Response(400, json={"errorMessages": [], "errors": {name: "Team is required."}})
            if sent.method == "POST"
            else None
        )
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert (error["category"], error["reason"]) == ("configuration_error", "field_not_configured")
        assert error["details"] == [line, f'tracker says: "{name}: Team is required."']


async def test_the_words_of_a_workflow_validator_reach_the_caller(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding("customfield_10077", "Team", {"type": "option"})
        words = {"errorMessages": ["Two reviewers have to approve first."], "errors": {}}
        desk.wire.instead = lambda sent: httpx.Response(400, json=words) if sent.method == "POST" else None
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert error["reason"] == "refused_by_tracker"
        assert error["details"] == ['tracker says: "Two reviewers have to approve first."']


async def test_an_alias_on_the_screen_is_written(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES, **aliased(team=(10077, "option"))) as desk:
        desk.wire.twist = demanding("customfield_10077", "Team", {"type": "option"})
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert error["details"] == ["required: team (option)"]
        desk.wire.instead = lambda sent: httpx.Response(204) if sent.method == "POST" else None
        await desk.ok("transition_issue", key="SHOP-9", to="In Progress", fields={"team": "Blue"})
        assert moves(desk)[-1].body["fields"] == {"customfield_10077": {"value": "Blue"}}


async def test_a_comment_goes_apart_and_stamped_where_the_screen_only_takes_one(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok(
            "transition_issue", key="SHOP-2", to="Done", fields={"resolution": "Done"}, comment="**Fixed**."
        )
        assert data["comment_id"] == desk.fernwood.issue("SHOP-2").comments[-1].id
        move, comment = desk.writes
        assert "update" not in move.body
        assert comment.body["properties"]


def demanding_a_comment(sent: Sent, response: httpx.Response) -> httpx.Response:
    """Every transition's screen."""
    if sent.method != "GET" or not sent.path.endswith("/transitions"):
        return response
    body = response.json()
    for each in body["transitions"]:
        each["fields"]["comment"] = {"required": True, "name": "Comment", "schema": {"type": "comments-page"}}
    return httpx.Response(200, json=body)


async def test_a_comment_goes_along_where_the_screen_demands_one_and_is_looked_for(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding_a_comment
        bare = await desk.refused("transition_issue", key="SHOP-2", to="Done", fields={"resolution": "Done"})
        assert bare["reason"] == "fields_required"
        data = await desk.ok(
            "transition_issue", key="SHOP-2", to="Done", fields={"resolution": "Done"}, comment="**Fixed**."
        )
        (move,) = desk.writes
        assert move.body["update"]["comment"][0]["add"]["body"]["type"] == "doc"
        assert "comment" in data["applied"]


async def test_a_comment_that_went_along_and_is_not_there_is_reported_as_ignored(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding_a_comment
        dropped = httpx.Response(204)
        desk.wire.instead = lambda sent: (
            dropped if sent.method == "POST" and sent.path.endswith("/transitions") else None
        )
        data = await desk.ok(
            "transition_issue", key="SHOP-2", to="Done", fields={"resolution": "Done"}, comment="**Fixed**."
        )
        assert {"status", "comment"} <= set(data["ignored"])


def moved_by_priya(desk: Office, key: str, to: str) -> None:
    company, issue = desk.fernwood, desk.fernwood.issue(key)
    before, issue.status = issue.status, issue.project.workflow.status(to)
    item = ChangeItem("status", "status", False, before.id, before.name, issue.status.id, issue.status.name)
    company.record(issue, PRIYA, company.moment(), [item])


async def test_a_colleagues_move_proves_nothing(tmp_path: Path) -> None:
    """The request was lost on its way, and somebody else moved the issue to the same status meanwhile."""
    async with office(tmp_path, **WRITES) as desk:
        lost = dropping("POST", "/transitions")

        def meanwhile(sent: Sent) -> httpx.Response | None:
            if sent.method == "POST" and sent.path.endswith("/transitions"):
                moved_by_priya(desk, "SHOP-9", "In Progress")
            return lost(sent)

        desk.wire.instead = meanwhile
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert (error["reason"], error["outcome"]) == ("answer_lost", "unknown")
        assert error["next"]["arguments"]["include"] == ["history"]
        assert status(desk, "SHOP-9") == "In Progress"


async def test_a_comment_follows_where_the_screen_takes_none(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("transition_issue", key="SHOP-9", to="In Progress", comment="Started.")
        assert data["comment_id"] == desk.fernwood.issue("SHOP-9").comments[-1].id
        assert [one.path.rpartition("/")[2] for one in desk.writes] == ["transitions", "comment"]


async def test_a_comment_that_is_refused_after_the_move_is_a_partial_success(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        refusal = httpx.Response(403, json={"errorMessages": ["no"], "errors": {}})
        desk.wire.instead = lambda sent: refusal if sent.path.endswith("/comment") else None
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress", comment="Started.")
        assert error["outcome"] == "partial"
        assert error["receipts"] == [{"step": "transition", "done": True}]
        assert status(desk, "SHOP-9") == "In Progress"
        desk.wire.instead = None
        data = await desk.ok("transition_issue", key="SHOP-9", to="In Progress", comment="Started.")
        assert len(moves(desk)) == 1
        assert data["untrusted"] == {"from": "To Do", "status": "In Progress"}
        assert "Started" in str(desk.fernwood.issue("SHOP-9").comments[-1].body)


async def test_a_move_whose_answer_is_lost_is_proven_by_the_status(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/transitions")
        result = await desk.call("transition_issue", key="SHOP-9", to="In Progress")
        assert result.data["reconciled"] is True
        assert result.data["untrusted"] == {"from": "To Do", "status": "In Progress"}
        assert len(moves(desk)) == 1
        assert "It was sent once" in result.text


async def test_a_move_that_never_arrived_is_unknown_and_next_shows_the_status(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = dropping("POST", "/transitions")
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert error["outcome"] == "unknown"
        shown = await desk.ok(error["next"]["tool"], **error["next"]["arguments"])
        assert shown["untrusted"]["status"] == "To Do"
        again = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert again["outcome"] == "unknown"
        assert len(moves(desk)) == 1


async def test_a_loop_proves_nothing(tmp_path: Path) -> None:
    """Back in the status it came from: run twice, it does its work twice."""
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/transitions")
        error = await desk.refused("transition_issue", key="SHOP-9", to="Triage")
        assert error["outcome"] == "unknown"
        assert len(moves(desk)) == 1


async def test_a_lost_move_with_a_comment_is_resumed_with_the_comment(tmp_path: Path) -> None:
    """First nobody can look; then looking shows the move; then the comment is sent, once."""
    call: dict[str, Any] = {"key": "SHOP-9", "to": "In Progress", "comment": "Started."}
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            losing("POST", "/transitions")(sent, answer)
            if not moves(desk) or sent.method == "POST"
            else httpx.Response(503)
        )
        first = await desk.refused("transition_issue", **call)
        assert first["outcome"] == "unknown"
        desk.wire.twist = None
        second = await desk.refused("transition_issue", **call)
        assert second["outcome"] == "partial"
        assert second["receipts"] == [{"step": "transition", "done": True}]
        assert "Repeat this call to send the comment" in second["message"]
        data = await desk.ok("transition_issue", **call)
        assert data["comment_id"]
        assert [one.path.rpartition("/")[2] for one in desk.writes] == ["transitions", "comment"]


async def test_a_refused_move_is_not_remembered(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = lambda sent: httpx.Response(409, json={}) if sent.method == "POST" else None
        error = await desk.refused("transition_issue", key="SHOP-9", to="In Progress", request_id="one")
        assert error["reason"] == "conflict"
        assert desk.server.books.ledger.unfinished() == ()
        desk.wire.instead = None
        assert await desk.ok("transition_issue", key="SHOP-7", to="In Progress", request_id="one")


async def test_a_service_desk_is_moved_and_the_comment_stays_internal(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        fields = {"resolution": "Done"}
        data = await desk.ok(
            "transition_issue", key="DESK-1", to="Resolved", fields=fields, comment="Refunded."
        )
        comment = desk.fernwood.issue("DESK-1").comments[-1]
        assert data["comment_id"] == comment.id
        assert not comment.public
        assert "update" not in moves(desk)[0].body


async def test_a_transition_that_demands_a_comment_customers_see_is_refused(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = demanding("comment", "Comment", {"type": "comments-page"})
        error = await desk.refused(
            "transition_issue", key="DESK-1", to="Respond to customer", comment="Hello"
        )
        assert (error["category"], error["reason"]) == ("permission_denied", "public_comment")
        without = await desk.refused("transition_issue", key="SHOP-9", to="In Progress")
        assert without["reason"] == "fields_required"
        assert desk.writes == []


async def test_the_demands_of_a_screen_are_described(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        result = await desk.call("describe_fields", action="transition", key="SHOP-2")
        done = next(each for each in result.data["transitions"] if each["untrusted"]["name"] == "Done")
        assert [(each["name"], each["required"]) for each in done["fields"]] == [
            ("resolution", True), ("assignee", False), ("fix_versions", False),
        ]  # fmt: skip
        assert "Done -> Done (requires Resolution)" in result.text

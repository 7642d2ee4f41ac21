"""create_issue: one issue, whatever happens to the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from tests.issues.calls import everything
from tests.issues.harness import WRITES, Office, Sent, dropping, losing, office, scoped

from narrowgate_sandbox import fernwood

pytestmark = pytest.mark.anyio
PLAIN = {"project": "SHOP", "type": "Task", "fields": {"title": "A new thing"}}


def shop(desk: Office) -> list[str]:
    return [one.summary for one in desk.fernwood.issues.values() if one.project.key == "SHOP"]


def posts(desk: Office) -> int:
    return sum(1 for one in desk.sent if (one.method, one.path) == ("POST", "/rest/api/3/issue"))


async def test_a_new_issue_holds_exactly_what_was_asked(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        fields = {
            "title": "A new thing",
            "description": "- one\n- two",
            "labels": ["a", "b"],
            "assignee": "jun.okada@fernwood.example",
            "priority": "High",
            "due_date": "2026-12-24",
            "components": ["Catalogue"],
            "fix_versions": ["2026.12"],
            "parent": "SHOP-1",
            "points": 2.5,
        }
        data = await desk.ok("create_issue", project="SHOP", type="Task", fields=fields)
        assert (data["applied"], data["ignored"], data["verified"]) == (list(fields), [], True)
        assert data["url"] == f"http://127.0.0.1/browse/{data['key']}"
        held = desk.fernwood.issue(data["key"])
    assert held.type.name == "Task"
    assert held.summary == "A new thing"
    assert held.values["assignee"].name == "Jun Okada"
    assert held.values["customfield_10016"] == 2.5
    assert [one.name for one in held.values["components"]] == ["Catalogue"]
    assert held.parent is not None
    assert held.properties["narrowgate.request"]["stamp"]


async def test_an_epic_is_made_with_its_own_required_fields(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        epic = await desk.ok("create_issue", project="SHOP", type="Epic", fields={"title": "Spring release"})
        story = {"title": "A story of it", "parent": epic["key"]}
        data = await desk.ok("create_issue", project="SHOP", type="Story", fields=story)
        assert "parent" in data["applied"]
        parent = desk.fernwood.issue(data["key"]).parent
        assert parent is not None
        assert parent.key == epic["key"]


async def test_a_sub_task_needs_its_parent(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("create_issue", project="SHOP", type="Sub-task", fields={"title": "part"})
        assert (error["category"], error["reason"]) == ("bad_input", "fields_required")
        assert any("parent" in line for line in error["details"])
        fields = {"title": "part", "parent": "SHOP-2"}
        assert await desk.ok("create_issue", project="SHOP", type="Sub-task", fields=fields)


@pytest.mark.parametrize("asked", ["Subtask", "sub-task", "Unteraufgabe", "bug"])
async def test_a_type_of_another_name_is_answered_with_those_there_are(tmp_path: Path, asked: str) -> None:
    """Sub-task types are renamed and translated, and there may be several."""
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("create_issue", project="SHOP", type=asked, fields={"title": "x"})
        assert error["reason"] == "no_such_type"
        assert error["details"] == ['available: "Epic", "Story", "Task", "Bug", "Sub-task"']
        assert "x" not in shop(desk)


async def test_a_required_field_that_is_not_configured_names_the_line_to_add(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("create_issue", project="OPS", type="Incident", fields={"title": "x"})
        assert (error["category"], error["reason"]) == ("configuration_error", "field_not_configured")
        assert error["details"][0] == '[fields.severity] id = "customfield_10030" type = "option"'
        assert "Severity is required" in error["details"][1]


async def test_a_required_field_that_was_left_out_is_named_with_its_values(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        error = await desk.refused("create_issue", project="OPS", type="Incident", fields={"title": "x"})
        assert (error["category"], error["reason"]) == ("bad_input", "fields_required")
        assert error["details"] == ['required: severity (option): "Blocker", "Major", "Minor"']


async def test_a_value_the_tracker_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        fields = {"title": "x", "components": ["No such part"]}
        error = await desk.refused("create_issue", project="SHOP", type="Task", fields=fields)
        assert error["reason"] == "refused_by_tracker"
        assert error["details"] == [
            "tracker says: \"components: Component name 'No such part' is not valid\""
        ]


@pytest.mark.parametrize(
    "fields", [{}, {"description": "no title"}, {"title": None}, {"title": ""}, {"title": "two\nlines"}]
)
async def test_a_title_is_needed(tmp_path: Path, fields: dict[str, Any]) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("create_issue", project="SHOP", type="Task", fields=fields)
        assert error["category"] == "bad_input"
        assert desk.sent == []


async def test_one_create_is_one_post(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        await desk.ok("create_issue", **PLAIN)
        assert posts(desk) == 1
        assert shop(desk).count("A new thing") == 1


@pytest.mark.parametrize(
    ("status", "body"),
    [(500, ""), (401, ""), (403, "{}"), (404, "{}"), (200, "<html>log in</html>"), (200, "{}")],
)
async def test_a_create_whose_read_back_fails_is_a_success(tmp_path: Path, status: int, body: str) -> None:
    """Told that it failed, an agent would create it again."""
    kind = {"content-type": "application/json" if body == "{}" else "text/html"}
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(status, text=body, headers=kind) if sent.method == "GET" else answer
        )
        result = await desk.call("create_issue", **PLAIN)
        assert not result.failed, result.text
        assert result.data["verified"] is False
        assert result.data["key"] in desk.fernwood.issues
        assert "reading it back failed" in result.text


@pytest.mark.parametrize(
    "body", ["", "<html>gateway</html>", '{"id": "10', "[]", "{}", '{"key": 7}', '{"key": "x"}', "null"]
)
async def test_an_accepted_create_with_an_unreadable_answer_is_found_by_its_stamp(
    tmp_path: Path, body: str
) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(201, text=body)
            if (sent.method, sent.path) == ("POST", "/rest/api/3/issue")
            else answer
        )
        result = await desk.call("create_issue", **PLAIN)
        assert not result.failed, result.text
        assert result.data["reconciled"] is True
        assert desk.fernwood.issue(result.data["key"]).summary == "A new thing"
        assert posts(desk) == 1
        assert "It was sent once" in result.text


async def test_an_issue_that_search_shows_late_is_waited_for(tmp_path: Path) -> None:
    company = fernwood()
    async with office(tmp_path, company, **WRITES) as desk:

        def late(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.path.endswith("/search/jql"):
                company.search_lag = 0
            return losing("POST", "/issue")(sent, answer)

        company.search_lag = 1_000
        desk.wire.twist = late
        data = await desk.ok("create_issue", **PLAIN)
        assert data["reconciled"] is True
        assert desk.clock.pauses == [0.0, 1.0]


async def test_a_create_that_nobody_finds_is_unknown_and_next_shows_it(tmp_path: Path) -> None:
    """Found by who and when it was made: a search for the words of its title might miss it."""
    company = fernwood()
    company.search_lag = 1_000
    async with office(tmp_path, company, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/issue")
        fields = {"title": 'Odd: "title" AND (more) -e-bike~'}
        error = await desk.refused("create_issue", project="SHOP", type="Task", fields=fields)
        assert (error["outcome"], error["category"]) == ("unknown", "upstream_error")
        assert error["request_id"]
        assert posts(desk) == 1
        company.search_lag = 0
        shown = await desk.ok(error["next"]["tool"], **error["next"]["arguments"])
        assert [each["untrusted"]["title"] for each in shown["issues"]][:1] == [fields["title"]]


async def test_next_fits_a_server_with_one_project(tmp_path: Path) -> None:
    company = fernwood()
    company.search_lag = 1_000
    async with office(tmp_path, company, **WRITES, **scoped("SHOP")) as desk:
        desk.wire.twist = losing("POST", "/issue")
        error = await desk.refused("create_issue", type="Task", fields={"title": "x"})
        assert not (await desk.call(error["next"]["tool"], **error["next"]["arguments"])).failed


async def test_repeating_an_unknown_create_looks_and_never_sends(tmp_path: Path) -> None:
    company = fernwood()
    company.search_lag = 1_000
    async with office(tmp_path, company, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/issue")
        first = await desk.refused("create_issue", **PLAIN)
        again = await desk.refused("create_issue", **PLAIN)
        assert again["outcome"] == "unknown"
        assert again["request_id"] == first["request_id"]
        company.search_lag = 0
        found = await desk.ok("create_issue", **PLAIN)
        assert found["reconciled"] is True
        assert posts(desk) == 1
        assert shop(desk).count("A new thing") == 1


async def test_a_fresh_request_id_sends_anew(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = dropping("POST", "/issue")
        await desk.refused("create_issue", **PLAIN)
        desk.wire.instead = None
        assert (await desk.refused("create_issue", **PLAIN))["outcome"] == "unknown"
        assert await desk.ok("create_issue", **PLAIN, request_id="second")
        assert shop(desk).count("A new thing") == 1


async def test_the_same_request_id_gives_the_first_result(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await desk.ok("create_issue", **PLAIN, request_id="one")
        second = await desk.ok("create_issue", **PLAIN, request_id="one")
        assert second == {**first, "repeated": True}
        other = {**PLAIN, "fields": {"title": "Something else"}}
        assert (await desk.refused("create_issue", **other, request_id="one"))["reason"] == "key_reused"
        assert posts(desk) == 1


async def test_done_may_be_said_twice(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await desk.ok("create_issue", **PLAIN)
        second = await desk.ok("create_issue", **PLAIN)
        assert first["key"] != second["key"]
        assert "repeated" not in second


async def test_the_same_call_twice_at_once_is_one_effect(tmp_path: Path) -> None:
    """A client that asks again while the first answer is on its way joins it."""
    results: list[dict[str, Any]] = []

    async def ask(desk: Office) -> None:
        results.append(await desk.ok("create_issue", **PLAIN))

    async with office(tmp_path, **WRITES) as desk:
        desk.wire.hold = anyio.Event()
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(ask, desk)
            await anyio.wait_all_tasks_blocked()
            desk.wire.hold.set()
        assert posts(desk) == 1
        assert len({each["key"] for each in results}) == 1
        assert sorted(each.get("repeated", False) for each in results) == [False, True, True]


async def test_two_different_calls_at_once_are_two_effects(tmp_path: Path) -> None:
    async def ask(desk: Office, title: str) -> None:
        await desk.ok("create_issue", project="SHOP", type="Task", fields={"title": title})

    async with office(tmp_path, **WRITES) as desk:
        async with anyio.create_task_group() as group:
            for title in ("one", "two"):
                group.start_soon(ask, desk, title)
        assert {"one", "two"} <= set(shop(desk))


async def test_a_refused_create_is_not_remembered(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        await desk.refused(
            "create_issue", project="SHOP", type="Riddle", fields={"title": "x"}, request_id="one"
        )
        assert await desk.ok("create_issue", **PLAIN, request_id="one")
        assert desk.server.books.ledger.unfinished() == ()


async def test_a_server_that_cannot_record_does_not_write(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the directory should be")
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("create_issue", **PLAIN)
        assert error["category"] == "configuration_error"
        assert desk.writes == []
        assert not (await desk.call("get_issue", key="SHOP-2")).failed

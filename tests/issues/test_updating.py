"""update_issue: what was asked, and nothing else; told field by field; refused where something would be lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import everything
from tests.issues.harness import WRITES, Office, Sent, aliased, dropping, losing, office

from narrowgate_sandbox import fernwood
from narrowgate_sandbox.company.records import Document
from narrowgate_sandbox.company.seed import documents as d

pytestmark = pytest.mark.anyio


def values(desk: Office, key: str) -> dict[str, Any]:
    """What the tracker itself holds."""
    return desk.fernwood.issue(key).values


def names(held: Any) -> list[str]:
    return [one.name for one in held or ()]


def text_of(document: Document | None) -> str:
    return json.dumps(document)


async def test_labels_are_added_and_removed_one_by_one(tmp_path: Path) -> None:
    """Adding one label must not wipe those that a colleague adds at the same moment."""
    async with office(tmp_path, **WRITES) as desk:

        def meanwhile(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.method == "GET":
                values(desk, "SHOP-2")["labels"] = ("payments", "regression", "colleague")
            return answer

        desk.wire.twist = meanwhile
        data = await desk.ok(
            "update_issue", key="SHOP-2", fields={"add_labels": ["ours"], "remove_labels": ["regression"]}
        )
        assert data["applied"] == ["add_labels", "remove_labels"]
        (put,) = desk.writes
        assert put.body["update"] == {"labels": [{"add": "ours"}, {"remove": "regression"}]}
    assert set(values(desk, "SHOP-2")["labels"]) >= {"payments", "colleague"}


async def test_labels_as_a_whole_replace_and_null_clears(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        await desk.ok("update_issue", key="SHOP-2", fields={"labels": ["only"]})
        assert values(desk, "SHOP-2")["labels"] == ("only",)
        data = await desk.ok("update_issue", key="SHOP-2", fields={"labels": None})
        assert data["applied"] == ["labels"]
        assert values(desk, "SHOP-2")["labels"] == ()


async def test_null_clears_every_field_that_may_be_cleared(tmp_path: Path) -> None:
    clearing = {
        "description": None,
        "labels": None,
        "assignee": None,
        "due_date": None,
        "components": None,
        "fix_versions": None,
        "parent": None,
        "points": None,
        "severity": None,
        "accept": None,
    }
    async with office(tmp_path, **everything(tmp_path)) as desk:
        values(desk, "SHOP-2")["description"] = d.plain("plain")
        data = await desk.ok(
            "update_issue", key="SHOP-2", fields={k: v for k, v in clearing.items() if k != "accept"}
        )
        assert data["ignored"] == []
        assert set(data["applied"]) == set(clearing) - {"accept"}
        held = values(desk, "SHOP-2")
        assert not any(
            held[name] for name in ("description", "labels", "assignee", "duedate", "components", "parent")
        )
        assert (await desk.ok("update_issue", key="SHOP-3", fields={"accept": None}))["applied"] == ["accept"]


@pytest.mark.parametrize("field", ["title", "priority", "add_labels", "remove_labels"])
async def test_what_cannot_be_cleared_is_refused_unsent(tmp_path: Path, field: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("update_issue", key="SHOP-2", fields={field: None})
        assert (error["reason"], error["category"]) == ("wrong_type", "bad_input")
        assert desk.sent == []


async def test_an_empty_list_of_components_is_sent_and_applied(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("update_issue", key="SHOP-2", fields={"components": []})
        assert data["applied"] == ["components"]
        assert names(values(desk, "SHOP-2")["components"]) == []
        data = await desk.ok("update_issue", key="SHOP-2", fields={"components": ["Accounts", "Catalogue"]})
        assert data["applied"] == ["components"]
        assert names(values(desk, "SHOP-2")["components"]) == ["Accounts", "Catalogue"]


async def test_the_parent_is_an_epic_by_key_or_address(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        address = "http://127.0.0.1/browse/SHOP-1"
        assert (await desk.ok("update_issue", key="SHOP-9", fields={"parent": address}))["applied"] == [
            "parent"
        ]
        parent = values(desk, "SHOP-9")["parent"]
        assert parent.key == "SHOP-1"


@pytest.mark.parametrize(
    "moment",
    [
        "2026-01-21T15:00:00+00:00",
        "2026-01-21T15:00:00Z",
        "2026-01-21T15:00:00.5+01:00",
        "2026-01-21T15:00:00.123456-09:30",
        "2026-01-21T15:00",
    ],
)
async def test_any_iso_time_is_written_as_the_tracker_takes_it(tmp_path: Path, moment: str) -> None:
    """The sandbox has no such field: what is sent is looked at, and the answer is made of it."""
    async with office(tmp_path, **WRITES, **aliased(started=(10050, "datetime"))) as desk:
        kept: dict[str, str] = {}

        def holding(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.method == "PUT":
                kept.update(sent.body["fields"])
                return httpx.Response(204)
            body = answer.json()
            body["fields"] |= kept
            return httpx.Response(200, json=body)

        desk.wire.twist = holding
        data = await desk.ok("update_issue", key="SHOP-2", fields={"started": moment})
    assert data["applied"] == ["started"]
    assert kept["customfield_10050"][:19].startswith("2026-01-21T15:00:00")
    assert kept["customfield_10050"][19:] in {".000+0000", ".500+0100", ".123-0930"}


async def test_a_field_that_the_tracker_ignores_is_reported_so(tmp_path: Path) -> None:
    """An answer of 204 proves nothing."""
    async with office(tmp_path, **WRITES) as desk:

        def ignoring(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.method == "PUT":
                values(desk, "SHOP-2")["priority"] = before
            return answer

        before = values(desk, "SHOP-2")["priority"]
        desk.wire.twist = ignoring
        result = await desk.call("update_issue", key="SHOP-2", fields={"priority": "Low", "title": "New"})
    assert result.data["applied"] == ["title"]
    assert result.data["ignored"] == ["priority"]
    assert "IGNORED by the tracker, unchanged: priority" in result.text


async def test_a_title_with_blanks_around_it_counts_as_applied(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:

        def trimming(sent: Sent, answer: httpx.Response) -> httpx.Response:
            values(desk, "SHOP-9")["summary"] = values(desk, "SHOP-9")["summary"].strip()
            return answer

        desk.wire.twist = trimming
        data = await desk.ok("update_issue", key="SHOP-9", fields={"title": " Spaces around "})
        assert data["applied"] == ["title"]


async def test_a_version_from_before_a_colleagues_edit_is_refused_unwritten(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        version = (await desk.ok("get_issue", key="SHOP-9"))["version"]
        await desk.ok(
            "update_issue", key="SHOP-9", fields={"title": "A colleague was here", "priority": "Low"}
        )
        before = len(desk.writes)
        error = await desk.refused("update_issue", key="SHOP-9", fields={"title": "Mine"}, version=version)
        assert error["reason"] == "stale_version"
        assert error["details"] == ["changed since: priority, summary"]
        assert len(desk.writes) == before
        fresh = (await desk.ok("get_issue", key="SHOP-9"))["version"]
        assert (await desk.ok("update_issue", key="SHOP-9", fields={"title": "Mine"}, version=fresh))[
            "applied"
        ]


async def test_a_colleagues_comment_makes_no_version_stale(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        version = (await desk.ok("get_issue", key="SHOP-9"))["version"]
        await desk.ok("add_comment", key="SHOP-9", body="Just saying.")
        assert await desk.ok("update_issue", key="SHOP-9", fields={"title": "Mine"}, version=version)


async def test_the_version_of_an_answer_is_good_for_the_next_write(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await desk.ok("update_issue", key="SHOP-9", fields={"title": "One"})
        assert await desk.ok("update_issue", key="SHOP-9", fields={"title": "Two"}, version=first["version"])


async def test_a_preview_shows_before_and_after_and_writes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        before = dict(values(desk, "SHOP-7"))
        result = await desk.call(
            "update_issue",
            key="SHOP-7",
            fields={"title": "Delivery", "add_labels": ["x"], "description": "*new*"},
            preview=True,
        )
        assert [one.method for one in desk.sent] == ["GET"]
        assert values(desk, "SHOP-7") == before
    rows = {row["field"]: row["untrusted"] for row in result.data["changes"]}
    assert rows["title"] == {"before": "Riders choose the day of delivery", "after": "Delivery"}
    assert rows["description"]["after"] == "*new*"
    assert rows["add_labels"]["after"] == ["x"]
    assert result.data["preview"] is True
    assert f"with version={result.data['version']}" in result.text


async def test_an_edit_replaces_exactly_one_passage(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        edits = [
            {"field": "description", "old": "Tuesdays", "new": "Mondays"},
            {"field": "description", "old": "decides", "new": "does not decide"},
            {"field": "title", "old": "Riders", "new": "Customers"},
        ]
        data = await desk.ok("update_issue", key="SHOP-7", edits=edits)
        assert set(data["applied"]) == {"description", "title"}
        held = text_of(values(desk, "SHOP-7")["description"])
        assert "Mondays to Fridays" in held
        assert "does not decide" in held
        assert values(desk, "SHOP-7")["summary"] == "Customers choose the day of delivery"


@pytest.mark.parametrize(("old", "reason"), [("Sundays", "edit_not_found"), ("a", "edit_ambiguous")])
async def test_an_edit_whose_passage_is_not_there_exactly_once_is_refused(
    tmp_path: Path, old: str, reason: str
) -> None:
    async with office(tmp_path, **WRITES) as desk:
        edit = {"field": "description", "old": old, "new": "x"}
        assert (await desk.refused("update_issue", key="SHOP-7", edits=[edit]))["reason"] == reason
        assert desk.writes == []


async def test_an_edit_finds_what_was_shown_and_keeps_what_was_hidden(tmp_path: Path) -> None:
    """The model never saw the invisible characters, so it cannot quote them."""
    company = fernwood()
    company.issue("SHOP-7").values["description"] = d.plain("Only Tues\u200bdays. Keep\u200b this.")
    async with office(tmp_path, company, **WRITES) as desk:
        shown = (await desk.ok("get_issue", key="SHOP-7"))["untrusted"]["description"]
        assert shown == "Only Tuesdays. Keep this."
        edit = {"field": "description", "old": "Tuesdays", "new": "Mondays"}
        await desk.ok("update_issue", key="SHOP-7", edits=[edit])
        held = text_of(values(desk, "SHOP-7")["description"])
        assert "Mondays. Keep\\u200b this." in held


@pytest.mark.parametrize("field", ["labels", "assignee", "due_date"])
async def test_only_texts_are_edited(tmp_path: Path, field: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        edit = {"field": field, "old": "a", "new": "b"}
        assert (await desk.refused("update_issue", key="SHOP-7", edits=[edit]))["reason"] == "not_editable"


async def test_an_edit_of_an_unknown_field_is_refused_unsent(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        edit = {"field": "environment", "old": "a", "new": "b"}
        assert (await desk.refused("update_issue", key="SHOP-7", edits=[edit]))["reason"] == "unknown_field"
        both = await desk.refused(
            "update_issue",
            key="SHOP-7",
            fields={"title": "x"},
            edits=[{"field": "title", "old": "a", "new": "b"}],
        )
        assert both["reason"] == "conflicting_fields"
        assert desk.sent == []


async def test_a_description_loses_what_stands_for_more_than_words_only_with_leave(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        before = values(desk, "SHOP-2")["description"]
        error = await desk.refused("update_issue", key="SHOP-2", fields={"description": "new"})
        assert (error["reason"], desk.writes) == ("would_lose", [])
        assert error["details"] == ["image or file The receipt with two lines"]
        assert values(desk, "SHOP-2")["description"] == before
        data = await desk.ok("update_issue", key="SHOP-2", fields={"description": "new"}, allow_removals=True)
        assert data["applied"] == ["description"]
        assert (
            "description: image or file The receipt with two lines" in data["rewriting"]["untrusted"]["lost"]
        )


async def test_markdown_that_the_tracker_cannot_hold_is_refused_unwritten(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        text = "see [this](javascript:alert)"
        error = await desk.refused("update_issue", key="SHOP-9", fields={"description": text})
        assert (error["category"], error["reason"]) == ("bad_input", "bad_link")
        assert desk.writes == []


@pytest.mark.parametrize(
    "field", ["reporter", "security", "properties", "project", "status", "customfield_10016", "Title"]
)
async def test_a_field_outside_the_safelist_is_refused_unsent(tmp_path: Path, field: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("update_issue", key="SHOP-9", fields={field: "x"})
        assert error["reason"] == "unknown_field"
        assert error["details"][0].startswith("allowed: add_labels, assignee")
        assert desk.sent == []


async def test_a_narrowed_safelist_is_what_the_schema_shows_and_what_passes(tmp_path: Path) -> None:
    narrow = {"WRITES__FIELDS": '["title", "labels"]'}
    async with office(tmp_path, **WRITES, **narrow) as desk:
        shown = (await desk.tools())["update_issue"]["inputSchema"]["properties"]["fields"]["properties"]
        assert set(shown) == {"title", "labels", "add_labels", "remove_labels"}
        assert (await desk.refused("update_issue", key="SHOP-9", fields={"priority": "Low"}))[
            "reason"
        ] == "unknown_field"


@pytest.mark.parametrize(
    "fields",
    [
        {"labels": ["a"], "add_labels": ["b"]},
        {"add_labels": ["a"], "remove_labels": ["a"]},
    ],
)
async def test_contradicting_label_changes_are_refused_unsent(tmp_path: Path, fields: dict[str, Any]) -> None:
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.refused("update_issue", key="SHOP-9", fields=fields))[
            "reason"
        ] == "conflicting_fields"
        assert desk.sent == []


@pytest.mark.parametrize("label", ["two words", "tab\there", " edge"])
async def test_a_label_with_white_space_is_refused_unsent(tmp_path: Path, label: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.refused("update_issue", key="SHOP-9", fields={"add_labels": [label]}))[
            "reason"
        ] == "wrong_type"
        assert desk.sent == []


async def test_an_update_of_nothing_is_refused_unsent(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.refused("update_issue", key="SHOP-9"))["reason"] == "invalid_arguments"
        assert desk.sent == []


async def test_a_read_back_that_fails_leaves_the_write_a_success(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(500) if sent.method == "GET" and desk.writes else answer
        )
        result = await desk.call("update_issue", key="SHOP-9", fields={"title": "Written"})
        assert not result.failed
        assert result.data["verified"] is False
        assert values(desk, "SHOP-9")["summary"] == "Written"
        assert "reading it back failed" in result.text


async def test_an_update_whose_answers_are_lost_is_proven_by_what_stands_there(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = losing("PUT")
        data = await desk.ok("update_issue", key="SHOP-9", fields={"title": "Written"})
        assert (data["applied"], data["reconciled"]) == (["title"], True)


async def test_a_guarded_update_is_sent_once_and_compared(tmp_path: Path) -> None:
    """It was checked against a version: sent again, it could overwrite what came in between."""
    async with office(tmp_path, **WRITES) as desk:
        version = (await desk.ok("get_issue", key="SHOP-9"))["version"]
        desk.wire.twist = losing("PUT")
        data = await desk.ok("update_issue", key="SHOP-9", fields={"title": "Written"}, version=version)
        assert data["reconciled"] is True
        assert len(desk.writes) == 1


async def test_an_update_that_never_took_effect_is_reported_unknown(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = dropping("PUT")
        error = await desk.refused("update_issue", key="SHOP-9", fields={"title": "Written"})
        assert error["outcome"] == "unknown"
        assert error["next"] == {"tool": "get_issue", "arguments": {"key": "SHOP-9"}}
        assert (await desk.ok(error["next"]["tool"], **error["next"]["arguments"]))["untrusted"][
            "title"
        ] != "Written"

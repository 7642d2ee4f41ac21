"""The tools that only read: one request where one is enough, and every answer usable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import EVERY_CALL, everything
from tests.issues.harness import Office, Sent, aliased, office, renew
from tests.vendor_contract import needs_specs

from narrowgate_sandbox import Company, fernwood

pytestmark = pytest.mark.anyio


async def keys(desk: Office, **filters: Any) -> set[str]:
    return {each["key"] for each in (await desk.ok("search_issues", limit=50, **filters))["issues"]}


def expected(company: Company, holds: Any) -> set[str]:
    return {key for key, issue in company.issues.items() if holds(issue)}


async def test_filters_find_what_the_tracker_holds(tmp_path: Path) -> None:
    async with office(tmp_path) as desk:
        there = desk.fernwood
        assert await keys(desk, projects=["OPS"]) == expected(there, lambda one: one.project.key == "OPS")
        assert await keys(desk, types=["Bug", "Epic"]) == expected(
            there, lambda one: one.type.name in {"Bug", "Epic"}
        )
        assert await keys(desk, statuses=["In Review"]) == expected(
            there, lambda one: one.status.name == "In Review"
        )
        assert await keys(desk, status_category="done") == expected(
            there, lambda one: one.status.category.key == "done"
        )
        assert await keys(desk, labels=["gifts", "delivery"]) == expected(
            there, lambda one: {"gifts", "delivery"} <= set(one.values.get("labels", ()))
        )
        assert await keys(desk, priorities=["Highest"]) == expected(
            there, lambda one: one.values["priority"].name == "Highest"
        )
        assert await keys(desk, parent="SHOP-3") == expected(
            there, lambda one: one.parent and one.parent.key == "SHOP-3"
        )
        assert await keys(desk, assignee="unassigned") == expected(
            there, lambda one: not one.values.get("assignee")
        )
        assert await keys(desk, due_before="2026-12-02") == expected(
            there, lambda one: (one.values.get("duedate") or "9") < "2026-12-02"
        )
        assert "SHOP-9" in await keys(desk, text="e-bike")


async def test_no_filter_at_all_is_a_question_too(tmp_path: Path) -> None:
    """The tracker refuses a search without a restriction."""
    async with office(tmp_path) as desk:
        assert await keys(desk) == set(desk.fernwood.issues)


@pytest.mark.parametrize("order", ["updated", "created", "due"])
@pytest.mark.parametrize("direction", ["ascending", "descending"])
async def test_results_come_in_the_order_that_was_asked_for(
    tmp_path: Path, order: str, direction: str
) -> None:
    ascending = direction == "ascending"
    async with office(tmp_path) as desk:
        found = (await desk.ok("search_issues", order=order, ascending=ascending, limit=50))["issues"]
        name = {"updated": "updated", "created": "created", "due": "duedate"}[order]
        held = [_when(desk.fernwood, each["key"], name) for each in found]
        known = [moment for moment in held if moment]
        assert known == sorted(known, reverse=not ascending)


def _when(company: Company, key: str, name: str) -> str:
    issue = company.issue(key)
    return str(issue.values.get("duedate") or "") if name == "duedate" else str(getattr(issue, name))


@pytest.mark.parametrize("query", ["project = ", "nonsense ~~ x", "project = NOPE", "assignee = "])
async def test_a_query_the_tracker_refuses_is_told_in_its_words(tmp_path: Path, query: str) -> None:
    async with office(tmp_path) as desk:
        error = await desk.refused("search_issues", query=query)
        assert error["category"] == "bad_input"
        assert error["details"][0] if error["reason"] == "refused_by_tracker" else error["message"]


@pytest.mark.parametrize("when", ["tomorrow", "2026-13-01", "7d ago", "1' OR 1=1"])
async def test_a_bound_that_is_no_time_is_refused_unsent(tmp_path: Path, when: str) -> None:
    async with office(tmp_path) as desk:
        assert (await desk.refused("search_issues", updated_after=when))["category"] == "bad_input"
        assert desk.sent == []


async def test_an_issue_with_everything_around_it_is_one_request(tmp_path: Path) -> None:
    async with office(tmp_path) as desk:
        include = ["comments", "attachments", "links", "transitions", "history"]
        data = await desk.ok("get_issue", key="SHOP-2", include=include)
        assert len(desk.sent) == 1
        assert {"comments", "attachments", "links", "transitions", "history", "parent"} <= set(data)


async def test_comments_that_did_not_all_come_along_are_asked_for_newest_first(tmp_path: Path) -> None:
    def embedded_in_part(sent: Sent, answer: httpx.Response) -> httpx.Response:
        body = answer.json()
        if "fields" in body:
            body["fields"]["comment"]["comments"] = body["fields"]["comment"]["comments"][:1]
        return httpx.Response(200, json=body)

    async with office(tmp_path) as desk:
        desk.wire.twist = embedded_in_part
        data = await desk.ok("get_issue", key="SHOP-2")
        assert len(desk.sent) == 2
        assert [each["id"] for each in data["comments"]] == ["20003", "20002", "20001"]
        assert data["comments_total"] == 3


@pytest.mark.parametrize(
    "asked",
    [
        "SHOP-2",
        " shop-2 ",
        "http://127.0.0.1/browse/SHOP-2",
        "http://127.0.0.1/browse/SHOP-2?focusedCommentId=20001",
    ],
)
async def test_an_issue_is_named_as_people_paste_it(tmp_path: Path, asked: str) -> None:
    async with office(tmp_path) as desk:
        assert (await desk.ok("get_issue", key=asked))["key"] == "SHOP-2"


@pytest.mark.parametrize(
    "asked",
    [
        "2",
        "SHOP",
        "SHOP-",
        "SHOP-0",
        "https://evil.example/browse/SHOP-2",
        "../SHOP-2",
        "SHOP-2/comment",
        "ШОП-2",
    ],
)
async def test_what_names_no_issue_is_refused_unsent(tmp_path: Path, asked: str) -> None:
    async with office(tmp_path) as desk:
        assert (await desk.refused("get_issue", key=asked))["category"] == "bad_input"
        assert desk.sent == []


async def test_an_issue_of_nulls_is_shown(tmp_path: Path) -> None:
    def nulled(_sent: Sent, answer: httpx.Response) -> httpx.Response:
        body = answer.json()
        kept = {"project", "summary"}
        fields = {name: value if name in kept else None for name, value in body.get("fields", {}).items()}
        return httpx.Response(200, json={**body, **({"fields": fields} if fields else {})})

    async with office(tmp_path, **everything(tmp_path)) as desk:
        desk.wire.twist = nulled
        result = await desk.call("get_issue", key="SHOP-2", include=["comments", "links", "attachments"])
        assert not result.failed
        assert result.data["untrusted"]["title"].startswith("Card is charged")


async def test_an_issue_with_the_bare_minimum_is_shown(tmp_path: Path) -> None:
    async with office(tmp_path) as desk:
        bare = {"key": "SHOP-2", "id": "1", "fields": {"project": {"key": "SHOP"}}}
        desk.wire.instead = lambda _sent: httpx.Response(200, json=bare)
        assert (await desk.ok("get_issue", key="SHOP-2", include=[]))["key"] == "SHOP-2"


async def test_a_plugins_objects_and_lists_are_shown_in_their_own_words(tmp_path: Path) -> None:
    aliases = aliased(
        check=(10070, "options"), plain=(10071, "text"), odd=(10072, "option"), when=(10073, "datetime")
    )
    async with office(tmp_path, **aliases) as desk:

        def plugin(_sent: Sent, answer: httpx.Response) -> httpx.Response:
            body = answer.json()
            body["fields"] |= {
                "customfield_10070": [
                    "first",
                    {"name": "second", "checked": True},
                    {"value": "third"},
                    {"odd": 1},
                ],
                "customfield_10071": "plain",
                "customfield_10072": {"name": "no self", "rank": 7},
                "customfield_10073": "9999-12-31T23:59:59.999-1200",
            }
            return httpx.Response(200, json=body)

        desk.wire.twist = plugin
        shown = (await desk.ok("get_issue", key="SHOP-2"))["untrusted"]["custom"]
        assert shown == {
            "check": ["first", "second", "third"], "plain": "plain", "odd": "no self", "when": "9999-12-31T23:59:59.999-1200",
        }  # fmt: skip


async def test_fields_are_described_as_the_safelist_crossed_with_the_screen(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        result = await desk.call("describe_fields", action="create", project="OPS", type="incident")
        rows = {each.get("name"): each for each in result.data["fields"]}
        assert rows["severity"]["required"] is True
        assert rows["severity"]["untrusted"]["allowed"] == ["Blocker", "Major", "Minor"]
        assert "reporter" not in rows
        assert "severity (Severity), option, required: Blocker, Major, Minor" in result.text


async def test_a_required_field_that_is_not_writable_is_shown_without_a_name(tmp_path: Path) -> None:
    async with office(tmp_path) as desk:
        result = await desk.call("describe_fields", action="create", project="OPS", type="Incident")
        (row,) = [each for each in result.data["fields"] if "name" not in each]
        assert row["untrusted"]["id"] == "customfield_10030"
        assert "(not writable here: customfield_10030) (Severity), option, required" in result.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"action": "create"},
        {"action": "update"},
        {"action": "transition"},
        {"action": "create", "type": "Bug"},
    ],
)
async def test_a_question_about_fields_needs_its_place(tmp_path: Path, arguments: dict[str, str]) -> None:
    async with office(tmp_path) as desk:
        assert (await desk.refused("describe_fields", **arguments))["reason"] == "invalid_arguments"
        assert desk.sent == []


async def test_values_beyond_those_shown_are_counted(tmp_path: Path) -> None:
    company = fernwood()
    async with office(tmp_path, company) as desk:

        def many(sent: Sent, answer: httpx.Response) -> httpx.Response:
            body = answer.json()
            for field in body.get("fields", {}).values() if sent.path.endswith("/editmeta") else ():
                if "allowedValues" in field:
                    field["allowedValues"] = [{"name": f"value {index}"} for index in range(130)]
            return httpx.Response(200, json=body)

        desk.wire.twist = many
        result = await desk.call("describe_fields", action="update", key="SHOP-2")
        (row,) = [each for each in result.data["fields"] if each.get("name") == "priority"]
        assert row["allowed_total"] == 130
        assert len(row["untrusted"]["allowed"]) == 50
        assert "... of 130" in result.text


@needs_specs
async def test_every_request_is_one_the_vendor_describes(tmp_path: Path) -> None:
    async with office(tmp_path, **everything(tmp_path)) as desk:
        assert desk.wire.check
        for tool, arguments in EVERY_CALL:
            renew(desk)
            await desk.call(tool, **arguments)
        assert len(desk.sent) > 50
        assert desk.wire.problems == []

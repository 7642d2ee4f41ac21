"""People by whatever is typed: one resolver for every tool, and nobody is guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import WRITES, Sent, aliased, office

from narrowgate_common.errors import GatewayError
from narrowgate_issues.port import User
from narrowgate_issues.tools.people import choose

pytestmark = pytest.mark.anyio
OLD_ID = "5d7b1e0c9f4a2d0e6c3b8a11"
NEW_ID = "712020:0f3b6a52-7c1d-4c0e-9a55-3e1c2b7d9f10"
MIXED_ID = "557058:9d2a4c1e-0b6f-4e3d-8c77-5a1f0e2d3c4b"

TYPED = [
    ("me", "Alex Lindqvist"),
    ("Me", "Alex Lindqvist"),
    ("@Jun Okada", "Jun Okada"),
    ("jun okada", "Jun Okada"),
    ("Okada", "Jun Okada"),
    ("jun.okada@fernwood.example", "Jun Okada"),
    ("JUN.OKADA@FERNWOOD.EXAMPLE", "Jun Okada"),
    (OLD_ID, "Jun Okada"),
    (NEW_ID, "Alex Moreau"),
    (MIXED_ID, "Priya Raman"),
    ("Alex Moreau", "Alex Moreau"),
    ("Tomás", "Tomás Ferreira"),
]


@pytest.mark.parametrize(("typed", "name"), TYPED)
async def test_every_form_of_a_person_is_assigned(tmp_path: Path, typed: str, name: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("update_issue", key="SHOP-9", fields={"assignee": typed})
        assert data["applied"] == ["assignee"]
        assert desk.fernwood.issue("SHOP-9").values["assignee"].name == name


@pytest.mark.parametrize(("typed", "name"), TYPED)
async def test_every_form_of_a_person_is_filtered_by(tmp_path: Path, typed: str, name: str) -> None:
    async with office(tmp_path) as desk:
        data = await desk.ok("search_issues", assignee=typed, limit=50)
        expected = {
            key
            for key, one in desk.fernwood.issues.items()
            if one.values.get("assignee") and one.values["assignee"].name == name
        }
        assert {each["key"] for each in data["issues"]} == expected


async def test_a_name_that_two_have_lists_both(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        for tool, arguments in (
            ("update_issue", {"key": "SHOP-9", "fields": {"assignee": "Alex"}}),
            ("search_issues", {"assignee": "Alex"}),
            (
                "create_issue",
                {"project": "SHOP", "type": "Task", "fields": {"title": "x", "assignee": "alex"}},
            ),
            (
                "transition_issue",
                {"key": "SHOP-7", "to": "Done", "fields": {"assignee": "alex", "resolution": "Done"}},
            ),
        ):
            error = await desk.refused(tool, **arguments)
            assert (error["category"], error["reason"]) == ("bad_input", "ambiguous_user"), tool
            assert error["details"] == [
                'candidate: id "5b10a2844c20165700ede21g", name "Alex Lindqvist"',
                f'candidate: id "{NEW_ID}", name "Alex Moreau"',
            ]
        assert desk.writes == []


@pytest.mark.parametrize("typed", ["Nobody", "nobody@fernwood.example", "0" * 24, "Robin Vale"])
async def test_who_is_not_found_is_not_assigned(tmp_path: Path, typed: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("update_issue", key="SHOP-9", fields={"assignee": typed})
        assert error["reason"] == "unknown_user"
        assert "find_users" in error["message"]
        assert desk.writes == []


@pytest.mark.parametrize("typed", ["Ines Kowalczyk", "ines.kowalczyk@fernwood.example"])
async def test_who_has_left_gets_no_work_but_is_found_in_filters(tmp_path: Path, typed: str) -> None:
    async with office(tmp_path, **WRITES) as desk:
        assert (await desk.refused("update_issue", key="SHOP-9", fields={"assignee": typed}))[
            "reason"
        ] == "unknown_user"
        found = await desk.ok("search_issues", assignee=typed)
        assert {each["key"] for each in found["issues"]} == {"SHOP-8"}
        (shown,) = (await desk.ok("find_users", text=typed))["users"]
        assert shown["active"] is False


async def test_null_takes_the_work_away(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("update_issue", key="SHOP-2", fields={"assignee": None})
        assert data["applied"] == ["assignee"]
        assert desk.fernwood.issue("SHOP-2").values["assignee"] is None
        found = await desk.ok("search_issues", assignee="unassigned", projects=["SHOP"])
        assert "SHOP-2" in {each["key"] for each in found["issues"]}


async def test_people_are_looked_for_where_the_work_is(tmp_path: Path) -> None:
    """The search for those who can be assigned needs no right to browse everybody."""
    async with office(tmp_path, **WRITES) as desk:
        await desk.ok("update_issue", key="SHOP-9", fields={"assignee": "Priya"})
        (asked,) = [one for one in desk.sent if "/user/" in one.path]
        assert asked.path.endswith("/user/assignable/search")
        assert "issueKey=SHOP-9" in asked.query
        await desk.ok("find_users", text="Priya", assignable_to="ops")
        assert "project=OPS" in desk.sent[-1].query


async def test_a_custom_field_that_holds_a_person_is_verified_by_who_it_is(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES, **aliased(reviewer=(10040, "user"))) as desk:
        held: dict[str, Any] = {"accountId": OLD_ID, "displayName": "Jun Okada"}

        def twist(sent: Sent, answer: httpx.Response) -> httpx.Response:
            if sent.method == "PUT":
                held.update(kept)
                return httpx.Response(204)
            body = answer.json()
            if isinstance(body, dict) and "fields" in body:
                body["fields"]["customfield_10040"] = held
            return httpx.Response(answer.status_code, json=body)

        desk.wire.twist = twist
        kept: dict[str, Any] = {}
        data = await desk.ok("update_issue", key="SHOP-9", fields={"reviewer": "Priya Raman"})
        assert data["ignored"] == ["reviewer"]
        assert desk.writes[0].body["fields"]["customfield_10040"] == {"accountId": MIXED_ID}
        kept = {"accountId": MIXED_ID, "displayName": "Priya Raman"}
        data = await desk.ok("update_issue", key="SHOP-9", fields={"reviewer": "Priya Raman"})
        assert data["applied"] == ["reviewer"]
        shown = await desk.ok("get_issue", key="SHOP-9")
        assert shown["untrusted"]["custom"] == {"reviewer": "Priya Raman"}


ANN = User("1", "Ann", "ann@x.example")
ANNA = User("2", "Anna", "anna@x.example")
ALSO_ANN = User("3", "Ann", "ann.b@x.example")
TRICK = User("4", "ann@x.example")


@pytest.mark.parametrize(
    ("text", "candidates", "chosen"),
    [
        ("ann", [ANN, ANNA], ANN),
        ("2", [ANN, ANNA], ANNA),
        ("ann.b@x.example", [ANN, ALSO_ANN], ALSO_ANN),
        ("an", [ANNA], ANNA),
        ("ann@x.example", [TRICK, ANN], ANN),
    ],
)
def test_what_is_exact_wins(text: str, candidates: list[User], chosen: User) -> None:
    assert choose(text, candidates) == chosen


@pytest.mark.parametrize(
    ("text", "candidates", "reason"),
    [
        ("ann", [ANN, ALSO_ANN], "ambiguous_user"),
        ("an", [ANN, ANNA], "ambiguous_user"),
        ("an", [], "unknown_user"),
        ("ann@x.example", [TRICK], "ambiguous_user"),
        ("ann@x.example", [TRICK, ANNA], "ambiguous_user"),
    ],
)
def test_nobody_is_guessed(text: str, candidates: list[User], reason: str) -> None:
    with pytest.raises(GatewayError) as caught:
        choose(text, candidates)
    assert caught.value.reason == reason


def test_candidates_are_bounded() -> None:
    many = [User(str(index), f"Alex {index}") for index in range(50)]
    with pytest.raises(GatewayError) as caught:
        choose("alex", many)
    assert len(caught.value.details) <= 5

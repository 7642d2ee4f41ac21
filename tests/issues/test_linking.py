"""link_issues: in the direction that was said, once, seen from both ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import WRITES, Office, dropping, losing, office

pytestmark = pytest.mark.anyio


async def links(desk: Office, key: str) -> set[tuple[str, str]]:
    """As get_issue shows them from that end."""
    data = await desk.ok("get_issue", key=key, include=["links"])
    return {(each["untrusted"]["relation"], each["key"]) for each in data.get("links", [])}


def held(desk: Office) -> list[tuple[str, str, str]]:
    """As the tracker holds them: who acts, how, on whom."""
    return [(one.source.key, one.type.outward, one.target.key) for one in desk.fernwood.links]


@pytest.mark.parametrize(
    ("relation", "there", "back", "stored"),
    [
        ("blocks", "blocks", "is blocked by", ("SHOP-9", "blocks", "SHOP-11")),
        ("is blocked by", "is blocked by", "blocks", ("SHOP-11", "blocks", "SHOP-9")),
        ("Blocks", "blocks", "is blocked by", ("SHOP-9", "blocks", "SHOP-11")),
        (" BLOCKS ", "blocks", "is blocked by", ("SHOP-9", "blocks", "SHOP-11")),
        ("Duplicate", "duplicates", "is duplicated by", ("SHOP-9", "duplicates", "SHOP-11")),
        ("is cloned by", "is cloned by", "clones", ("SHOP-11", "clones", "SHOP-9")),
        ("relates to", "relates to", "relates to", ("SHOP-9", "relates to", "SHOP-11")),
    ],
)
async def test_a_link_reads_as_it_was_said_from_both_ends(
    tmp_path: Path, relation: str, there: str, back: str, stored: tuple[str, str, str]
) -> None:
    async with office(tmp_path, **WRITES) as desk:
        data = await desk.ok("link_issues", key="SHOP-9", relation=relation, other="SHOP-11")
        assert (data["link"]["untrusted"]["relation"], data["link"]["key"]) == (there, "SHOP-11")
        assert (there, "SHOP-11") in await links(desk, "SHOP-9")
        assert (back, "SHOP-9") in await links(desk, "SHOP-11")
        assert held(desk).count(stored) == 1


async def test_a_link_that_exists_is_not_made_again(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        await desk.ok("link_issues", key="SHOP-9", relation="blocks", other="SHOP-11")
        before = len(desk.writes)
        for key, relation, other in (("SHOP-9", "blocks", "SHOP-11"), ("SHOP-11", "is blocked by", "SHOP-9")):
            result = await desk.call("link_issues", key=key, relation=relation, other=other)
            assert result.data["existed"] is True
            assert "nothing was sent" in result.text
        assert len(desk.writes) == before
        opposite = await desk.ok("link_issues", key="SHOP-11", relation="blocks", other="SHOP-9")
        assert "existed" not in opposite


async def test_an_unknown_relation_is_answered_with_those_there_are(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("link_issues", key="SHOP-9", relation="hinders", other="SHOP-11")
        assert error["reason"] == "no_such_relation"
        assert "blocks" in error["details"][0]
        assert "is blocked by" in error["details"][0]
        assert desk.writes == []


async def test_an_issue_is_not_linked_to_itself(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        address = "http://127.0.0.1/browse/SHOP-9"
        assert (await desk.refused("link_issues", key="shop-9", relation="blocks", other=address))[
            "category"
        ] == "bad_input"
        assert desk.sent == []


async def test_a_link_that_the_tracker_accepts_and_drops_is_reported(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = lambda sent: httpx.Response(201) if sent.method == "POST" else None
        result = await desk.call("link_issues", key="SHOP-9", relation="blocks", other="SHOP-11")
        assert result.data["ignored"] == ["link"]
        assert "the link is not there" in result.text


async def test_a_link_whose_answer_is_lost_is_proven_by_the_links(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/issueLink")
        data = await desk.ok("link_issues", key="SHOP-9", relation="blocks", other="SHOP-11")
        assert data["reconciled"] is True
        assert held(desk).count(("SHOP-9", "blocks", "SHOP-11")) == 1
        assert len(desk.writes) == 1


async def test_a_link_that_never_arrived_is_unknown_and_found_when_it_appears(tmp_path: Path) -> None:
    call: dict[str, Any] = {"key": "SHOP-9", "relation": "blocks", "other": "SHOP-11"}
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.instead = dropping("POST", "/issueLink")
        error = await desk.refused("link_issues", **call)
        assert error["outcome"] == "unknown"
        shown = await desk.ok(error["next"]["tool"], **error["next"]["arguments"])
        assert "SHOP-11" not in {each["key"] for each in shown.get("links", [])}
        desk.wire.instead = None
        assert (await desk.refused("link_issues", **call))["outcome"] == "unknown"
        company = desk.fernwood
        company.link(company.link_types[0], company.issue("SHOP-9"), company.issue("SHOP-11"))
        found = await desk.ok("link_issues", **call)
        assert found["reconciled"] is True
        assert "existed" not in found
        assert len(desk.writes) == 1


async def test_a_read_back_that_fails_leaves_the_link_a_success(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = lambda sent, answer: (
            httpx.Response(500) if desk.writes and sent.method == "GET" else answer
        )
        result = await desk.call("link_issues", key="SHOP-9", relation="blocks", other="SHOP-11")
        assert not result.failed, result.text
        assert result.data["verified"] is False


async def test_both_ends_must_be_there(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        error = await desk.refused("link_issues", key="SHOP-9", relation="blocks", other="SHOP-999")
        assert error["category"] == "not_found"
        assert desk.writes == []

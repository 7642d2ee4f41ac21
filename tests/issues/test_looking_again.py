"""A repeat after an unknown end only looks; where even that fails, it says so and names the call that shows the effect."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.harness import SAFE_METHODS, WRITES, Sent, office, scoped

CALLS: Mapping[str, dict[str, Any]] = {
    "create_issue": {"project": "SHOP", "type": "Task", "fields": {"title": "Once", "assignee": "Jun Okada"}},
    "add_comment": {"key": "SHOP-9", "body": "Once."},
    "transition_issue": {"key": "SHOP-9", "to": "In Progress"},
    "link_issues": {"key": "SHOP-9", "relation": "blocks", "other": "SHOP-11"},
    "attach_file": {"key": "SHOP-9", "path": "once.txt"},
}


def every_answer_lost(_sent: Sent, _response: httpx.Response) -> httpx.Response:
    raise httpx.ReadError("lost")


def throttled(_sent: Sent, _response: httpx.Response) -> httpx.Response:
    return httpx.Response(429, headers={"retry-after": "60"})


@pytest.mark.anyio
@pytest.mark.parametrize("tool", CALLS)
@pytest.mark.parametrize("answer", [every_answer_lost, throttled])
async def test_a_look_that_fails_is_still_unknown_and_names_what_shows_the_effect(
    tmp_path: Path, tool: str, answer: Any
) -> None:
    (tmp_path / "up").mkdir(mode=0o700)
    (tmp_path / "up" / "once.txt").write_text("once")
    more = {**WRITES, **scoped("SHOP", "OPS"), "UPLOADS__ROOT": str(tmp_path / "up")}
    async with office(tmp_path, **more) as desk:
        posts: list[Sent] = []

        def twist(sent: Sent, response: httpx.Response) -> httpx.Response:
            asking = sent.method in SAFE_METHODS or sent.path.endswith(("/search/jql", "/comment/list"))
            if asking and not posts:
                return response
            posts.append(sent)
            return every_answer_lost(sent, response)

        desk.wire.twist = twist
        first = await desk.refused(tool, **CALLS[tool])
        desk.wire.twist = answer
        sent = len(desk.writes)
        again = await desk.refused(tool, **CALLS[tool])
        assert len(desk.writes) == sent
        desk.wire.twist = None
        desk.clock.now += 120
        shown = await desk.ok(again["next"]["tool"], **again["next"]["arguments"])
    assert (first["outcome"], again["outcome"]) == ("unknown", "unknown")
    assert again["request_id"] == first["request_id"]
    assert again["next"] == first["next"]
    assert "not known" in again["message"]
    assert shown

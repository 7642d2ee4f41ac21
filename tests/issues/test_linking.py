"""What link_issues answers when the tracker took the link and then fails to show it."""

from pathlib import Path

import httpx
import pytest
from tests.issues.harness import WRITES, Sent, Twist, office

LINK = {"key": "SHOP-9", "relation": "blocks", "other": "SHOP-11"}


def failing_after_the_link(status: int) -> Twist:
    """Reads fail once the link was posted."""
    posted: list[Sent] = []

    def twist(sent: Sent, response: httpx.Response) -> httpx.Response:
        if sent.method == "POST" and sent.path.endswith("/issueLink"):
            posted.append(sent)
        elif posted:
            return httpx.Response(status, json={"errorMessages": [], "errors": {}})
        return response

    return twist


@pytest.mark.anyio
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_link_that_cannot_be_read_back_is_a_success_that_says_so(tmp_path: Path, status: int) -> None:
    async with office(tmp_path, **WRITES) as desk:
        desk.wire.twist = failing_after_the_link(status)
        result = await desk.call("link_issues", **LINK)
        links = desk.fernwood.links_of(desk.fernwood.issue("SHOP-9"))
    assert not result.failed, result.text
    assert result.data["verified"] is False
    assert "reading it back failed" in result.text
    assert len(links) == len(desk.writes) == 1

"""Every writing tool under every fault, over real sockets: nothing is done twice, and what is not known is said so.

With `-s` the table is printed: what could have had an effect, what was answered, and what `next` names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.issues.calls import CALLS, CONTENT, FILE, everything
from tests.issues.harness import Office, Result, connected, environment

from narrowgate_common.operations import Operation
from narrowgate_sandbox import Company, Fault, FaultProxy, Sandbox, fernwood

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class Effect:
    """A call that changes something, the request that does it, and how often the tracker holds its effect."""

    arguments: Mapping[str, Any]
    method: str
    path: str
    count: Callable[[Company], int]
    shown: Callable[[dict[str, Any]], bool]
    """Whether what `next` answers shows the effect."""


def _titles(company: Company, title: str) -> int:
    return sum(1 for one in company.issues.values() if one.summary == title)


def _holds(data: dict[str, Any], words: str) -> bool:
    return words in str(data)


EFFECTS: Mapping[str, Effect] = {
    "create_issue": Effect(
        {"project": "SHOP", "type": "Task", "fields": {"title": "Made once"}},
        "POST",
        "/rest/api/3/issue",
        lambda company: _titles(company, "Made once"),
        lambda data: _holds(data, "Made once"),
    ),
    "update_issue": Effect(
        {"key": "SHOP-9", "fields": {"title": "Changed"}},
        "PUT",
        "/issue/SHOP-9",
        lambda company: _titles(company, "Changed"),
        lambda data: _holds(data, "Changed"),
    ),
    "transition_issue": Effect(
        {"key": "SHOP-9", "to": "In Progress"},
        "POST",
        "/transitions",
        lambda company: sum(
            1 for one in company.issue("SHOP-9").history for item in one.items if item.field == "status"
        ),
        lambda data: data["untrusted"]["status"] == "In Progress",
    ),
    "add_comment": Effect(
        {"key": "SHOP-9", "body": "Said once."},
        "POST",
        "/comment",
        lambda company: sum("Said once" in str(one.body) for one in company.issue("SHOP-9").comments),
        lambda data: _holds(data["comments"], "Said once."),
    ),
    "edit_comment": Effect(
        {"key": "SHOP-2", "comment": "20003", "body": "Said otherwise."},
        "PUT",
        "/comment/20003",
        lambda company: sum("Said otherwise" in str(one.body) for one in company.issue("SHOP-2").comments),
        lambda data: _holds(data["comments"], "Said otherwise."),
    ),
    "link_issues": Effect(
        {"key": "SHOP-9", "relation": "blocks", "other": "SHOP-11"},
        "POST",
        "/issueLink",
        lambda company: sum(
            (one.source.key, one.target.key) == ("SHOP-9", "SHOP-11") for one in company.links
        ),
        lambda data: "SHOP-11" in {each["key"] for each in data.get("links", [])},
    ),
    "attach_file": Effect(
        {"key": "SHOP-9", "path": FILE},
        "POST",
        "/attachments",
        lambda company: sum(one.content == CONTENT for one in company.issue("SHOP-9").attachments),
        lambda data: _holds(data.get("attachments", []), FILE),
    ),
}

FAULTS: Mapping[str, Fault] = {
    "reset before": Fault.RESET_BEFORE,
    "reset after": Fault.RESET_AFTER,
    "hangs": Fault.HANG,
    "hangs after": Fault.HANG_AFTER,
    "500": Fault.error(500),
    "500 after": Fault.error(500, forwarded=True),
    "502 html": Fault.html(502),
    "truncated": Fault.TRUNCATE,
    "bad json after": Fault.bad_json(forwarded=True),
    "429": Fault.throttle(429, "1"),
}


def told(result: Result) -> str:
    if not result.failed:
        marks = [name for name in ("reconciled", "repeated") if result.data.get(name)]
        ignored = [f"ignored {result.data['ignored']}"] if result.data.get("ignored") else []
        return " ".join(
            ["done", *marks, *ignored, *(["unverified"] if result.data.get("verified") is False else [])]
        )
    error = result.error
    return f"{error['category']}/{error.get('reason', '')} {error.get('outcome', '')}".strip()


def row(tool: str, fault: str, arrived: int, effects: int, result: Result) -> None:
    after = result.error.get("next", {}).get("tool", "")
    sys.stdout.write(
        f"\n{tool:17} {fault:16} arrived {arrived}  effects {effects}  {told(result):45} {after}"
    )


@pytest.fixture(scope="module")
def stage() -> Iterator[tuple[Sandbox, FaultProxy]]:
    with Sandbox.start() as box, FaultProxy.start(box.url) as proxy:
        yield box, proxy


def renewed(box: Sandbox) -> Company:
    """The company of a running sandbox as it was at the start."""
    fresh = fernwood()
    for name in ("issues", "links", "writes", "search_lag", "_counters", "clock"):
        setattr(box.company, name, getattr(fresh, name))
    return box.company


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("tool", EFFECTS)
async def test_under_a_fault_nothing_is_done_twice(
    stage: tuple[Sandbox, FaultProxy], tmp_path: Path, tool: str, fault: str
) -> None:
    box, proxy = stage
    company, effect = renewed(box), EFFECTS[tool]
    settings = environment(proxy.url, tmp_path, **everything(tmp_path), LIMITS__DEADLINE_S="3")
    async with connected(httpx.AsyncHTTPTransport(), settings) as desk:
        operation = desk.server.dispatcher.tools[tool].operation
        await desk.call("get_issue", key="SHOP-9")
        proxy.seen.clear()
        proxy.match(
            FAULTS[fault],
            lambda method, path: (method == effect.method) and path.endswith(effect.path),
            times=1,
        )
        result = await desk.call(tool, **effect.arguments)
        proxy.clear()
        arrived = sum(
            1 for one in proxy.seen if one.method == effect.method and one.path.endswith(effect.path)
        )
        effects = effect.count(company)
        row(tool, fault, arrived, effects, result)
        assert effects <= 1
        if operation is Operation.APPEND and fault != "429":
            assert arrived == 1
        if result.failed:
            await check_failure(desk, company, effect, result)
        else:
            assert effects == 1
            assert bool(result.data.get("ignored")) is False
        await check_repeat(desk, company, tool, effect, result)


async def check_failure(desk: Office, company: Company, effect: Effect, result: Result) -> None:
    """Unknown, with the call that shows whether it happened."""
    assert result.error["outcome"] == "unknown"
    following = result.error["next"]
    shown = await desk.ok(following["tool"], **following["arguments"])
    assert effect.shown(shown) is bool(effect.count(company))


async def check_repeat(desk: Office, company: Company, tool: str, effect: Effect, result: Result) -> None:
    """Repeating what ended unknown only looks; a fresh id sends where there is one."""
    before = effect.count(company)
    if not result.failed:
        return
    again = await desk.call(tool, **effect.arguments)
    if desk.server.dispatcher.tools[tool].operation is Operation.APPEND:
        assert effect.count(company) == before
        assert again.failed or again.data["reconciled"]
    else:
        assert not again.failed
        assert effect.count(company) == 1


READS: Mapping[str, Mapping[str, Any]] = {
    "search_issues": {"projects": ["SHOP"]},
    "get_issue": {"key": "SHOP-2"},
    "list_projects": {},
    "describe_fields": {"action": "update", "key": "SHOP-2"},
    "find_users": {"text": "alex"},
    "download_attachment": {"key": "SHOP-2", "attachment": "30002"},
}


@pytest.mark.parametrize("fault", [name for name in FAULTS if "hangs" not in name])
@pytest.mark.parametrize("tool", READS)
async def test_a_read_survives_one_fault(
    stage: tuple[Sandbox, FaultProxy], tmp_path: Path, tool: str, fault: str
) -> None:
    box, proxy = stage
    renewed(box)
    settings = environment(proxy.url, tmp_path, **everything(tmp_path), LIMITS__DEADLINE_S="5")
    async with connected(httpx.AsyncHTTPTransport(), settings) as desk:
        proxy.seen.clear()
        proxy.next(FAULTS[fault])
        result = await desk.call(tool, **READS[tool])
        proxy.clear()
        row(tool, fault, len(proxy.seen), 0, result)
        assert not result.failed, result.text


def test_every_tool_is_under_fault() -> None:
    assert set(EFFECTS) | set(READS) == set(CALLS)

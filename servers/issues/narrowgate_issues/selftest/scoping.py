"""What lies outside the scope is neither asked for nor shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from narrowgate_common.selftest.scoping import unseen
from narrowgate_common.selftest.script import ToolCall
from narrowgate_common.selftest.verdicts import Verdict, absent, held
from narrowgate_issues.selftest.casting import OUTSIDE_TITLE, STRANGER
from narrowgate_issues.selftest.script import ISSUE, Stage

_OUTSIDE = f"{STRANGER}-1"
_LINKED = "SHOP-2"
"""An issue of the sandbox's that is linked to the one outside."""
_MOVED = "SHOP-10"


async def keys(stage: Stage) -> Verdict:
    if not stage.scoped:
        return absent(stage.unscoped)
    calls = [call for call in _calls(stage) if stage.has(call[0])]
    return held(await unseen(stage, calls, OUTSIDE_TITLE), f"{len(calls)} calls")


def _calls(stage: Stage) -> list[ToolCall]:
    outside = {"key": _OUTSIDE}
    return [
        ("get_issue", outside),
        ("get_issue", {"key": f"{stage.server.connected.site}/browse/{_OUTSIDE}"}),
        ("get_issue", {"key": _OUTSIDE.lower()}),
        ("search_issues", {"parent": _OUTSIDE}),
        ("describe_fields", {"action": "update", **outside}),
        ("find_users", {"text": "alex", "assignable_to": _OUTSIDE}),
        ("update_issue", {**outside, "fields": {"title": "x"}}),
        ("transition_issue", {**outside, "to": "Resolved"}),
        ("add_comment", {**outside, "body": "x"}),
        ("edit_comment", {**outside, "comment": "20003", "body": "x"}),
        ("link_issues", {"key": ISSUE, "relation": "blocks", "other": _OUTSIDE}),
        ("download_attachment", {**outside, "attachment": "x"}),
    ]


async def search(stage: Stage) -> Verdict:
    if not stage.scoped:
        return absent(stage.unscoped)
    problems = []
    said = await stage.call("search_issues", text="charged", limit=50)
    if said.failed or not said.data.get("issues"):
        problems.append("the search finds nothing at all")
    if stage.shows_stranger(said):
        problems.append(f"it shows issues of {STRANGER}")
    widened = await stage.call("search_issues", projects=[STRANGER])
    if not widened.failed or widened.requests:
        problems.append("it can be widened by an argument")
    listed = await stage.call("list_projects", limit=50)
    if stage.shows_stranger(listed) or f'"{STRANGER}"' in str(listed.data):
        problems.append(f"list_projects shows {STRANGER}")
    return held(problems)


async def links(stage: Stage) -> Verdict:
    if not stage.scoped:
        return absent(stage.unscoped)
    said = await stage.call("get_issue", key=_LINKED, include=["links", "history"])
    problems = [] if not said.failed and said.data.get("links") else ["the links inside are not shown either"]
    if stage.shows_stranger(said):
        problems.append("a linked issue outside is shown")
    return held(problems)


async def moved(stage: Stage) -> Verdict:
    """Trackers answer old keys for ever: what the tracker says of the issue decides, not how it was asked for."""
    if not stage.scoped:
        return absent(stage.unscoped)
    title = stage.company.issue(_MOVED).summary
    with _elsewhere(stage):
        said = await stage.call("get_issue", key=_MOVED)
    wrong = not said.failed or title in said.text or said.error.get("category") != "not_found"
    return held(["it is shown"] if wrong else [])


@contextmanager
def _elsewhere(stage: Stage) -> Iterator[None]:
    issue, stranger = stage.company.issue(_MOVED), stage.company.project(STRANGER)
    home = issue.project
    issue.project = stranger or home
    try:
        yield
    finally:
        issue.project = home

"""What lies outside the scope is neither asked for nor shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from narrowgate_issues.selftest.casting import STRANGER
from narrowgate_issues.selftest.rehearsal import ISSUE, Rehearsal, Said
from narrowgate_issues.selftest.verdicts import Verdict, absent, held

_OUTSIDE = f"{STRANGER}-1"
_OUTSIDE_TITLE = "I was charged twice"
_LINKED = "SHOP-2"
"""An issue of the sandbox's that is linked to the one outside."""
_MOVED = "SHOP-10"
_UNSCOPED = "there is no scope.projects"


def _shows_outside(said: Said) -> bool:
    everything = f"{said.text}{said.data}"
    return f"{STRANGER}-" in everything or _OUTSIDE_TITLE in everything


async def keys(stage: Rehearsal) -> Verdict:
    if stage.server.house.scope.projects is None:
        return absent(_UNSCOPED)
    calls = [(name, each) for name, each in _calls(stage) if stage.has(name)]
    problems = []
    for name, given in calls:
        said = await stage.call(name, **given)
        if said.requests or said.error.get("category") != "not_found" or _OUTSIDE_TITLE in said.text:
            problems.append(f"{name} does not answer as if there were no such issue")
    return held(problems, f"{len(calls)} calls")


def _calls(stage: Rehearsal) -> list[tuple[str, dict[str, Any]]]:
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


async def search(stage: Rehearsal) -> Verdict:
    if stage.server.house.scope.projects is None:
        return absent(_UNSCOPED)
    problems = []
    said = await stage.call("search_issues", text="charged", limit=50)
    if said.failed or not said.data.get("issues"):
        problems.append("the search finds nothing at all")
    if _shows_outside(said):
        problems.append(f"it shows issues of {STRANGER}")
    widened = await stage.call("search_issues", projects=[STRANGER])
    if not widened.failed or widened.requests:
        problems.append("it can be widened by an argument")
    listed = await stage.call("list_projects", limit=50)
    if _shows_outside(listed) or f'"{STRANGER}"' in str(listed.data):
        problems.append(f"list_projects shows {STRANGER}")
    return held(problems)


async def links(stage: Rehearsal) -> Verdict:
    if stage.server.house.scope.projects is None:
        return absent(_UNSCOPED)
    said = await stage.call("get_issue", key=_LINKED, include=["links", "history"])
    problems = [] if not said.failed and said.data.get("links") else ["the links inside are not shown either"]
    if _shows_outside(said):
        problems.append("a linked issue outside is shown")
    return held(problems)


async def moved(stage: Rehearsal) -> Verdict:
    """Trackers answer old keys for ever: what the tracker says of the issue decides, not how it was asked for."""
    if stage.server.house.scope.projects is None:
        return absent(_UNSCOPED)
    title = stage.company.issue(_MOVED).summary
    with _elsewhere(stage):
        said = await stage.call("get_issue", key=_MOVED)
    wrong = not said.failed or title in said.text or said.error.get("category") != "not_found"
    return held(["it is shown"] if wrong else [])


@contextmanager
def _elsewhere(stage: Rehearsal) -> Iterator[None]:
    issue, stranger = stage.company.issue(_MOVED), stage.company.project(STRANGER)
    home = issue.project
    issue.project = stranger or home
    try:
        yield
    finally:
        issue.project = home


async def native_query(stage: Rehearsal) -> Verdict:
    if not stage.server.settings.raw_query:
        said = await stage.call("search_issues", query="project = SHOP")
        return held(["it is taken"] if not said.failed or said.requests else [], "shut, and refused")
    scoped = stage.server.house.scope.projects is not None
    problems = []
    for query in (
        "project = SHOP",
        f"project = SHOP OR project = {STRANGER}",
        f'project = SHOP AND text ~ "a" OR project = {STRANGER} ORDER BY created',
        f"project = SHOP) OR (project = {STRANGER}",
    ):
        said = await stage.call("search_issues", query=query, limit=50)
        if scoped and _shows_outside(said):
            problems.append(f"{query} shows issues of {STRANGER}")
    plain = await stage.call("search_issues", query="project = SHOP")
    if plain.failed:
        problems.append("an ordinary query is refused")
    return held(problems, "open, and confined" if scoped else "open; there is no scope to confine it to")

"""What is refused before anything is sent: arguments and fields that nobody declared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from narrowgate_issues.fields import BUILT_IN, NEVER
from narrowgate_issues.selftest.rehearsal import ISSUE, OTHER_ISSUE, Rehearsal
from narrowgate_issues.selftest.verdicts import Verdict, absent, held

Arguments = Mapping[str, Any]

_STRANGERS: tuple[Arguments, ...] = (
    {"notify_users": False},
    {"__class__": "x"},
    {"content_file": "/etc/passwd"},
    {"target_path": "/tmp/x"},  # noqa: S108 - an argument that does not exist
    {"base_url": "http://127.0.0.1:9"},
)
_MISTYPED: tuple[tuple[str, Arguments], ...] = (
    ("search_issues", {"limit": "5"}),
    ("search_issues", {"limit": True}),
    ("search_issues", {"limit": 5.0}),
    ("search_issues", {"limit": 10**9}),
    ("search_issues", {"ascending": "true"}),
    ("search_issues", {"labels": "red"}),
    ("get_issue", {"include": "comments"}),
    ("get_issue", {"key": 5}),
    ("get_issue", {"key": f"{ISSUE}/../../myself"}),
    ("get_issue", {"key": f"{ISSUE}?expand=all"}),
    ("update_issue", {"fields": json.dumps({"title": "x"})}),
    ("update_issue", {"preview": 1}),
    ("create_issue", {"fields": json.dumps({"title": "x"})}),
    ("add_comment", {"body": ["x"]}),
    ("add_comment", {"audience": "everybody"}),
)
_IMPERSONATING = frozenset({"reporter", "security", "project", "type", "status", "properties", "watchers"})
_RAW = ("summary", "customfield_10030", "Summary", "update", "__proto__", "labels.add", "", "x" * 300)


def proper(stage: Rehearsal) -> dict[str, Arguments]:
    """By tool, arguments that are in order."""
    return {
        "search_issues": {},
        "get_issue": {"key": ISSUE},
        "list_projects": {},
        "describe_fields": {"action": "update", "key": ISSUE},
        "find_users": {"text": "alex"},
        "create_issue": stage.draft("selftest"),
        "update_issue": {"key": ISSUE, "fields": {"title": "selftest"}},
        "transition_issue": {"key": ISSUE, "to": "In Progress"},
        "add_comment": {"key": ISSUE, "body": "selftest"},
        "edit_comment": {"key": ISSUE, "comment": "20003", "body": "selftest"},
        "link_issues": {"key": ISSUE, "relation": "blocks", "other": OTHER_ISSUE},
        "attach_file": {"key": ISSUE, "path": "selftest.txt"},
        "download_attachment": {"key": ISSUE, "attachment": "selftest.txt"},
    }


async def arguments(stage: Rehearsal) -> Verdict:
    given = {name: each for name, each in proper(stage).items() if stage.has(name)}
    calls = [(name, {**each, **stranger}) for name, each in given.items() for stranger in _STRANGERS]
    calls += [(name, {**given[name], **wrong}) for name, wrong in _MISTYPED if name in given]
    problems = [
        f"{name} took {_shown(each)}" for name, each in calls if not await _refused(stage, name, each)
    ]
    return held(problems, f"{len(calls)} calls")


async def fields(stage: Rehearsal) -> Verdict:
    if not stage.has("update_issue"):
        return absent("writes are not enabled")
    problems, tried = [], 0
    for tool, name, each in _forbidden(stage):
        tried += 1
        if not await _refused(stage, tool, each, "unknown_field"):
            problems.append(f"{tool} took the field {name[:40]}")
    return held(problems, f"{tried} calls")


def _forbidden(stage: Rehearsal) -> Iterable[tuple[str, str, Arguments]]:
    """Names that no configuration opens, raw names of the vendor's, and what this one narrows away."""
    given = proper(stage)
    for action, tool, names in (
        ("update", "update_issue", NEVER),
        ("create", "create_issue", _IMPERSONATING),
        ("transition", "transition_issue", _IMPERSONATING),
    ):
        narrowed = BUILT_IN.keys() - stage.server.house.safelists[action].keys()
        for name in sorted({*names, *_RAW, *narrowed}):
            yield tool, name, {**given[tool], "fields": {name: "x", **given[tool].get("fields", {})}}


async def _refused(stage: Rehearsal, tool: str, given: Arguments, reason: str | None = None) -> bool:
    said = await stage.call(tool, **given)
    error = said.error
    right = error.get("category") == "bad_input" and reason in {None, error.get("reason")}
    return said.failed and said.requests == 0 and right


def _shown(given: Arguments) -> str:
    return ", ".join(sorted(given))
